"""`pbem alive`: each part is asked where it answers, and says no where it does not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.database import Database
from pbem.models import Setting
from pbem.service.due.heartbeats import record_heartbeat
from tests.support.servers import free_port


def alive(part: str, **env: str) -> Result:
    return CliRunner().invoke(main, ["alive", part], env=env)


@contextmanager
def answering(words: bytes) -> Iterator[str]:
    """A server that says one thing to whoever comes; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            client, _ = server.accept()
            with client:
                client.sendall(words)
                client.shutdown(socket.SHUT_WR)
                client.recv(1000)

        thread = threading.Thread(target=answer)
        thread.start()
        yield str(server.getsockname()[1])
        thread.join(5)


@pytest.mark.parametrize(
    ("part", "port", "good", "bad"),
    [
        ("listen", "PBEM_MAIL__LISTENER__PORT", b"220 ready\r\n", b"554 no\r\n"),
        (
            "web",
            "PBEM_WEB__PORT",
            b"HTTP/1.0 200 OK\r\n\r\n{}",
            b"HTTP/1.0 503 Unavailable\r\n\r\n",
        ),
    ],
)
def test_what_listens_is_asked(part: str, port: str, good: bytes, bad: bytes) -> None:
    with answering(good) as number:
        told = alive(part, **{port: number})
    assert (told.exit_code, told.output) == (0, f"{part}: alive\n")
    with answering(bad) as number:
        told = alive(part, **{port: number})
    assert told.exit_code == 1 and told.output.startswith(f"Error: {part}: ")
    told = alive(part, **{port: str(free_port())})
    assert told.exit_code == 1 and len(told.output.splitlines()) == 1


def test_who_gives_signs_of_life_is_believed_for_a_minute(
    sqlite_database: Database, sqlite_url: str
) -> None:
    where = {"PBEM_DATABASE__URL": sqlite_url}
    told = alive("worker", **where)
    assert told.exit_code == 1 and "no sign of life from" in told.output
    record_heartbeat(sqlite_database, ("worker",), sqlite_database.now())
    assert alive("worker", **where).output == "worker: alive\n"
    assert alive("sweeper", **where).exit_code == 1
    record_heartbeat(sqlite_database, ("sweeper",), sqlite_database.now() - timedelta(seconds=90))
    told = alive("sweeper", **where)
    assert told.exit_code == 1 and "no sign of life for 9" in told.output


def test_another_machines_worker_is_not_this_ones(
    sqlite_database: Database, sqlite_url: str
) -> None:
    with sqlite_database.write() as session:
        now = sqlite_database.now().isoformat(timespec="microseconds")
        session.add(Setting(name="beat:worker:elsewhere:7", value=now))
    assert alive("worker", PBEM_DATABASE__URL=sqlite_url).exit_code == 1
