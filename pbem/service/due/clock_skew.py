"""The machine's clock was set back: what was put off for a moment must not wait for the old time.

Deadlines stand at the times that were announced and follow the new clock. Leases, retries and
answers that wait were counted from the old one, so that they would last as long as it was wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlmodel import col

from pbem.database import Database, Session
from pbem.log import get_logger
from pbem.models import NEW, RUNNING, Game, Letter, Outbox, Person
from pbem.prepared import Prepared
from pbem.service.context import RETRY
from pbem.service.sending.claims import LEASE as SENDING_LEASE
from pbem.service.sending.retrying import LATER
from pbem.service.sweep import ALARM_LEASE, LEASE

log = get_logger(__name__)

LONGEST_MAIL = timedelta(days=1)
"""A mail waits for the end of quiet hours at most, which are shorter than a day."""
LONGEST_ALARM = timedelta(days=1)
SLACK = timedelta(seconds=5)
"""What clocks of a cluster may differ by."""


def shorten_waits(database: Database, now: datetime, before: datetime | None = None) -> None:
    """Let nothing wait longer from `now` than it may; at any time, and twice, it does no harm.

    `before` is what the clock said last, None where that is not known: alarms that were looked
    after, and waits that were to end by then, are taken up at once. Raises StorageError or
    TimeoutError.
    """
    with database.write() as session:
        _shorten_claims(session, now)
        _end_waits_from_the_future(session, now)
        if before is not None:
            _take_up(session, now, before)
    if before is not None:
        log.warning("the clock was set back", before=before.isoformat(), now=now.isoformat())


def waits_too_long(database: Database, now: datetime) -> bool:
    """Whether something waits for a time that no wait begun by `now` ends at: a clock ran ahead."""
    far = now + SLACK
    ends = {name: far + longest for name, longest in _LONGEST.items()}
    with database.read() as session:
        return bool(_ANY_DOES.scalar(session.connection(), ends))


_LONGEST = {
    "retry": RETRY[-1],
    "mail": LONGEST_MAIL,
    "later": LATER,
    "sending": SENDING_LEASE,
    "claim": LEASE,
    "alarm": LONGEST_ALARM,
    "none": timedelta(),
}


def _any_does() -> Prepared:
    letters, mails = col(Letter.state) == NEW, col(Outbox.state) == NEW
    games, kind = col(Game.phase) == RUNNING, sa.inspect(Game).columns["due_at"].type
    far = {name: sa.bindparam(name, type_=kind) for name in _LONGEST}
    any_does = sa.or_(
        sa.exists().where(letters, col(Letter.next_try_at) > far["retry"]),
        sa.exists().where(mails, col(Outbox.next_try_at) > far["mail"]),
        sa.exists().where(mails, col(Outbox.attempts) > 0, col(Outbox.next_try_at) > far["later"]),
        sa.exists().where(mails, col(Outbox.claimed_until) > far["sending"]),
        sa.exists().where(games, col(Game.next_try_at) > far["retry"]),
        sa.exists().where(games, col(Game.claimed_until) > far["claim"]),
        sa.exists().where(games, col(Game.alarm_at) > far["alarm"]),
        sa.exists().where(
            games, col(Game.due_at) > far["none"], col(Game.due_at) < col(Game.deadline_at)
        ),
    )
    return Prepared(sa.select(any_does))


# Built once: to build and read it takes longer than to run it, with every look of a sweeper.
_ANY_DOES = _any_does()


def _shorten_claims(session: Session, now: datetime) -> None:
    """No claim, retry or other wait begun by `now` ends later than this.

    An alarm that rings too early finds nothing to do, and sets the next one.
    """
    letters, games, mails = (sa.inspect(model).columns for model in (Letter, Game, Outbox))
    for column, longest, is_at_work in (
        (letters["next_try_at"], RETRY[-1], col(Letter.state) == NEW),
        (games["next_try_at"], RETRY[-1], col(Game.phase) == RUNNING),
        (games["claimed_until"], LEASE, col(Game.phase) == RUNNING),
        (games["alarm_at"], LONGEST_ALARM, col(Game.phase) == RUNNING),
        (mails["claimed_until"], SENDING_LEASE, col(Outbox.state) == NEW),
        (mails["next_try_at"], LONGEST_MAIL, col(Outbox.state) == NEW),
        (mails["next_try_at"], LATER, sa.and_(col(Outbox.state) == NEW, col(Outbox.attempts) > 0)),
    ):
        _set(session, column, now + longest, is_at_work, column > now + longest)
    # Ended early by the last READY: at a moment that had come when it was written down.
    due = games["due_at"]
    _set(session, due, now, col(Game.phase) == RUNNING, due > now, due < games["deadline_at"])


def _end_waits_from_the_future(session: Session, now: datetime) -> None:
    """A letter or mail that is younger than now was put off by the old clock."""
    for column, is_younger in (
        (sa.inspect(Letter).columns["next_try_at"], col(Letter.received_at) > now),
        (sa.inspect(Outbox).columns["next_try_at"], col(Outbox.created_at) > now),
    ):
        _set(session, column, now, column.table.c["state"] == NEW, is_younger, column > now)


def _take_up(session: Session, now: datetime, before: datetime) -> None:
    games, people = sa.inspect(Game).columns, sa.inspect(Person).columns
    _set(session, people["list_at"], now, people["list_at"] > now)
    is_running = col(Game.phase) == RUNNING
    alarm = games["alarm_at"]
    _set(session, alarm, now, is_running, alarm > now, alarm <= before + ALARM_LEASE)


def _set(
    session: Session,
    column: sa.Column[datetime],
    at: datetime,
    *conditions: ColumnElement[bool],
) -> None:
    session.execute(sa.update(column.table).where(*conditions).values({column: at}))
