"""How many letters a cluster on this machine answers a second, from SMTP to SMTP."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import sqlalchemy as sa
from aiosmtpd.smtp import SMTP

from pbem.benchmarks.harness import (
    HOST,
    OURS,
    PATIENCE,
    context_on,
    free_port,
    machine,
    new_postgresql,
)
from pbem.benchmarks.sample_letters import RawLetter, found_sample, post, sample_letters
from pbem.database import Database
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Bars, Progress
from pbem.models import Outbox
from pbem.transports.loop import LoopThread

LETTERS = 480
WORKERS = 2
LETTERS_A_GAME = 6
WARM_GAMES = 8
"""Their letters are answered before any is timed: a process builds its statements once."""
ANSWER_PATIENCE = 600.0
"""Seconds after which a letter without an answer has been lost."""

BARS: Bars = {"answered_per_s": ("at least", 80)}
"""What each figure must keep to."""


class _Relay:
    """Takes every mail, and counts those that it has taken."""

    def __init__(self) -> None:
        self.taken = 0
        self._came = threading.Condition()

    async def handle_DATA(self, _server: object, _session: object, _envelope: object) -> str:
        """The hook of aiosmtpd."""
        with self._came:
            self.taken += 1
            self._came.notify_all()
        return "250 OK"

    def wait_for(self, count: int) -> None:
        """Return when so many have come. Raises TimeoutError."""
        with self._came:
            if not self._came.wait_for(lambda: self.taken >= count, ANSWER_PATIENCE):
                raise TimeoutError(f"{count - self.taken} answers are missing")


def bench_cluster(
    played: Ruleset[Any, Any], letters: int, seed: str, postgresql_url: str, tell: Progress
) -> dict[str, Any]:
    """Letters of 5 kB answered a second of the clock; {} where a server it needs is not installed.

    A listener, a worker of two processes and a sweeper run as in production, on one PostgreSQL and
    one Redis. A letter counts once its answer has come to the relay. `taken_per_s` is how fast
    letters were taken meanwhile, before anything else is done with them. Raises TimeoutError.
    """
    with ExitStack() as opened:
        database = opened.enter_context(new_postgresql(postgresql_url))
        broker = opened.enter_context(_scratch_redis())
        if database is None or not broker:
            return {}
        groups = _groups(database, played, letters, seed, tell)
        relay = _Relay()
        sink = LoopThread(HOST, 0, lambda loop: SMTP(relay, hostname="sink", loop=loop))
        sink.start()
        opened.callback(sink.stop)
        port = opened.enter_context(_parts(database, broker, sink.port))
        warm, timed = _in_turn(groups[:WARM_GAMES]), _in_turn(groups[WARM_GAMES:])
        post(port, warm)
        relay.wait_for(len(warm))
        began, count = time.perf_counter(), len(timed)
        taken = post(port, timed)
        relay.wait_for(len(warm) + count)
        spent = time.perf_counter() - began
        return {
            "answered_per_s": round(count / spent, 1),
            "taken_per_s": round(count / taken, 1),
            "letters_in_run": count,
            "workers": WORKERS,
            "cores": os.cpu_count(),
            **machine(1),
        }


def _groups(
    database: Database, played: Ruleset[Any, Any], letters: int, seed: str, tell: Progress
) -> list[list[RawLetter]]:
    """The letters of each game, of which there are as many as it takes."""
    assert played.tools.sample is not None, "a game with letters to read"
    sample = played.tools.sample(seed, LETTERS_A_GAME)
    service = context_on(database)
    games = WARM_GAMES + -(-letters // LETTERS_A_GAME)
    groups = []
    for number in range(games):
        game_id = found_sample(service, played, sample, f"Fnord-{number}", f"g{number}.example.org")
        groups.append(sample_letters(service, game_id, sample))
        tell(number + 1, games)
    with database.write() as session:
        session.execute(sa.update(Outbox).values(state="sent", sent_at=database.now()))
    return groups


def _in_turn(groups: Sequence[Sequence[RawLetter]]) -> list[RawLetter]:
    """Every game's first letter, then every game's second, and so on."""
    return [raw for round_ in zip(*groups, strict=True) for raw in round_]


@contextmanager
def _parts(database: Database, broker: str, relay_port: int) -> Iterator[int]:
    """The parts of a cluster as processes of their own; the port of the listener."""
    port = free_port()
    told = {
        "PBEM_DATABASE__URL": database.engine.url.render_as_string(hide_password=False),
        "PBEM_BROKER__URL": broker,
        "PBEM_LOG__LEVEL": "error",
        "PBEM_MAIL__ADDRESS": OURS,
        "PBEM_MAIL__ANSWERS_AN_HOUR": "0",
        "PBEM_MAIL__LETTERS_AN_HOUR": "0",
        "PBEM_MAIL__ANSWER_GAP_SECONDS": "0",
        "PBEM_MAIL__LISTENER__PORT": str(port),
        "PBEM_MAIL__SMTP_OUT__HOST": HOST,
        "PBEM_MAIL__SMTP_OUT__PORT": str(relay_port),
    }
    words = (["listen"], ["worker", "--processes", str(WORKERS)], ["sweeper"])
    running = [_started(line, told) for line in words]
    try:
        _wait_until_it_listens(port)
        yield port
    finally:
        for process in running:
            process.terminate()
        for process in running:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """What it still does is of no use any more."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _started(words: Sequence[str], told: Mapping[str, str]) -> subprocess.Popen[bytes]:
    run = [sys.executable, "-c", "from pbem.cli import main; main()", *words]
    return subprocess.Popen(run, env={**os.environ, **told}, stdout=subprocess.DEVNULL)


@contextmanager
def _scratch_redis() -> Iterator[str]:
    """The URL of a server of its own, "" where none is installed."""
    program = shutil.which("redis-server")
    if program is None:
        yield ""
        return
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="pbem-redis-") as folder:
        run = [program, "--port", str(port), "--bind", HOST, "--save", "", "--dir", folder]
        server = subprocess.Popen(run, stdout=subprocess.DEVNULL)
        try:
            _wait_until_it_listens(port)
            yield f"redis://{HOST}:{port}/0"
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_until_it_listens(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection((HOST, port), 0.5).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
