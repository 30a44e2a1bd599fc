"""When offers end: with a turn, on a day, or as the table's clock has it (I21.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from engine.core.values import changed
from engine.inwo import orders as od
from pbem.documents.layout import clock
from pbem.games.contract.orders import LetterInput
from pbem.games.inwo.formats import TypedOrder
from pbem.grammar.orders.parsed import ParsedLine
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.kept import day_within, fixed_day, kept_moment, moment_kept

NO_SUCH_DAY = (
    "There is no such day or hour to come; write EXPIRES FRI, EXPIRES 24 Apr 20:00 or EXPIRES "
    "TURN 16 (I21.4)."
)
_TURN = re.compile(r"TURN \d{1,4}", re.IGNORECASE)


def with_days(
    lines: Sequence[ParsedLine], now: datetime | None, letter: LetterInput
) -> Iterator[ParsedLine]:
    """A letter's lines with the days of their offers fixed; a day that is over is asked about."""
    for line in lines:
        order = line.order.order if isinstance(line.order, TypedOrder) else None
        if not isinstance(order, od.OfferDeal) or now is None or _TURN.fullmatch(order.expires):
            yield line
            continue
        try:
            end = _end_of(order, now, letter)
        except NoMoment:
            yield changed(line, order=None, status="unreadable", problem=NO_SUCH_DAY)
            continue
        yield _ending(line, order, end, letter.zone) if end is not None else line


def _end_of(order: od.OfferDeal, now: datetime, letter: LetterInput) -> datetime | None:
    """The moment that is meant; without a day the table's, where its clock has one."""
    if not order.expires:
        return letter.offers_end_at
    words = order.expires.split()
    many, kept = day_within(words)
    if many < len(words):
        raise NoMoment("More stands behind the day.")
    return moment_kept(fixed_day(kept, now, letter.zone))


def _ending(line: ParsedLine, order: od.OfferDeal, end: datetime, zone: clock.Zone) -> ParsedLine:
    typed = TypedOrder(changed(order, expires=kept_moment(end)), line.order.window)
    note = f"it stands until {clock.full(end, zone)}"
    return changed(line, order=typed, assumed=(*line.assumed, note))
