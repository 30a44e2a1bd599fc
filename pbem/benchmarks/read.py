"""How fast letters are read: 5 kB of raw mail to its stored acknowledgement, on SQLite."""

from __future__ import annotations

import email
import email.policy
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.benchmarks.harness import ManualClock, context_on, machine, new_sqlite
from pbem.benchmarks.sample_letters import RawLetter, found_sample, sample_letters
from pbem.database import Database
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Bars, SampleGame
from pbem.models import DONE, Letter, Outbox, key_of
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.letters.reading import read_letter
from pbem.startup import freeze_loaded_objects

LETTERS_A_RUN = 60
WARM_LETTERS = 8
"""Read before any is timed: a process builds its statements once, and each player's first letter
shows that his address is his."""
BETWEEN = timedelta(seconds=15)
"""Each seat writes once a minute, so that every letter is answered by itself."""

BARS: Bars = {
    "letters_per_cpu_s": ("at least", 200),
    "status_letters_per_cpu_s": ("at least", 300),
    "statements_per_letter": ("at most", 10),
}
"""What each figure must keep to."""


@dataclass(slots=True)
class _Meter:
    """CPU seconds inside the database driver: statements, which it counts, and commits."""

    spent: float = 0.0
    statements: int = 0
    began: list[float] = field(default_factory=list)

    def watch(self, database: Database) -> None:
        for engine in {id(e): e for e in (database.engine, database.read_engine)}.values():
            sa.event.listen(engine, "before_cursor_execute", self._start)
            sa.event.listen(engine, "after_cursor_execute", self._stop)
            engine.dialect.do_commit = self._timed(engine.dialect.do_commit)  # type: ignore[method-assign]

    def _start(self, *_: object) -> None:
        self.statements += 1
        self.began.append(time.process_time())

    def _stop(self, *_: object) -> None:
        self.spent += time.process_time() - self.began.pop()

    def _timed(self, act: Callable[..., None]) -> Callable[..., None]:
        def timed(*args: Any) -> None:
            began = time.process_time()
            act(*args)
            self.spent += time.process_time() - began

        return timed


def bench_read(played: Ruleset[Any, Any], runs: int, seed: str) -> dict[str, Any]:
    """Best of several runs of each figure, in CPU time of one core.

    `letters_per_cpu_s` goes from raw bytes through both transactions to the stored answer, and
    `status_letters_per_cpu_s` is the same for letters that ask STATUS and nothing else;
    `database_percent` of its time passes inside the driver and `letters_per_s` counts the waiting
    for the disk too. Beside it the limits: the standard library's parser alone, and bare inserts
    of the same rows with a commit a letter.
    """
    assert played.tools.sample is not None, "a game with letters to read"
    sample = played.tools.sample(seed, WARM_LETTERS + LETTERS_A_RUN)
    rates, walls, shares, limits, counts = [], [], [], [], []
    for _ in range(runs):
        with _table(played, sample) as (service, clock, every), TemporaryDirectory() as folder:
            raws = _warmed(service, clock, every)
            meter = _Meter()
            meter.watch(service.database)
            cpu, wall = _read_all(service, clock, raws)
            rates.append(len(raws) / cpu)
            walls.append(len(raws) / wall)
            shares.append(100 * meter.spent / cpu)
            counts.append(meter.statements / len(raws))
            limits.append(len(every) / _bare_s(service.database, Path(folder) / "bare"))
    best = rates.index(max(rates))
    asking = replace(sample, letters=tuple((seat, ("STATUS",)) for seat, _ in sample.letters))
    letters = [raw for raw, _, _ in raws]
    return {
        "letters_per_cpu_s": round(rates[best], 1),
        "status_letters_per_cpu_s": round(max(_rate(played, asking) for _ in range(runs)), 1),
        "letters_per_s": round(walls[best], 1),
        "database_percent": round(shares[best], 1),
        "statements_per_letter": round(max(counts), 1),
        "parse_limit_per_cpu_s": round(max(_parsed_rate(letters) for _ in range(runs)), 1),
        "insert_limit_per_cpu_s": round(max(limits), 1),
        "letter_bytes": round(sum(map(len, letters)) / len(letters)),
        "letters_in_run": len(letters),
        **machine(runs),
    }


