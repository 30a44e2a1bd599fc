"""Whole games of robots, audited after every turn and summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.core.dice import Dice, SecretDice
from engine.illuminati import events as ev
from engine.illuminati.game import GameOptions, act, audit, new_game, resolve
from engine.illuminati.orders import Line, Script
from engine.illuminati.robots import Choose, chooser, random_goal, random_script
from engine.illuminati.state import State

MOST_ROUNDS = 150
"""Rounds after which a game is given up as unfinished."""
SEATS = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")

Robot = Callable[[State, str, Choose], Script]
ROBOTS: dict[str, Robot] = {"random": random_script}


@dataclass(frozen=True, slots=True)
class Step:
    """One call of the rules: the set-up, an act outside a turn, or a turn, with what came of it."""

    what: Literal["new", "act", "turn"]
    seat: str
    script: Script
    state: State
    events: tuple[ev.Event, ...]


Watch = Callable[[Step], None]


@dataclass(slots=True)
class Game:
    """One game played out; `kinds` are how the winners won, by seat."""

    rounds: int
    turns: int
    lines: int
    winners: tuple[str, ...]
    kinds: tuple[str, ...]
    illuminati: dict[str, str]
    robots: dict[str, str]
    failed: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def is_finished(self) -> bool:
        return bool(self.winners)


def _nothing(step: Step) -> None:
    return


def play_game(key: bytes, players: int, robot: str, watch: Watch = _nothing) -> Game:
    """One game of robots from its key; `watch` sees every step."""
    dice, own_dice, play = SecretDice(key), SecretDice(key + b":robots"), ROBOTS[robot]
    outcome = new_game(SEATS[:players], GameOptions(), dice)
    state, watched = outcome.state, Counter(_kinds(outcome.events))
    watch(Step("new", "", (), state, outcome.events))
    state = _choose_goals(state, dice, own_dice, watch)
    failed = audit(state)
    turns = lines = 0
    kinds: tuple[str, ...] = ()
    while not state.winners and turns < MOST_ROUNDS * players and not failed:
        mover = state.turn.seat
        script = play(state, mover, chooser(own_dice, f"turn:{state.turn.number}"))
        outcome = resolve(state, script, {}, {}, dice)
        state = outcome.state
        watch(Step("turn", mover, script, state, outcome.events))
        failed = audit(state)
        turns, lines = turns + 1, lines + len(script)
        watched.update(_kinds(outcome.events))
        kinds = tuple(k for e in outcome.events if isinstance(e, ev.Won) for _, k in e.winners)
    return Game(
        rounds=-(-turns // players),
        turns=turns,
        lines=lines,
        winners=state.winners,
        kinds=kinds,
        illuminati={seat.name: seat.illuminati for seat in state.seats},
        robots={seat.name: robot for seat in state.seats},
        failed=failed,
        counts=watched,
    )


def _choose_goals(state: State, dice: Dice, own_dice: Dice, watch: Watch) -> State:
    """Secret goals of those who may choose one (R1.5)."""
    for seat in state.seats:
        goal = random_goal(state, seat.name, chooser(own_dice, f"goal:{seat.name}"))
        if goal is not None:
            script = (Line(1, goal),)
            acted = act(state, seat.name, script, dice)
            state = acted.state
            watch(Step("act", seat.name, script, state, acted.events))
    return state


def _kinds(events: Iterable[ev.Event]) -> Iterator[str]:
    for event in events:
        yield type(event).__name__
        if isinstance(event, ev.Attacked) and event.success:
            yield event.form


def _numbered(task: tuple[str, int, int, str]) -> Game:
    seed, number, players, robot = task
    return play_game(f"{seed}:{number}".encode(), players, robot)


def simulate(games: int, players: int, robot: str, seed: str, jobs: int = 1) -> Iterator[Game]:
    """Games in their order, the same for the same seed however many processes play them."""
    tasks = [(seed, number, players, robot) for number in range(games)]
    if jobs == 1:
        yield from map(_numbered, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_numbered, tasks)


def percentile(values: Sequence[int], percent: int) -> int:
    """The smallest value that at least so many per cent do not exceed; 0 of none."""
    ordered = sorted(values)
    at = -(-len(ordered) * percent // 100)
    return ordered[max(at, 1) - 1] if ordered else 0


def summary(games: Sequence[Game]) -> dict[str, Any]:
    """What `pbem simulate --json` prints; rounds are those of finished games."""
    rounds = [game.rounds for game in games if game.is_finished]
    wins = Counter(game.illuminati[name] for game in games for name in game.winners)
    goals = Counter(kind for game in games for kind in game.kinds)
    seats = Counter(robot for game in games for robot in game.robots.values())
    robot_wins = Counter(game.robots[name] for game in games for name in game.winners)
    counts: Counter[str] = sum((game.counts for game in games), Counter())
    return {
        "games": len(games),
        "finished": sum(game.is_finished for game in games),
        "failed_invariants": sum(len(game.failed) for game in games),
        "rounds": {
            "p10": percentile(rounds, 10),
            "median": percentile(rounds, 50),
            "p90": percentile(rounds, 90),
        },
        "wins": dict(sorted(wins.items())),
        "goals": dict(sorted(goals.items())),
        "robots": {
            name: {"seats": seats[name], "wins": robot_wins[name]} for name in sorted(seats)
        },
        "turns": sum(game.turns for game in games),
        "orders": sum(game.lines for game in games),
        "attacks": counts["Attacked"],
        "captures": counts["Captured"],
        "neutralized": counts["neutralize"],
        "destroyed": counts["Destroyed"],
        "eliminations": counts["Eliminated"],
        "passes": counts["Passed"],
        "specials_played": counts["Played"],
    }
