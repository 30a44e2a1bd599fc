"""Mail that comes back marks an address as bad, a complaint stops a kind of mail; no seat is lost.

Only what has the token of a seat counts: anybody can write a report about somebody else.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.bounce import BounceReport as Report
from pbem.mail.complaint import Complaint
from pbem.mails.kinds import STOPPABLE
from pbem.mails.senders import address_bad
from pbem.models import BAD, GOOD, Address, Bounce, Letter, Moderator, Outbox, Person, Seat
from pbem.recent import recently
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.mailing.outbox import addressee, lock_seat, post
from pbem.service.mailing.stopping import WATCHED, observer_of
from pbem.service.mailing.unread import close_unread
from pbem.service.notices import add_notice
from pbem.service.players.addresses import address_of, addresses_of, used_address
from pbem.service.players.tokens import hidden_ids, seat_of_token
from pbem.service.snapshots import context_for, load_game

DAYS = 3
"""Days on which mail must come back for good before an address is bad."""
WITHIN = timedelta(days=30)
NO_SUCH = ("5.1.1", "5.1.10")
"""There is no such mailbox, or its domain takes no mail (RFC 3463, RFC 7505): once is enough."""
_CODE = re.compile(r"\b(5\.\d{1,3}\.\d{1,3})\b")
_OURS = ("5.3.", "5.5.", "5.6.", "5.7.")
"""Refusals about our mail or our server, not about the reader's address."""


