"""Games summed up, with 95 % intervals: of a rate by Wilson, of a mean by its standard error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

from pbem.games.illuminati.simulation.play import SimulatedGame

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


def summary(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """What `pbem simulate --json` prints; rounds are those of finished games, money is in MB."""
    rounds = [game.rounds for game in games if game.is_finished]
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
        "wins": dict(sorted(_wins(games).items())),
        "goals": dict(sorted(Counter(kind for game in games for kind in game.kinds).items())),
        "robots": _robots(games),
        "turns": sum(game.turns for game in games),
        "orders": sum(game.lines for game in games),
        "attacks": counts["Attacked"],
        "captures": counts["Captured"],
        "captures_from_players": counts["from-player"],
        "neutralized": counts["neutralize"],
        "destroyed": counts["Destroyed"],
        "eliminations": counts["Eliminated"],
        "passes": counts["Passed"],
        "specials_played": counts["Played"],
        "trades": counts["Traded"],
        "spent_by_attackers": counts["spent:attacker"],
        "spent_by_owners": counts["spent:owner"],
        "spent_on_interference": counts["spent:outsider"],
        "intervals": _intervals(games),
    }


def _wins(games: Sequence[SimulatedGame]) -> Counter[str]:
    return Counter(game.illuminati[name] for game in games for name in game.winners)


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
            "share": _within(mean([PER_CENT * _share(game, kind) for game in finished])),
        }
        for kind in sorted(seats)
    }


def _within(found: dict[str, float]) -> dict[str, float]:
    """An interval of per cents, cut off where there are none."""
    low, high = max(found["low"], 0.0), min(found["high"], float(PER_CENT))
    return {**found, "low": low, "high": high}


def _share(game: SimulatedGame, kind: str) -> float:
    """The part of one victory that went to a kind."""
    return sum(game.robots[name] == kind for name in game.winners) / len(game.winners)


def _intervals(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """Rates of wins and goals, and means a game, with their 95 % intervals."""
    finished = [game for game in games if game.is_finished]
    wins = _wins(games)
    dealt = Counter(card for game in games for card in game.illuminati.values())
    goals = Counter(kind for game in games for kind in set(game.kinds))
    return {
        "wins": {card: rate(wins[card], dealt[card]) for card in sorted(dealt)},
        "goals": {kind: rate(goals[kind], len(finished)) for kind in sorted(goals)},
        "rounds": mean([game.rounds for game in finished]),
        "eliminations": mean([game.counts["Eliminated"] for game in games]),
        "captures": mean([game.counts["Captured"] for game in games]),
        "captures_from_players": mean([game.counts["from-player"] for game in games]),
        "spent_by_attackers": mean([game.counts["spent:attacker"] for game in games]),
        "spent_by_owners": mean([game.counts["spent:owner"] for game in games]),
        "spent_on_interference": mean([game.counts["spent:outsider"] for game in games]),
    }
