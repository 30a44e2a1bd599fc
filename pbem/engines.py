"""Engines: connections to SQLite and PostgreSQL, one kind for writing and one for looking.

SQLite: every write is BEGIN IMMEDIATE; auto-checkpoints happen in the writer's connection alone,
under the lock of our queue of writers.
"""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from pbem.settings import DatabaseSettings

WAIT_SECONDS = 30.0
"""Until a writer on SQLite gives up."""

_EMPTY: Mapping[str, Callable[[], object]] = {"[]": list, "{}": dict}


def _from_json(text: str) -> object:
    """A stored value; most are empty, and to read them takes long."""
    return _EMPTY[text]() if text in _EMPTY else _DECODER.decode(text)


_DECODER = json.JSONDecoder()


def sqlite_engines(path: Path) -> tuple[Engine, Engine]:
    """The engine that writes and the one that looks; neither makes a file that is not there."""
    # As a URI, in which SQLite can be told not to make one.
    query = {"mode": "rw", "uri": "true"}
    url = sa.URL.create("sqlite", database=path.absolute().as_uri(), query=query)
    # isolation_level None: the driver must not begin transactions of its own, it begins too late.
    connect = {"isolation_level": None, "timeout": WAIT_SECONDS, "check_same_thread": False}
    # 4 threads each for worker and web, the listener's and the sweeper's.
    options = {"connect_args": connect, "hide_parameters": True, "json_deserializer": _from_json}
    writing = create_engine(url, pool_size=1, **options)
    looking = create_engine(url, pool_size=12, **options)
    patience = f"busy_timeout={WAIT_SECONDS * 1000:.0f}"
    for_writing = (patience, "foreign_keys=ON", "synchronous=FULL", "journal_mode=WAL")
    for_looking = (patience, "journal_mode=WAL", "wal_autocheckpoint=0", "query_only=ON")
    _on_connect(writing, *(f"PRAGMA {pragma}" for pragma in for_writing))
    _on_connect(looking, *(f"PRAGMA {pragma}" for pragma in for_looking))
    _on_begin(writing, "BEGIN IMMEDIATE")
    _on_begin(looking, "BEGIN")
    return writing, looking


def _on_connect(engine: Engine, *statements: str) -> None:
    @event.listens_for(engine, "connect")
    def begin(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()


def _on_begin(engine: Engine, statement: str) -> None:
    """Begin transactions so; by the driver alone, as the dialect commits them."""

    def begin(dbapi_connection: PoolProxiedConnection) -> None:
        cursor = dbapi_connection.cursor()
        cursor.execute(statement)
        cursor.close()

    engine.dialect.do_begin = begin  # type: ignore[method-assign]


# A server whose machine vanishes says nothing, and by default nobody asks for two hours.
_NOTICE_LOSS = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
FRESH = 1.0
"""Seconds after its last use within which a connection is taken to be alive."""


def postgresql_engines(settings: DatabaseSettings) -> tuple[Engine, Engine]:
    """The engine that writes and the one that looks; they connect when first used.

    A look is no transaction: each statement is on its own, and takes one message to the server and
    one back.
    """
    connect = {"connect_timeout": 5, "application_name": "pbem"} | _NOTICE_LOSS
    options = {"connect_args": connect, "hide_parameters": True, "pool_size": 8}
    writing = create_engine(settings.url, **options)
    looking = create_engine(settings.url, isolation_level="AUTOCOMMIT", **options)
    _on_connect(looking, "SET default_transaction_read_only = on")
    for engine in (writing, looking):
        _ping_the_idle(engine)
    return writing, looking


def _ping_the_idle(engine: Engine) -> None:
    """Ask whether a connection is still alive, unless it was so a moment ago.

    To ask each time, as SQLAlchemy would, takes as long as to ask what one wants to know.
    """

    @event.listens_for(engine, "checkin")
    def note(_connection: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info["used_at"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping(
        connection: DBAPIConnection, entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection
    ) -> None:
        # One that has just been made has no such time.
        if time.monotonic() - entry.info.get("used_at", time.monotonic()) < FRESH:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error
