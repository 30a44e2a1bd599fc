"""Leaving the game: elimination and resignation (R10.1 to R10.3)."""

from __future__ import annotations

from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import SeatState, State
from engine.illuminati.structure import branch_of, has_group

SAFE_TURNS = 3
"""Turns a player completes before he can be eliminated (R10.1)."""


def eliminate_bereft(table: GameTable) -> None:
    """Who has no group past his third turn is out (R10.1), unless he is alone by then (R10.7)."""
    for seat in list(table.state.seats_in()):
        if _is_eliminated(table.state, seat) and any(table.state.seats_after(seat.name)):
            table.emit(ev.Eliminated(seat.name, seat.illuminati, seat.bereft_by))


def _is_eliminated(state: State, seat: SeatState) -> bool:
    if seat.turns_taken < SAFE_TURNS or has_group(state, seat.name):
        return False
    # Its own last group destroyed as the last kill it needs: it wins instead (R10.2).
    goal = CARDS[seat.illuminati].goal
    is_last_kill = isinstance(goal, ab.Kills) and len(seat.kills) == goal.at_least
    return not (is_last_kill and seat.bereft_by == seat.name)


def resign(table: GameTable, seat: str) -> None:
    """Groups uncontrolled, money to the bank, Illuminati out (R10.3)."""
    roots = [
        card
        for card, holding in table.state.holdings.items()
        if holding.seat == seat and holding.master == table.state.seat(seat).illuminati
    ]
    for root in roots:
        table.emit(ev.Freed(seat, tuple(branch_of(table.state, root)), "left"))
    table.emit(ev.Resigned(seat, table.state.seat(seat).illuminati))
