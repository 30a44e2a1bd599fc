"""What came of orders: the state after, the events, and the status of each line."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from engine.core.rulings import Refusal
from engine.core.values import Value
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.rulings import Bares, Ruling
from engine.illuminati.state import State
from engine.illuminati.structure import branch_of, groups_of, has_group


class Outcome(Value):
    """What came of it: the state after, what happened in order, the status of each line."""

    state: State
    events: tuple[ev.Event, ...]
    rulings: tuple[Ruling, ...] = ()


def rulings_of(events: Sequence[ev.Event]) -> tuple[Ruling, ...]:
    """The status of every line that events tell of, by line number."""
    ruled = [event for event in events if type(event) is ev.LineRuled]
    needs = {event.line: event.need for event in events if type(event) is ev.Attacked}
    rulings = [
        Ruling(
            event.line,
            _status(event.reason),
            event.reason,
            event.rule,
            dict(event.facts),
            need=None if event.reason else needs.get(event.line),
        )
        for event in sorted(ruled, key=attrgetter("line"))
    ]
    return tuple(rulings)


def _status(reason: str) -> rl.RulingStatus:
    if not reason:
        return "ok"
    return "skipped" if reason == rl.CONDITION_FALSE.code else "illegal"


def bared(before: State, after: State, seat: str, order: od.Order) -> Bares:
    """What a seat has given away the last of by this order, or offers, "" for nothing."""
    if isinstance(order, od.Offer):
        given = {card for root in order.gives.groups for card in branch_of(before, root)}
        left = [card for card in groups_of(before, seat) if card not in given]
        return "group" if given and not left and not order.wants.groups else ""
    if not isinstance(order, od.GiveMoney | od.GiveGroup | od.Accept | od.Drop):
        return ""
    if has_group(before, seat) and not has_group(after, seat):
        return "group"
    own = before.seat(seat).illuminati
    return "money" if before.money(own) and not after.money(own) else ""


def ruling_of(line: int, refusal: Refusal | None) -> Ruling:
    """A line's status from its refusal."""
    if refusal is None:
        return Ruling(line, "ok")
    reason = refusal.reason
    return Ruling(line, _status(reason.code), reason.code, reason.rule, refusal.facts)
