"""Illuminati's rules as the contract has them."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.core.values import changed
from engine.illuminati.audit import audit as audit
from engine.illuminati.events import Event, Shuffled
from engine.illuminati.evolve import evolve as evolve
from engine.illuminati.game import scripts_wanted
from engine.illuminati.state import State
from pbem.games.contract import Ask, Status, Step


def status(state: State) -> Status:
    """Whose turn it is and whose scripts are waited for (R12.2)."""
    playing = tuple(seat.name for seat in state.seats_in())
    is_over = bool(state.winners) or not playing
    turn = state.turn
    return Status(
        turn=turn.number,
        part=turn.parts,
        mover=turn.seat,
        playing=playing,
        winners=state.winners,
        is_over=is_over,
        asks=() if is_over else _asks(state),
    )


def _asks(state: State) -> tuple[Ask, ...]:
    turn = state.turn
    if state.options.pace == "conclave":
        return (Ask(f"round:{state.round}:{turn.number}", "script", scripts_wanted(state)),)
    return (Ask(f"script:{turn.number}:{turn.parts}", "script", (turn.seat,)),)


def reshuffle(state: State, dice: Dice, draws: int | None = None) -> Step[State, Event]:
    """The deck shuffled, by the draw of that number or the next one."""
    if draws is not None:
        state = changed(state, draws=draws)
    if not state.deck:
        return Step(state, ())
    event = Shuffled(dice.shuffle(state.draws, "shuffle", state.deck), state.draws)
    return Step(evolve(state, event), (event,))
