"""An older version refuses the tables of a newer one in one line, whatever it is asked for.

And a newer version only adds to the tables: what still runs of the one before can go on writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import click
import pytest
import sqlalchemy as sa
from alembic import command
from click.testing import CliRunner, Result

from pbem.cli import COMMANDS, command_of, main, serve
from pbem.database import open_database
from pbem.migrations import REVISIONS, alembic_config, migrate
from pbem.settings import Settings

WORDS = {
    "IntParamType": "1",
    "_Address": "ann@example.org",
    "StringParamType": "Fnord-7",
    "players": "ann=ann@example.org",
    "part": "worker",
}
"""What a command is given for what it needs, by the name or the type of that."""
NO_TABLES = {"testmail", "backup", "restore"}
"""They look into no table: a backup is of whatever version the tables are."""


RENAMING = {"0012", "0021"}
"""They rename columns; the guide says to stop every part for them."""


def leaves() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that has settings, by its words."""
    for name in sorted(COMMANDS):
        outer = command_of(name)
        inner = outer.commands if isinstance(outer, click.Group) else {}
        for words, leaf in [((name, n), c) for n, c in inner.items()] or [((name,), outer)]:
            if any(one.name == "config" for one in leaf.params) and name not in NO_TABLES:
                yield words, leaf


def needed(leaf: click.Command, folder: Path) -> Iterator[str]:
    """Arguments that are good as far as the command line can tell."""
    for one in leaf.params:
        if not one.required and one.name not in ("email", "commands", "number"):
            continue
        word = WORDS.get(one.name or "") or WORDS.get(type(one.type).__name__)
        if isinstance(one.type, click.Path):
            word = str(folder)
        assert word, f"{leaf.name} {one.name}: say in WORDS what it may be given"
        yield from [one.opts[0], word] if isinstance(one, click.Option) else [word]


@pytest.fixture
def newer(tmp_path: Path) -> str:
    """A database that a version of tomorrow has migrated."""
    path = tmp_path / "pbem.db"
    database = open_database(settings_of(path))
    migrate(database)
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    return f"sqlite:///{path}"


def settings_of(path: Path) -> Settings:
    return Settings.model_validate({"database": {"url": f"sqlite:///{path}"}})


def run(url: str, *words: str) -> Result:
    env = {"PBEM_DATABASE__URL": url, "PBEM_MAIL__LISTENER__PORT": "0", "PBEM_WEB__PORT": "0"}
    if words[0] in ("listen", "web", "worker", "sweeper"):
        env["PBEM_BROKER__URL"] = "redis://127.0.0.1:1/0"
    if words[0] == "poll":
        env["PBEM_MAIL__IMAP__HOST"] = "127.0.0.1"
    return CliRunner().invoke(main, words, env=env, input="")


@pytest.mark.long
def test_every_command_refuses_newer_tables_in_one_line(
    newer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "why_unreachable", lambda _url: "")
    for name in ("new", "cur"):
        (tmp_path / name).mkdir()
    wrong, asked = {}, 0
    for words, leaf in leaves():
        asked += 1
        told = run(newer, *words, *needed(leaf, tmp_path))
        lines = [line for line in told.output.splitlines() if "belongs to another version" in line]
        is_only = words == ("doctor",) or len(told.output.splitlines()) == 1
        if not (
            told.exit_code and len(lines) == 1 and "start that version" in lines[0] and is_only
        ):
            wrong[" ".join(words)] = (told.exit_code, told.output, told.exception)
    assert wrong == {} and asked > 30


@pytest.mark.long
def test_a_backup_of_a_newer_version_is_not_restored(newer: str, tmp_path: Path) -> None:
    assert run(newer, "backup", str(tmp_path / "copy")).exit_code == 0
    told = run(f"sqlite:///{tmp_path}/restored.db", "restore", str(tmp_path / "copy"))
    assert told.exit_code == 2 and "of a newer version" in told.output
    assert list(tmp_path.glob("restored*")) == []


@pytest.mark.long
def test_a_database_of_something_else_is_not_restored(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other")) as rows:
        rows.execute("CREATE TABLE colour (name TEXT)")
    told = run(f"sqlite:///{tmp_path}/restored.db", "restore", str(tmp_path / "other"))
    assert told.exit_code == 2 and "is no backup of pbem" in told.output
    assert list(tmp_path.glob("restored*")) == []


@pytest.mark.long
def test_a_migration_only_adds(tmp_path: Path) -> None:
    """A process of the version before knows the old columns alone, and still has to write."""
    database = open_database(settings_of(tmp_path / "pbem.db"))
    migrate(database)
    told = {}
    with database.engine.begin() as connection:
        for revision in reversed(REVISIONS):
            command.downgrade(alembic_config(connection), revision)
            tables = sa.inspect(connection)
            told[revision] = {name: tables.get_columns(name) for name in tables.get_table_names()}
    database.close()
    for before, after in pairwise(REVISIONS):
        if after in RENAMING:
            continue
        for table, columns in told[before].items():
            now = {one["name"]: one for one in told[after][table]}
            for one in columns:
                assert str(now.pop(one["name"])["type"]) == str(one["type"]), (after, table)
            needs = [
                name for name, one in now.items() if not one["nullable"] and not one["default"]
            ]
            assert needs == [], f"{after} asks {table} for what {before} does not write"
