"""Mails as an operator sees them: what went out, what waits and why, and sending it now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col

from pbem.documents.layout.plain import plain_text
from pbem.models import DEAD, NEW, SENT, Game, Outbox, Seat
from pbem.service.codes import hide_secrets
from pbem.service.context import ServiceContext
from pbem.service.relay import NO_LOSS, deadline_first

STATES = ("new", "waiting", "sent", "dead")
"""What mails are listed by; those that wait were tried in vain and will be tried again."""


@dataclass(frozen=True, slots=True)
class MailSummary:
    """One mail without its text; `error` is the last line of what went wrong, "" where nothing.

    `seat` is "" where the mail is not a player's.
    """

    id: int
    created_at: datetime
    kind: str
    game: str | None
    seat: str
    rcpt: str
    subject: str
    turn: int | None
    state: str
    attempts: int
    next_try_at: datetime | None
    sent_at: datetime | None
    error: str


@dataclass(frozen=True, slots=True)
class WholeMail:
    """A mail with its text, as it is mailed but for secrets."""

    line: MailSummary
    text: str
    error: str


def list_mails(
    service: ServiceContext, state: str | None = None, limit: int = 50
) -> list[MailSummary]:
    """Mails of one of STATES if one is given, the newest first; those that are to go out in the
    order in which they will."""
    wanted = _with_names()
    if state in ("new", "waiting"):
        wanted = wanted.order_by(deadline_first(), col(Outbox.id))
    else:
        wanted = wanted.order_by(col(Outbox.id).desc())
    if state is not None:
        wanted = wanted.where(_in(state))
    with service.database.read() as session:
        rows = session.execute(wanted.limit(limit)).all()
    return [_line(*row) for row in rows]


def show_mail(service: ServiceContext, mail_id: int) -> WholeMail | None:
    """One mail by its number; None where there is none."""
    with service.database.read() as session:
        row = session.execute(_with_names().where(col(Outbox.id) == mail_id)).one_or_none()
    if row is None:
        return None
    mail: Outbox = row[0]
    return WholeMail(
        _line(*row), hide_secrets(plain_text(mail.body)), hide_secrets(mail.error or "")
    )


def retry_mails(service: ServiceContext, mail_id: int | None = None) -> int:
    """Let mails go out again that were given up, all or one; one that waits goes too. How many."""
    nobody_misses = col(Outbox.problem).in_(NO_LOSS)
    chosen = (col(Outbox.state) == DEAD) & ~nobody_misses
    if mail_id is not None:
        chosen = (col(Outbox.id) == mail_id) & (col(Outbox.state) != SENT)
    return _send_now(service, chosen)


def drop_mails(service: ServiceContext, mail_id: int | None = None) -> int:
    """Send mails no more that were given up, all or one; one that waits is given up. How many."""
    now, missed = service.clock(), col(Outbox.problem).not_in(NO_LOSS)
    chosen = (col(Outbox.state) == DEAD) & missed
    if mail_id is not None:
        free = sa.or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) <= now)
        waits = (col(Outbox.state) == NEW) & free
        chosen = (col(Outbox.id) == mail_id) & (chosen | waits)
    values = {"state": DEAD, "problem": "dropped"}
    with service.database.write() as session:
        done = session.connection().execute(sa.update(Outbox).where(chosen).values(**values))
    return int(done.rowcount)


def flush_mails(service: ServiceContext) -> int:
    """Let every mail go out now that was tried in vain; how many."""
    return _send_now(service, _in("waiting"))


def _send_now(service: ServiceContext, chosen: sa.ColumnElement[bool]) -> int:
    """Mails given up begin anew, with all the time they had."""
    now = service.clock()
    anew = {"state": NEW, "attempts": 0, "due_at": now, "rejected_at": None}
    free = sa.or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) <= now)
    with service.database.write() as session:
        is_dead = col(Outbox.state) == DEAD
        useful = {"useless_after_at": None, "next_try_at": now}
        revive = sa.update(Outbox).where(chosen, is_dead).values(**anew, **useful)
        hasten = sa.update(Outbox).where(chosen, ~is_dead, free).values(next_try_at=now)
        # First those that wait: the others wait too once they have begun anew.
        done = [session.connection().execute(each).rowcount for each in (hasten, revive)]
    return sum(done)


def _in(state: str) -> sa.ColumnElement[bool]:
    if state == "waiting":
        return (col(Outbox.state) == NEW) & (col(Outbox.attempts) > 0)
    return col(Outbox.state) == state


def _with_names() -> sa.Select[Outbox, Game, Seat]:
    wanted = (
        sa.select(Outbox, Game, Seat)
        .join(Game, col(Outbox.game_id) == Game.id, isouter=True)
        .join(Seat, col(Outbox.seat_id) == Seat.id, isouter=True)
    )
    return wanted


def _line(mail: Outbox, game: Game | None, seat: Seat | None) -> MailSummary:
    return MailSummary(
        id=mail.id or 0,
        created_at=mail.created_at,
        kind=mail.kind,
        game=game.name if game else None,
        seat=seat.name if seat else "",
        rcpt=mail.rcpt,
        subject=hide_secrets(mail.subject),
        turn=mail.turn,
        state=mail.state,
        attempts=mail.attempts,
        next_try_at=mail.next_try_at if mail.state == NEW else None,
        sent_at=mail.sent_at,
        error=hide_secrets((mail.error or "").strip().rpartition("\n")[2]),
    )
