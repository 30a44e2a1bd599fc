"""Games of robots summed up, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.contract.figures import mean
from pbem.games.contract.simulations import SimulatedGame, counted, intervals, summed_up


def summary(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """What `pbem simulate --json` prints; money is in MB."""
    counts = counted(games)
    return {
        **summed_up(games),
        "orders": sum(game.orders for game in games),
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
        "intervals": intervals(games) | _means(games),
    }


def _means(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """Means a game, with their 95 % intervals."""
    kinds = {
        "eliminations": "Eliminated",
        "captures": "Captured",
        "captures_from_players": "from-player",
        "spent_by_attackers": "spent:attacker",
        "spent_by_owners": "spent:owner",
        "spent_on_interference": "spent:outsider",
    }
    return {name: mean([game.counts[kind] for game in games]) for name, kind in kinds.items()}
