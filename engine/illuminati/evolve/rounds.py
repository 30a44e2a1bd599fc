"""Rounds in which all turns wait for their scripts, and turns played in parts (R12.1, R12.2)."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.state import AnnouncedScript, State, TurnState


def opened(state: State, event: ev.RoundOpened) -> State:
    """Every seat's turn has its number; a turn nobody came to keeps the one it had."""
    last = max((state.turn.number, *(turn.number for turn in state.waiting)))
    waiting = tuple(TurnState(last + at, seat) for at, seat in enumerate(event.seats, 1))
    return changed(state, round=event.number, initiative=event.seats, waiting=waiting)


def shelved(state: State) -> State:
    """The turn now open is laid back among those that wait, if it was one of them."""
    if not state.waiting:
        return state
    now = state.turn
    waiting = tuple(now if turn.number == now.number else turn for turn in state.waiting)
    return changed(state, waiting=waiting)


def called(state: State, event: ev.TurnCalled) -> State:
    waiting = shelved(state).waiting
    turn = next(turn for turn in waiting if turn.number == event.number)
    later = tuple(other for other in waiting if other.number > event.number)
    return changed(state, turn=turn, waiting=later)


def paused(state: State, event: ev.TurnPaused) -> State:
    """The same turn with new lines: numbers mean those of the part to come."""
    turn = changed(state.turn, parts=event.part, results={}, met={}, needs={})
    return changed(state, turn=turn, announced=None)


def announced(state: State, event: ev.ScriptAnnounced) -> State:
    return changed(state, announced=AnnouncedScript(event.seat, event.script, event.lines))
