"""Games from which the service's benchmarks measure reading and rendering."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati.options import options
from engine.illuminati.state import State
from pbem.games.contract.simulations import SEATS
from pbem.games.contract.tools import SampleGame
from pbem.games.illuminati.codec import encode_state
from pbem.games.illuminati.language import format_order, vocabulary_for
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

PLAYERS = 4
FULL_TABLE = 6
GAMES = 4


def sample(seed: str, letters: int) -> SampleGame:
    """A table of four when most cards are in play, and letters to it from each seat in turn."""
    steps: list[PlayedStep] = []
    play_game(seed.encode(), PLAYERS, "greedy", steps.append)
    turns = [step.state for step in steps if step.what == "turn" and not step.state.winners]
    full = [state for state in turns if len(list(state.seats_in())) == PLAYERS]
    state = max(full, key=lambda state: len(state.holdings))
    seats = SEATS[:PLAYERS]
    written = tuple(_written(state, number) for number in range(letters))
    return SampleGame(seats, state.turn.number, state.turn.seat, encode_state(state), written)


def _written(state: State, number: int) -> tuple[str, tuple[str, ...]]:
    seat, other = SEATS[number % PLAYERS], SEATS[(number + 1) % PLAYERS]
    names = vocabulary_for(state, seat)
    own = changed(state, turn=changed(state.turn, seat=seat))
    orders = [format_order(option.order, names) for option in options(own, seat)[:4]]
    return seat, (*orders, f"OPPOSE {other} UNTIL 5 MAX {number % 7}")


def sample_full(seed: str, letters: int) -> SampleGame:
    """A table of six when most cards are in play, and letters to it from its mover."""
    steps, at = fullest(seed)
    state = steps[at].state
    names, mover = vocabulary_for(state, state.turn.seat), state.turn.seat
    lines = [format_order(option.order, names) for option in options(state, mover)]
    written = tuple((mover, tuple(lines[number : number + 5])) for number in range(letters))
    seats = tuple(seat.name for seat in state.seats)
    return SampleGame(seats, state.turn.number, mover, encode_state(state), written)


def fullest(seed: str) -> tuple[list[PlayedStep], int]:
    """The steps of a game and the one after which most cards are in play, all six in it."""
    best: tuple[list[PlayedStep], int] = ([], 0)
    most = -1
    for number in range(GAMES):
        steps: list[PlayedStep] = []
        play_game(f"{seed}:{number}".encode(), FULL_TABLE, "greedy", steps.append)
        for at, step in enumerate(steps):
            is_on = not step.state.winners and len(list(step.state.seats_in())) == FULL_TABLE
            if is_on and step.what == "turn" and len(step.state.holdings) > most:
                best, most = (steps, at), len(step.state.holdings)
    return best
