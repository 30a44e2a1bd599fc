"""Parts of the service as forks of a process that has loaded everything: they start in a moment.

What is killed is the same code, from its command on.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pbem.settings import Settings
from tests.support.cluster import Part
from tests.support.compiled import keep_compiled
from tests.support.killing import Service
from tests.support.places import ROOT

PATIENCE = 60.0
LATE = (
    *("celery.bin.worker", "celery.concurrency.prefork", "celery.concurrency.thread"),
    *("celery.worker.components", "celery.worker.consumer", "celery.app.control"),
    *("celery.backends.base", "celery.fixups.django", "kombu.transport.redis"),
)
"""Modules that are loaded by the name a setting gives them."""


class ForkServer:
    """The process that is forked, one for all parts of a test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from tests.support.forking import serve_forks; serve_forks()"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def fork(self, words: list[str], environment: dict[str, str], log: Path) -> int:
        """Start `pbem` with those words; the id of its process, which leads a group."""
        assert self._process.stdin is not None and self._process.stdout is not None
        wanted = {"words": words, "environment": environment, "log": str(log)}
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def service(self, settings: Settings, log: Path) -> ForkedService:
        """All parts in one process."""
        service = ForkedService(settings, log)
        service.forks = self
        return service

    def part(self, words: str, environment: dict[str, str], log: Path) -> ForkedPart:
        """One part of a cluster."""
        part = ForkedPart(words, environment, log)
        part.forks = self
        return part

    def close(self) -> None:
        """End it; what it has started goes on."""
        self._process.communicate()


class ForkedPart(Part):
    """A part that a fork server starts."""

    forks: ForkServer
    pid = 0

    def start(self) -> None:
        self._began = self._path.stat().st_size
        self.pid = self.forks.fork(self._words, self._environment, self._path)

    def kill(self) -> None:
        assert self.is_alive, f"{self._words} died"
        os.killpg(self.pid, signal.SIGKILL)
        self._wait()

    @property
    def is_alive(self) -> bool:
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while self.is_alive:
            assert time.monotonic() < until, f"{self._words} does not end"
            time.sleep(0.005)


class ForkedService(ForkedPart, Service):
    """`pbem serve`, forked."""

    def stop(self) -> int:
        os.kill(self.pid, signal.SIGTERM)
        self._wait()
        return 0


def serve_forks() -> None:
    """Load everything, then fork for each line that comes."""
    keep_compiled()
    _load_everything()
    _play_a_turn()
    # What garbage collection looks at is copied for every child.
    gc.collect()
    gc.freeze()
    # A child that has ended is reaped at once, so that a process which is there lives.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        wanted = json.loads(line)
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            _run(wanted)
        with contextlib.suppress(PermissionError):
            os.setpgid(pid, pid)
        print(pid, flush=True)


def _run(wanted: dict[str, Any]) -> None:
    """Be a part of the service, with a process group, a log and an environment of its own."""
    with contextlib.suppress(PermissionError):
        os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(wanted["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((0, nothing), (1, log), (2, log)):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(wanted["environment"])
    _look_in(os.environ["PYTHONPATH"].split(os.pathsep))
    from pbem.cli import main

    code = 1
    try:
        main(wanted["words"], standalone_mode=True)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        os._exit(code)


def _look_in(folders: list[str]) -> None:
    """Find the packages there as well, as a new process does."""
    from pbem.games.registry import names_outside, ruleset

    more = [folder for folder in folders if folder not in sys.path]
    if more:
        sys.path[:0] = more
        names_outside.cache_clear()
        ruleset.cache_clear()


def _load_everything() -> None:
    import engine
    import pbem
    import worker
    from pbem.games.registry import rulesets

    for package in (engine, pbem, worker):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith("pbem.migrations."):
                importlib.import_module(found.name)
    for name in LATE:
        importlib.import_module(name)
    list(rulesets())


def _play_a_turn() -> None:
    """Have templates compiled and cards read, which take a new process longer than to start."""
    from pbem.cli.server_parts import make_web
    from pbem.database import open_database
    from pbem.migrations import migrate
    from tests.support.post_office import settings_for
    from tests.support.service_rows import new_table

    # Where it logs to is where the ids of processes go.
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        settings = settings_for(f"sqlite:///{folder}/pbem.db", 1)
        database = open_database(settings)
        migrate(database)
        table = new_table(database, settings)
        table.read(table.send(table.mover(), "PASS"))
        table.to_deadline(3600)
        table.sweep()
        make_web(table.service)
        database.close()
