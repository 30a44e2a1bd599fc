"""How many mails an hour go to one domain: a large provider turns away who sends it too many."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from pbem.database import Session
from pbem.models import DomainHour, Outbox

HOUR = timedelta(hours=1)
SPREAD = 60
"""Seconds over which the mails of a domain that waited begin the new hour."""


def put_off_until(session: Session, outbox_id: int, most: int, now: datetime) -> datetime | None:
    """Count a mail among those of its domain in this hour; where they are too many, put it off.

    None where it may go now, else when it is tried again. `most` is 0 where nothing is counted.
    """
    if not most:
        return None
    mail = sa.select(col(Outbox.rcpt)).where(col(Outbox.id) == outbox_id)
    domain = session.scalars(mail).one().rpartition("@")[2].casefold()
    hour = now.replace(minute=0, second=0, microsecond=0)
    if _count(session, domain, hour, most):
        return None
    again_at = hour + HOUR + timedelta(seconds=outbox_id % SPREAD)
    waiting = sa.update(Outbox).where(col(Outbox.id) == outbox_id)
    session.connection().execute(waiting.values(next_try_at=again_at))
    return again_at


def _count(session: Session, domain: str, hour: datetime, most: int) -> bool:
    """True where one more may go; in one statement, so that two senders never count the same."""
    connection = session.connection()
    is_sqlite = connection.dialect.name == "sqlite"
    insert = (sqlite.insert if is_sqlite else postgresql.insert)(DomainHour)
    is_new = col(DomainHour.began_at) != hour
    counted = insert.values(domain=domain, began_at=hour, sent=1).on_conflict_do_update(
        index_elements=[col(DomainHour.domain)],
        set_={"began_at": hour, "sent": sa.case((is_new, 1), else_=col(DomainHour.sent) + 1)},
        where=sa.or_(is_new, col(DomainHour.sent) < most),
    )
    # Not by the count of rows: drivers count an INSERT differently.
    return connection.execute(counted.returning(col(DomainHour.sent))).first() is not None
