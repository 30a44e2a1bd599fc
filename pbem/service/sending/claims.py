"""A mail that is being sent is claimed for some seconds, again and again until it is sent.

Whoever dies over it lets go within seconds, and whoever lives keeps it, however long it takes.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.database import Session, StorageError
from pbem.models import NEW, DomainHour, Game, Letter, Outbox
from pbem.prepared import Prepared
from pbem.service.context import ServiceContext, log
from pbem.service.relay import waits_for_relay

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
        self._ends_at = float("-inf")

    @property
    def is_mine(self) -> bool:
        """Whether nobody else can have taken the mail meanwhile, by this machine's own clock."""
        return time.monotonic() < self._ends_at

    def take(self) -> bool:
        """True where the mail is unsent, nobody sends it, and it is its seat's turn to get it."""
        ends_at = time.monotonic() + LEASE.total_seconds()
        now = self._desk.clock()
        with self._desk.database.write() as session:
            if not is_next(session, self._outbox_id, now):
                return False
            most = self._desk.settings.mail.domain_mails_an_hour
            if put_off_until(session, self._outbox_id, most, now) is not None:
                return False
            if not claim_mail(session, self._outbox_id, now, now + LEASE, self.word):
                return False
        self._ends_at = ends_at
        return True

    def renew(self) -> bool:
        """False once somebody else has it, or it is sent."""
        ends_at = time.monotonic() + LEASE.total_seconds()
        until = self._desk.clock() + LEASE
        with self._desk.database.write() as session:
            if not renew_claim(session, self._outbox_id, until, self.word):
                ends_at = float("-inf")
        self._ends_at = ends_at
        return self.is_mine

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
_HAS_EARLIER = Prepared(
    sa.select(sa.exists().where(_IS_BEFORE)).where(col(Outbox.id) == sa.bindparam("mail"))
)
_following = aliased(Outbox, name="following")
_FOLLOWING = (
    select(_following.id)
    .where(
        col(_following.seat_id) == col(Outbox.seat_id),
        col(_following.rcpt) == col(Outbox.rcpt),
        col(_following.state) == NEW,
        col(_following.id) > col(Outbox.id),
        col(_following.next_try_at) <= sa.bindparam("soon"),
    )
    .order_by(col(_following.id))
    .limit(1)
    .correlate(Outbox)
    .scalar_subquery()
)
_AFTERWARDS = Prepared(
    sa.select(
        col(Outbox.kind),
        col(Outbox.state),
        _FOLLOWING,
        sa.exists().where(waits_for_relay(sa.bindparam("now"), aliased(Outbox))),
    ).where(col(Outbox.id) == sa.bindparam("mail"))
)


_IS_OURS = sa.and_(col(Outbox.id) == sa.bindparam("mail"), col(Outbox.state) == NEW)
_CLAIMED = Prepared(
    sa.update(Outbox)
    .where(
        _IS_OURS,
        sa.or_(
            col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) <= sa.bindparam("now")
        ),
    )
    .values(
        claimed_until=sa.bindparam("until"),
        claimed_by=sa.bindparam("word"),
        attempts=Outbox.attempts + 1,
    )
)
_RENEWED = Prepared(
    sa.update(Outbox)
    .where(_IS_OURS, col(Outbox.claimed_by) == sa.bindparam("word"))
    .values(claimed_until=sa.bindparam("until"))
)


def claim_mail(
    session: Session, outbox_id: int, now: datetime, until: datetime, word: str | None = None
) -> bool:
    """True when this transaction is the one to send the mail, until `until`; counts the attempt.

    `word` is one that nobody else has, by which the claim is known when it is renewed.
    """
    asked = {"mail": outbox_id, "now": now, "until": until, "word": word}
    return _CLAIMED.count(session.connection(), asked) == 1


def renew_claim(session: Session, outbox_id: int, until: datetime, word: str) -> bool:
    """True when the mail is still claimed by that word, and now until `until`."""
    asked = {"mail": outbox_id, "until": until, "word": word}
    return _RENEWED.count(session.connection(), asked) == 1


def is_next(session: Session, outbox_id: int, now: datetime) -> bool:
    """Whether nothing that was written to the same seat before is still to go out now."""
    asked = {"mail": outbox_id, "soon": now + SOON}
    return not _HAS_EARLIER.scalar(session.connection(), asked)


class Afterwards(NamedTuple):
    """A mail once it was sent or has failed, and what is to be done next.

    `following` is the next mail to its seat; others wait until our mail server takes mails again.
    """

    kind: str
    state: str
    following: int | None
    others_wait: bool


def afterwards(session: Session, outbox_id: int, now: datetime) -> Afterwards:
    """What a mail that was tried has left to do."""
    asked = {"mail": outbox_id, "now": now, "soon": now + SOON}
    (row,) = _AFTERWARDS.rows(session.connection(), asked)
    return Afterwards(*row)


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