def _rate(played: Ruleset[Any, Any], sample: SampleGame) -> float:
    """Letters a CPU second, from bytes to stored answer."""
    with _table(played, sample) as (service, clock, every):
        raws = _warmed(service, clock, every)
        return len(raws) / _read_all(service, clock, raws)[0]


def _warmed(
    service: ServiceContext, clock: ManualClock, raws: Sequence[RawLetter]
) -> Sequence[RawLetter]:
    """The letters to be timed, once those before them are read."""
    _read_all(service, clock, raws[:WARM_LETTERS])
    return raws[WARM_LETTERS:]


@contextmanager
def _table(
    played: Ruleset[Any, Any], sample: SampleGame
) -> Iterator[tuple[ServiceContext, ManualClock, Sequence[RawLetter]]]:
    """A service on a fresh file whose one game is at the sample's state, and the letters to it."""
    with new_sqlite() as database:
        clock = ManualClock()
        service = context_on(database, clock)
        game_id = found_sample(service, played, sample, "Fnord-7")
        clock.now += 2 * BETWEEN
        letters = sample_letters(service, game_id, sample)
        freeze_loaded_objects()
        yield service, clock, letters


def _read_all(
    service: ServiceContext, clock: ManualClock, raws: Sequence[RawLetter]
) -> tuple[float, float]:
    """CPU and wall seconds from the first byte to the last answer."""
    cpu, wall = time.process_time(), time.perf_counter()
    ids = []
    for raw, rcpt, sender in raws:
        clock.now += BETWEEN
        ids.append(accept(service, raw, rcpt, sender))
        assert read_letter(service, ids[-1]), "a letter was not read"
    spent = time.process_time() - cpu, time.perf_counter() - wall
    keys = [f"ack:{letter_id}" for letter_id in ids]
    is_done = (col(Letter.id).in_(ids), col(Letter.state) == DONE)
    with service.database.read() as session:
        done = session.exec(select(Letter.id).where(*is_done)).all()
        answers = session.exec(select(Outbox.id).where(col(Outbox.key).in_(keys))).all()
    assert len(done) == len(answers) == len(raws), "a letter was not answered"
    return spent


def _bare_s(database: Database, path: Path) -> float:
    """CPU seconds of inserting each letter's rows with one commit, by the driver alone."""
    with database.read() as session:
        ids = [key_of(row) for row in session.exec(select(Letter)).all()]
        tables = session.connection().exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE name IN ('letter', 'sheet', 'outbox')"
        )
        schema = [row[0] for row in tables]
        rows = [_rows_of(session.connection(), letter_id) for letter_id in ids]
    with sqlite3.connect(path, isolation_level=None) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        for statement in schema:
            bare.execute(statement)
        began = time.process_time()
        for wanted in rows:
            bare.execute("BEGIN IMMEDIATE")
            for table, values in wanted:
                marks = ", ".join("?" * len(values))
                bare.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608
            bare.execute("COMMIT")
        spent = time.process_time() - began
    bare.close()
    return spent


def _rows_of(connection: sa.Connection, letter_id: int) -> list[tuple[str, tuple[Any, ...]]]:
    wanted = (
        ("letter", "SELECT * FROM letter WHERE id = ?", letter_id),
        ("sheet", "SELECT * FROM sheet WHERE letter_id = ?", letter_id),
        ("outbox", "SELECT * FROM outbox WHERE key = ?", f"ack:{letter_id}"),
    )
    return [
        (table, tuple(row))
        for table, query, value in wanted
        for row in connection.exec_driver_sql(query, (value,))
    ]


def _parsed_rate(raws: Sequence[bytes]) -> float:
    began = time.process_time()
    for raw in raws:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        part = message.get_body(("plain",))
        assert part is not None and part.get_content()
    return len(raws) / (time.process_time() - began)
