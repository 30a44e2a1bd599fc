"""Our mail server, as the outbox knows it: what waits for it, and when it is asked again.

What waits for it is tried with one mail a minute, and all of it at once when it takes a mail again.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from pbem.database import Session, claim_rows
from pbem.models import NEW, Game, Outbox

SqlMoment = SQLColumnExpression[datetime] | datetime
"""A moment, or the place in a statement where one is put."""
PROBE_EVERY = timedelta(minutes=1)
OTHERS = 2
"""Readers beside this one whose mails are put off while none goes out: then it is our server."""

Problem = Literal[
    "", "broken-off", "login-refused", "no-relay", "rejected", "useless", "withdrawn", "dropped"
]
"""What kept a mail from going out, where it is more than its reader's server: the service stops,
our login is refused, our mail server takes nothing or refuses this mail,
nobody needs it now, what it tells was undone, or the operator has dropped it."""
NO_LOSS = ("useless", "withdrawn", "dropped")
"""Problems of mails that nobody misses."""


class SendResult(NamedTuple):
    """What came of sending a mail: True sent, None try again, False refused; and why."""

    sent: bool | None
    why: str = ""
    problem: Problem = ""


_NEVER = datetime(9999, 1, 1, tzinfo=UTC)


def last_sent_at(session: Session) -> datetime | None:
    """When our mail server took a mail last."""
    wanted = select(Outbox.sent_at).where(col(Outbox.sent_at).is_not(None))
    return session.exec(wanted.order_by(col(Outbox.sent_at).desc()).limit(1)).first()


def is_general(session: Session, row: Outbox) -> bool:
    """Whether mails to others too were put off since any mail went out."""
    last = last_sent_at(session)
    since = sa.true() if last is None else col(Outbox.tried_at) > last
    others = select(Outbox.rcpt).where(
        Outbox.state == NEW, Outbox.rcpt != row.rcpt, col(Outbox.tried_at).is_not(None), since
    )
    return len(session.exec(others.distinct().limit(OTHERS)).all()) == OTHERS


def is_kept_from_all(session: Session) -> ColumnElement[bool]:
    """Whether a mail waits for us or for our mail server, and not for its reader's alone."""
    last = last_sent_at(session)
    since = sa.true() if last is None else col(Outbox.tried_at) > last
    return sa.or_(col(Outbox.tried_at).is_(None), col(Outbox.waits_for_relay), since)


def waits_for_relay(now: SqlMoment, mail: type[Outbox] = Outbox) -> ColumnElement[bool]:
    """Mails that are put off until our mail server takes mails again."""
    return sa.and_(
        col(mail.state) == NEW,
        col(mail.waits_for_relay),
        col(mail.next_try_at) > now,
        sa.or_(col(mail.claimed_until).is_(None), col(mail.claimed_until) <= now),
    )


def wake_waiting(session: Session, now: datetime) -> None:
    """Our mail server has taken a mail: what waits for it goes out at once."""
    session.execute(sa.update(Outbox).where(waits_for_relay(now)).values(next_try_at=now))


def is_time_to_probe(
    now: SqlMoment,
    since: SqlMoment,
    soon: SqlMoment,
) -> ColumnElement[bool]:
    """A mail that waits for our mail server, where none has been tried `since`, is just being tried
    or will be `soon`."""
    other = aliased(Outbox)
    is_tried = sa.exists().where(
        col(other.state) == NEW,
        col(other.waits_for_relay),
        sa.or_(
            col(other.tried_at) > since,
            col(other.next_try_at) <= soon,
            col(other.claimed_until) > now,
        ),
    )
    return sa.and_(waits_for_relay(now), ~is_tried)


def deadline_first() -> ColumnElement[datetime]:
    """An order of mails: those of the game whose deadline comes first, then the others."""
    games = sa.inspect(Game).columns
    deadline = sa.select(games["deadline_at"]).where(games["id"] == col(Outbox.game_id))
    deadline = deadline.correlate(Outbox)
    return sa.func.coalesce(deadline.scalar_subquery(), _NEVER)


def claim_probe(session: Session, now: datetime, lease: timedelta) -> list[int]:
    """One mail to try our mail server with, taken until `now` + `lease`."""
    due = is_time_to_probe(now, now - PROBE_EVERY, now + lease)
    return claim_rows(session, Outbox, due, col(Outbox.tried_at), 1, next_try_at=now + lease)
