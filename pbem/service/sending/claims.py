"""A mail that is being sent is claimed for some seconds, again and again until it is sent.

Whoever dies over it lets go within seconds, and whoever lives keeps it, however long it takes.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.database import Session, StorageError, claim_mail, renew_claim
from pbem.models import NEW, DomainHour, Game, Letter, Outbox
from pbem.service.context import ServiceContext, log

LEASE = timedelta(seconds=20)
"""How long a claim stands that nobody renews."""
RENEWED_EVERY = 5.0
"""In seconds; a database that is busy for a while costs no claim."""


class Claim:
    """One sender's claim on a mail, known by a word of its own; renewed by a thread beside him."""

    def __init__(self, service: ServiceContext, outbox_id: int) -> None:
        self._desk = service
        self._outbox_id = outbox_id
        self.word = secrets.token_hex(8)
        self._until = service.clock()

    @property
    def is_mine(self) -> bool:
        """Whether nobody else can have taken the mail meanwhile."""
        return self._desk.clock() < self._until

    def take(self) -> bool:
        """True where the mail is unsent, nobody sends it, and it is its seat's turn to get it."""
        now = self._desk.clock()
        until = now + LEASE
        with self._desk.database.write() as session:
            if not is_next(session, self._outbox_id, now):
                return False
            most = self._desk.settings.mail.domain_mails_an_hour
            if put_off_until(session, self._outbox_id, most, now) is not None:
                return False
            if not claim_mail(session, self._outbox_id, now, until, self.word):
                return False
        self._until = until
        return True

    def renew(self) -> bool:
        """False once somebody else has it, or it is sent."""
        until = self._desk.clock() + LEASE
        with self._desk.database.write() as session:
            if not renew_claim(session, self._outbox_id, until, self.word):
                self._until = datetime.min.replace(tzinfo=until.tzinfo)
                return False
        self._until = until
        return True

    @contextmanager
    def renewed(self) -> Iterator[None]:
        """Renew it while the block runs."""
        done = threading.Event()
        thread = threading.Thread(target=self._renew_until, args=(done,), name="claim", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _renew_until(self, done: threading.Event) -> None:
        while not done.wait(RENEWED_EVERY):
            try:
                if not self.renew():
                    return
            except (StorageError, TimeoutError) as error:
                log.warning("claim not renewed", outbox=self._outbox_id, error=str(error))


def release_claims(service: ServiceContext) -> None:
    """Free the mails, games and letters a dead process held; only for the one that does all."""
    now = service.clock()
    with service.database.write() as session:
        session.execute(
            sa.update(Outbox)
            .where(col(Outbox.state) == NEW, col(Outbox.claimed_until).is_not(None))
            .values(claimed_until=None, claimed_by=None)
        )
        session.execute(
            sa.update(Game).where(col(Game.claimed_until).is_not(None)).values(claimed_until=None)
        )
        # A sweeper's claim of a letter is nothing but when to look at it again.
        claimed = col(Letter.next_try_at).between(now, now + SOON)
        session.execute(
            sa.update(Letter)
            .where(col(Letter.state) == NEW, col(Letter.error).is_(None), claimed)
            .values(next_try_at=now)
        )


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


def next_to_seat(session: Session, row: Outbox, now: datetime) -> int | None:
    """A mail was sent or has failed: which one to its seat comes next."""
    if row.seat_id is None:
        return None
    of = {"seat": row.seat_id, "rcpt": row.rcpt, "mail": row.id, "soon": now + SOON}
    return session.connection().execute(_FOLLOWING, of).scalars().first()


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
