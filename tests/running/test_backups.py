"""A backup is of one moment, taken while the service runs; what is restored from it plays on."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.database import Database, open_database
from pbem.migrations import REVISIONS
from pbem.models import Setting
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from tests.support.servers import postgresql_program
from tests.support.service_games import robots_table, run_to, transcript
from tests.support.service_rows import Hands, Table


def run(url: str, *command: str) -> Result:
    return CliRunner().invoke(main, command, env={"PBEM_DATABASE__URL": url})


@pytest.fixture
def restored_url(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Where the backup is restored: an empty database of the same kind."""
    if settings.database.is_sqlite:
        return f"sqlite:///{tmp_path}/new/pbem.db"
    if postgresql_program("pg_dump") is None:
        pytest.skip("pg_dump is not here")
    url: str = request.getfixturevalue("empty_postgresql_url")
    return url


@pytest.fixture
def restored(restored_url: str) -> Iterator[Database]:
    database = open_database(Settings.model_validate({"database": {"url": restored_url}}))
    yield database
    database.close()


@pytest.mark.long
def test_a_restored_game_is_played_on_as_the_first_was(
    database: Database, settings: Settings, restored_url: str, restored: Database, tmp_path: Path
) -> None:
    table = robots_table(database, settings, "policies")
    run_to(table, 4)
    at, backup = table.clock.now, tmp_path / "backup"
    told = run(settings.database.url, "backup", str(backup))
    assert told.exit_code == 0, told.output
    assert backup.stat().st_mode & 0o777 == 0o600
    run_to(table, 8)
    told = run(restored_url, "restore", str(backup))
    assert told.exit_code == 0, told.output
    clock = Hands(at)
    again = Table(ServiceContext(restored, settings, clock), clock, table.game_id)
    assert again.game().turn == 4
    run_to(again, 8)
    assert transcript(again) == transcript(table)
    assert run(restored_url, "restore", str(backup)).exit_code == 2


def test_a_game_begun_with_sqlite_is_played_on_with_postgresql(
    sqlite_database: Database, sqlite_url: str, empty_postgresql_url: str, tmp_path: Path
) -> None:
    """Every row is there, and new ones are numbered on: the game goes on as it would have."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = robots_table(sqlite_database, settings, "policies")
    run_to(table, 4)
    at, backup = table.clock.now, tmp_path / "backup"
    assert run(sqlite_url, "backup", str(backup)).exit_code == 0
    run_to(table, 8)
    told = run(empty_postgresql_url, "restore", str(backup))
    assert told.exit_code == 0, told.output
    assert run(empty_postgresql_url, "restore", str(backup)).exit_code == 2
    url = {"database": {"url": empty_postgresql_url}}
    moved = open_database(Settings.model_validate(url))
    try:
        clock = Hands(at)
        again = Table(ServiceContext(moved, settings, clock), clock, table.game_id)
        assert again.game().turn == 4
        run_to(again, 8)
        assert transcript(again) == transcript(table)
    finally:
        moved.close()


def test_a_backup_is_of_one_moment(sqlite_database: Database, tmp_path: Path) -> None:
    """Two rows that are always written together stay equal in every copy."""
    assert sqlite_database.file is not None
    stop, url = threading.Event(), f"sqlite:///{sqlite_database.file}"
    with sqlite_database.write() as session:
        session.add_all([Setting(name="left", value="0"), Setting(name="right", value="0")])

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with sqlite_database.write() as session:
                for name in ("left", "right"):
                    row = session.get(Setting, name)
                    assert row is not None
                    row.value = f"{number}" * 3000

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [run(url, "backup", str(tmp_path / str(n))).exit_code for n in range(10)]
    finally:
        stop.set()
        writer.join()
    assert made == [0] * 10
    for number in range(10):
        with closing(sqlite3.connect(tmp_path / str(number))) as copy:
            where = "SELECT count(DISTINCT value) FROM setting WHERE name IN ('left', 'right')"
            assert copy.execute(where).fetchone() == (1,)


def test_nothing_is_replaced(sqlite_url: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert run(sqlite_url, "backup", str(backup)).exit_code == 0
    before = backup.read_bytes()
    told = run(sqlite_url, "backup", str(backup))
    assert told.exit_code == 2 and "is there already" in told.output
    assert backup.read_bytes() == before
    told = run(sqlite_url, "restore", str(backup))
    assert told.exit_code == 2 and "move it away first" in told.output


def test_a_log_left_behind_is_no_part_of_what_is_restored(sqlite_url: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert run(sqlite_url, "backup", str(backup)).exit_code == 0
    (tmp_path / "pbem.db-wal").write_bytes(b"old")
    told = run(f"sqlite:///{tmp_path}/pbem.db", "restore", str(backup))
    assert told.exit_code == 2 and "pbem.db-wal is there already" in told.output
    assert not (tmp_path / "pbem.db").exists()


@pytest.fixture
def newer(database: Database) -> Iterator[None]:
    """This test's database says that a newer version made its tables."""

    def mark(revision: str) -> None:
        with database.engine.begin() as connection:
            connection.execute(_MARK, {"revision": revision})

    mark("9999")
    yield
    mark(REVISIONS[-1])


