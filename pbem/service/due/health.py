"""What is overdue and what is stuck: the questions a moderator and a load balancer ask."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col

from pbem.database import Database, Session
from pbem.models import DEAD, NEW, RUNNING, Game, Letter, Outbox
from pbem.service.sending.delivery import USELESS

STUCK_AFTER = timedelta(seconds=60)
LOGIN_REFUSED = "login refused"
"""How the error of a mail begins that went nowhere because our login was refused."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """The oldest of what waits; None where nothing does. Ages in seconds at the time asked.

    Letters and mails that were tried and will be tried again are put off, not stuck: they do not
    count here. `dead_letters` and `dead_mails` wait for a moderator; `login_refused` are mails that
    cannot go out before somebody mends the login at the server that takes them.
    """

    due_game_s: float | None
    unread_letter_s: float | None
    unsent_mail_s: float | None
    dead_letters: int
    dead_mails: int
    login_refused: int

    @property
    def is_stuck(self) -> bool:
        """True when something has waited for more than a minute, or our login is refused."""
        ages = (self.due_game_s, self.unread_letter_s, self.unsent_mail_s)
        return self.login_refused > 0 or any(
            age is not None and age > STUCK_AFTER.total_seconds() for age in ages
        )


def backlog(database: Database, now: datetime) -> Backlog:
    """What waits at `now`. Raises StorageError when the database cannot be asked."""
    with database.read() as session:
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
                sa.and_(col(Letter.state) == NEW, col(Letter.attempts) == 0),
            ),
            unsent_mail_s=_age(
                session,
                now,
                col(Outbox.created_at),
                sa.and_(col(Outbox.state) == NEW, col(Outbox.attempts) == 0),
            ),
            dead_letters=_count(session, col(Letter.state) == DEAD),
            dead_mails=_count(session, _is_dead_mail()),
            login_refused=_count(
                session,
                sa.and_(col(Outbox.state) == NEW, col(Outbox.error).startswith(LOGIN_REFUSED)),
            ),
        )


def _is_dead_mail() -> ColumnElement[bool]:
    """A reminder that was not sent before its deadline is nobody's worry."""
    is_useless = sa.and_(col(Outbox.error).is_not(None), col(Outbox.error) == USELESS)
    return sa.and_(col(Outbox.state) == DEAD, ~is_useless)


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
