"""What ends by a clock: the rules have none, they are told what is over (R9.3, R12.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.deals.trades import expire
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import OfferObject, State
from engine.illuminati.turn.outcome import Outcome


def end_by_clock(
    state: State,
    offers: Sequence[OfferObject],
    policies: Sequence[tuple[str, od.Policy]],
    dice: Dice,
) -> Outcome:
    """Close these offers and end these seats' policies, their `until_at` having passed."""
    table = GameTable(state, dice)
    expire(table, offers)
    for seat, order in policies:
        table.emit(ev.PolicyEnded(seat, order, "day-passed"))
    return Outcome(table.state, tuple(table.events))
