"""How likely each seat was to win after each turn, as often as robots win from there."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.contract.playouts import play_out
from pbem.games.contract.ruleset import Ruleset

MOST_POINTS, ROUNDS = 8, 24
"""Turns that are looked at, and games that are played on from each."""
FEWEST_ROUNDS = 6
"""With fewer games the shares would be chance alone, and nothing is told."""
LEAST_CHANGE, LEAST_SURE = 0.25, 1.2
"""A change of a chance that is worth telling; and that of one game, which shrinks with the root of
their number: less may be the dice of the robots."""
MOST_TOLD = 3

Chances = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The chances after some turns, each from as many games as there were rounds."""

    rounds: int
    points: Sequence[ChancePoint]

    def as_row(self) -> dict[str, Any]:
        """As the row of an ending keeps it."""
        points = [[point.turn, dict(point.chances)] for point in self.points]
        return {"rounds": self.rounds, "points": points}


def played_out_in(kept: Mapping[str, Any]) -> PlayedOut:
    """What the row of an ending keeps."""
    points = [ChancePoint(turn, chances) for turn, chances in kept.get("points", ())]
    return PlayedOut(kept.get("rounds", 0), points)


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """The share of the games that each seat won when robots played on after a turn."""

    turn: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turns from `first` to `last`, in which the chances of seats went from `was` to `now`."""

    first: int
    last: int
    was: Chances
    now: Chances

    @property
    def change(self) -> float:
        """The largest change of any chance."""
        return max((abs(self.now[seat] - self.was[seat]) for seat in self.now), default=0.0)


def picked(turns: Sequence[int], most: int = MOST_POINTS) -> tuple[int, ...]:
    """At most so many of the turns, spread evenly, the first and the last among them."""
    if len(turns) <= most:
        return tuple(turns)
    last = len(turns) - 1
    return tuple(dict.fromkeys(turns[round(at * last / (most - 1))] for at in range(most)))


def chances_after(
    game: Ruleset[Any, Any],
    states: Mapping[int, Any],
    cpu_seconds: float,
    clock: Callable[[], float] = time.thread_time,
) -> PlayedOut:
    """The chances after each turn; nothing where time is up before enough games are played.

    In each round one game is played on from every turn, and only whole rounds count.
    """
    end, rounds = clock() + cpu_seconds, 0
    wins: dict[int, dict[str, float]] = {turn: {} for turn in states}
    while rounds < ROUNDS:
        won = _round(game, states, rounds, lambda: clock() >= end)
        if won is None:
            break
        for turn, winners in won.items():
            for seat in winners:
                wins[turn][seat] = wins[turn].get(seat, 0) + 1 / len(winners)
        rounds += 1
    return _shares(game, states, wins, rounds)


def _round(
    game: Ruleset[Any, Any],
    states: Mapping[int, Any],
    number: int,
    is_late: Callable[[], bool],
) -> dict[int, tuple[str, ...]] | None:
    """Who wins from each turn; None where time is up."""
    won = {}
    for turn, state in states.items():
        if is_late():
            return None
        won[turn] = play_out(game, state, _key(number, turn))
    return won


def _shares(
    game: Ruleset[Any, Any],
    states: Mapping[int, Any],
    wins: Mapping[int, Mapping[str, float]],
    rounds: int,
) -> PlayedOut:
    if rounds < FEWEST_ROUNDS:
        return PlayedOut(0, ())
    seats = {turn: game.rules.status(state).sheets for turn, state in states.items()}
    return PlayedOut(
        rounds,
        [
            ChancePoint(
                turn, {seat: round(wins[turn].get(seat, 0) / rounds, 2) for seat in seats[turn]}
            )
            for turn in states
        ],
    )


def _key(number: int, turn: int) -> bytes:
    return hashlib.sha256(f"playout:{number}:{turn}".encode()).digest()


def turning_points(played: PlayedOut) -> list[TurningPoint]:
    """The largest changes from one turn that was looked at to the next, in their order."""
    points = played.points
    pairs = zip(points, points[1:], strict=False)
    found = [TurningPoint(a.turn + 1, b.turn, a.chances, b.chances) for a, b in pairs]
    least = max(LEAST_CHANGE, LEAST_SURE / max(1, played.rounds) ** 0.5)
    large = [point for point in found if point.change >= least]
    most = sorted(large, key=lambda point: -point.change)[:MOST_TOLD]
    return [point for point in found if point in most]
