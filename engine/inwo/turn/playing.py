"""A Plot of the hand is played: an attack, a deed, or what lies on the table (I23, I24, I36)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.costs import leave_out_payers
from engine.inwo.attacks.pairs import is_pair, refuse_pair, strike_by
from engine.inwo.attacks.strikes import refuse_strike, strike_of
from engine.inwo.attacks.throwing import throw_in
from engine.inwo.deeds.card_deeds import is_deed, playable_deeds
from engine.inwo.deeds.lent_actions import do_or_ask, refuse_borrowing
from engine.inwo.deeds.opportunity import (
    opportunity_of,
    refuse_opportunity,
    seize_opportunity,
)
from engine.inwo.deeds.playing_plots import play_plot
from engine.inwo.deeds.plots import main_of, refuse_plot
from engine.inwo.deeds.secrets import refuse_held
from engine.inwo.inwotable import InwoTable, find, in_hand, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def refuse_playing(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a Plot of the hand is not played so."""
    held = in_hand(state, seat, order.card)
    if barred := refuse_held(state, seat, order):
        return barred
    if held is not None and is_pair(held):
        return refuse_pair(state, seat, order)
    if held is not None and opportunity_of(held):
        return refuse_opportunity(state, seat, order)
    if held is not None and strike_of(held):
        return refuse_strike(state, seat, order)
    if held is not None and is_deed(held, order):
        return refuse_borrowing(state, seat, order)
    return refuse_plot(state, seat, order)


def play(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    number = _number_of(table)
    held = in_hand(table.state, seat, order.card)
    barred = refuse_held(table.state, seat, order)
    if barred:
        return barred
    if any(note.stat == "unplayable" and note.on == held for note in table.state.changes):
        return refuse(rl.NOT_PLAYABLE, card=held or order.card)
    if held is not None and opportunity_of(held):
        return seize_opportunity(table, seat, number, order)
    if held is not None and (is_pair(held) or strike_of(held)):
        return strike_by(table, seat, number, order)
    since, is_done = len(table.events), held is not None and is_deed(held, order)
    refusal = do_or_ask(table, seat, order) if is_done else play_plot(table, seat, order)
    if refusal is None:
        leave_out_payers(table, seat, order, since)
    return refusal


def _number_of(table: InwoTable) -> str:
    """The number of an attack: that of its line, or the next among the answers to one."""
    same = [play for play in table.state.plays if play.line == table.line]
    return f"{table.line}.{len(same) + 1}" if same else table.line


def counts_in_attack(state: InwoState, seat: str, order: od.PlayPlot) -> bool:
    """Whether it is a Plot for attacks; any other is played as outside one (I23)."""
    if state.attack is None:
        return False
    held = find(state.seat(seat).plots, order.card)
    if held is None:
        return True
    is_other = opportunity_of(held) is not None or is_strike(state, seat, order)
    return not is_other and main_of(held) is None and not playable_deeds(held)


def throw_in_held(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot for the attack under way, unless it lies where it is for other plays."""
    return refuse_held(table.state, seat, order) or throw_in(table, seat, order)


def is_strike(state: InwoState, seat: str, order: od.InwoOrder) -> bool:
    """Whether a Plot of the hand is to attack a card on the table (I18.1)."""
    if not isinstance(order, od.PlayPlot) or not order.on:
        return False
    held = find(state.seat(seat).plots, order.card)
    is_attack = held is not None and (strike_of(held) is not None or is_pair(held))
    return is_attack and on_table(state, order.on[0]) is not None
