"""Answers that would go on for ever: an address gets so many an hour, and then none.

What goes out for a letter that nobody has shown to be the reader's is counted apart, and is little:
whoever forges such letters must not use up the answers that a player is owed.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.documents.layout.mail_context import Purpose
from pbem.mails.kinds import ANSWER, QUESTION, SILENCE
from pbem.models import Outbox
from pbem.recent import recently
from pbem.service.context import Transaction
from pbem.service.notices import add_notice

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_UNPROVED = 6
"""Such mails that one address gets within a day."""


_RECENT = (
    sa.select(col(Outbox.id))
    .where(
        col(Outbox.rcpt) == sa.bindparam("rcpt"),
        col(Outbox.purpose) == sa.bindparam("purpose"),
        recently(col(Outbox.created_at), sa.bindparam("then"), sa.bindparam("now")),
    )
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_COUNT = sa.select(sa.func.count()).select_from(_RECENT.subquery())


def is_silenced(tx: Transaction, rcpt: str, purpose: Purpose, game_id: int | None) -> bool | None:
    """Whether an address gets no more answers: True, or None where that begins now, for an HOUR.

    `purpose` is that of the mail which would go out now; only mails that answer something count.
    That it begins is told once, and kept as a notice; who gets no more of what he never asked for
    is told nothing.
    """
    most, session, now = tx.mail.answers_an_hour, tx.session, tx.now
    recent = {"rcpt": rcpt, "purpose": purpose, "now": now}
    if purpose == QUESTION:
        of_day = {"then": now - DAY, "most": MOST_UNPROVED}
        return _count(session, recent | of_day) >= MOST_UNPROVED
    if not most or purpose != ANSWER:
        return False
    of_hour = {"then": now - HOUR, "most": most}
    if _count(session, recent | of_hour | {"purpose": SILENCE}):
        return True
    if _count(session, recent | of_hour) < most:
        return False
    text = f"{rcpt} has had {most} answers within an hour; for the next hour it gets no more"
    key = f"silence:{rcpt}:{now:%Y-%m-%dT%H}"
    is_new = add_notice(tx, "silence", text, key, game_id)
    return None if is_new else True


def _count(session: Session, recent: dict[str, object]) -> int:
    found: int = session.connection().execute(_COUNT, recent).scalar_one()
    return found
