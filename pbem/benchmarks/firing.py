"""A sweeper, two workers and a moderator at games that are due in the same second."""

from __future__ import annotations

import multiprocessing
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Protocol

from pbem.benchmarks.due_games import GRACE, Due, Fired, fired_count, is_left
from pbem.benchmarks.harness import context_on
from pbem.database import Database, lock_game, open_database
from pbem.log import configure_logging
from pbem.service.clocks import move_deadline
from pbem.service.due.adjudication import adjudicate
from pbem.service.sweep import claim_waiting
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


def fire(database: Database, due: Due, tell: Callable[[int], None]) -> Fired:
    """Let them fire: swept as a service sweeps, run by two workers, some moved away meanwhile."""
    fired = Fired()
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
    database: Database, due: Due, hints: HintQueue, fired: Fired, over: threading.Event
) -> None:
    """Claim and hint as the sweeper does; the first claim of each game is what counts."""
    wanted, pause = set(due.ids), 0.0
    while not over.wait(pause):
        began = time.monotonic()
        found = claim_waiting(database, database.now(), grace=GRACE)
        at = database.now()
        for game_id in found.games:
            if game_id in wanted:
                fired.claimed.setdefault(game_id, at)
            hints.put(game_id)
        is_full = found.is_full
        pause = 0.0 if is_full else max(0.0, SWEEP_SECONDS - (time.monotonic() - began))


def _move(database: Database, due: Due, fired: Fired, over: threading.Event) -> None:
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
