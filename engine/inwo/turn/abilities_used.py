"""An ability of a card on the table is used: a deed, points for an attack, a copy (I35, I36)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.lending import refuse_using, use_in_attack
from engine.inwo.cards import card_of
from engine.inwo.deeds import copying
from engine.inwo.deeds.choosing import refuse_deed
from engine.inwo.deeds.doing import do_deed
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.state import InwoState
from engine.inwo.turn import declaring
from engine.inwo.turn.playing import counts_in_attack, play, throw_in_held


def refuse_using_ability(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why an ability cannot be used so."""
    if copying.copier_of(state, seat, order):
        return _refuse_copy(state, seat, order)
    is_lent = _lends(state, seat, order)
    return (refuse_using if is_lent else refuse_deed)(state, seat, order)


def use_ability(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    """A deed, or points for the attack under way."""
    if _lends(table.state, seat, order):
        return use_in_attack(table, seat, order)
    if copying.copier_of(table.state, seat, order):
        return _refuse_copy(table.state, seat, order) or _play_copy(table, seat, order)
    return do_deed(table, seat, order)


def _refuse_copy(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why a rival's Plot is not used as a copy: it must be played legally, and at its cost."""
    refusal = copying.refuse_copying(state, seat, order)
    return refusal or _play_copy(InwoTable(state, SecretDice(b"trial")), seat, order)


def _play_copy(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    plot = copying.make_copy(table, seat, order)
    if "goal" in card_of(plot.card).words:
        return declaring.claim_copy(table, seat, plot.card)
    if counts_in_attack(table.state, seat, plot):
        return throw_in_held(table, seat, plot)
    return play(table, seat, plot)


def _lends(state: InwoState, seat: str, order: od.UseAbility) -> bool:
    """Whether a card is used for points in the attack under way."""
    copy = on_table(state, order.card, seat)
    held = card_of(copy) if copy is not None else None
    lending = (held.ability(ab.AttackPlot), held.ability(ab.Gamble)) if held is not None else ()
    if state.attack is None or all(one is None for one in lending):
        return False
    return not order.on or on_table(state, order.on[0], seat) == state.attack.target
