"""Rounds of the pace `conclave`: all income and draws first, then every script in turn (R12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.gametable import GameTable, Policies
from engine.illuminati.state import State, TurnState
from engine.illuminati.turn import upkeep


def scripts_wanted(state: State) -> tuple[str, ...]:
    """The seats whose scripts are wanted now, in the order they will run; none when it is won.

    In a round it is everybody who has not moved in it, else the seat to move.
    """
    if state.winners:
        return ()
    names = (state.turn.seat, *(turn.seat for turn in state.waiting))
    return tuple(name for name in names if not state.seat(name).is_out)


def turn_of(state: State, seat: str) -> TurnState | None:
    """The seat's turn, if it is open or waits in the round; None for anybody else."""
    turns = (state.turn, *state.waiting)
    return next((turn for turn in turns if turn.seat == seat), None)


def as_its_turn(state: State, seat: str) -> State:
    """The state as it would be were the seat's waiting turn open now; else the state itself."""
    turn = turn_of(state, seat) if state.waiting else None
    return state if turn is None or turn is state.turn else changed(state, turn=turn)


def open_round(table: GameTable, seats: Sequence[str], policies: Policies) -> None:
    """Income, tax, upkeep and draw of these seats; the first of their turns is open then."""
    table.emit(ev.RoundOpened(table.state.round + 1, tuple(seats)))
    for turn in table.state.waiting:
        upkeep.begin(table, turn.seat, turn.number, policies)
    call_next(table)


def call_next(table: GameTable) -> bool:
    """Open the next turn of the round whose player is still in; False if there is none."""
    for turn in table.state.waiting:
        if not table.state.seat(turn.seat).is_out:
            table.emit(ev.TurnCalled(turn.seat, turn.number))
            return True
    return False


def next_initiative(state: State) -> tuple[str, ...]:
    """The order of the next round: who came second begins, those who are out left out."""
    began = state.initiative[0] if state.initiative else state.turn.seat
    others = [seat.name for seat in state.seats_after(began)]
    return tuple(others if state.seat(began).is_out else [*others, began])