_MARK = sa.text("UPDATE alembic_version SET version_num = :revision")


@pytest.mark.usefixtures("newer")
def test_nothing_is_left_of_a_backup_that_is_too_new(
    settings: Settings, restored_url: str, restored: Database, tmp_path: Path
) -> None:
    told = run(settings.database.url, "backup", str(tmp_path / "backup"))
    assert told.exit_code == 0, told.output
    told = run(restored_url, "restore", str(tmp_path / "backup"))
    assert told.exit_code == 2 and "of a newer version" in told.output
    if restored.file is not None:
        assert not restored.file.exists()
    else:
        assert sa.inspect(restored.read_engine).get_table_names() == []


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("dear diary")
    told = run(f"sqlite:///{tmp_path}/pbem.db", "restore", str(wrong))
    assert told.exit_code == 2 and "is no backup" in told.output
    wrong.write_bytes(b"PGDMP and so on")
    told = run(f"sqlite:///{tmp_path}/pbem.db", "restore", str(wrong))
    assert told.exit_code == 2 and "is a backup of PostgreSQL" in told.output
    wrong.write_bytes(b"SQLite format 3\0 and then nonsense" * 100)
    told = run(f"sqlite:///{tmp_path}/pbem.db", "restore", str(wrong))
    assert told.exit_code == 2 and "cannot be copied" in told.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    told = run(f"sqlite:///{tmp_path}/pbem.db", "backup", str(tmp_path / "backup.db"))
    assert told.exit_code == 2 and "nothing was copied" in told.output
    assert list(tmp_path.iterdir()) == []


def test_without_the_tool_the_command_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = run("postgresql://pbem:hush@db.example.org/pbem", "backup", str(tmp_path / "backup"))
    assert told.exit_code == 2
    assert told.output.endswith(
        "pg_dump --format=custom --dbname=postgresql://pbem@db.example.org/pbem > FILE\n"
    )
    assert "hush" not in told.output
    assert list(tmp_path.iterdir()) == []


def test_games_that_would_run_at_once_are_named(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    settings = Settings.model_validate({"database": {"url": sqlite_url}})
    table = robots_table(sqlite_database, settings, "policies")
    with sqlite_database.write() as session:
        game = table.game()
        game.due_at = sqlite_database.now() - timedelta(hours=1)
        session.add(game)
    assert run(sqlite_url, "backup", str(tmp_path / "backup.db")).exit_code == 0
    told = run(f"sqlite:///{tmp_path}/pbem.db", "restore", str(tmp_path / "backup.db"))
    assert told.exit_code == 0, told.output
    assert "pbem mod Robots-1 'EXTEND 24h'" in told.output
