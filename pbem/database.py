"""Transactions on SQLite and PostgreSQL, and the hints that follow a commit.

On SQLite one writes at a time, in a queue of ours, because SQLite's own waiting is unfair.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Mapper, SessionTransaction
from sqlalchemy.orm.base import NO_VALUE
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session as ModelSession
from sqlmodel import col, select

from pbem.engines import WAIT_SECONDS as WAIT_SECONDS
from pbem.engines import postgresql_engines, sqlite_engines
from pbem.fair_lock import FairLock
from pbem.models import NEW, Ending, Game, HookCall, Letter, OpenGame, Outbox, Person
from pbem.prepared import Prepared
from pbem.settings import Settings

StorageError = SQLAlchemyError
"""What every failure of the database is a kind of (a writer's queue may also time out)."""

Unavailable = (OperationalError, InterfaceError, PoolTimeout, TimeoutError)
"""What is raised where a database is away, full, locked or too slow; trying again later may help.
"""

HintName = Literal[
    "read_letter",
    "adjudicate",
    "deliver",
    "ring",
    "end_wait",
    "mail_finale",
    "call_hook",
    "list_games",
]
RowModel = type[Game | Letter | Outbox | OpenGame | Ending | HookCall | Person]
"""The tables whose rows wait for a worker."""
Publish = Callable[[str, int], None]
"""Sends one hint (task name, row id); must not raise and must be short."""


def drop_hint(_name: str, _row_id: int) -> None:
    """Publish nothing: the sweeper finds the row."""


def _place(row: object) -> tuple[str, tuple[Any, ...]]:
    """Rows are written in the order in which the ORM writes them, so that no two transactions wait
    for each other."""
    found = sa.inspect(row, raiseerr=True)
    return f"{type(row).__module__}.{type(row).__name__}", found.identity or ()


@lru_cache(maxsize=512)
def _update_of(mapper: Mapper[Any], keys: tuple[str, ...]) -> Prepared:
    """Sets those columns of a row of a table to the parameters of their names."""
    new: dict[Any, Any] = {mapper.columns[key]: sa.bindparam(key) for key in keys}
    own = (key == sa.bindparam(f"own_{at}") for at, key in enumerate(mapper.primary_key))
    return Prepared(sa.update(mapper.class_.__table__).where(*own).values(new))


class Session(ModelSession):
    """A transaction; rows stay readable after its end.

    What is written to a row of `locked_seats` need not be written past it: nobody else can.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, expire_on_commit=False)
        self.hints: dict[tuple[str, int], None] = {}
        self.locked_seats: set[int | None] = set()
        self._engine = engine
        self._known: tuple[SessionTransaction, Connection] | None = None

    def get_bind(self, *_of: Any, **_more: Any) -> Engine:
        """The one there is; to look for it takes long."""
        return self._engine

    def connection(self, *which: Any, **more: Any) -> Connection:
        """The connection of the open transaction, asked for once in each."""
        if self._known is not None and self.is_active and self.get_transaction() is self._known[0]:
            return self._known[1]
        found = super().connection(*which, **more)
        transaction = self.get_transaction()
        assert transaction is not None, "to connect begins one"
        self._known = transaction, found
        return found

    def add(self, instance: object, *, _warn: bool = True) -> None:
        """Have the row written; to one that is written anyway nothing is done, which takes long."""
        if self.deleted or instance not in self:
            super().add(instance, _warn=_warn)

    def write_changes(self) -> None:
        """Write the rows that were changed, and be done with all: past the ORM, which takes longer
        than the database, unless it must find out in which order new rows and old ones go."""
        if self.new or self.deleted:
            return
        for row in sorted(self.dirty, key=_place):
            self._write(row)
        self.expunge_all()

    def _write(self, row: Any) -> None:
        state = sa.inspect(row, raiseerr=True)
        now, before = state.dict, state.committed_state
        values = {
            key: now[key] for key, old in before.items() if old is NO_VALUE or old != now[key]
        }
        if not values:
            return
        own = {f"own_{at}": part for at, part in enumerate(state.identity or ())}
        change = _update_of(state.mapper, tuple(sorted(values)))
        if change.count(self.connection(), values | own) != 1:
            raise StaleDataError(f"{type(row).__name__} {state.identity} is gone")

    def hint(self, name: HintName, row_id: int | None) -> None:
        """Once this transaction is committed, tell a worker that row `row_id` has work for it."""
        assert row_id is not None, "flush the row before hinting at it"
        self.hints[name, row_id] = None


class Database:
    """One database: `write()` for a transaction, `read()` for a look."""

    def __init__(
        self, engine: Engine, read_engine: Engine, publish: Publish, file: Path | None = None
    ) -> None:
        """`file` is where an embedded database is, or will be: opening it makes none."""
        self.engine = engine
        self.read_engine = read_engine
        self.publish = publish
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.file = file
        self.name = str(engine.url)
        self._writer = FairLock()

    @contextmanager
    def write(self, *, urgent: bool = False) -> Iterator[Session]:
        """A transaction: committed at the end of the block, rolled back when it raises.

        What is `urgent` goes before whoever waits to write: for a moment's work alone.

        Hints are published after the commit returned and the next writer has been let in.
        Raises StorageError, or TimeoutError when other writers take more than 30 s.
        """
        with self.exclusive(urgent=urgent), Session(self.engine) as session:
            yield session
            session.write_changes()
            session.commit()
        for name, row_id in session.hints:
            self.publish(name, row_id)

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction of plain statements, without rows and hints: it takes half as long."""
        with self.exclusive(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Looks, and no more: writing fails. On SQLite all see one state; on PostgreSQL each
        statement sees what is committed by then, as in every transaction there."""
        with Session(self.read_engine) as session:
            yield session

    @property
    def shown(self) -> str:
        """Which one it is, in words for whoever runs the service: no password is in them."""
        return str(self.file) if self.file else self.engine.url.render_as_string()

    def exclusive(self, *, urgent: bool = False) -> AbstractContextManager[None]:
        """The writers' queue of SQLite; nothing on PostgreSQL."""
        if not self.is_sqlite:
            return nullcontext()
        return self._writer.held(WAIT_SECONDS, urgent=urgent)

    def now(self) -> datetime:
        """The clock that decides deadlines: PostgreSQL's own in a cluster, else this machine's."""
        if self.is_sqlite:
            return datetime.now(UTC)
        with self.read_engine.connect() as connection:
            at: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
            return at.astimezone(UTC)

    def free_bytes(self) -> int | None:
        """What is left on the disk of an embedded database; None where that is not ours to know."""
        return shutil.disk_usage(self.file.parent).free if self.file else None

    def used_disk(self) -> float | None:
        """The used part, 0 to 1, of the disk of an embedded database; None where we cannot know."""
        if self.file is None:
            return None
        disk = shutil.disk_usage(self.file.parent)
        return 1 - disk.free / disk.total

    def size(self, session: Session) -> int:
        """How many bytes the database takes, without SQLite's log."""
        asked = (
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            if self.is_sqlite
            else "SELECT pg_database_size(current_database())"
        )
        return int(session.connection().execute(sa.text(asked)).scalar_one())

    def after_fork(self) -> None:
        """Forget connections inherited from a parent process without closing them there."""
        self.engine.dispose(close=False)
        self.read_engine.dispose(close=False)

    def close(self) -> None:
        """Close all connections; on SQLite this folds the write-ahead log into the file."""
        with self.exclusive():
            self.read_engine.dispose()
            self.engine.dispose()


def open_database(settings: Settings, publish: Publish = drop_hint) -> Database:
    """The database of the settings; connects when first used, and makes no file or folder."""
    if settings.database.is_sqlite:
        path = Path(settings.database.url.removeprefix("sqlite:///"))
        return Database(*sqlite_engines(path), publish, path)
    return Database(*postgresql_engines(settings.database), publish)


_FRESH = {"populate_existing": True}
# Built once: to build a statement takes longer than to run it.
_LOCKED_GAME = (
    select(Game)
    .where(col(Game.id) == sa.bindparam("id"))
    .with_for_update(key_share=True)
    .execution_options(**_FRESH)
)
_LOCKED_LETTER = (
    select(Letter)
    .where(col(Letter.id) == sa.bindparam("id"))
    .with_for_update()
    .execution_options(**_FRESH)
)


def lock_game(session: Session, game_id: int) -> Game | None:
    """The game's row as it is now, locked until the transaction ends; None where there is none.

    FOR NO KEY UPDATE, so that letters and sheets of the game can be inserted meanwhile; on SQLite
    the transaction itself is the lock. Lock a letter or outbox row first, and one game at most.
    """
    return session.exec(_LOCKED_GAME, params={"id": game_id}).one_or_none()


def lock_letter(session: Session, letter_id: int) -> Letter | None:
    """The letter as it is now, locked until the transaction ends; None where there is none."""
    return session.exec(_LOCKED_LETTER, params={"id": letter_id}).one_or_none()


def lock_unread(session: Session, letter_id: int) -> Letter | None:
    """The same for a letter that is still to be read; None once somebody else has read it."""
    row = lock_letter(session, letter_id)
    return row if row is not None and row.state == NEW else None


def claim_rows(
    session: Session,
    model: RowModel,
    due: ColumnElement[bool],
    first: sa.SQLColumnExpression[Any],
    limit: int,
    **changes: object,
) -> list[int]:
    """Ids of at most `limit` rows that were `due`, in the order of `first`, now with `changes`.

    Rows that another transaction holds are skipped on PostgreSQL; the update repeats the condition,
    so that on any database a row is claimed by one of two rivals only. `changes` must end `due`.
    """
    key = sa.inspect(model).columns["id"]
    wanted = sa.select(key).where(due).order_by(first, key).limit(limit)
    ids = session.execute(wanted.with_for_update(skip_locked=True)).scalars().all()
    if not ids:
        return []
    swap = sa.update(model).where(key.in_(ids), due).values(**changes).returning(key)
    claimed = set(session.connection().execute(swap).scalars())
    return [row_id for row_id in ids if row_id in claimed]
