"""Mails of one game in the web console: what went out, or is to, each numbered as it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.documents.layout.plain import plain_text
from pbem.mails.kinds import KINDS, QUESTION
from pbem.models import Outbox
from pbem.service.codes import hide_secrets
from pbem.service.console.access import PAGE, GameAccess, Page, access_of
from pbem.service.console.letters import HIDDEN, seats_of
from pbem.service.context import ServiceContext

WITHHELD = "(withheld: there is a code in it that is its reader's alone)"


@dataclass(frozen=True, slots=True)
class ConsoleMail:
    """One mail of the outbox; `kind` and `subject` are hidden where its words are, and addresses
    from who plays.

    `number` counts the mails of the game that its reader may know of, from 1.
    """

    number: int
    created_at: datetime
    sent_at: datetime | None
    next_try_at: datetime
    rcpt: str
    seat: str
    kind: str
    subject: str
    turn: int | None
    state: str
    attempts: int
    error: str


@dataclass(frozen=True, slots=True)
class MailPage:
    """One mail of the outbox with its text, as mailed but for secrets."""

    access: GameAccess
    line: ConsoleMail
    text: str


def outbox_page(
    service: ServiceContext, person_id: int, game_id: int, before: int | None = None
) -> tuple[GameAccess, Page[ConsoleMail]] | None:
    """The mails of a game, the newest first; None where it is not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        many = session.exec(select(sa.func.count(col(Outbox.id))).where(*_seen(access))).one()
        last = many if before is None else max(0, min(before - 1, many))
        first = max(0, last - PAGE)
        ids = session.exec(_ids(access).offset(first).limit(last - first)).all()
        rows = session.exec(select(Outbox).where(col(Outbox.id).in_(ids))).all()
        numbers = {mail_id: number for number, mail_id in enumerate(ids, first + 1)}
        seats = seats_of(session, game_id)
    lines = [_mail_line(row, numbers[row.id], seats, access) for row in rows]
    lines.sort(key=lambda line: -line.number)
    return access, Page(tuple(lines), first + 1 if first else None)


def _seen(access: GameAccess) -> tuple[sa.ColumnElement[bool], ...]:
    return col(Outbox.game_id) == access.game.id, access.sees_mail


def _ids(access: GameAccess) -> SelectOfScalar[Any]:
    """The rows of all mails he may know of, in order; a gap would tell of those he may not."""
    return select(Outbox.id).where(*_seen(access)).order_by(col(Outbox.id))


def mail_page(
    service: ServiceContext, person_id: int, game_id: int, number: int
) -> MailPage | None:
    """One mail of a game by its number; None where there is none, or the game is not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        if number < 1:
            return None
        mail_id = session.exec(_ids(access).offset(number - 1).limit(1)).first()
        if mail_id is None:
            return None
        row = session.get_one(Outbox, mail_id)
        line = _mail_line(row, number, seats_of(session, game_id), access)
    if access.is_blind:
        return MailPage(access, line, HIDDEN)
    is_secret = KINDS[row.kind].is_secret or row.purpose == QUESTION
    return MailPage(access, line, WITHHELD if is_secret else hide_secrets(plain_text(row.body)))


def _mail_line(row: Outbox, number: int, seats: dict[int, str], access: GameAccess) -> ConsoleMail:
    blind = access.is_blind
    error = hide_secrets((row.error or "").strip().rpartition("\n")[2])
    return ConsoleMail(
        number=number,
        created_at=row.created_at,
        sent_at=row.sent_at,
        next_try_at=row.next_try_at,
        rcpt=HIDDEN if access.is_rival else row.rcpt,
        seat=seats.get(row.seat_id or 0, "a moderator" if row.moderator_id else ""),
        kind="mail" if blind else row.kind,
        subject=HIDDEN if blind else hide_secrets(row.subject),
        turn=row.turn,
        state=row.state,
        attempts=row.attempts,
        error=HIDDEN if access.is_rival and error else error,
    )
