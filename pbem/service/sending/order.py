"""A seat's mails go out in the order in which they were written."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import NEW, Outbox

SOON = timedelta(seconds=6)
"""A mail that is to be tried within that time goes before what was written after it: longer than
a hint may take and a sweeper's claim lasts."""

_earlier = aliased(Outbox, name="earlier")
# What failed, or is put off for quiet hours, holds up no other.
_IS_BEFORE = sa.and_(
    col(_earlier.seat_id) == col(Outbox.seat_id),
    col(_earlier.rcpt) == col(Outbox.rcpt),
    col(_earlier.state) == NEW,
    col(_earlier.id) < col(Outbox.id),
    col(_earlier.error).is_(None),
    col(_earlier.next_try_at) <= sa.bindparam("soon"),
)
_HAS_EARLIER = sa.select(sa.exists().where(_IS_BEFORE)).where(
    col(Outbox.id) == sa.bindparam("mail")
)
_FOLLOWING = (
    select(Outbox.id)
    .where(
        Outbox.seat_id == sa.bindparam("seat"),
        Outbox.rcpt == sa.bindparam("rcpt"),
        Outbox.state == NEW,
        Outbox.id > sa.bindparam("mail"),
        col(Outbox.next_try_at) <= sa.bindparam("soon"),
    )
    .order_by(col(Outbox.id))
    .limit(1)
)


def is_next(session: Session, outbox_id: int, now: datetime) -> bool:
    """Whether nothing that was written to the same seat before is still to go out now."""
    asked = {"mail": outbox_id, "soon": now + SOON}
    return not session.connection().execute(_HAS_EARLIER, asked).scalar()


def hint_following(session: Session, row: Outbox, now: datetime) -> None:
    """A mail was sent or has failed: tell a worker of the next one to its seat."""
    if row.seat_id is None:
        return
    of = {"seat": row.seat_id, "rcpt": row.rcpt, "mail": row.id, "soon": now + SOON}
    following = session.connection().execute(_FOLLOWING, of).scalars().first()
    if following is not None:
        session.hint("deliver", following)
