"""Plots thrown into the attack under way: points, privilege, for its attacker (I16, I35.13)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import refuse_magic
from engine.inwo.attacks.costs import costs_meant, leave_out_payers, pay, payment_of, tender_of
from engine.inwo.attacks.fitting import (
    fitting_plot,
    group_elsewhere,
    refuse_attack_plot,
    suits_attack,
)
from engine.inwo.attacks.plays import joined, next_number, shore_up
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay


def throw_in(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot of the hand that counts in an attack (I35.13), or for the action of who attacks."""
    since = len(table.events)
    refusal = _throw_in_any(table, seat, order)
    if refusal is None:
        leave_out_payers(table, seat, order, since)
    return refusal


def _throw_in_any(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    held = find(table.state.seat(seat).plots, order.card)
    if held is None:
        return _give_in(table, seat, order)
    if barred := lg.refuse_any_play(table.state, seat, held):
        return barred
    part = card_of(held).ability(ab.AttackPlot)
    if part and part.spoken and order.said is not None and part.spoken not in order.said:
        return refuse(rl.UNSAID, card=held)
    attack, known = table.attack, table.known
    if card_of(held).ability(ab.ClaimPrivilege):
        return refuse(rl.PRIVILEGE_LATE, card=held)
    is_boost = card_of(held).ability(ab.PlotBoost) is not None
    if not is_boost and (other := group_elsewhere(table.state, seat, order.on)):
        return refuse(rl.TARGET_UNFIT, card=held, on=other)
    if card_of(held).ability(ab.NegatePrivilege):
        return negate_privilege(table, seat, held)
    refusal = None if lg.enters(held) else lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    if is_boost:
        if table.state.controller(attack.target) != seat:
            late = rl.BOOST_LATE if seat == attack.seat else rl.HELPER_BOOST_LATE
            return refuse(late, card=held)
        return shore_up(table, seat, held, next(iter(order.on), ""))
    return _throw_in(table, seat, held, order)


def _give_in(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Group card of the hand that is played as a Plot, and goes to the target's player (I37)."""
    attack, held = table.attack, find(table.state.seat(seat).groups, order.card)
    parts = card_of(held).abilities if held is not None else ()
    given = next((one for one in parts if isinstance(one, ab.AttackPlot) and one.given), None)
    if held is None or given is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    rival = table.state.controller(attack.target)
    is_fit = suits_attack(table.state, given) and rival in [one.name for one in table.state.seats]
    if not is_fit or rival == seat or rival is None:
        return refuse(rl.NOT_PLAYABLE, card=held)
    refusal = lg.refuse_taking_part(table.known, attack, seat)
    if refusal is None:
        table.emit(ev.CardsMoved(seat, (held,), "groups", "groups", "given", 0, True, rival))
        play = AttackPlay(next_number(table), seat, "plot", held, amount=given.amount)
        joined(table, play)
    return refusal


def _throw_in(table: InwoTable, seat: str, held: str, order: od.PlayPlot) -> Refusal | None:
    """One that adds points, or opens the attack."""
    attack, known = table.attack, table.known
    mine = [play.card for play in attack.plays if play.seat == seat and not play.cancelled]
    plot = fitting_plot(table.state, held, _side_meant(table, seat, held, order.value))
    if any(card_id(card) == card_id(held) for card in mine) or _is_taken(table, held, plot):
        return refuse(rl.SECOND_COPY, card=held)
    if plot is not None and plot.releases and table.state.controller(attack.target) == seat:
        return refuse(rl.TARGET_UNFIT, card=held, on=attack.target)
    if plot is None:
        parts = (part for part in card_of(held).abilities if isinstance(part, ab.AttackPlot))
        is_late = not attack.privileged and any(part.privileged for part in parts)
        return refuse(rl.PRIVILEGE_LATE, card=held) if is_late else refuse_attack_plot(held)
    is_magic = plot.magic and plot.side == "attack"
    refusal = refuse_magic(known, seat, attack.target) if is_magic else None
    if refusal:
        return refusal
    paid = _pay_for(table, seat, plot, held, order)
    if paid is None:
        return refuse(rl.COST_NOT_MET, card=held)
    if plot.sole:
        _send_back(table, held)
    table.discard(seat, held, "plots", "played")
    play = AttackPlay(next_number(table), seat, "plot", held, (), plot.side, plot.amount)
    joined(table, changed(play, paid=tuple(paid)))
    return None


def _side_meant(table: InwoTable, seat: str, held: str, value: str) -> str:
    """Of a Plot for either side the target's player means the defense (I36.4)."""
    parts = [a for a in card_of(held).abilities if isinstance(a, ab.AttackPlot)]
    is_either = len({part.side for part in parts}) > 1 and any(part.sole for part in parts)
    is_his = table.state.controller(table.attack.target) == seat != table.attack.seat
    is_against = value.upper() in ("AGAINST", "DEFENSE") or (not value and is_his)
    return "DEFENSE" if is_either and is_against else value


def _is_taken(table: InwoTable, held: str, plot: ab.AttackPlot | None) -> bool:
    """Whether one is in the attack already of which there is but one, on any side but this."""
    if plot is None or not plot.sole:
        return False
    same = [p for p in table.attack.standing("plot") if card_id(p.card) == card_id(held)]
    return any(play.favours == "defense" or plot.side == "attack" for play in same)


def _send_back(table: InwoTable, held: str) -> None:
    """The attacker takes his back, exposed, where the defender plays one (I36.4)."""
    for play in tuple(table.attack.standing("plot")):
        owner = table.state.owner_of(play.card).name
        if card_id(play.card) == card_id(held) and play.card in table.state.seat(owner).discards:
            table.emit(ev.PlayCancelled(play.full))
            card = (play.card,)
            table.emit(ev.CardsMoved(owner, card, "discards", "plots", "back", 0, True, play.seat))


def _pay_for(
    table: InwoTable, seat: str, plot: ab.AttackPlot, held: str, order: od.PlayPlot
) -> tuple[str, ...] | None:
    """What a Plot in an attack costs is paid; None where it cannot be (I6.8, I34.5)."""
    if plot.costs:
        costs = costs_meant(plot.costs, order)
        payment = payment_of(table.known, seat, costs, tender_of(order), held)
        if payment is None:
            return None
        pay(table, seat, payment)
        return payment.cards
    if plot.payer is None:
        return ()
    root, *groups = table.known.groups[seat]
    named = [on_table(table.state, name, seat) or name for name in order.paying]
    # Where nobody is named the weakest pays, his Illuminati last (I34.5).
    payers = named or [*sorted(groups, key=table.known.power), root]
    paid = tuple(copy for copy in payers if _may_pay(table, seat, copy, plot))[:1]
    for copy in paid:
        table.spend(seat, copy, "cost")
    return paid or None


def negate_privilege(table: InwoTable, seat: str, held: str) -> Refusal | None:
    """Anyone may end the privilege of an attack (I16.3)."""
    if not table.attack.privileged:
        return refuse(rl.NOT_PLAYABLE, card=held)
    table.discard(seat, held, "plots", "played")
    joined(table, AttackPlay(next_number(table), seat, "plot", held, favours="defense"))
    table.emit(ev.PrivilegeEnded(table.attack.number, held))
    return None


def _may_pay(table: InwoTable, seat: str, copy: str, plot: ab.AttackPlot) -> bool:
    assert plot.payer is not None
    if table.state.controller(copy) != seat or copy == table.attack.attacker:
        return False
    is_able = lg.refuse_acting(table.known, copy, rl.NO_TOKEN_TO_PAY) is None
    return is_able and table.known.fits(plot.payer, copy)
