"""Games of robots summed up, with 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pbem.games.contract.figures import DIGITS, PER_CENT, mean, percentile, rate, within
from pbem.games.illuminati.simulation.play import SimulatedGame


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
            "share": within(mean([PER_CENT * _share(game, kind) for game in finished])),
        }
        for kind in sorted(seats)
    }


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
