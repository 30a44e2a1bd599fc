"""Games of robots summed up, with 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pbem.games.contract.figures import mean, percentile, rate, robots_summed
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
        "robots": robots_summed(games),
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
