"""Days and hours that players give their offers and policies: fixed once, kept by the clock.

A day as typed is fixed when its letter arrives: in its writer's zone, to the end of that day where
he names no hour. What is over then is closed before anything else is done to the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.core.values import changed
from engine.illuminati.orders import Offer, Order, Stance
from pbem.documents.layout import clock
from pbem.games.contract.orders import LetterInput
from pbem.games.illuminati.language import ParsedLine
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.kept import fixed_day, kept_moment, moment_kept
from pbem.grammar.times.zones import UnknownZone, nearest_zone

NO_SUCH_DAY = "There is no such day or hour to come; write EXPIRES FRI or EXPIRES 24 Apr 20:00."


def fixed(order: Order, now: datetime, zone: str) -> Order | None:
    """The order with its day as a moment in UTC; None where there is no such moment to come."""
    if not isinstance(order, Offer | Stance) or order.until_at is None:
        return order
    try:
        return changed(order, until_at=fixed_day(order.until_at, now, zone))
    except NoMoment:
        return None


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
    return line.control is not None and line.control.verb == word


def _zone_after(line: ParsedLine, zone: clock.Zone) -> clock.Zone:
    """The writer's zone after this line of his letter."""
    if not _is(line, "SET") or line.word.key != "ZONE":
        return zone
    try:
        return clock.Zone(nearest_zone(line.word.value), zone.dates)
    except UnknownZone:
        return zone


def _standing(line: ParsedLine, end: datetime | None, zone: str) -> ParsedLine:
    """An offer without a day of its own stands as long as the table's clock has it."""
    if not isinstance(line.order, Offer) or line.order.until_at or end is None:
        return line
    note = f"it stands until {clock.full(end, zone)}, as this table's clock has it"
    order = changed(line.order, until_at=kept_moment(end))
    return changed(line, order=order, assumed=(*line.assumed, note))


def _with_moment(line: ParsedLine, now: datetime, zone: str) -> ParsedLine:
    if line.order is None or fixed(line.order, now, zone) == line.order:
        return line
    order = fixed(line.order, now, zone)
    if order is None:
        return changed(line, order=None, status="unreadable", problem=NO_SUCH_DAY)
    moment = ends_at(order)
    assert moment is not None, "a day was fixed to no moment"
    note = f"it ends {clock.full(moment, zone)}"
    return changed(line, order=order, assumed=(*line.assumed, note))


def ends_at(order: Order | None) -> datetime | None:
    """The moment an order ends, where it has been fixed."""
    typed = order.until_at if isinstance(order, Offer | Stance) else None
    return moment_kept(typed)
