"""Figures of simulated games, with 95 % intervals: of a rate by Wilson, of a mean by its error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Protocol

Z = 1.959964
"""Standard errors to either side of a 95 % interval."""
PER_CENT = 100
DIGITS = 2


def percentile(values: Sequence[int], percent: int) -> int:
    """The smallest value that at least so many per cent do not exceed; 0 of none."""
    ordered = sorted(values)
    at = -(-len(ordered) * percent // PER_CENT)
    return ordered[max(at, 1) - 1] if ordered else 0


def rate(hits: int, tries: int) -> dict[str, float]:
    """Hits in per cent of the tries, and the ends of Wilson's interval; zeros of none."""
    if not tries:
        return {"percent": 0.0, "low": 0.0, "high": 0.0}
    share, weight = hits / tries, Z * Z / tries
    middle = (share + weight / 2) / (1 + weight)
    half = Z * sqrt(share * (1 - share) / tries + weight / (4 * tries)) / (1 + weight)
    return {
        "percent": round(PER_CENT * share, DIGITS),
        "low": round(PER_CENT * max(0.0, middle - half), DIGITS),
        "high": round(PER_CENT * min(1.0, middle + half), DIGITS),
    }


def mean(values: Sequence[float]) -> dict[str, float]:
    """The mean, and the ends of its interval; zeros of none."""
    if not values:
        return {"mean": 0.0, "low": 0.0, "high": 0.0}
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1)
    half = Z * sqrt(spread / len(values))
    return {
        "mean": round(middle, DIGITS),
        "low": round(middle - half, DIGITS),
        "high": round(middle + half, DIGITS),
    }


def within(found: dict[str, float]) -> dict[str, float]:
    """An interval of per cents, cut off where there are none."""
    low, high = max(found["low"], 0.0), min(found["high"], float(PER_CENT))
    return {**found, "low": low, "high": high}


class RobotsGame(Protocol):
    """A simulated game: the kind of robot in each seat, and who won."""

    @property
    def robots(self) -> Mapping[str, str]: ...

    @property
    def winners(self) -> Sequence[str]: ...

    @property
    def is_finished(self) -> bool: ...


def robots_summed(games: Sequence[RobotsGame]) -> dict[str, dict[str, Any]]:
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


def _share(game: RobotsGame, kind: str) -> float:
    """The part of one victory that went to a kind."""
    return sum(game.robots[name] == kind for name in game.winners) / len(game.winners)
