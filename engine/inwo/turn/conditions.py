"""IF and ELSE before a line: tested on the table as it is when the line comes up (I31.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.inwo import abilities as ab
from engine.inwo.attacks.sum import need_now
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import find, on_table
from engine.inwo.orders import InwoCondition, InwoLine, Margin
from engine.inwo.state import UNCONTROLLED, InwoState


def holds(state: InwoState, seat: str, line: InwoLine) -> bool:
    """Whether what stands before a line is so."""
    return all_hold(state, seat, line.conditions)


def all_hold(state: InwoState, seat: str, asked: Sequence[InwoCondition]) -> bool:
    """Whether all that an IF asks is so."""
    return all(_is_met(state, seat, one) is not one.negated for one in asked)


def _is_met(state: InwoState, seat: str, asked: InwoCondition) -> bool:
    match asked.about:
        case "success" | "failure":
            return _came_out(state, asked)
        case "need":
            return _compared(_need(state, asked.subject), asked)
        case "roll":
            return _compared(state.turn.totals.get(int(asked.subject)), asked)
        case "hold":
            holder = state.seat(seat)
            return find((*holder.plots, *holder.groups), asked.subject) is not None
        case "plots":
            return _compared(len(state.seat(asked.subject).plots), asked)
        case "colour":
            return asked.subject not in _colours(state)
        case "joins":
            plays = state.attack.standing("aid", "oppose") if state.attack else ()
            return any(play.seat == asked.subject for play in plays)
        case _:
            copy = on_table(state, asked.subject, seat)
            return copy is not None and _is_so(state, copy, asked)


def _is_so(state: InwoState, copy: str, asked: InwoCondition) -> bool:
    """Of a card in play."""
    if asked.about == "token":
        return state.tokens.get(copy, 0) > 0
    if asked.about == "devastated":
        return facts(state).is_devastated(copy)
    return asked.about == "in-play" or (state.controller(copy) or UNCONTROLLED) == asked.owner


def _colours(state: InwoState) -> list[str]:
    """Of which colours a New World Order is in force (I24.1)."""
    orders = (
        card_of(copy).ability(ab.WorldOrder)
        for copy, card in state.table.items()
        if card.host is None and not card.is_off
    )
    return [order.colour for order in orders if order is not None]


def _need(state: InwoState, line: str) -> int | None:
    if line:
        return state.turn.needs.get(int(line))
    return need_now(state) if state.attack is not None else None


def _came_out(state: InwoState, asked: InwoCondition) -> bool:
    """Whether a line has come out so, by so much if that is asked."""
    number = int(asked.subject)
    result = state.turn.results.get(number)
    if result is None or result is not (asked.about == "success"):
        return False
    if asked.number is None:
        return True
    need, total = state.turn.needs.get(number), state.turn.totals.get(number)
    if need is None or total is None:
        return False
    return _compared(abs(need - total), asked)


def _compared(found: int | None, asked: InwoCondition) -> bool:
    if found is None:
        return False
    assert asked.number is not None
    return Margin(asked.op, asked.number).fits(found)
