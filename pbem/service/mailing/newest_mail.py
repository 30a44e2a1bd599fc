"""A seat's newest mail of a kind, which may not have gone out yet."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Outbox, Seat

# Built once, as every letter asks: to build it takes longer than to run it.
_NEWEST = (
    select(Outbox)
    .where(Outbox.seat_id == sa.bindparam("seat"), Outbox.kind == sa.bindparam("kind"))
    .order_by(col(Outbox.id).desc())
    .limit(1)
    .with_for_update()
    .execution_options(populate_existing=True)
)


def newest_mail(session: Session, seat: Seat, kind: str) -> Outbox | None:
    """The row as it is now, locked until the transaction ends; None before the first."""
    return session.exec(_NEWEST, params={"seat": seat.id, "kind": kind}).first()
