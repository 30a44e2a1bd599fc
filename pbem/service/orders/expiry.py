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
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome
from engine.illuminati.orders import Offer, Order, Policy, Stance
from engine.illuminati.state import State
from engine.illuminati.turn.expiring import end_by_clock
from pbem.clock import OFFERS, Clock, deadline_after
from pbem.documents.layout import clock
from pbem.games.illuminati.language import ParsedLine
from pbem.service.clocks import clock_of
from pbem.service.orders.policies import filed_policies, texts_on_file
from pbem.service.preferences import InvalidPreference, nearest_zone, zone_for
from pbem.service.snapshots import GameSnapshot, dice_of

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
    lines: Sequence[ParsedLine], snapshot: GameSnapshot, seat: str
) -> tuple[ParsedLine, ...]:
    """A letter's lines with their days fixed; a day that is over or is none is asked about.

    A zone that the letter sets counts from there on.
    """
    if snapshot.at is None:
        return tuple(lines)
    rules, now = clock_of(snapshot.game), snapshot.at
    zone = zone_for(snapshot.players[seat])
    is_kept = all(line.control is None or line.control.word != "PREVIEW" for line in lines)
    found = []
    for line in lines:
        zone = _zone_after(line, zone) if is_kept else zone
        found.append(_standing(_with_moment(line, now, zone), rules, now, zone))
    return tuple(found)


def _zone_after(line: ParsedLine, zone: clock.Zone) -> clock.Zone:
    """The writer's zone after this line of his letter."""
    word = line.control
    if word is None or (word.word, word.argument) != ("SET", "ZONE"):
        return zone
    try:
        return clock.Zone(nearest_zone(word.value), zone.dates)
    except InvalidPreference:
        return zone


def _standing(line: ParsedLine, rules: Clock, now: datetime, zone: str) -> ParsedLine:
    """An offer without a day of its own stands as long as the table's clock has it."""
    if not isinstance(line.order, Offer) or line.order.until_at or OFFERS not in rules.waits:
        return line
    end = deadline_after(rules, OFFERS, now)
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


def after_ended(ended: tuple[Event, ...], state: State, outcome: Outcome | None) -> Outcome | None:
    """What a letter did, behind what was over when it came."""
    if not ended:
        return outcome
    return changed(
        outcome or Outcome(state, ()), events=(*ended, *(outcome.events if outcome else ()))
    )


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


def _is_over(typed: str | None, at: datetime) -> bool:
    moment = _fixed_moment(typed)
    return moment is not None and moment < at


def settled(
    snapshot: GameSnapshot, at: datetime, *, with_policies: bool = False
) -> tuple[GameSnapshot, tuple[Event, ...]]:
    """The game at that moment: what is over by the clock is closed, which events tell.

    Policies that are over do not count from then on; that they are is told with a turn.
    """
    offers = [offer for offer in snapshot.state.offers if _is_over(offer.until_at, at)]
    ended = _ended_policies(snapshot, at) if with_policies else ()
    snapshot = replace(snapshot, at=at)
    if not offers and not ended:
        return snapshot, ()
    outcome = end_by_clock(snapshot.state, offers, ended, dice_of(snapshot.game, snapshot.seats))
    return replace(snapshot, state=outcome.state), outcome.events


def _ended_policies(snapshot: GameSnapshot, at: datetime) -> Sequence[tuple[str, Policy]]:
    return [
        (name, order)
        for name, row in snapshot.seats.items()
        if any("UTC" in text for text in row.policies)
        for order in filed_policies(texts_on_file(row), snapshot.names(name)).orders
        if isinstance(order, Stance) and _is_over(order.until_at, at)
    ]
