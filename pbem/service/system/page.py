"""The service as a whole in the web console, for who moderates every game: what waits and failed.

Of games in which he plays or sits in for somebody nothing is counted that his seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import (
    DEAD,
    HELD,
    NEW,
    RUNNING,
    CpuDay,
    Game,
    Letter,
    Moderator,
    Outbox,
    Person,
    RefusedAddress,
    Seat,
    Sitter,
    key_of,
)
from pbem.service.codes import hide_secrets
from pbem.service.console.letters import HIDDEN
from pbem.service.context import ServiceContext
from pbem.service.cpu_use import day_of
from pbem.service.due.health import is_dead_mail
from pbem.service.due.heartbeats import ALIVE_FOR, Heartbeat, last_heartbeats
from pbem.service.players.refusals import OPERATOR
from pbem.service.seats.moderators import is_blind

MOST = 30
"""Rows of each table that are shown."""
MOST_USERS = 10
"""People for whom most CPU was used that are shown."""


@dataclass(frozen=True, slots=True)
class Queue:
    """How much of one kind waits, and since when the oldest does."""

    name: str
    count: int
    oldest_at: datetime | None


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A letter or a mail that somebody should see to; `who` is whose address it has."""

    id: int
    at: datetime
    game: str
    seat: str
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class LivePart:
    """A sweeper or a worker, and whether it has been heard of in the last minute."""

    beat: Heartbeat
    is_alive: bool


@dataclass(frozen=True, slots=True)
class CpuRow:
    """The seconds of CPU that were used for a person today."""

    who: str
    seconds: float


@dataclass(frozen=True, slots=True)
class SystemPage:
    """All of the page.

    `cpu` are those for whom most was used today, each of whom may have `cpu_most`, 0 for as much as
    it takes; nobody with whom the reader plays is among them. `used` and `free` are those of the
    database's disk, None where it is not ours to know; `hidden` counts rows of games that the
    reader plays in.
    """

    now: datetime
    queues: tuple[Queue, ...]
    parts: tuple[LivePart, ...]
    dead_letters: tuple[SystemRow, ...]
    held_letters: tuple[SystemRow, ...]
    dead_mails: tuple[SystemRow, ...]
    waiting_mails: tuple[SystemRow, ...]
    failing: tuple[tuple[int, str, str], ...]
    refused: tuple[RefusedAddress, ...]
    hidden: int
    cpu: tuple[CpuRow, ...]
    cpu_most: float
    size: int
    free: int | None
    used: float | None


def is_operator(session: Session, person_id: int) -> bool:
    """Whether he moderates every game."""
    of_all = select(Moderator.id).where(
        Moderator.person_id == person_id, col(Moderator.game_id).is_(None)
    )
    return session.exec(of_all.limit(1)).first() is not None


def operates(service: ServiceContext, person_id: int) -> bool:
    """`is_operator` in a transaction of its own."""
    with service.database.read() as session:
        return is_operator(session, person_id)


@dataclass(frozen=True, slots=True)
class _Look:
    """Who looks, when, and the games he plays in."""

    session: Session
    person: Person
    now: datetime
    rivals: Sequence[int]

    def sees(self, game_id: SQLColumnExpression[Any]) -> ColumnElement[bool]:
        """Rows of no game that he plays in."""
        if not self.rivals:
            return sa.true()
        return sa.or_(game_id.is_(None), game_id.not_in(self.rivals))

    def hidden(self, game_id: SQLColumnExpression[Any], which: ColumnElement[bool]) -> int:
        """How many such rows there are of games that he plays in."""
        if not self.rivals:
            return 0
        counted = sa.select(sa.func.count()).where(which, game_id.in_(self.rivals))
        return self.session.scalar(counted) or 0

    def last_line(self, game: Game | None, error: str | None) -> str:
        """The last line of what went wrong; a letter's words may be in it."""
        if not error or (game is not None and is_blind(self.session, game, self.person, self.now)):
            return HIDDEN if error else ""
        return hide_secrets(error.strip().rpartition("\n")[2])


def system_page(service: ServiceContext, person_id: int) -> SystemPage | None:
    """How the service is; None for who does not moderate every game. Raises StorageError."""
    now, database = service.clock(), service.database
    with database.read() as session:
        person = session.get(Person, person_id)
        if person is None or not is_operator(session, person_id):
            return None
        look = _Look(session, person, now, own_games(session, person_id, now))
        is_dead, is_held = col(Letter.state) == DEAD, _is_held()
        number = col(Letter.game_id)
        refused = select(RefusedAddress).where(RefusedAddress.by == OPERATOR)
        return SystemPage(
            now=now,
            queues=_queues(look),
            parts=tuple(
                LivePart(beat, beat.at > now - ALIVE_FOR) for beat in last_heartbeats(session)
            ),
            dead_letters=_letters(look, is_dead),
            held_letters=_letters(look, is_held),
            dead_mails=_mails(look, is_dead_mail()),
            waiting_mails=_mails(look, _waits_in_vain()),
            failing=_failing(look),
            refused=tuple(
                session.exec(refused.order_by(col(RefusedAddress.address)).limit(MOST)).all()
            ),
            hidden=look.hidden(number, sa.or_(is_dead, is_held))
            + look.hidden(col(Outbox.game_id), is_dead_mail()),
            cpu=_cpu(look),
            cpu_most=service.settings.cpu.person_seconds,
            size=database.size(session),
            free=database.free_bytes(),
            used=database.used_disk(),
        )


