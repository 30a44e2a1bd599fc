"""Who may work at once: letters before or after a deadline, and one worker a letter or a turn.

On SQLite writers queue, so a letter stored before a turn is committed is seen by it. On PostgreSQL
an advisory lock for the transaction does the same: shared by letters, exclusive for the turn.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import sqlalchemy as sa

from pbem.database import Database, Session

_SPACE = 0x7062
"""Keeps these locks apart from any other advisory lock."""
_ALONE = {"letter": 0x7063, "game": 0x7064}

_in_hand: set[tuple[str, str, int]] = set()
_guard = threading.Lock()


def hold_for_letter(database: Database, session: Session, game_id: int) -> None:
    """Keep turns of the game waiting until this letter is committed."""
    _lock(database, session, "pg_advisory_xact_lock_shared", game_id)


def hold_for_turn(database: Database, session: Session, game_id: int) -> None:
    """Wait until every letter of the game that has an arrival time is committed."""
    _lock(database, session, "pg_advisory_xact_lock", game_id)


@contextmanager
def single_worker(
    database: Database, kind: Literal["letter", "game"], row_id: int
) -> Iterator[bool]:
    """True for the one who works on a row, False for whoever comes while he does.

    Without it hints that were doubled would count as failed attempts. Whoever dies lets go: the
    embedded database is one process's, and PostgreSQL ends the transaction of a lost connection.
    """
    alone = single_thread if database.is_sqlite else _alone_anywhere
    with alone(database, kind, row_id) as is_alone:
        yield is_alone


@contextmanager
def single_thread(database: Database, kind: str, row_id: int) -> Iterator[bool]:
    """The same within this process: True for the first of its threads."""
    key = (database.name, kind, row_id)
    with _guard:
        is_free = key not in _in_hand
        _in_hand.add(key)
    try:
        yield is_free
    finally:
        if is_free:
            with _guard:
                _in_hand.discard(key)


@contextmanager
def _alone_anywhere(database: Database, kind: str, row_id: int) -> Iterator[bool]:
    with database.engine.connect() as connection:
        # By the driver alone, since every letter does it.
        wanted = "SELECT pg_try_advisory_xact_lock(%s, %s)"
        yield bool(connection.exec_driver_sql(wanted, (_ALONE[kind], row_id)).scalar_one())


def _lock(database: Database, session: Session, function: str, game_id: int) -> None:
    if not database.is_sqlite:
        session.execute(
            sa.text(f"SELECT {function}(:space, :game)"), {"space": _SPACE, "game": game_id}
        )
