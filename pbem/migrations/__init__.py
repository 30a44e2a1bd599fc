"""The tables' history: `migrate` brings any database to the newest revision, `check` looks at it.

Alembic is loaded by what migrates alone: every other command would wait for it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError

from pbem.database import Database

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS = tuple(f"{number:04}" for number in range(1, 24))
"""The files in `versions` by their numbers, oldest first."""

# Any number, as long as nobody else uses it in this database.
LOCK = 1_886_414_189


class UnfitDatabase(Exception):
    """The database cannot be used as it is; the message says why, in one line."""


class NoTables(UnfitDatabase):
    """It is not there yet, or empty, or its tables are of an older revision."""


def migrate(database: Database) -> None:
    """Apply what is missing, in one transaction; call once, before any thread starts.

    Only this makes the file of an embedded database. Alembic keeps its state in the process, so
    this is not thread-safe. Processes that start at the same time wait for one another. Raises
    UnfitDatabase.
    """
    try:
        check(database)
    except NoTables:
        _make_file(database)
        _upgrade(database)
    _close_to_others(database)


def check(database: Database) -> None:
    """Raise UnfitDatabase unless the tables are there and of the newest revision."""
    path = database.file
    if path is not None and not path.exists():
        raise NoTables(f"there is no database {path} yet: `pbem migrate` makes it")
    try:
        with database.read_engine.connect() as connection:
            found = _revision(connection)
    except (DatabaseError, InterfaceError) as error:
        raise UnfitDatabase(
            f"the database {database.shown} cannot be used: {reason_of(error)}"
        ) from None
    if found is None:
        raise NoTables(f"the database {database.shown} has no tables yet: run `pbem migrate`")
    if found not in REVISIONS:
        raise UnfitDatabase(
            f"the database {database.shown} belongs to another version of pbem, a newer one "
            f"perhaps (its tables are of revision {found}): start that version"
        )
    if found != REVISIONS[-1]:
        raise NoTables(f"the tables of {database.shown} are older than pbem: run `pbem migrate`")


def reason_of(error: Exception) -> str:
    """What the database itself said, in one line; else what was waited for in vain."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(cause).split("\n")[0].split())


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for an open connection, without a file."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "pbem:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(
        text("SELECT version_num FROM alembic_version")
    ).scalar_one_or_none()
    return found


def _upgrade(database: Database) -> None:
    from alembic import command

    with database.exclusive(), database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        command.upgrade(alembic_config(connection), "head")


def _close_to_others(database: Database) -> None:
    """What was made readable for others, by another hand or from a copy, is so no longer."""
    if database.file is None:
        return
    for suffix in ("", "-wal", "-shm"):
        path = database.file.with_name(database.file.name + suffix)
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _make_file(database: Database) -> None:
    """The file holds every player's letters and the key of all addresses: nobody else reads it."""
    if database.file is None:
        return
    path = Path(database.file)
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        why = error.strerror or str(error)
        raise UnfitDatabase(f"the database {database.shown} cannot be made: {why}") from None
