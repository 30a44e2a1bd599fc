"""What an attacker's line names: privilege, boosts, aid, agents, Plots, lent points (I11.12)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.lending import use_in_attack
from engine.inwo.attacks.plays import (
    join,
    joined,
    next_number,
    play_boosts,
    send_agents,
    strengthen,
)
from engine.inwo.attacks.privilege import claimer_of
from engine.inwo.attacks.strength import multiplier_of
from engine.inwo.attacks.throwing import throw_in
from engine.inwo.cards import card_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.state import AttackPlay


def take_parts(table: InwoTable, seat: str, number: int, order: od.LaunchAttack) -> None:
    """The parts of the line; what is not legal is left out and told (I11.12)."""

    def left_out(part: str, refusal: Refusal | None) -> None:
        if refusal:
            reason = refusal.reason
            table.emit(ev.LineSettled(seat, number, "illegal", reason.code, reason.rule, part))

    for plot in order.boosts:
        left_out(f"BOOST {plot}", boost_attacker(table, seat, plot))
    for helper in order.aid:
        left_out(f"AID {helper.card}", join(table, seat, helper, "aid"))
        table.report_left_out(seat, number)
    if order.agents:
        left_out("AGENTS", send_agents(table, seat, "aid"))
    for play in order.plays:
        left_out(f"PLAY {play.card}", throw_in_at_once(table, seat, play))
    for card in order.uses:
        used = use_in_attack(table, seat, od.UseAbility(card), is_announced=True)
        left_out(f"USE {card}", used)


def boost_attacker(table: InwoTable, seat: str, plot: str) -> Refusal | None:
    """A +10 for the attacker's own action, in the announcement alone (I11.7, I35.1)."""
    attacker = table.attack.attacker
    assert attacker is not None
    held = find(table.state.seat(seat).plots, plot)
    if held is not None and card_of(held).ability(ab.PlotBoost) is None:
        return throw_in_at_once(table, seat, od.PlayPlot(plot))
    refusal = jn.refuse_boost(table.state, seat, plot, attacker)
    if refusal is None:
        (held,) = play_boosts(table, seat, (plot,))
        joined(table, AttackPlay(next_number(table), seat, "boost", held))
    return refusal


def throw_in_at_once(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot that the attacker's line names: for the sum, or for his action alone."""
    attacker = table.attack.attacker
    if attacker is not None and multiplier_of(table.state, seat, order.card):
        return strengthen(table, seat, order.card, attacker)
    return throw_in(table, seat, order)


def play_privilege(table: InwoTable, seat: str, order: od.LaunchAttack) -> None:
    """The Plot that makes the attack privileged, with its bonus if it has one (I16.2)."""
    held = find(table.state.seat(seat).plots, order.privileged_by or "")
    assert held is not None
    payer = claimer_of(table.known, seat, order)
    if payer is not None:
        table.spend(seat, payer, "cost")
    bonus = card_of(held).ability(ab.AttackPlot)
    table.discard(seat, held, "plots", "played")
    amount = bonus.amount if bonus else 0
    play = AttackPlay(next_number(table), seat, "plot", held, amount=amount, claims=True)
    joined(table, changed(play, paid=(payer,) if payer is not None else ()))
