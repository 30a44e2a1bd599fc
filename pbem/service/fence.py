"""The line between letters before a deadline and letters after it, on any database.

On SQLite writers queue, so a letter stored before a turn is committed is seen by it. On PostgreSQL
an advisory lock for the transaction does the same: shared by letters, exclusive for the turn.
"""

import sqlalchemy as sa

from pbem.database import Database, Session

_SPACE = 0x7062
"""Keeps these locks apart from any other advisory lock."""


def hold_for_letter(database: Database, session: Session, game_id: int) -> None:
    """Keep turns of the game waiting until this letter is committed."""
    _lock(database, session, "pg_advisory_xact_lock_shared", game_id)


def hold_for_turn(database: Database, session: Session, game_id: int) -> None:
    """Wait until every letter of the game that has an arrival time is committed."""
    _lock(database, session, "pg_advisory_xact_lock", game_id)


def _lock(database: Database, session: Session, function: str, game_id: int) -> None:
    if not database.is_sqlite:
        session.execute(
            sa.text(f"SELECT {function}(:space, :game)"), {"space": _SPACE, "game": game_id}
        )
