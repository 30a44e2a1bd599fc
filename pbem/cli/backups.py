"""`pbem backup` and `pbem restore`: the whole database as one file, and back.

A copy of SQLite is made by its own backup, which sees one moment however much is written
meanwhile; PostgreSQL is left to `pg_dump` and `pg_restore`. What was SQLite may become PostgreSQL.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path

import click
import sqlalchemy as sa
from sqlmodel import col

from pbem.cli.output import InputError
from pbem.cli.settling import with_settings
from pbem.database import Database, open_database
from pbem.migrations import REVISIONS, NoTables, check, migrate
from pbem.migrations.moving import copy_rows
from pbem.models import RUNNING, Game
from pbem.settings import DatabaseSettings, Settings

OURS, THEIRS = b"SQLite format 3\0", b"PGDMP"
"""How the two kinds of backup begin."""


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@with_settings
def backup_command(settings: Settings, file: Path) -> None:
    """Copy the whole database into FILE while the service runs; an old FILE is never replaced.

    The copy is of one moment. It holds every letter and the secrets of all games: only its owner
    can read it. Keep the settings with it, above all `[mail] key`.
    """
    database = open_database(settings)
    if database.file is not None and not database.file.exists():
        raise InputError(f"there is no database {database.file}; nothing was copied")
    with _new_file(file) as part:
        if database.file is not None:
            _copy(database.file, part)
        else:
            _run_tool(settings, "pg_dump", "--format=custom", into=part)
    click.echo(f"{database.shown} is copied to {file} ({file.stat().st_size:,} bytes).")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_settings
def restore_command(settings: Settings, file: Path) -> None:
    """Make the database anew from FILE, which `pbem backup` wrote; nothing is ever replaced.

    Stop the service first. Where there is a database already, move it away: the file with its -wal
    and -shm, or DROP DATABASE and CREATE DATABASE. Tables of an older version are brought to this
    one's. A backup of SQLite may be restored into PostgreSQL, to go on with a cluster.
    """
    database = open_database(settings)
    kind = _kind_of(database, file)
    if database.file is not None:
        _refuse_present_file(database.file)
        with _new_file(database.file) as part:
            _copy(file, part)
            _refuse_newer(file, _revisions_of_copy(file, part))
        migrate(database)
    elif kind == OURS:
        _refuse_present_tables(database)
        _move(file, database, settings)
    else:
        _refuse_present_tables(database)
        _refuse_newer(file, _revisions_of_dump(file))
        options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        _run_tool(settings, "pg_restore", *options, str(file))
        migrate(database)
    click.echo(f"{database.shown} is restored from {file}.")
    _notify_overdue(database)


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """A file beside `file` for the block to fill, which gets that name once it is whole on disk.

    InputError where there is such a file already, or none can be written.
    """
    if file.exists():
        raise InputError(f"{file} is there already; nothing was changed")
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        # Unlike a change of name, this never replaces a file that came meanwhile.
        os.link(part, file)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a SQLite database that others may be writing, and look the copy over."""
    uri = source.absolute().as_uri() + "?mode=ro"
    try:
        with (
            closing(sqlite3.connect(uri, uri=True)) as live,
            closing(sqlite3.connect(target)) as copy,
        ):
            live.backup(copy)
            # One file alone: the copy needs no log beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise InputError(f"{source} cannot be copied: {error}") from None
    if found != "ok":
        raise InputError(f"{source} is damaged, and was not copied: {found}")


def _revisions_of_copy(file: Path, copy: Path) -> list[str]:
    """The revisions of the tables of `file`, of which `copy` is a copy."""
    try:
        with closing(sqlite3.connect(copy)) as rows:
            return [row[0] for row in rows.execute("SELECT version_num FROM alembic_version")]
    except sqlite3.Error:
        raise InputError(f"{file} is no backup of pbem: `pbem backup` writes one") from None


