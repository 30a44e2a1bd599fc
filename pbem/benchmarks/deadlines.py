"""How late deadlines fire when many are due in the same second, and what a sweep costs."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any

from pbem.benchmarks.due_games import GRACE, Due, add_due, add_waiting, first_game, verdict
from pbem.benchmarks.firing import fire
from pbem.benchmarks.harness import machine, new_postgresql, new_sqlite
from pbem.database import Database
from pbem.games.contract.tools import Bars, Progress
from pbem.log import configure_logging
from pbem.service.sweep import claim_waiting

FEW = 1_000
"""Games waiting when a sweep with nothing due is measured first."""
DUE = 1_000
LOOKS = 200
GAMES = {"sqlite": 10_000, "postgresql": 100_000}
"""Games waiting where nothing else is asked for."""

BARS: Bars = {
    "late_p99_s": ("under", 1.0),
    "doubled": ("at most", 0),
    "early": ("at most", 0),
    "missed": ("at most", 0),
    "moved_fired": ("at most", 0),
    "sweep_idle_ratio": ("under", 2.0),
}
"""What each figure must keep to."""


@dataclass(frozen=True, slots=True)
class DeadlineLoad:
    """How much is measured; `games` wait, `due` are due in the same second."""

    games: int
    due: int = DUE
    few: int = FEW
    looks: int = LOOKS


def bench_deadlines(
    games: int = 0,
    due: int = DUE,
    postgresql_url: str = "",
    tell: Progress = lambda _done, _of: None,
) -> dict[str, Any]:
    """Deadlines that fire on SQLite, and on PostgreSQL where there is one.

    `late` is from the deadline to the claim, when no letter counts any more; `resolved` to the
    turn's end. `doubled`, `early`, `missed` and `moved_fired` count games that fired twice, before
    their time, not at all, or at a deadline that a moderator had moved away meanwhile. The keys are
    those of PostgreSQL where it was measured; those of SQLite then begin with sqlite_.
    """
    configure_logging("error")
    with new_sqlite() as database:
        found = measured(database, DeadlineLoad(games or GAMES["sqlite"], due), _share(tell, 0))
    what = {"database": "sqlite"}
    with new_postgresql(postgresql_url) as database:
        if database is not None:
            plan = DeadlineLoad(games or GAMES["postgresql"], due)
            ours = measured(database, plan, _share(tell, 1))
            found = ours | {f"sqlite_{key}": value for key, value in found.items()}
            what = {"database": "postgresql"}
    tell(2, 2)
    return found | what | machine(1)


def _share(tell: Progress, at: int) -> Progress:
    """The progress of one database as a part of the whole."""

    def part(done: int, of: int) -> None:
        tell(at * of + done, 2 * of)

    return part


def measured(database: Database, plan: DeadlineLoad, tell: Progress) -> dict[str, Any]:
    """The figures of one database that is empty but for its tables."""
    mould = first_game(database)
    add_waiting(database, mould, min(plan.few, plan.games), lambda _done: None)
    few_ms = _sweep_ms(database, plan.looks)
    add_waiting(
        database,
        mould,
        max(0, plan.games - plan.few),
        lambda done: tell(done, plan.games + plan.due),
    )
    many_ms = _sweep_ms(database, plan.looks)
    due = add_due(database, mould, plan.due)
    fired = fire(database, due, lambda done: tell(plan.games + done, plan.games + plan.due))
    return {
        **verdict(database, due, fired),
        "sweep_idle_ms": round(many_ms, 3),
        "sweep_idle_few_ms": round(few_ms, 3),
        "sweep_idle_ratio": round(many_ms / few_ms, 2),
        "games_waiting": plan.games,
        "games_due": plan.due,
        "workers": 2,
    }


def _sweep_ms(database: Database, looks: int) -> float:
    """A look that finds nothing due: the fastest tenth, which whatever else runs does not slow."""
    spent = []
    for _ in range(looks):
        began = time.perf_counter()
        found = claim_waiting(database, Due.long_before(), grace=GRACE)
        spent.append((time.perf_counter() - began) * 1000)
        assert not found.hints, "nothing is due yet"
    return statistics.quantiles([*spent, *spent], n=10)[0]
