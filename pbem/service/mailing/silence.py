"""Answers that would go on for ever: an address gets so many an hour, and then none.

What goes out for a letter that nobody has shown to be the reader's is counted apart, and is little:
whoever forges such letters must not use up the answers that a player is owed.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from pbem.documents.layout.mail_context import Mail, MailPurpose
from pbem.mails.kinds import ANSWER, QUESTION
from pbem.mails.senders import address_quiet
from pbem.models import Person
from pbem.service.context import Transaction
from pbem.service.mailing.recipients import HOUR, Recipient, recent_mails
from pbem.service.notices import add_notice
from pbem.service.preferences import zone_for

DAY = timedelta(days=1)
MOST_UNPROVED = 6
"""Such mails that one address gets within a day."""
_QUESTIONS = sa.select(recent_mails(QUESTION, sa.bindparam("rcpt")))


def is_silenced(
    tx: Transaction, reader: Recipient, purpose: MailPurpose, game_id: int | None
) -> bool | None:
    """Whether an address gets no more answers: True, or None where that begins now, for an HOUR.

    `purpose` is that of the mail which would go out now; only mails that answer something count.
    That it begins is told once, and kept as a notice; who gets no more of what he never asked for
    is told nothing.
    """
    most, now, rcpt = tx.mail.answers_an_hour, tx.now, reader.rcpt
    if purpose == QUESTION:
        return has_had_enough(tx, rcpt)
    if not most or purpose != ANSWER:
        return False
    if reader.silences:
        return True
    if reader.answers < most:
        return False
    text = f"{rcpt} has had {most} answers within an hour; it gets no more for the next hour"
    key = f"silence:{rcpt}:{now:%Y-%m-%dT%H}"
    is_new = add_notice(tx, "silence", text, key, game_id)
    return None if is_new else True


def has_had_enough(tx: Transaction, rcpt: str) -> bool:
    """Whether an address gets no more today of what nobody has shown to be its owner's wish.

    Questions that ask whether a letter is his do not count: what has no answer is limited by them.
    """
    recent = {"rcpt": rcpt, "most": MOST_UNPROVED, "then": tx.now - DAY, "at": tx.now}
    questions: int = tx.session.connection().execute(_QUESTIONS, recent).scalar_one()
    return questions >= MOST_UNPROVED


def quiet_mail(tx: Transaction, player: Person | None) -> Mail:
    """What says that an address gets no more answers for an hour."""
    zone = zone_for(player) if player else "UTC"
    return address_quiet(tx.mail.answers_an_hour, tx.now + HOUR, zone)
