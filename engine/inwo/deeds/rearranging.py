"""Groups moved for Plots before a New World Order takes effect (I37)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.cards import card_of
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import WAITS, InwoState, Question

TOP = "top"
"""The top Plot of his deck, given up in place of one of the hand."""
FOR_A_MOVE, FOR_ALL = 1, 3
"""Plots that a Group moved costs, and a structure laid anew."""


class GivenUp(NamedTuple):
    """A Plot that is discarded, of the hand or the deck."""

    card: str
    zone: ev.CardZone


def plots_for(
    state: InwoState, seat: str, named: Sequence[str], number: int
) -> tuple[GivenUp, ...] | Refusal:
    """The Plots that he gives up: those he names, and the top ones of his deck; or why not."""
    if not state.is_rearranging(seat):
        return refuse(rl.NO_QUESTION, seat=seat)
    holder = state.seat(seat)
    given: list[GivenUp] = []
    for name in named:
        if name == TOP:
            continue
        left = [plot for plot in holder.plots if GivenUp(plot, "plots") not in given]
        held = find(left, name)
        if held is None or not card_of(held).is_plot:
            return refuse(rl.NOT_IN_HAND, card=name)
        given.append(GivenUp(held, "plots"))
    missing = number - len(given)
    if missing < 0 or missing > len(holder.plot_deck):
        return refuse(rl.COST_NOT_MET, card=holder.illuminati)
    return (*given, *(GivenUp(copy, "plot_deck") for copy in holder.plot_deck[:missing]))


def give_up(table: InwoTable, seat: str, plots: Sequence[GivenUp]) -> None:
    for copy, zone in plots:
        table.discard(seat, copy, zone, "cost")


def ask_all_to_rearrange(table: InwoTable) -> None:
    """Each player is asked once it can be cancelled no more, its player first (I37)."""
    for copy in table.state.waiting:
        if any(one.card == copy for one in table.state.questions):
            continue
        seat = table.state.table[copy].seat
        others = [one.name for one in table.state.seats_after(seat)]
        players = others if table.state.seat(seat).is_out else [seat, *others]
        asked = [one for one in players if _may_pay(table.state, one)]
        number = table.state.turn.number
        keys = {one: f"rearrange-{number}.{copy}.{one}" for one in asked}
        ask(table, *(Question(keys[one], one, "rearrange", copy, 1, (copy,)) for one in asked))
        if not asked:
            take_effect(table, copy)


def _may_pay(state: InwoState, seat: str) -> bool:
    holder = state.seat(seat)
    return bool(holder.plots or holder.plot_deck)


def take_effect(table: InwoTable, copy: str) -> None:
    """It counts from now on, if nobody is asked any more."""
    if copy in table.state.table and all(one.card != copy for one in table.state.questions):
        table.emit(ev.Marked(copy, WAITS, is_off=True))
