"""An attack out of turn, by a Plot, on a Group that a rival has failed to take (I37)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.plays import joined, next_number, roll_words
from engine.inwo.attacks.sum import terms_of
from engine.inwo.cards import card_of
from engine.inwo.deeds.on_piles import is_taken_first
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState, RunningAttack

FAILED = "failed"
"""Why a Group card goes to a pile at the end of a turn (I14.6)."""


def opportunity_of(copy: str) -> ab.Opportunity | None:
    """What a Plot gives to such an attack, if it lets one be made."""
    return card_of(copy).ability(ab.Opportunity)


def _failed(state: InwoState, seat: str, name: str) -> tuple[str, str] | None:
    """Who has just failed to take the Group that is named, and which copy it is."""
    if state.turn.step != "e1":
        return None
    rows = [row for row in state.turn.lost if row[1] != seat and row[2] == FAILED]
    there = [row for row in rows if row[0] in state.owner_of(row[0]).discards]
    found = find([row[0] for row in there], name)
    return next(((who, copy) for copy, who, _ in there if copy == found), None)


def opportunity_meant(state: InwoState, seat: str, order: od.PlayPlot) -> str | None:
    """The Group that a Plot would attack out of turn, if it may."""
    held = find(state.seat(seat).plots, order.card)
    if held is None or opportunity_of(held) is None or refuse_opportunity(state, seat, order):
        return None
    failed = _failed(state, seat, order.on[0])
    return failed[1] if failed is not None else None


def _form(order: od.PlayPlot) -> ab.Aim:
    return "destroy" if order.value.upper() == "DESTROY" else "control"


def refuse_opportunity(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why no such attack is made: at once, with one Group of his that has a token."""
    held = find(state.seat(seat).plots, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    failed = _failed(state, seat, next(iter(order.on), ""))
    if failed is None or state.attack is not None:
        return refuse(rl.NOTHING_LOST, card=held)
    rival, target = failed
    if is_taken_first(facts(state), target, held):
        return refuse(rl.NOTHING_LOST, card=held)
    if state.shelters(rival, seat):
        return refuse(rl.FIRST_TURN, seat=rival)
    attacker = on_table(state, order.paying[0], seat) if len(order.paying) == 1 else None
    if attacker is None or state.table[attacker].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=next(iter(order.paying), ""))
    refusal = lg.refuse_leading(facts(state), attacker)
    return refusal or _refuse_form(state, seat, attacker, target, order)


def _refuse_form(
    state: InwoState, seat: str, attacker: str, target: str, order: od.PlayPlot
) -> Refusal | None:
    known = facts(state)
    if _form(order) == "control":
        refusal = lg.refuse_takeover(known, seat, target)
        return refusal or lg.refuse_capture(state, seat, attacker, target, None)
    for card, bar in known.of_seat(seat, ab.Barred):
        is_barred = "destroy" in bar.forms
        if is_barred and known.fits(bar.target, target) and bar.host is (card.host == attacker):
            return refuse(rl.MAY_NOT_DESTROY, card=target, by=card.copy)
    return None


def seize_opportunity(
    table: InwoTable, seat: str, number: str, order: od.PlayPlot
) -> Refusal | None:
    """The Group is attacked as out of a hand, at once; others may join."""
    refusal = refuse_opportunity(table.state, seat, order)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).plots, order.card)
    failed = _failed(table.state, seat, order.on[0])
    attacker = on_table(table.state, order.paying[0], seat)
    assert held is not None and failed is not None and attacker is not None
    target = failed[1]
    plot = opportunity_of(held)
    assert plot is not None
    table.discard(seat, held, "plots", "played")
    owner = table.state.owner_of(target).name
    table.emit(ev.CardsMoved(owner, (target,), "discards", "groups", "back", 0, True, seat))
    table.spend(seat, attacker, "attack")
    attack = RunningAttack(
        number, seat, _form(order), target, attacker, from_hand=True, allowed_by=held
    )
    roll_words(table, attack.number, (attacker, target))
    table.emit(ev.AttackAnnounced(attack, terms_of(table.state, attack)))
    joined(table, AttackPlay(next_number(table), seat, "plot", held, amount=plot.amount))
    return None