def _revisions_of_dump(file: Path) -> list[str]:
    """The revisions of the tables in a file of pg_dump, read without restoring anything."""
    options = ("--data-only", "--table=alembic_version", "--file=-")
    with tempfile.NamedTemporaryFile() as rows:
        _run_program(["pg_restore", *options, str(file)], {}, Path(rows.name))
        lines = rows.read().decode().splitlines()
    begins = [at for at, line in enumerate(lines) if line.startswith("COPY ")]
    if not begins:
        raise InputError(f"{file} is no backup of pbem: `pbem backup` writes one")
    return list(takewhile(lambda line: line != "\\.", lines[begins[0] + 1 :]))


def _refuse_newer(file: Path, found: list[str]) -> None:
    """A database that this version could not open is not left behind."""
    if not set(found) <= set(REVISIONS):
        raise InputError(
            f"{file} is a backup of a newer version of pbem (its tables are of revision "
            f"{found[0]}): restore it with that one"
        )


def _run_tool(settings: Settings, tool: str, *arguments: str, into: Path | None = None) -> None:
    """Run a tool of PostgreSQL on our database; no list of processes shows its password."""
    url = sa.make_url(settings.database.url)
    place = (url.host, url.port, url.database, url.query)
    shown = sa.URL.create("postgresql", url.username, None, *place).render_as_string()
    command = [tool, *arguments, f"--dbname={shown}"]
    _run_program(command, {"PGPASSWORD": url.password} if url.password else {}, into)


def _run_program(command: list[str], secret: dict[str, str], into: Path | None) -> None:
    """Run a client program of PostgreSQL, its output into the file `into`."""
    tool = command[0]
    if shutil.which(tool) is None:
        raise InputError(
            f"{tool} is not on this machine: install PostgreSQL's client programs, or run this "
            f"where they are: {' '.join(command)}{' > FILE' if into else ''}"
        )
    with (into or Path(os.devnull)).open("wb") as out:
        done = subprocess.run(command, env=os.environ | secret, stdout=out, stderr=subprocess.PIPE)
    if done.returncode:
        raise InputError(f"{tool} failed: {' '.join(done.stderr.decode(errors='replace').split())}")


def _kind_of(database: Database, file: Path) -> bytes:
    """How the backup begins, OURS or THEIRS, if it can go into the database."""
    with file.open("rb") as backup:
        begins = backup.read(len(OURS))
    kind = next((mark for mark in (OURS, THEIRS) if begins.startswith(mark)), None)
    if kind is None:
        raise InputError(f"{file} is no backup: `pbem backup` writes one")
    if kind == THEIRS and database.is_sqlite:
        raise InputError(f"{file} is a backup of PostgreSQL, but database.url is {database.shown}")
    return kind


def _move(file: Path, database: Database, settings: Settings) -> None:
    """Fill PostgreSQL with the rows of a backup of SQLite, brought to the newest tables first."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "pbem.db"
        _copy(file, copy)
        _refuse_newer(file, _revisions_of_copy(file, copy))
        # Not by validation: the environment, which names the new database, would win.
        of_copy = DatabaseSettings(url=f"sqlite:///{copy}")
        source = open_database(settings.model_copy(update={"database": of_copy}))
        with closing(source):
            migrate(source)
            migrate(database)
            copy_rows(source, database)


def _refuse_present_file(path: Path) -> None:
    """A log left beside a file that is gone would be taken for that of the new one."""
    for suffix in ("", "-wal", "-shm"):
        present = path.with_name(path.name + suffix)
        if present.exists():
            raise InputError(f"{present} is there already: stop the service and move it away first")


def _refuse_present_tables(database: Database) -> None:
    try:
        check(database)
    except NoTables as error:
        if not sa.inspect(database.read_engine).get_table_names():
            return
        raise InputError(f"{error}; restoring needs an empty database") from None
    raise InputError(f"{database.shown} has tables already; restoring needs an empty database")


def _notify_overdue(database: Database) -> None:
    """Say which games would be run at once, before anybody has had a chance to write again."""
    due = sa.select(col(Game.name)).where(
        col(Game.phase) == RUNNING, col(Game.due_at) <= database.now()
    )
    with database.read() as session:
        names = session.scalars(due.order_by(col(Game.name))).all()
    for name in names:
        click.echo(
            f"The deadline of {name} has passed: its turn is run as soon as the service starts. "
            f"To give the players time first: pbem mod {name} 'EXTEND 24h'"
        )
