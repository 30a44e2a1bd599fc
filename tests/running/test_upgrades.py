"""A database of the first version is brought to the newest, and nothing in it is lost.

`first_version.sql` is what the first migration made, with a person and his address in it. It
is never written again: what the tables need from now on is a migration of its own.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import select

from pbem.database import Database, open_database
from pbem.migrations import alembic_config, migrate
from pbem.models import Address, Game, Person, metadata
from pbem.settings import Settings

DUMP = Path(__file__).parent / "first_version.sql"
ROWS = """
UPDATE setting SET value = 'a key';
INSERT INTO person (id, name, email, zone, preferences, created_at) VALUES
  (1, 'Ann', 'ann@example.org', 'Europe/Berlin', '{"quiet": "22:00-07:00"}', '2026-11-23 09:00:00');
INSERT INTO address (id, person_id, email, state, why, added_at, proved_at) VALUES
  (1, 1, 'ann@example.org', 'ok', '', '2026-11-23 09:00:00', '2026-11-23 10:00:00');
"""


def sqlite_settings(folder: Path) -> Settings:
    return Settings.model_validate({"database": {"url": f"sqlite:///{folder / 'pbem.db'}"}})


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))


def test_the_first_migration_stays_as_it_was(
    tmp_path: Path, golden: Callable[[Path, str], None]
) -> None:
    database = open_database(sqlite_settings(tmp_path))
    migrate(database)
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0001")
    database.close()
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as rows:
        rows.executescript(ROWS)
        golden(DUMP, "\n".join(rows.iterdump()) + "\n")


def test_a_database_of_the_first_version_is_upgraded(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as rows:
        rows.executescript(DUMP.read_text(encoding="utf-8"))
    database = open_database(sqlite_settings(tmp_path))
    migrate(database)
    assert differences(database) == []
    with database.read() as session:
        ann = session.exec(select(Person)).one()
        assert (ann.name, ann.preferences) == ("Ann", {"quiet": "22:00-07:00"})
        assert session.exec(select(Address)).one().proved_at is not None
        assert session.exec(select(Game)).all() == []
    database.close()
