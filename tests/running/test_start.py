"""What cannot start says why in one line and ends; what starts says so in its log."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.database import open_database
from pbem.migrations import migrate
from pbem.settings import Settings
from tests.support.cluster import environment_of
from tests.support.post_office import settings_for
from tests.support.servers import PATIENCE, RedisServer, free_port, wait_for

PARTS = ("listen", "web", "sweeper", "worker")
READING = (
    "games",
    "letters list",
    "outbox list",
    "letters notices",
    "standby list",
    "addresses list",
    "moderators list Fnord-7",
    "export Fnord-7",
)


def told_by(command: str, **environment: object) -> Result:
    """Run a command that must fail, in one line and without a traceback."""
    variables = {f"PBEM_{name}": str(value) for name, value in environment.items()}
    told = CliRunner().invoke(main, command.split(), env=variables)
    assert told.exit_code == 2, told.output
    assert isinstance(told.exception, SystemExit)
    assert len(told.output.splitlines()) == 1 and told.output.startswith("Error: "), told.output
    return told


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "pbem.db"


@pytest.mark.parametrize(
    ("command", "key"),
    [("serve", "mail.listener"), ("serve", "web"), ("listen", "mail.listener"), ("web", "web")],
)
def test_a_port_in_use(command: str, key: str, taken: int, path: Path) -> None:
    ports = {"MAIL__LISTENER__PORT": 0, "WEB__PORT": 0}
    ports[f"{key.upper().replace('.', '__')}__PORT"] = taken
    told = told_by(command, DATABASE__URL=f"sqlite:///{path}", **ports)
    assert f"cannot listen on 127.0.0.1:{taken} ({key}): Address already in use" in told.output
    assert not path.parent.exists(), "something had started"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_cluster_without_its_broker(part: str, sqlite_url: str) -> None:
    where = {"BROKER__URL": f"redis://127.0.0.1:{free_port()}/0", "DATABASE__URL": sqlite_url}
    told = told_by(part, **where, MAIL__LISTENER__PORT=0, WEB__PORT=0)
    assert f"`pbem {part}` cannot start: the broker cannot be reached: " in told.output
    assert "Connection refused" in told.output


@pytest.mark.parametrize("command", ["serve", "migrate", "games", "standby add ann@example.org"])
def test_a_database_server_that_is_not_there(command: str) -> None:
    port = free_port()
    url = f"postgresql://pbem:hidden@127.0.0.1:{port}/pbem"
    told = told_by(command, DATABASE__URL=url, MAIL__LISTENER__PORT=0, WEB__PORT=0)
    assert f"127.0.0.1:{port}/pbem cannot be used: " in told.output
    assert "hidden" not in told.output


@pytest.mark.parametrize("command", ["serve", "migrate", "standby add ann@example.org"])
def test_a_file_that_cannot_be_made(command: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    url = f"sqlite:///{tmp_path}/file/pbem.db"
    told = told_by(command, DATABASE__URL=url, MAIL__LISTENER__PORT=0, WEB__PORT=0)
    assert f"the database {tmp_path}/file/pbem.db cannot be made: Not a directory" in told.output


@pytest.mark.parametrize("command", ["serve", "migrate", "games"])
def test_a_file_that_is_no_database(command: str, tmp_path: Path) -> None:
    path = tmp_path / "pbem.db"
    path.write_text("this is no database\n" * 300)
    told = told_by(command, DATABASE__URL=f"sqlite:///{path}", MAIL__LISTENER__PORT=0, WEB__PORT=0)
    assert f"the database {path} cannot be used: file is not a database" in told.output
    assert path.read_text() == "this is no database\n" * 300


@pytest.mark.parametrize("command", ["serve", "migrate", "games", "standby add ann@example.org"])
def test_a_database_of_a_newer_version(command: str, path: Path) -> None:
    url = f"sqlite:///{path}"
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    migrate(database)
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        connection.commit()
    told = told_by(command, DATABASE__URL=url, MAIL__LISTENER__PORT=0, WEB__PORT=0)
    assert "belongs to another version of pbem, a newer one perhaps" in told.output
    assert "revision 0999" in told.output


@pytest.mark.parametrize("command", ["games", "sweeper"])
def test_a_database_without_tables(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.cli.serve.why_unreachable", lambda _url: "")
    path = tmp_path / "pbem.db"
    sqlite3.connect(path).close()
    path.touch()
    where = {"BROKER__URL": "redis://127.0.0.1:1/0", "DATABASE__URL": f"sqlite:///{path}"}
    assert "has no tables yet: run `pbem migrate`" in told_by(command, **where).output


@pytest.mark.parametrize("command", READING)
def test_a_command_that_reads_makes_nothing(command: str, path: Path) -> None:
    told = told_by(command, DATABASE__URL=f"sqlite:///{path}")
    assert f"there is no database {path} yet: `pbem migrate` makes it" in told.output
    assert not path.parent.exists()


def test_the_embedded_database_is_its_owners_alone(path: Path) -> None:
    told = CliRunner().invoke(main, ["migrate"], env={"PBEM_DATABASE__URL": f"sqlite:///{path}"})
    assert told.exit_code == 0, told.output
    assert {file.name: file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {
        file.name: 0 for file in path.parent.iterdir()
    }


def test_a_database_that_others_could_read_is_closed_to_them(path: Path) -> None:
    where = {"PBEM_DATABASE__URL": f"sqlite:///{path}"}
    for _ in range(2):
        assert CliRunner().invoke(main, ["migrate"], env=where).exit_code == 0
        assert path.stat().st_mode & 0o077 == 0
        path.chmod(0o644)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_cluster_says_that_it_runs(
    part: str, redis_server: RedisServer, postgresql_url: str, tmp_path: Path
) -> None:
    settings = settings_for(postgresql_url, 1)
    environment = environment_of(settings, free_port(), free_port())
    environment["PBEM_BROKER__URL"] = redis_server.url
    log = tmp_path / "log"
    with log.open("wb") as out:
        run = [sys.executable, "-c", "from pbem.cli import main; main()", part]
        process = subprocess.Popen(run, env=environment, stdout=out, stderr=out)
    try:
        wait_for(lambda: "started" in log.read_text() or process.poll() is not None, part)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    wanted = {"listen": "listener", "web": "webserver"}.get(part, part)
    (started,) = [line for line in lines if line["event"] == "started"]
    assert started["part"] == wanted
