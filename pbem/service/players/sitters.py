"""Who sits in for whom: the rows, which letters and mails go by."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Person, Seat, Sitter

# Built once, as every letter and mail asks: to build it takes longer than to run it.
_SITTER = (
    select(Sitter)
    .where(
        Sitter.seat_id == sa.bindparam("seat"),
        col(Sitter.ended_at).is_(None),
        Sitter.from_at <= sa.bindparam("at"),
        Sitter.until_at > sa.bindparam("at"),
    )
    .order_by(col(Sitter.id).desc())
    .limit(1)
)
SITTER_ID = _SITTER.with_only_columns(col(Sitter.person_id)).scalar_subquery()
"""The player who sits in for a `seat` at that moment, None where nobody does."""


def sitter_of(session: Session, seat_id: int | None, at: datetime) -> Sitter | None:
    """Who writes for a seat at that moment beside its player."""
    return session.exec(_SITTER, params={"seat": seat_id, "at": at}).first()


def may_write(session: Session, seat: Seat, writer: Person | None, at: datetime) -> bool:
    """Whether a letter of that player is the seat's: he is its player, or sits in for him."""
    if writer is None:
        return False
    if writer.id == seat.person_id:
        return True
    sitter = sitter_of(session, seat.id, at)
    return sitter is not None and sitter.person_id == writer.id
