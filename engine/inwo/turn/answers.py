"""One line of answers to what is open: help for a side, a Plot thrown in, the rest (I31.6)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.plays import defend, join, send_agents
from engine.inwo.deeds.escape import refuse_play
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.turn.intents import call_off
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.playing import counts_in_attack, throw_in_held
from engine.inwo.turn.policies import defend_all, is_needed
from engine.inwo.turn.triggers import announce_paid_draw


def make_answer(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    """A line of answers is carried out, or why it cannot be."""
    refusal = refuse_play(table.state, seat, line.order)
    if refusal is None and isinstance(line.order, od.IN_MAIN_PHASE):
        refusal = None if seat == table.state.turn.seat else refuse(rl.NOT_MAIN, seat=seat)
    if refusal:
        return refusal
    if isinstance(line.order, (*od.IN_VICTORY, od.Choose)):
        return carry_out(table, seat, line)
    return _answer_open(table, seat, line)


def _answer_open(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    """An answer to what is open, or what needs no turn."""
    if table.state.attack is None and not isinstance(line.order, od.ANY_TIME):
        return refuse(rl.NO_ATTACK, seat=seat)
    refusal: Refusal | None = None
    match line.order:
        case od.JoinAttack() as order:
            refusal = _join_as_ordered(table, seat, order)
        case od.DefendTarget() as order:
            refusal = _defend_as_ordered(table, seat, order)
        case od.CallOff() | od.CommitAttack() as order:
            refusal = call_off(table, seat, order)
        case od.SendAgents(side):
            refusal = send_agents(table, seat, side)
        case od.PlayPlot() as order if counts_in_attack(table.state, seat, order):
            refusal = throw_in_held(table, seat, order)
        case order if isinstance(order, od.ANY_TIME):
            announce_paid_draw(table, seat, order)
            refusal = carry_out(table, seat, line)
    return refusal


def _join_as_ordered(table: InwoTable, seat: str, order: od.JoinAttack) -> Refusal | None:
    """The card that opens the way, then the Groups, while they are needed."""
    refusal = _open_way(table, seat, order.by) if order.by else None
    if refusal:
        return refusal
    if not is_needed(table, order.side, order.until):
        return refuse(rl.NOT_NEEDED, seat=seat)
    for helper in order.groups:
        if is_needed(table, order.side, order.until):
            barred = join(table, seat, helper, order.side)
            refusal = barred or refusal
            if barred:
                table.leave_out(f"{order.side.upper()} {helper.card}", barred)
    return refusal


def _open_way(table: InwoTable, seat: str, by: str) -> Refusal | None:
    """A Plot of the hand or a card in play that lets its player in, unless it has (I35.23)."""
    mine = [play.card for play in table.attack.standing("plot") if play.seat == seat]
    if find(mine, by) is not None:
        return None
    if find(table.state.seat(seat).plots, by) is not None:
        return throw_in_held(table, seat, od.PlayPlot(by))
    return carry_out(table, seat, od.InwoLine(0, od.UseAbility(by)))


def _defend_as_ordered(table: InwoTable, seat: str, order: od.DefendTarget) -> Refusal | None:
    """The Groups that are named; where none is the target's own tokens, the first with the boosts
    (I35.1)."""
    if not is_needed(table, "oppose", order.until):
        return refuse(rl.NOT_NEEDED, seat=seat)
    refusal: Refusal | None = None
    if order.boosts:
        refusal = defend(table, seat, order.boosts)
    for helper in order.groups:
        if is_needed(table, "oppose", order.until):
            barred = _defend_with(table, seat, helper)
            refusal = barred or refusal
            if barred:
                table.leave_out(f"DEFEND {helper.card}", barred)
    if order.groups or refusal:
        return refusal
    return defend_all(table, seat, order.until, order.all_in, 0)


def _defend_with(table: InwoTable, seat: str, helper: od.Helper) -> Refusal | None:
    """One Group of those named: the target's own token, or a Group that opposes."""
    if on_table(table.state, helper.card, seat) == table.attack.target:
        return defend(table, seat, helper.boosts)
    return join(table, seat, helper, "oppose")
