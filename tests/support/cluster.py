"""A cluster whose every part can be killed and started again on the same port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import redis

from pbem.settings import Settings
from tests.support.places import ROOT
from tests.support.servers import RedisServer, free_port, postgresql_program, wait_for

AWAY = 0.5
"""Seconds without a server that has crashed."""


class PostgresqlServer:
    """A server of its own that can be made to crash and be started again with its data."""

    def __init__(self) -> None:
        # PostgreSQL refuses to run as root.
        is_root = os.geteuid() == 0
        self._account: dict[str, Any] = {"user": "postgres", "group": "postgres"} if is_root else {}
        self._folder = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
        if self._account:
            shutil.chown(self._folder, "postgres", "postgres")
        self.port = free_port()
        self.url = f"postgresql://pbem@127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        make = [_program("initdb"), "-D", str(self._folder / "data"), "-U", "pbem", "-A", "trust"]
        make += ["-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=self._folder, **self._account)

    def start(self) -> None:
        """Start, and return when it answers."""
        run = [_program("postgres"), "-D", str(self._folder / "data"), "-p", str(self.port)]
        run += ["-k", str(self._folder), "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        with (self._folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                run, stdout=log, stderr=log, cwd=self._folder, **self._account
            )
        wait_for(self.answers, "PostgreSQL")

    def crash(self) -> None:
        """Let every connection drop and nothing be tidied up."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
            self.process = None

    def remove(self) -> None:
        """Stop for good."""
        self.crash()
        shutil.rmtree(self._folder, ignore_errors=True)

    def crash_and_come_back(self) -> None:
        self.crash()
        time.sleep(AWAY)
        self.start()

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg.connect(f"{self.url}/postgres").close()
        except psycopg.OperationalError:
            return False
        return True


def _program(name: str) -> str:
    found = postgresql_program(name)
    assert found, f"{name} is not installed"
    return found


def environment_of(settings: Settings, port: int, web_port: int) -> dict[str, str]:
    """What a process of the service is told: its listener's port, and no limits or waits."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PBEM_DATABASE__URL": settings.database.url,
        "PBEM_MAIL__ADDRESS": settings.mail.address,
        "PBEM_MAIL__ANSWERS_AN_HOUR": "0",
        "PBEM_MAIL__LETTERS_AN_HOUR": "0",
        "PBEM_MAIL__ANSWER_GAP_SECONDS": "0",
        "PBEM_MAIL__LISTENER__PORT": str(port),
        "PBEM_MAIL__SMTP_OUT__PORT": str(settings.mail.smtp_out.port),
        "PBEM_WEB__PORT": str(web_port),
    }


class Part:
    """One part of the service, or the whole of it, as a process group of its own."""

    def __init__(self, words: str, environment: dict[str, str], log: Path) -> None:
        self._words = words.split()
        self._environment = environment
        self._path, self._log, self._began = log, log.open("ab"), 0
        self.process: subprocess.Popen[bytes] | None = None

    def tell(self, more: dict[str, str]) -> None:
        """Settings in its environment, before it is started."""
        self._environment |= more

    def start(self) -> None:
        self._began = self._path.stat().st_size
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from pbem.cli import main; main()", *self._words],
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def kill(self) -> None:
        """SIGKILL for the whole group, at whatever it does."""
        assert self.process is not None and self.is_alive, f"{self._words} died"
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def has_started(self) -> bool:
        """Whether it has said so since its last start."""
        return b'"started"' in self._path.read_bytes()[self._began :]

    def again(self) -> None:
        """Kill and start."""
        self.kill()
        self.start()

    def remove(self) -> None:
        if self.is_alive:
            self.kill()
        self._log.close()


MakePart = Callable[[str, dict[str, str], Path], Part]
"""(words of the command, environment, log) -> the part, not started."""


class Cluster:
    """Listener, web, worker and two sweepers on servers that can be killed too."""

    def __init__(
        self,
        settings: Settings,
        servers: tuple[PostgresqlServer, RedisServer],
        folder: Path,
        make_part: MakePart,
    ) -> None:
        self.postgresql, self.redis = servers
        self.port, self.web_port = free_port(), free_port()
        environment = environment_of(settings, self.port, self.web_port)
        environment["PBEM_BROKER__URL"] = self.redis.url
        environment["PBEM_MAIL__NOTES"] = str(folder / "notes")
        words = {
            "listen": "listen",
            "web": "web",
            "worker": "worker --processes 2",
            "sweeper": "sweeper",
            "second sweeper": "sweeper",
        }
        self.parts = {
            name: make_part(line, environment, folder / f"{name}.log")
            for name, line in words.items()
        }

    def start(self) -> None:
        for part in self.parts.values():
            part.start()

    def start_dead(self) -> None:
        """What ended by itself is started again, as a supervisor does.

        Who has no database while he starts says why, and ends.
        """
        for part in self.parts.values():
            if not part.is_alive:
                part.start()

    def forget_hints(self) -> None:
        """Redis loses all that it was told."""
        with redis.Redis(port=self.redis.port) as client:
            client.flushall()

    def restart_redis(self) -> None:
        self.redis.stop()
        time.sleep(AWAY)
        self.redis.start()

    def remove(self) -> None:
        for part in self.parts.values():
            part.remove()
