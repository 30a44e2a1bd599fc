"""How fast the engine of INWO is, in CPU seconds of one core."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import msgspec

from engine.inwo.evolve import replay_inwo
from engine.inwo.options import inwo_options
from engine.inwo.state import InwoState
from pbem.games.contract.tools import Bars, BenchFigures, SampleGame
from pbem.games.inwo.formats import format_of_robot
from pbem.games.inwo.simulation import InwoPlay, play_inwo

GAMES_A_RUN = 8
OPTIONS_A_RUN = 100
DUEL = ("greedy", "greedy")
FULL_TABLE = 6
FULL_STEPS = 400
"""Steps of a full table's game that are looked at."""
BARS: Bars = {
    "duel_median_s": ("at most", 0.25),
    "options_median_ms": ("at most", 20.0),
}
"""What each figure must keep to."""


def bench_engine(runs: int, seed: str) -> BenchFigures:
    """Best of several runs: duels of greedy robots, their thinking and audits counted.

    An order is a line that a robot wrote. `options_median_ms` is what could be ordered in states of
    these duels, `replay_game_s` the longest of them evolved again from its events.
    """
    keys = [f"{seed}:{number}".encode() for number in range(GAMES_A_RUN)]
    duels = [statistics.median(map(_duel_s, keys)) for _ in range(runs)]
    plays = [play_inwo(key, DUEL)[1] for key in keys]
    orders = sum(play.orders for play in plays)
    longest = max(plays, key=lambda play: len(play.events))
    states = _states(keys[0])
    return {
        "robot_orders_per_cpu_s": round(orders / (min(duels) * len(keys)), 1),
        "duel_median_s": round(min(duels), 4),
        "replay_game_s": round(min(_timed(replay_inwo, longest.events) for _ in range(runs)), 5),
        "options_median_ms": round(min(_options_ms(states) for _ in range(runs)), 4),
        "state_bytes": max(len(msgspec.json.encode(state)) for state in states),
        "orders_in_run": orders,
        "events_in_replay": len(longest.events),
    }, BARS


def _duel_s(key: bytes) -> float:
    return _timed(play_inwo, key, DUEL)


def _timed(act: Callable[..., object], *given: object) -> float:
    """CPU seconds of one call."""
    began = time.process_time()
    act(*given)
    return time.process_time() - began


def _states(key: bytes) -> list[InwoState]:
    """States of one duel in which somebody is asked for his script."""
    play = InwoPlay(key, DUEL)
    found: list[InwoState] = []
    while play.state.asks and len(found) < OPTIONS_A_RUN:
        if play.state.asks[0].kind == "script":
            found.append(play.state)
        play.step()
    return found


def _options_ms(states: list[InwoState]) -> float:
    times = [_timed(inwo_options, state, state.turn.seat) for state in states]
    return 1000 * statistics.median(times)


def sample_full(seed: str, letters: int) -> SampleGame:
    """A table of six when most cards are in play, and letters to it from its mover."""
    play = InwoPlay(seed.encode(), ("greedy",) * FULL_TABLE)
    best, seats = play.state, tuple(seat.name for seat in play.state.seats)
    for _ in range(FULL_STEPS):
        if not play.state.asks:
            break
        play.step()
        if _is_fuller(play.state, best):
            best = play.state
    mover = best.turn.seat
    lines = [format_of_robot(option.order, best, mover) for option in inwo_options(best, mover)]
    written = tuple((mover, tuple(lines[number : number + 5])) for number in range(letters))
    state = msgspec.json.encode(best).decode()
    return SampleGame(seats, best.turn.number, mover, state, written)


def _is_fuller(state: InwoState, other: InwoState) -> bool:
    """A script is asked for, all are in the game, and more cards lie on the table."""
    asks = any(ask.kind == "script" for ask in state.asks)
    all_in = not any(seat.is_out for seat in state.seats)
    return asks and all_in and len(state.table) > len(other.table)
