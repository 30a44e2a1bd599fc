"""Answers that would go on for ever: an address gets so many an hour, and then none."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import Outbox
from pbem.service.notices import note

AUTOMATIC = ("ack:", "stranger:", "confirm:", "problem:")
"""What the keys of mails begin with that go out because one came in."""
HOUR = timedelta(hours=1)


def is_silenced(session: Session, rcpt: str, key: str, most: int, now: datetime) -> bool | None:
    """Whether an address has had its answers of the hour: True, or None for the first time.

    `key` is the mail's that would go out now; only mails that answer something count. The first
    time is kept as a notice, so that it can be told once.
    """
    if not most or not key.startswith(AUTOMATIC):
        return False
    automatic = sa.or_(*(col(Outbox.key).startswith(prefix) for prefix in AUTOMATIC))
    recent = (
        sa.select(col(Outbox.id))
        .where(col(Outbox.rcpt) == rcpt, col(Outbox.created_at) > now - HOUR, automatic)
        .limit(most)
    )
    sent = session.scalar(sa.select(sa.func.count()).select_from(recent.subquery())) or 0
    if sent < most:
        return False
    text = f"{rcpt} has had {most} answers within an hour; it gets no more for a while"
    is_new = note(session, "silence", text, key=f"silence:{rcpt}:{now:%Y-%m-%dT%H}", now=now)
    return None if is_new else True
