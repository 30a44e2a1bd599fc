"""Answers that would go on for ever: an address gets so many an hour, and then none.

What goes out for a letter that nobody has shown to be the reader's is counted apart, and is little:
whoever forges such letters must not use up the answers that a player is owed.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.documents.layout.mail_context import Mail, MailPurpose
from pbem.mails.kinds import ANSWER, QUESTION, SILENCE
from pbem.mails.senders import address_quiet
from pbem.models import Outbox, Person
from pbem.recent import recently
from pbem.service.context import Transaction
from pbem.service.notices import add_notice
from pbem.service.preferences import zone_for

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_UNPROVED = 6
"""Such mails that one address gets within a day."""


def _recent(purpose: str) -> sa.ScalarSelect[int]:
    """How many mails of that purpose an address was sent lately, counted up to the most."""
    rows = (
        sa.select(col(Outbox.id))
        .where(
            col(Outbox.rcpt) == sa.bindparam("rcpt"),
            col(Outbox.purpose) == purpose,
            recently(col(Outbox.created_at), sa.bindparam("then"), sa.bindparam("now")),
        )
        .limit(sa.bindparam("most", type_=sa.Integer))
    )
    return sa.select(sa.func.count()).select_from(rows.subquery()).scalar_subquery()


_QUESTIONS = sa.select(_recent(QUESTION))
_ANSWERS = sa.select(_recent(ANSWER), _recent(SILENCE))


def is_silenced(
    tx: Transaction, rcpt: str, purpose: MailPurpose, game_id: int | None
) -> bool | None:
    """Whether an address gets no more answers: True, or None where that begins now, for an HOUR.

    `purpose` is that of the mail which would go out now; only mails that answer something count.
    That it begins is told once, and kept as a notice; who gets no more of what he never asked for
    is told nothing.
    """
    most, session, now = tx.mail.answers_an_hour, tx.session, tx.now
    if purpose == QUESTION:
        recent = {"rcpt": rcpt, "most": MOST_UNPROVED, "then": now - DAY, "now": now}
        questions: int = session.connection().execute(_QUESTIONS, recent).scalar_one()
        return questions >= MOST_UNPROVED
    if not most or purpose != ANSWER:
        return False
    recent = {"rcpt": rcpt, "most": most, "then": now - HOUR, "now": now}
    answers, silences = session.connection().execute(_ANSWERS, recent).one()
    if silences:
        return True
    if answers < most:
        return False
    text = f"{rcpt} has had {most} answers within an hour; for the next hour it gets no more"
    key = f"silence:{rcpt}:{now:%Y-%m-%dT%H}"
    is_new = add_notice(tx, "silence", text, key, game_id)
    return None if is_new else True


def quiet_mail(tx: Transaction, player: Person | None) -> Mail:
    """What says that an address gets no more answers for an hour."""
    zone = zone_for(player) if player else "UTC"
    return address_quiet(tx.mail.answers_an_hour, tx.now + HOUR, zone)
