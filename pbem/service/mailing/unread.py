"""Letters of a seat or moderator that are still to be read: one after the other, as they came."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.database import Session, lock_unread
from pbem.models import DONE, NEW, Letter, key_of

_other = aliased(Letter, name="other")
IS_NEXT = ~sa.exists().where(
    col(_other.seat_id) == col(Letter.seat_id),
    col(_other.state) == NEW,
    col(_other.error).is_(None),
    sa.or_(
        col(_other.received_at) < col(Letter.received_at),
        sa.and_(
            col(_other.received_at) == col(Letter.received_at), col(_other.id) < col(Letter.id)
        ),
    ),
)
"""Of a letter: none that its seat sent before is to be read first; failed ones hold up no other."""
_NEXT_OF_ALL = sa.select(IS_NEXT).where(col(Letter.id) == sa.bindparam("letter"))
_FOLLOWING = (
    select(Letter.id)
    .where(
        Letter.id != sa.bindparam("letter"),
        Letter.state == NEW,
        col(Letter.error).is_(None),
    )
    .order_by(col(Letter.received_at), col(Letter.id))
    .limit(1)
)
_OF_SEAT = _FOLLOWING.where(Letter.seat_id == sa.bindparam("whose"))
FOLLOWING_OF_SEAT = _OF_SEAT.correlate(None).scalar_subquery()
"""Of the letters of `whose` seat the next that is still to be read, besides that `letter`."""
_OF_MODERATOR = _FOLLOWING.where(Letter.moderator_id == sa.bindparam("whose"))


def close_unread(session: Session, letter: Letter, outcome: str, now: datetime) -> Letter | None:
    """Lock a letter and be done with it; None where somebody else has read it first."""
    row = lock_unread(session, key_of(letter))
    if row is not None:
        row.state, row.outcome, row.read_at = DONE, outcome, now
        session.add(row)
    return row


def is_next(session: Session, letter: Letter) -> bool:
    """Whether a letter may be read: `IS_NEXT`, as the tables are now."""
    return bool(session.connection().execute(_NEXT_OF_ALL, {"letter": letter.id}).scalar())


def hint_next(session: Session, letter: Letter) -> None:
    """A letter has been dealt with: tell a worker of the next one of its seat, or moderator."""
    whose, wanted = letter.seat_id, _OF_SEAT
    if whose is None:
        whose, wanted = letter.moderator_id, _OF_MODERATOR
    if whose is None:
        return
    of = {"whose": whose, "letter": letter.id}
    following = session.connection().execute(wanted, of).scalars().first()
    if following is not None:
        session.hint("read_letter", following)