def take_bounce(service: ServiceContext, letter: Letter, report: Report, now: datetime) -> bool:
    """Close a letter that tells of mail that came back, and count it; True if this call did."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, "bounce", now)
        if row is None:
            return False
        row.note = f"bounce {report.code} of {report.address or 'an address it does not name'}"
        seat = _seat_of(tx.session, row, report.token, now)
        if seat is not None and report.is_permanent:
            bounce = Bounce(
                key=f"letter:{row.id}",
                email=_which(tx.session, seat, report),
                status=report.code,
                at=now,
            )
            _count(tx, seat, bounce)
        elif row.moderator_id is not None and report.is_permanent:
            _moderator_lost(tx, row.moderator_id, report.code)
    log.info("bounce", letter=letter.id, code=report.code)
    return True


def refused(tx: Transaction, mail: Outbox, why: str) -> None:
    """Count a mail that the next server would not take for its reader (5xx)."""
    found = _CODE.search(why)
    code = found[1] if found else "5.0.0"
    if code.startswith(_OURS):
        return
    if mail.moderator_id is not None:
        _moderator_lost(tx, mail.moderator_id, code)
    if mail.seat_id is None:
        return
    seat = tx.session.get(Seat, mail.seat_id)
    if seat is not None:
        email = mail.rcpt.casefold()
        _count(tx, seat, Bounce(key=f"mail:{mail.id}", email=email, status=code, at=tx.now))


def _moderator_lost(tx: Transaction, moderator_id: int, code: str) -> None:
    """Mail to a moderator comes back: the operator and the others are told, once a day."""
    moderator = tx.session.get(Moderator, moderator_id)
    if moderator is None:
        return
    player = tx.session.get_one(Person, moderator.person_id)
    text = f"mail to {player.email}, who moderates, comes back ({code})"
    key = f"moderator:{moderator_id}:{tx.now:%Y-%m-%d}"
    add_notice(tx, "address", text, key, moderator.game_id)


def take_complaint(
    service: ServiceContext, letter: Letter, complaint: Complaint, now: datetime
) -> bool:
    """Stop the kind of mail a reader has complained of to his provider; True if this call did."""
    with begin(service, now) as tx:
        session = tx.session
        row = close_unread(session, letter, "complaint", now)
        if row is None:
            return False
        kind = None
        found = _seat_of(session, row, complaint.token, now)
        if found is not None:
            seat = lock_seat(session, found)
            kind = _kind_of(session, seat, complaint.message_id)
            if kind in STOPPABLE:
                seat.muted = sorted({*seat.muted, kind})
                session.add(seat)
        elif _stop_watching(session, complaint.message_id, now):
            kind = WATCHED
        is_stopped = kind in STOPPABLE or kind == WATCHED
        row.note = f"complaint: {kind or 'no mail of ours'}"
        text = f"{complaint.address or 'a reader'} complained of our mail; " + (
            f"mails of the kind {kind} are no longer sent" if is_stopped else "nothing was stopped"
        )
        add_notice(
            tx,
            "complaint",
            text,
            f"complaint:{row.id}",
            row.game_id,
        )
    return True


IS_MARKED = sa.or_(
    sa.exists().where(col(Bounce.email) == sa.bindparam("sender")),
    sa.exists().where(col(Address.email) == sa.bindparam("sender"), col(Address.state) == BAD),
)
"""Of a `sender`: mail to that address has come back."""


def cleared(session: Session, email: str) -> None:
    """A letter from an address has been taken: mail to it may be tried again."""
    email = email.casefold()
    rows = session.exec(select(Address).where(Address.email == email, Address.state == BAD)).all()
    for row in rows:
        row.state, row.why = GOOD, ""
        session.add(row)
        # The answer to this letter goes by what the table says.
        session.flush()
        log.info("address good again", address=row.id)
    session.execute(sa.delete(Bounce).where(col(Bounce.email) == email))


def _seat_of(session: Session, letter: Letter, token: str | None, now: datetime) -> Seat | None:
    """The seat whose address a report came to, or whose token is in the mail it returns."""
    if letter.seat_id is not None:
        return session.get(Seat, letter.seat_id)
    return seat_of_token(session, token, now) if token else None


def _which(session: Session, seat: Seat, report: Report) -> str:
    """Which of the player's addresses a report means; the one in use where it names another.

    Who forwards his mail elsewhere gets reports about that address, which we have never seen.
    """
    player = session.get_one(Person, seat.person_id)
    known = [row.email for row in addresses_of(session, player) if row.proved_at is not None]
    known.append(player.email)
    return report.address if report.address in known else used_address(session, player)


def _kind_of(session: Session, seat: Seat, message_id: str) -> str | None:
    """The kind of the mail of ours that a reader has complained of."""
    if not message_id:
        return None
    wanted = col(Outbox.message_id).in_(hidden_ids(seat, message_id))
    return session.exec(select(Outbox.kind).where(Outbox.seat_id == seat.id, wanted)).first()


def _stop_watching(session: Session, message_id: str, now: datetime) -> bool:
    """End the watching that a mail came of; True if it was one of ours and he watched."""
    wanted = select(Outbox).where(Outbox.message_id == message_id, Outbox.kind == WATCHED)
    row = session.exec(wanted).first() if message_id else None
    observer = observer_of(session, row) if row is not None else None
    if observer is None:
        return False
    observer.stopped_at = now
    session.add(observer)
    return True


def _count(tx: Transaction, seat: Seat, bounce: Bounce) -> None:
    session, now, email = tx.session, tx.now, bounce.email
    if session.exec(select(Bounce.id).where(Bounce.key == bounce.key)).first() is not None:
        return
    session.add(bounce)
    session.flush()
    is_recent = recently(col(Bounce.at), now - WITHIN, now)
    recent = session.exec(select(Bounce.at).where(Bounce.email == email, is_recent)).all()
    days = {at.date() for at in recent}
    if bounce.status in NO_SUCH or len(days) >= DAYS:
        _mark_bad(tx, seat, email, bounce.status)


def _mark_bad(tx: Transaction, seat: Seat, email: str, code: str) -> None:
    session = tx.session
    player = session.get_one(Person, seat.person_id)
    row = address_of(session, player, email)
    if row is None or row.state == BAD:
        return
    row.state, row.why = BAD, code
    session.add(row)
    session.flush()
    text = f"mail to {email}, of {player.name}, comes back ({code})"
    key = f"address:{email}:{tx.now:%Y-%m-%dT%H:%M:%S}"
    add_notice(tx, "address", text, key, seat.game_id)
    used = used_address(session, player)
    if used == email or email != player.email:
        return
    snapshot = load_game(session, seat.game_id)
    fresh = lock_seat(session, seat)
    context = context_for(snapshot, seat.name, tx.now, deadline_at=snapshot.game.deadline_at)
    to = addressee(snapshot.game, fresh, player)
    post(tx, to, address_bad(context, email, code), f"bad:{key}")
