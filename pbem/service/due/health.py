"""What is overdue and what is stuck: the questions a moderator and a load balancer ask."""

import errno
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col

from pbem.database import Database, Session
from pbem.models import DEAD, NEW, RUNNING, Game, Letter, Outbox, Setting
from pbem.service.relay import NO_LOSS, is_kept_from_all

STUCK_AFTER = timedelta(seconds=60)
LEAST_FREE_BYTES = 1 << 20
_ENOUGH_BYTES = 1 << 14
_PROBE = "probe"


@dataclass(frozen=True, slots=True)
class Backlog:
    """The oldest of what waits; None where nothing does. Ages in seconds at the time asked.

    What was tried and will be tried again counts by its true age. `blocked_mail_s` is the age of
    the oldest mail that is kept back here, and not by its reader's server while others' mails go
    out. `unsent_mails` are all that should have gone. `dead_letters` and `dead_mails` wait for a
    moderator; `login_refused` are mails that cannot go out before somebody mends the login at the
    server that takes them.
    """

    due_game_s: float | None
    unread_letter_s: float | None
    unsent_mail_s: float | None
    blocked_mail_s: float | None
    unsent_mails: int
    dead_letters: int
    dead_mails: int
    login_refused: int

    @property
    def is_stuck(self) -> bool:
        """True when something has waited for more than a minute, or our login is refused."""
        ages = (self.due_game_s, self.unread_letter_s, self.blocked_mail_s)
        return self.login_refused > 0 or any(
            age is not None and age > STUCK_AFTER.total_seconds() for age in ages
        )


def try_to_write(database: Database) -> None:
    """Write something of a letter's size and take it away. Raises StorageError, or OSError where
    the disk is as good as full."""
    free = database.free_bytes()
    if free is not None and free < LEAST_FREE_BYTES:
        raise OSError(errno.ENOSPC, f"{free} bytes are left on the disk of the database")
    gone = sa.delete(Setting).where(col(Setting.name) == _PROBE)
    with database.write() as session:
        session.execute(gone)
        session.add(Setting(name=_PROBE, value="x" * _ENOUGH_BYTES))
    with database.write() as session:
        session.execute(gone)


def backlog(database: Database, now: datetime) -> Backlog:
    """What waits at `now`. Raises StorageError when the database cannot be asked."""
    with database.read() as session:
        mail_at = sa.func.coalesce(col(Outbox.due_at), col(Outbox.created_at))
        is_unsent = sa.and_(col(Outbox.state) == NEW, mail_at <= now)
        is_blocked = sa.and_(is_unsent, is_kept_from_all(session))
        return Backlog(
            due_game_s=_age(
                session,
                now,
                col(Game.due_at),
                sa.and_(col(Game.phase) == RUNNING, col(Game.due_at) <= now),
            ),
            unread_letter_s=_age(
                session,
                now,
                col(Letter.received_at),
                sa.and_(col(Letter.state) == NEW, ~_waits_for_release()),
            ),
            unsent_mail_s=_age(session, now, mail_at, is_unsent),
            blocked_mail_s=_age(session, now, mail_at, is_blocked),
            unsent_mails=_count(session, is_unsent),
            dead_letters=_count(session, col(Letter.state) == DEAD),
            dead_mails=_count(session, is_dead_mail()),
            login_refused=_count(
                session,
                sa.and_(col(Outbox.state) == NEW, col(Outbox.problem) == "login-refused"),
            ),
        )


def _waits_for_release() -> ColumnElement[bool]:
    """A letter that came after orders were closed waits for the moderator who holds the results."""
    games = sa.inspect(Game).columns
    closed = sa.select(games["id"]).where(games["closed_at"].is_not(None))
    return sa.and_(col(Letter.attempts) == 0, col(Letter.game_id).in_(closed))


def is_dead_mail() -> ColumnElement[bool]:
    """Mails that were given up and that somebody misses: no reminder of a deadline that is past."""
    return sa.and_(col(Outbox.state) == DEAD, col(Outbox.problem).not_in(NO_LOSS))


def _age(
    session: Session,
    now: datetime,
    since: SQLColumnExpression[Any],
    waits: ColumnElement[bool],
) -> float | None:
    oldest: datetime | None = session.scalar(sa.select(sa.func.min(since)).where(waits))
    return None if oldest is None else max(0.0, (now - oldest).total_seconds())


def _count(session: Session, condition: ColumnElement[bool]) -> int:
    return session.scalar(sa.select(sa.func.count()).where(condition)) or 0
