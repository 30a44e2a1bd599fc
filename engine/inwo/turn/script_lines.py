"""One line of a script: carried out, left out for its IF, or refused (I31.2, I39.12)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.abilities import Deed
from engine.inwo.cards import card_id
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import ONLY_DRAWS
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.triggers import announce_paid_draw

CONDITION_FALSE = "condition-false"
"""The reason of a line that its IF or ELSE left out (I39.12)."""


def run_line(table: InwoTable, seat: str, line: od.InwoLine, number: str = "") -> None:
    """One line: carried out, left out for its IF, or refused with the reason (I31.2)."""
    if not holds(table.state, seat, line):
        table.emit(ev.LineSettled(seat, line.number, "skipped", CONDITION_FALSE))
        return
    is_barred = ONLY_DRAWS in table.state.seat(seat).used
    if not is_barred:
        announce_paid_draw(table, seat, line.order)
    refusal = (
        refuse(rl.ONLY_DRAWS, seat=seat) if is_barred else carry_out(table, seat, line, number)
    )
    if refusal is None:
        table.report_left_out(seat, line.number)
        table.emit(ev.LineSettled(seat, line.number, "ok"))
    else:
        table.left_out.clear()
        reason = refusal.reason
        table.emit(ev.LineSettled(seat, line.number, "illegal", reason.code, reason.rule))


def is_put_off(table: InwoTable, line: od.InwoLine, rest: Sequence[od.InwoLine]) -> bool:
    """Whether a card of the hand is named, and the line that brings it comes later (I33.10)."""
    order, seat = line.order, table.state.turn.seat
    if not isinstance(order, od.NameCard):
        return False
    if find(table.state.seat(seat).groups, order.card) is None:
        return False
    card, later = card_id(order.card), enumerate(rest, 1)
    brings = (at for at, one in later if card in _brought(one.order))
    after = next(brings, None)
    if after is not None:
        table.emit(ev.ScriptTaken(seat, (*rest[:after], line, *rest[after:])))
    return after is not None


def _brought(order: od.InwoOrder) -> tuple[str, ...]:
    cards = order.cards if isinstance(order, od.TakeOver) else ()
    cards = (order.target,) if isinstance(order, od.LaunchAttack) else cards
    return tuple(map(card_id, cards))


def is_passed_over(table: InwoTable, line: od.InwoLine, rest: Sequence[od.InwoLine]) -> bool:
    """Whether it is a knock, or MORE, whose IF is not so: the script goes on."""
    seat = table.state.turn.seat
    is_end = isinstance(line.order, od.Knock | od.EndSegment)
    if not is_end or holds(table.state, seat, line):
        return False
    table.emit(ev.LinesTaken(seat, 1))
    table.emit(ev.LineSettled(seat, line.number, "skipped", CONDITION_FALSE))
    return True


# --- what comes before the tokens (I5.4, I31.1) ----------------------------------------------


def bring_tokens(table: InwoTable, line: od.InwoLine | None = None) -> None:
    """B4, if it is still to come and the line to be carried out does not belong before it."""
    if table.state.turn.step == "b3" and not (line is not None and _is_early(table, line)):
        finish_start(table)


def _is_early(table: InwoTable, line: od.InwoLine) -> bool:
    """Whether a line does not bring B4 about (I5.4)."""
    if isinstance(line.order, od.GiveCards):
        hand = table.state.seat(table.state.turn.seat)
        held = (*hand.plots, *hand.groups)
        return all(find(held, name) is not None for name in line.order.cards)
    is_of_start = isinstance(line.order, od.BEFORE_TOKENS) or is_takeover(table, line)
    return is_of_start or any(deed.early for deed in _deeds_of(table, line))


def is_takeover(table: InwoTable, line: od.InwoLine) -> bool:
    """Whether a card is played or used that belongs to his automatic takeover (I38.47)."""
    return any(deed.moment == "takeover" for deed in _deeds_of(table, line))


def _deeds_of(table: InwoTable, line: od.InwoLine) -> Sequence[Deed]:
    """What the card that a line plays or uses can do."""
    if not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return ()
    copy = source_of(table.state, table.state.turn.seat, line.order)
    return () if copy is None else deeds_of(copy)
