"""Answers that would go on for ever: an address gets so many an hour, and then none."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.lately import of_late
from pbem.models import Outbox
from pbem.service.notices import note

AUTOMATIC = ("ack:", "stranger:", "confirm:", "problem:")
"""What the keys of mails begin with that go out because one came in."""
HOUR = timedelta(hours=1)
_RECENT = (
    sa.select(col(Outbox.id))
    .where(
        col(Outbox.rcpt) == sa.bindparam("rcpt"),
        of_late(col(Outbox.created_at), sa.bindparam("then"), sa.bindparam("now")),
        sa.or_(*(col(Outbox.key).startswith(prefix) for prefix in AUTOMATIC)),
    )
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_SENT = sa.select(sa.func.count()).select_from(_RECENT.subquery())


def is_silenced(
    session: Session, rcpt: str, key: str, most: int, now: datetime, game_id: int | None = None
) -> bool | None:
    """Whether an address has had its answers of the hour: True, or None for the first time.

    `key` is the mail's that would go out now; only mails that answer something count. The first
    time is kept as a notice, so that it can be told once.
    """
    if not most or not key.startswith(AUTOMATIC):
        return False
    recent = {"rcpt": rcpt, "then": now - HOUR, "now": now, "most": most}
    sent: int = session.connection().execute(_SENT, recent).scalar_one()
    if sent < most:
        return False
    text = f"{rcpt} has had {most} answers within an hour; it gets no more for a while"
    of_hour = f"silence:{rcpt}:{now:%Y-%m-%dT%H}"
    is_new = note(session, "silence", text, key=of_hour, now=now, game_id=game_id)
    return None if is_new else True
