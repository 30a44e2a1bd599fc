"""How late deadlines fire when many are due in the same second, and what a sweep costs."""

from __future__ import annotations

import multiprocessing
import queue
import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from pbem.benchmarks.due_games import (
    GRACE,
    DueGames,
    FiredGames,
    add_due,
    add_waiting,
    fired_count,
    first_game,
    is_left,
    verdict,
)
from pbem.benchmarks.harness import context_on, machine, new_postgresql, new_sqlite
from pbem.database import Database, lock_game, open_database
from pbem.games.contract.tools import Bars, Progress
from pbem.log import configure_logging
from pbem.service.clocks import move_deadline
from pbem.service.due.adjudication import adjudicate
from pbem.service.sweep import claim_waiting, seconds_to_look
from pbem.settings import Settings

WORKERS = 2
SWEEP_SECONDS = 0.25
MOVED_SHARE = 0.1
PATIENCE = 1800.0
"""Seconds after which what has not fired is missed."""
LONG = timedelta(days=30)


class HintQueue(Protocol):
    """A queue of game ids between threads or processes; None ends a worker."""

    def put(self, item: int | None) -> None: ...

    def get(self) -> int | None: ...


def fire(database: Database, due: DueGames, tell: Callable[[int], None]) -> FiredGames:
    """Let them fire: swept as a service sweeps, run by two workers, some moved away meanwhile."""
    fired = FiredGames()
    over = threading.Event()
    with _workers(database) as (hints, crew):
        sweeper = threading.Thread(target=_sweep, args=(database, due, hints, fired, over))
        mover = threading.Thread(target=_move, args=(database, due, fired, over))
        for thread in (sweeper, mover):
            thread.start()
        began = time.monotonic()
        while is_left(database, due) and time.monotonic() - began < PATIENCE:
            time.sleep(SWEEP_SECONDS)
            if not all(one.is_alive() for one in crew):
                break
            tell(fired_count(database))
        over.set()
        for thread in (sweeper, mover):
            thread.join()
    return fired


@contextmanager
def _workers(database: Database) -> Iterator[tuple[HintQueue, list[Any]]]:
    """Two threads beside the sweeper on SQLite, two processes of their own on PostgreSQL."""
    if database.is_sqlite:
        hints: Any = queue.Queue()
        service = context_on(database)
        crew: list[Any] = [
            threading.Thread(target=_work, args=(lambda i: adjudicate(service, i), hints))
            for _ in range(WORKERS)
        ]
    else:
        context = multiprocessing.get_context("spawn")
        hints = context.Queue()
        url = database.engine.url.render_as_string(hide_password=False)
        crew = [context.Process(target=_work_apart, args=(url, hints)) for _ in range(WORKERS)]
    for one in crew:
        one.start()
    try:
        yield hints, crew
    finally:
        for _ in crew:
            hints.put(None)
        for one in crew:
            one.join()


def _work(run: Callable[[int], object], hints: HintQueue) -> None:
    while (game_id := hints.get()) is not None:
        run(game_id)


def _work_apart(url: str, hints: HintQueue) -> None:
    """A worker process with connections of its own."""
    configure_logging("error")
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    service = context_on(database)
    try:
        _work(lambda game_id: adjudicate(service, game_id), hints)
    finally:
        database.close()


def _sweep(
    database: Database, due: DueGames, hints: HintQueue, fired: FiredGames, over: threading.Event
) -> None:
    """Claim and hint as the sweeper does; the first claim of each game is what counts."""
    wanted, pause = set(due.ids), 0.0
    while not over.wait(pause):
        began = time.monotonic()
        now = database.now()
        found = claim_waiting(database, now, grace=GRACE)
        at = database.now()
        for game_id in found.ids("adjudicate"):
            if game_id in wanted:
                fired.claimed.setdefault(game_id, at)
            hints.put(game_id)
        spent = time.monotonic() - began
        pause = max(0.0, seconds_to_look(found, now, SWEEP_SECONDS) - spent)


def _move(database: Database, due: DueGames, fired: FiredGames, over: threading.Event) -> None:
    """A moderator who moves some of the deadlines away, from just before they are due."""
    chance = random.Random(23)
    ids = chance.sample(due.ids, max(1, int(len(due.ids) * MOVED_SHARE)))
    _wait_until(database, due.at - timedelta(seconds=0.5), over)
    for game_id in ids:
        if over.is_set():
            return
        with database.write() as session:
            game = lock_game(session, game_id)
            assert game is not None, "a game that is due is there"
            if game.turn == 1 and game.deadline_at == due.at:
                move_deadline(game, due.at + LONG, database.now())
                game.version += 1
                session.add(game)
                fired.moved.add(game_id)
        over.wait(chance.random() * 0.02)


def _wait_until(database: Database, at: datetime, over: threading.Event) -> None:
    over.wait(max(0.0, (at - database.now()).total_seconds()))


FEW = 1_000
"""Games waiting when a sweep with nothing due is measured first."""
DUE = 1_000
LOOKS = 200
GAMES = {"sqlite": 10_000, "postgresql": 100_000}
"""Games waiting where nothing else is asked for."""

BARS: Bars = {
    "late_p99_s": ("under", 0.1),
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
        found = claim_waiting(database, DueGames.long_before(), grace=GRACE)
        spent.append((time.perf_counter() - began) * 1000)
        assert not found.hints, "nothing is due yet"
    return statistics.quantiles([*spent, *spent], n=10)[0]
