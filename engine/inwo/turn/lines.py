"""What each line does, and why it would be refused: one row an order (I5.5)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.course import announce
from engine.inwo.attacks.special import refuse_launch
from engine.inwo.deeds.deals import lose_due
from engine.inwo.deeds.escape import refuse_play
from engine.inwo.deeds.hidden import show_copies
from engine.inwo.deeds.questions import refuse_choice
from engine.inwo.evolve.plays import line_of_answer
from engine.inwo.inwotable import InwoTable, OrderRules, OrderTable, by_order
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.abilities_used import refuse_using_ability, use_ability
from engine.inwo.turn.order_rules import ORDER_RULES
from engine.inwo.turn.playing import play, refuse_playing


def _launch(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    assert isinstance(line.order, od.LaunchAttack)
    return announce(table, seat, line.number, line.order)


_RULES: OrderTable = {
    **ORDER_RULES,
    od.LaunchAttack: OrderRules(refuse_launch, _launch),
    od.PlayPlot: by_order(refuse_playing, play),
    od.UseAbility: by_order(refuse_using_ability, use_ability),
    od.Choose: by_order(
        refuse_choice, lambda _table, seat, _order: refuse(rl.NO_QUESTION, seat=seat)
    ),
}


def carry_out(table: InwoTable, seat: str, line: od.InwoLine, number: str = "") -> Refusal | None:
    """Do what a line orders, or say why it cannot be done; one of the script has its `number`."""
    table.line = number or line_of_answer(table.state, seat)
    if barred := refuse_play(table.state, seat, line.order):
        return barred
    if seat == table.state.turn.seat and table.state.turn.step == "main":
        lose_due(table, line.order)
    if isinstance(line.order, od.TakeOver | od.BringResource):
        _show_copies(table, seat, line.order)
    rules = _RULES.get(type(line.order))
    return rules.carry_out(table, seat, line) if rules else refuse(rl.NO_ATTACK, seat=seat)


def _show_copies(table: InwoTable, seat: str, order: od.TakeOver | od.BringResource) -> None:
    """Who hides a copy of what comes legally shows it; then that does not come (I8.7)."""
    names = order.cards[:1] if isinstance(order, od.TakeOver) else (order.card,)
    if names and refuse_line(table.state, seat, order) is None:
        show_copies(table, seat, names[0])


def refuse_line(state: InwoState, seat: str, order: od.InwoOrder) -> Refusal | None:
    """Why a line would be refused as things stand; the same questions that `carry_out` asks."""
    rules = _RULES.get(type(order))
    return rules.refuse(state, seat, order) if rules else None
