"""Real PostgreSQL and Redis servers on free loopback ports, in scratch directories."""

import glob
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
import redis
from psycopg import sql

_FIRST_PORT, _PORTS = 10_000, 22_000
_next = itertools.count(os.getpid() * 701)


def free_port() -> int:
    """A port nobody listens on just now, and that the system gives to no connection of ours.

    Each process begins to look elsewhere, so that no two find the same.
    """
    for number in _next:
        port = _FIRST_PORT + number % _PORTS
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("ports never end")


PATIENCE = 60.0
"""Seconds until a test gives up; a machine that does much else is slow, not wrong."""


def wait_for(
    condition: Callable[[], object], what: str, seconds: float = PATIENCE, pause: float = 0.01
) -> None:
    """Return when the condition holds; fail, naming `what`, when it does not within the time.

    Where to look is work for a server, a longer `pause` between two looks leaves it its time.
    """
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited {seconds:g} s for {what}"
        time.sleep(pause)


def missing(what: str, package: str = "") -> NoReturn:
    """Skip the test for what is not installed; where CI installs everything, that is a failure."""
    said = f"{what} is not installed (apt-get install {package or what})"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


def postgresql_program(name: str) -> str | None:
    """Where `initdb` or `postgres` is; Debian keeps them out of the PATH."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return shutil.which(name) or (found[-1] if found else None)


_POSTGRESQL = (
    "listen_addresses=127.0.0.1",
    "max_connections=200",
    "fsync=off",
    "full_page_writes=off",
    "max_wal_size=4GB",
)
"""A server that need not survive the machine."""


@contextmanager
def running_postgresql() -> Iterator[str]:
    """A server of its own; yields its URL without a database name."""
    # PostgreSQL refuses to run as root.
    account = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
    if account:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()
    initdb, postgres = postgresql_program("initdb"), postgresql_program("postgres")
    assert initdb and postgres
    made = [initdb, "-D", str(data), "-U", "pbem", "-A", "trust", "-E", "UTF8"]
    made += ["--no-locale", "--no-sync"]
    subprocess.run(made, check=True, capture_output=True, cwd=folder, **account)
    run = [postgres, "-D", str(data), "-p", str(port), "-k", str(folder)]
    for option in _POSTGRESQL:
        run += ["-c", option]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(run, stdout=log, stderr=log, cwd=folder, **account)
    try:
        wait_for(lambda: _answers_sql(port) or server.poll() is not None, "PostgreSQL")
        assert server.poll() is None, (folder / "log").read_text()
        yield f"postgresql://pbem@127.0.0.1:{port}"
    finally:
        # At once, whoever is still connected: nothing of it is needed again.
        server.send_signal(signal.SIGQUIT)
        server.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def empty_tables(url: str) -> None:
    """Leave a database as its migrations made it, and cut off who is still connected."""
    with psycopg.connect(url) as connection:
        connection.execute(_CUT_OFF)
        # Without checking foreign keys: all that point anywhere go as well.
        connection.execute("SET LOCAL session_replication_role = replica")
        tables = [name for (name,) in connection.execute(_TABLES)]
        for name in tables:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
        connection.execute("DELETE FROM setting WHERE name <> 'key'")
        connection.execute(_NUMBER_ANEW)


_CUT_OFF = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
_TABLES = """SELECT tablename FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'setting')"""
_NUMBER_ANEW = """SELECT setval(schemaname || '.' || sequencename, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public'"""


def _answers_sql(port: int) -> bool:
    try:
        psycopg.connect(f"host=127.0.0.1 port={port} user=pbem dbname=postgres").close()
    except psycopg.OperationalError:
        return False
    return True


class RedisServer:
    """A server that can be stopped, frozen and started again on the same port, empty."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = tempfile.mkdtemp(prefix="pbem-redis-")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when it answers."""
        run = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        run += ["--save", "", "--dir", self._folder]
        run += ["--logfile", "log", "--maxmemory-policy", "noeviction"]
        self.process = subprocess.Popen(run, stdout=subprocess.DEVNULL)
        wait_for(self._answers, "Redis")

    def stop(self) -> None:
        """Stop, frozen or not, and forget everything."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None

    def remove(self) -> None:
        """Stop for good."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        with redis.Redis(port=self.port, socket_timeout=1) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False
