"""What every benchmark has: its machine, databases to measure on, and the best of some runs."""

from __future__ import annotations

import glob
import os
import platform
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pbem.database import Database, open_database
from pbem.games.contract.ruleset import Ruleset
from pbem.migrations import migrate
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings

OURS = "game@example.org"
HOST = "127.0.0.1"
PATIENCE = 30.0


@dataclass(slots=True)
class ManualClock:
    """A clock that goes on by hand."""

    now: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def machine(runs: int) -> dict[str, Any]:
    """What stands beside all figures: the Python, the processor, how many runs."""
    return {"python": platform.python_version(), "cpu": _cpu_name(), "runs": runs}


def _cpu_name() -> str:
    """The processor as the system calls it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    for row in text.splitlines():
        key, _, value = row.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def best_ms(
    runs: int, acts: Mapping[str, Callable[[], object]], before: Mapping[str, Callable[[], object]]
) -> dict[str, float]:
    """CPU milliseconds of the fastest run of each act, with what is done before it untimed.

    They take turns, so that a machine's slow seconds are not all one figure's.
    """
    best: dict[str, float] = {}
    for name, act in [*acts.items()] * runs:
        before.get(name, lambda: None)()
        began = time.process_time()
        act()
        spent = 1000 * (time.process_time() - began)
        best[name] = min(spent, best.get(name, spent))
    return best


def context_on(database: Database, clock: Callable[[], datetime] | None = None) -> ServiceContext:
    """A service that answers to nobody but the benchmark's own players."""
    settings = Settings.model_validate({"mail": {"address": OURS}})
    return ServiceContext(database, settings, clock or database.now)


def found_game(
    service: ServiceContext,
    played: Ruleset[Any, Any],
    name: str,
    seats: tuple[str, ...],
    domain: str = "example.org",
) -> int:
    """A game whose turns are played in one step, with the options of its benchmarks."""
    people = [Newcomer(seat, f"{seat}@{domain}", "Europe/Berlin") for seat in seats]
    tokens = (blake2b(f"{seat} in {name}".encode(), digest_size=16).digest() for seat in seats)
    chance = [bytes([1]) * 32, *tokens]
    options = played.options_from(played.tools.bench_options)
    made = create_game(service, NewGame(name, people, chance, options, ruleset=played.name))
    assert isinstance(made, int), made
    return made


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.create_server((HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def new_sqlite() -> Iterator[Database]:
    """A database with its tables in a scratch file."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        yield from _opened(f"sqlite:///{Path(folder) / 'bench.db'}")


@contextmanager
def new_postgresql(url: str) -> Iterator[Database | None]:
    """The empty database of the URL, else one of a scratch server; None where there is none."""
    if url:
        yield from _opened(url)
        return
    with scratch_postgresql() as scratch:
        if not scratch:
            yield None
            return
        yield from _opened(scratch.replace("postgresql://", "postgresql+psycopg://", 1))


def _opened(url: str) -> Iterator[Database]:
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    migrate(database)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def scratch_postgresql() -> Iterator[str]:
    """The URL of a server of its own, "" where none is installed or none can be started."""
    initdb, postgres = _program("initdb"), _program("postgres")
    if initdb is None or postgres is None:
        yield ""
        return
    folder = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
    # PostgreSQL refuses to run as root.
    owner = "postgres" if os.geteuid() == 0 else None
    server: subprocess.Popen[bytes] | None = None
    try:
        if owner:
            shutil.chown(folder, owner, owner)
        server, port = _started(initdb, postgres, folder, owner)
        yield f"postgresql://pbem@{HOST}:{port}/postgres" if server is not None else ""
    finally:
        if server is not None:
            server.terminate()
            server.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str | None:
    # Debian keeps them out of the PATH.
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


def _started(
    initdb: str, postgres: str, folder: Path, owner: str | None
) -> tuple[subprocess.Popen[bytes] | None, int]:
    data = str(folder / "data")
    made = [initdb, "-D", data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--no-locale"]
    done = subprocess.run(
        made, capture_output=True, cwd=folder, check=False, user=owner, group=owner
    )
    if done.returncode:
        return None, 0
    port = free_port()
    run = [postgres, "-D", data, "-p", str(port), "-k", str(folder)]
    run += ["-c", f"listen_addresses={HOST}"]
    server = subprocess.Popen(
        run,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        user=owner,
        group=owner,
    )
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection((HOST, port), 0.5).close()
        except OSError:
            time.sleep(0.05)
        else:
            # It listens a moment before it takes connections.
            time.sleep(0.5)
            return server, port
    server.kill()
    return None, 0
