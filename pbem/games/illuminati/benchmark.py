"""How fast the engine is: random legal play with the event log on, in CPU seconds of one core."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field

from engine.core.dice import SecretDice
from engine.illuminati import events as ev
from engine.illuminati.evolve import replay
from engine.illuminati.game import resolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.options import options
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.setup import new_game
from pbem.games.contract.simulations import SEATS
from pbem.games.contract.tools import Bars, BenchFigures
from pbem.games.illuminati.codec import decode_events, encode_events, encode_state
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

PLAYERS = 4
GAMES_A_RUN = 6
OPTIONS_A_RUN = 300

BARS: Bars = {
    "orders_per_cpu_s": ("at least", 7_500),
    "replay_game_s": ("under", 0.1),
    "options_median_ms": ("under", 2.0),
    "state_bytes": ("under", 100_000),
}
"""What each figure must keep to."""


@dataclass(slots=True)
class _Tape:
    """One game as it was played, step by step."""

    key: bytes
    steps: list[PlayedStep] = field(default_factory=list)

    @property
    def events(self) -> list[ev.Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def orders(self) -> int:
        """Orders that were carried out, in scripts and outside; those refused do not count."""
        acts = sum(len(step.script) for step in self.steps if step.what == "act" and step.events)
        return acts + sum(isinstance(e, ev.LineRuled) and not e.reason for e in self.events)


def bench_engine(runs: int, seed: str) -> BenchFigures:
    """Best of several runs of each figure; an order is a line of a script that was carried out.

    `orders_per_cpu_s` is the time of the rules alone: set-up, every turn with its events, income
    and draw, for scripts that random robots made beforehand. `robot_orders_per_cpu_s` counts the
    robots' thinking, their letters written and read, and an audit after every turn too. Replay is
    from the stored text of the longest game's events. A run has games of four random robots.
    """
    tapes = [_Tape(f"{seed}:{number}".encode()) for number in range(GAMES_A_RUN)]
    thinking = _play_s(tapes)
    orders = sum(tape.orders for tape in tapes)
    longest = max(tapes, key=lambda tape: len(tape.events))
    states = [step.state for tape in tapes for step in tape.steps if not step.state.winners]
    states = states[:: max(len(states) // OPTIONS_A_RUN, 1)]
    return {
        "orders_per_cpu_s": round(orders / min(_rules_s(tapes) for _ in range(runs)), 1),
        "robot_orders_per_cpu_s": round(orders / thinking, 1),
        "replay_game_s": round(min(_replay_s(longest) for _ in range(runs)), 5),
        "options_median_ms": round(min(_options_ms(states) for _ in range(runs)), 4),
        "state_bytes": max(len(encode_state(state)) for state in states),
        "orders_in_run": orders,
        "events_in_replay": len(longest.events),
    }, BARS


def _play_s(tapes: list[_Tape]) -> float:
    """CPU seconds of whole games with robots and audits; the tapes are filled."""
    began = time.process_time()
    for tape in tapes:
        play_game(tape.key, PLAYERS, "random", tape.steps.append)
    return time.process_time() - began


def _rules_s(tapes: list[_Tape]) -> float:
    """CPU seconds of the same games played again from their scripts."""
    began = time.process_time()
    logs = [_played_again(tape) for tape in tapes]
    spent = time.process_time() - began
    assert logs == [tape.events for tape in tapes], "the same scripts made another game"
    return spent


def _played_again(tape: _Tape) -> list[ev.Event]:
    dice = SecretDice(tape.key)
    outcome = new_game(SEATS[:PLAYERS], GameOptions(), dice)
    log = list(outcome.events)
    for step in tape.steps[1:]:
        instructions = Instructions(step.policies)
        if step.what == "act":
            outcome = act(outcome.state, step.seat, step.script, dice, instructions)
        else:
            outcome = resolve(outcome.state, step.script, dice, instructions)
        log += outcome.events
    return log


def _replay_s(tape: _Tape) -> float:
    text = encode_events(tape.events)
    began = time.process_time()
    state = replay(decode_events(text))
    spent = time.process_time() - began
    assert state == tape.steps[-1].state, "a replayed game ended elsewhere"
    return spent


def _options_ms(states: list[State]) -> float:
    times = []
    for state in states:
        began = time.perf_counter()
        options(state, state.turn.seat)
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)
