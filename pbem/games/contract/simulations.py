"""Whole games between robots: who sits where, in how many processes, and what came of them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from pbem.games.contract.figures import DIGITS, PER_CENT, mean, percentile, rate, within
from pbem.games.contract.tools import SimulationPlan
from pbem.games.contract.values import RulesetError

SEATS = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")
MIXED = "mixed"
MOST_ROUNDS = 150
"""Rounds after which a game is given up as unfinished."""
CHUNK = 4
"""Games a process takes at a time."""


@dataclass(slots=True)
class SimulatedGame:
    """One game played out; `goals` are those that its winners have reached.

    `number` is its place in the plan, `form` those of its options that are not the usual ones.
    """

    rounds: int
    turns: int
    orders: int
    winners: tuple[str, ...]
    goals: tuple[str, ...]
    illuminati: dict[str, str]
    robots: dict[str, str]
    failed: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    number: int = 0
    form: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class LineUps:
    """The kinds of robots of a game, and which of them `mixed` means."""

    kinds: Sequence[str]
    in_mixed: Sequence[str]

    def named(self, words: str) -> tuple[str, ...]:
        """The kinds meant by `greedy`, `greedy,random` or `mixed`; RulesetError for no such."""
        found: list[str] = []
        for kind in (word.strip() for word in words.split(",")):
            if kind != MIXED and kind not in self.kinds:
                known = ", ".join((*self.kinds, MIXED))
                raise RulesetError(f"{kind!r} is no robot; there are {known}")
            found += self.in_mixed if kind == MIXED else [kind]
        return tuple(found)

    def seated(self, words: str, players: int, number: int = 0) -> tuple[str, ...]:
        """The robot of each seat in the game of that number; they move on by one a game."""
        kinds = self.named(words)
        return tuple(kinds[(seat + number) % len(kinds)] for seat in range(players))


@dataclass(frozen=True, slots=True)
class NumberedGame:
    """One game of a plan."""

    plan: SimulationPlan
    number: int

    @property
    def key(self) -> bytes:
        """What its dice are made from."""
        return f"{self.plan.seed}:{self.number}".encode()


def simulated(
    plan: SimulationPlan, play: Callable[[NumberedGame], SimulatedGame]
) -> Iterator[SimulatedGame]:
    """Games in their order, the same for the same seed however many processes play them."""
    tasks = [NumberedGame(plan, number) for number in plan.numbers]
    if plan.jobs == 1 or len(tasks) == 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(plan.jobs) as pool:
        yield from pool.map(play, tasks, chunksize=CHUNK)


def summed_up(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """What every game's summary begins with; rounds are those of finished games."""
    rounds = [game.rounds for game in games if game.is_finished]
    return {
        "games": len(games),
        "finished": len(rounds),
        "unfinished": [
            {"game": game.number, **game.form} for game in games if not game.is_finished
        ],
        "failed_invariants": sum(len(game.failed) for game in games),
        "rounds": {
            "p10": percentile(rounds, 10),
            "median": percentile(rounds, 50),
            "p90": percentile(rounds, 90),
        },
        "wins": dict(sorted(_wins(games).items())),
        "goals": dict(sorted(Counter(goal for game in games for goal in game.goals).items())),
        "robots": _robots(games),
        "turns": sum(game.turns for game in games),
    }


def counted(games: Sequence[SimulatedGame]) -> Counter[str]:
    """How often each thing happened in all games together."""
    return sum((game.counts for game in games), Counter())


def intervals(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """Rates of wins and goals, and the mean of rounds, with their 95 % intervals."""
    finished = [game for game in games if game.is_finished]
    wins = _wins(games)
    dealt = Counter(card for game in games for card in game.illuminati.values())
    goals = Counter(goal for game in games for goal in set(game.goals))
    return {
        "wins": {card: rate(wins[card], dealt[card]) for card in sorted(dealt)},
        "goals": {goal: rate(goals[goal], len(finished)) for goal in sorted(goals)},
        "rounds": mean([game.rounds for game in finished]),
    }


def _robots(games: Sequence[SimulatedGame]) -> dict[str, dict[str, Any]]:
    """Seats and wins of each kind; `share` of the finished games, a shared one split up.

    `fair` is the share of the seats: who is stronger has the whole interval above it.
    """
    finished = [game for game in games if game.is_finished]
    seats = Counter(kind for game in games for kind in game.robots.values())
    wins = Counter(game.robots[name] for game in games for name in game.winners)
    return {
        kind: {
            "seats": seats[kind],
            "wins": wins[kind],
            "fair": round(PER_CENT * seats[kind] / max(seats.total(), 1), DIGITS),
            "share": within(mean([PER_CENT * _share(game, kind) for game in finished])),
        }
        for kind in sorted(seats)
    }


def _wins(games: Sequence[SimulatedGame]) -> Counter[str]:
    return Counter(game.illuminati[name] for game in games for name in game.winners)


def _share(game: SimulatedGame, kind: str) -> float:
    """The part of one victory that went to a kind."""
    return sum(game.robots[name] == kind for name in game.winners) / len(game.winners)