def own_games(session: Session, person_id: int, now: datetime) -> Sequence[int]:
    """Games in which he has a seat, or sits in for somebody."""
    sits = select(Sitter.seat_id).where(
        Sitter.person_id == person_id, col(Sitter.until_at) > now, col(Sitter.ended_at).is_(None)
    )
    own = sa.or_(col(Seat.person_id) == person_id, col(Seat.id).in_(sits))
    wanted = select(Seat.game_id).where(own).distinct().order_by(col(Seat.game_id))
    return session.exec(wanted).all()


def _queues(look: _Look) -> tuple[Queue, ...]:
    """What waits. A letter is nobody's before it is read: who plays hears of it after a minute."""
    now = look.now
    since = now - timedelta(minutes=1) if look.rivals else now
    mail_at = sa.func.coalesce(col(Outbox.due_at), col(Outbox.created_at))
    letters = sa.and_(col(Letter.state) == NEW, col(Letter.received_at) <= since)
    mails = sa.and_(col(Outbox.state) == NEW, mail_at <= now, look.sees(col(Outbox.game_id)))
    games = sa.and_(col(Game.phase) == RUNNING, col(Game.due_at) <= now)
    return (
        _queue(look.session, "Unread letters", col(Letter.received_at), letters),
        _queue(look.session, "Mails to be sent", mail_at, mails),
        _queue(look.session, "Turns to be run", col(Game.due_at), games),
    )


def _cpu(look: _Look) -> tuple[CpuRow, ...]:
    """Those for whom most was used today."""
    rivals = sa.select(col(Seat.person_id)).where(col(Seat.game_id).in_(look.rivals))
    wanted = (
        sa.select(col(Person.name), col(Person.email), col(CpuDay.seconds))
        .join(CpuDay, col(CpuDay.person_id) == Person.id)
        .where(col(CpuDay.day) == day_of(look.now), col(Person.id).not_in(rivals))
        .order_by(col(CpuDay.seconds).desc(), col(Person.id))
        .limit(MOST_USERS)
    )
    rows = look.session.execute(wanted).all()
    return tuple(CpuRow(f"{row.name}, {row.email}", row.seconds) for row in rows)


def _queue(
    session: Session, name: str, at: SQLColumnExpression[Any], waits: ColumnElement[bool]
) -> Queue:
    count, oldest = session.execute(sa.select(sa.func.count(), sa.func.min(at)).where(waits)).one()
    return Queue(name, count, oldest)


def _is_held() -> ColumnElement[bool]:
    """Letters that wait because nobody knows whether their sender is who he says."""
    is_somebodys = sa.or_(col(Letter.seat_id).is_not(None), col(Letter.moderator_id).is_not(None))
    return sa.and_(col(Letter.outcome) == HELD, is_somebodys)


def _waits_in_vain() -> ColumnElement[bool]:
    return sa.and_(col(Outbox.state) == NEW, col(Outbox.attempts) > 0)


def _letters(look: _Look, which: ColumnElement[bool]) -> tuple[SystemRow, ...]:
    """The newest such letters."""
    return tuple(
        SystemRow(
            id=letter.id or 0,
            at=letter.received_at,
            game=game.name if game else "",
            seat=_whose(letter, seat),
            who=hide_secrets(letter.mail_from),
            why=look.last_line(game, letter.error) or (letter.note or ""),
        )
        for letter, game, seat in _newest(look, Letter, which)
    )


def _mails(look: _Look, which: ColumnElement[bool]) -> tuple[SystemRow, ...]:
    """The newest such mails."""
    return tuple(
        SystemRow(
            id=mail.id or 0,
            at=mail.created_at,
            game=game.name if game else "",
            seat=_whose(mail, seat),
            who=mail.rcpt,
            why=hide_secrets((mail.error or "").strip().rpartition("\n")[2]),
        )
        for mail, game, seat in _newest(look, Outbox, which)
    )


_Row = TypeVar("_Row", Letter, Outbox)


def _newest(
    look: _Look, model: type[_Row], which: ColumnElement[bool]
) -> Sequence[tuple[_Row, Game | None, Seat | None]]:
    """The newest such rows, each with its game and seat, if it has them."""
    wanted = (
        sa.select(model, Game, Seat)
        .join(Game, col(model.game_id) == Game.id, isouter=True)
        .join(Seat, col(model.seat_id) == Seat.id, isouter=True)
        .where(which, look.sees(col(model.game_id)))
        .order_by(col(model.id).desc())
        .limit(MOST)
    )
    return [(row[0], row[1], row[2]) for row in look.session.execute(wanted).all()]


def _whose(row: Letter | Outbox, seat: Seat | None) -> str:
    return seat.name if seat else "a moderator" if row.moderator_id else ""


def _failing(look: _Look) -> tuple[tuple[int, str, str], ...]:
    """Games whose turn could not be run, each with the last line of why."""
    wanted = select(Game).where(col(Game.error).is_not(None)).order_by(col(Game.name)).limit(MOST)
    games = look.session.exec(wanted).all()
    return tuple((key_of(game), game.name, look.last_line(game, game.error)) for game in games)
