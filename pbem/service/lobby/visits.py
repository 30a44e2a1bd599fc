"""Mails to addresses that may be anybody's: how many they get, and the codes that come back."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.senders import Asking
from pbem.models import Letter, Outbox, RefusedAddress, Visit
from pbem.recent import recently
from pbem.service.arriving.stored_text import hide_passwords_in
from pbem.service.codes import is_one_of
from pbem.service.context import Transaction
from pbem.service.mailing.outbox import Addressee, addressee_of
from pbem.service.players.addresses import address_of, player_at
from pbem.service.players.refusals import OWNER
from pbem.service.players.tokens import service_code

HOUR, DAY, LIFE = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
THREAD_LIFE = timedelta(days=60)
"""How long a reply to a mail of ours shows that its sender reads that mailbox."""
MOST_IDS = 10
MOST_HELPS, MOST_QUESTIONS = 1, 3
"""Mails a day to an address: help while it is not proved, and questions that have no answer yet
whether a letter is its."""
MOST_OF_DOMAIN, MOST_OF_ALL = 10, 60
"""Such mails in an hour to one domain, and in all."""
_CODE = re.compile(r"\b[A-Z2-7]{8}\b", re.IGNORECASE)
_MOST_CODES = 8


def visit_code(tx: Transaction, visit: Visit) -> str:
    """The code that shows that a letter is its owner's; it dies with what was asked."""
    asked = (visit.id, visit.email, visit.asked_at.isoformat())
    return service_code(tx.session, tx.mail, "visit", *asked)


def new_visit(
    tx: Transaction, email: str, *, line: str = "", letter_id: int | None = None
) -> Visit:
    """Note that an address is mailed a code, or help."""
    email = email.casefold()
    domain = email.rpartition("@")[2]
    visit = Visit(email=email, domain=domain, letter_id=letter_id, line=line, asked_at=tx.now)
    tx.session.add(visit)
    tx.session.flush()
    return visit


def visit_confirmed(tx: Transaction, letter: Letter, mailed: Mailed) -> int | None:
    """The visit whose code stands in the subject or the new text of a letter."""
    typed = _CODE.findall(f"{mailed.subject[:300]}\n{mailed.text[:2000]}")[:_MOST_CODES]
    if not typed:
        return None
    waiting = select(Visit).where(
        Visit.email == mailed.from_addr.casefold(),
        col(Visit.done_at).is_(None),
        recently(col(Visit.asked_at), letter.received_at - LIFE, letter.received_at),
    )
    for visit in tx.session.exec(waiting.order_by(col(Visit.id).desc()).limit(20)).all():
        code = visit_code(tx, visit)
        if any(is_one_of(one, [code]) for one in typed):
            return visit.id
    return None


def replies_to_ours(session: Session, mailed: Mailed, now: datetime) -> bool:
    """Whether a letter replies to a mail that we sent to its sender's address and to no seat.

    Nobody but the reader of that mail knows its Message-ID, which has 128 random bits.
    """
    ids = [one for one in (mailed.in_reply_to, *reversed(mailed.references)) if one][:MOST_IDS]
    if not ids:
        return False
    ours = select(Outbox.id).where(
        col(Outbox.message_id).in_(ids),
        Outbox.rcpt == mailed.from_addr.casefold(),
        col(Outbox.seat_id).is_(None),
        col(Outbox.moderator_id).is_(None),
        col(Outbox.created_at) > now - THREAD_LIFE,
    )
    return session.exec(ours).first() is not None


def visits_today(tx: Transaction, email: str, kind: sa.ColumnElement[bool]) -> int:
    """How many mails of a kind an address has had within a day."""
    of_day = recently(col(Visit.asked_at), tx.now - DAY, tx.now)
    own = _COUNTED.where(col(Visit.email) == email, of_day, kind)
    return tx.session.scalar(own) or 0


_COUNTED = sa.select(sa.func.count()).select_from(Visit)


def asking_about(tx: Transaction, visit: Visit, asked: int) -> Asking:
    """How the owner of an address that was `asked` so often today is asked about a letter."""
    return Asking(visit_code(tx, visit), MOST_QUESTIONS, asked + 1 == MOST_QUESTIONS)


def is_too_much(tx: Transaction, email: str) -> bool:
    """Whether an address's domain, or the world, has had enough of such mails in this hour."""
    of_hour = recently(col(Visit.asked_at), tx.now - HOUR, tx.now)
    domain = _COUNTED.where(of_hour, col(Visit.domain) == email.rpartition("@")[2])
    limits = ((domain, MOST_OF_DOMAIN), (_COUNTED.where(of_hour), MOST_OF_ALL))
    return any((tx.session.scalar(count) or 0) >= limit for count, limit in limits)


def forget_passwords(tx: Transaction, letter: Letter, subject: str, text: str) -> None:
    """Take the passwords out of a letter whose lines are done; both texts are its own."""
    hide_passwords_in(letter, subject, text)
    tx.session.add(letter)


def is_proved(session: Session, email: str) -> bool:
    """Whether a person has shown that this address is his."""
    person = player_at(session, email)
    row = address_of(session, person, email) if person is not None else None
    return row is not None and row.proved_at is not None


def addressee_at(tx: Transaction, email: str) -> Addressee:
    """Where mail to an address goes that may be nobody's yet."""
    person = player_at(tx.session, email)
    return addressee_of(person) if person is not None else Addressee(email)


def refuse_invitations(tx: Transaction, email: str) -> None:
    """Note that the owner of an address wants no invitation; done twice it is done."""
    if tx.session.get(RefusedAddress, email) is None:
        tx.session.add(RefusedAddress(address=email, by=OWNER, at=tx.now))
        tx.session.flush()
