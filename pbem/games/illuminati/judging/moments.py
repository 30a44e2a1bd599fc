"""Days and hours that players give their offers and policies: fixed once, kept by the clock.

A day as typed is fixed when its letter arrives: in its writer's zone, to the end of that day where
he names no hour. What is over then is closed before anything else is done to the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from engine.core.values import changed
from engine.illuminati.orders import Offer, Order, Stance
from pbem.clock.zones import UnknownZone, nearest_zone
from pbem.documents.layout import clock
from pbem.games.contract.orders import LetterInput
from pbem.games.illuminati.language import ParsedLine

_FIXED = "%Y-%m-%dT%H:%MZ"
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH_DAY = re.compile(r"(\d\d)-(\d\d)")
END_OF_DAY = time(23, 59)
NO_SUCH_DAY = "There is no such day or hour to come; write EXPIRES FRI or EXPIRES 24 Apr 20:00."


def fixed(order: Order, now: datetime, zone: str) -> Order | None:
    """The order with its day as a moment in UTC; None where there is no such moment to come."""
    if not isinstance(order, Offer | Stance) or order.until_at is None:
        return order
    until_at = moment_of(order.until_at, now, zone)
    if until_at is None or until_at <= now:
        return None
    return changed(order, until_at=until_at.astimezone(UTC).strftime(_FIXED))


def with_moments(
    lines: Sequence[ParsedLine], now: datetime | None, letter: LetterInput
) -> tuple[ParsedLine, ...]:
    """A letter's lines with their days fixed; a day that is over or is none is asked about.

    A zone that the letter sets counts from there on.
    """
    if now is None:
        return tuple(lines)
    zone, is_kept = letter.zone, not any(_is(line, "PREVIEW") for line in lines)
    found = []
    for line in lines:
        zone = _zone_after(line, zone) if is_kept else zone
        found.append(_standing(_with_moment(line, now, zone), letter.offers_end_at, zone))
    return tuple(found)


def _is(line: ParsedLine, word: str) -> bool:
    return line.control is not None and line.control.word == word


def _zone_after(line: ParsedLine, zone: clock.Zone) -> clock.Zone:
    """The writer's zone after this line of his letter."""
    if not _is(line, "SET") or line.word.argument != "ZONE":
        return zone
    try:
        return clock.Zone(nearest_zone(line.word.value), zone.dates)
    except UnknownZone:
        return zone


def _standing(line: ParsedLine, end: datetime | None, zone: str) -> ParsedLine:
    """An offer without a day of its own stands as long as the table's clock has it."""
    if not isinstance(line.order, Offer) or line.order.until_at or end is None:
        return line
    said = f"it stands until {clock.full(end, zone)}, as this table's clock has it"
    order = changed(line.order, until_at=end.strftime(_FIXED))
    return replace(line, order=order, assumed=(*line.assumed, said))


def _with_moment(line: ParsedLine, now: datetime, zone: str) -> ParsedLine:
    if line.order is None or fixed(line.order, now, zone) == line.order:
        return line
    order = fixed(line.order, now, zone)
    if order is None:
        return replace(line, order=None, fate="unreadable", problem=NO_SUCH_DAY)
    moment = ends_at(order)
    assert moment is not None, "a day was fixed to no moment"
    said = f"it ends {clock.full(moment, zone)}"
    return replace(line, order=order, assumed=(*line.assumed, said))


def moment_of(typed: str, now: datetime, zone: str) -> datetime | None:
    """The moment that such words mean when they arrive; None for a day there is not."""
    day, _, hour = typed.removesuffix("Z").partition("T")
    where: tzinfo = UTC if typed.endswith("Z") else ZoneInfo(zone)
    found = _day_of(day, now.astimezone(where).date())
    if found is None:
        return None
    return datetime.combine(found, time.fromisoformat(hour) if hour else END_OF_DAY, where)


def _day_of(word: str, today: date) -> date | None:
    """Weekdays and days without a year are the next to come, today among them."""
    if word in ("today", "tomorrow"):
        return today + timedelta(days=word == "tomorrow")
    if word in _WEEKDAYS:
        return today + timedelta(days=(_WEEKDAYS.index(word) - today.weekday()) % 7)
    found = _MONTH_DAY.fullmatch(word)
    if found is None:
        return _date(word)
    this_year = _date(f"{today.year}-{word}")
    if this_year is not None and this_year >= today:
        return this_year
    return _date(f"{today.year + 1}-{word}")


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def ends_at(order: Order | None) -> datetime | None:
    """The moment an order ends, where it has been fixed."""
    typed = order.until_at if isinstance(order, Offer | Stance) else None
    return _fixed_moment(typed)


def _fixed_moment(typed: str | None) -> datetime | None:
    if typed is None or not typed.endswith("Z"):
        return None
    return datetime.strptime(typed, _FIXED).replace(tzinfo=UTC)


def is_over(typed: str | None, at: datetime) -> bool:
    moment = _fixed_moment(typed)
    return moment is not None and moment < at
