"""What a moderator may look at in the web console: his games, and who he is in each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.database import Session
from pbem.documents.layout import clock
from pbem.mails.kinds import KINDS
from pbem.models import DEAD, FINISHED, NEW, Game, Letter, Moderator, Outbox, Person, Seat
from pbem.service.context import ServiceContext
from pbem.service.moderating.actors import acting_name, version_for
from pbem.service.moderating.command_context import Actor
from pbem.service.seats.moderators import is_blind, is_rival, zone_in
from pbem.service.snapshots import load_game
from pbem.service.waits import waited_for

SHOWS_WAITING = [kind.name for kind in KINDS.values() if kind.shows_waiting]
PAGE = 50
"""Rows of one page; nothing counts or reads those before."""
T = TypeVar("T")
Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows, the newest first, and the number below which the next ones are, if there are."""

    rows: tuple[T, ...]
    older: int | None = None


@dataclass(frozen=True, slots=True)
class GameAccess:
    """A moderator before one game; `plays` is his own seat there, if he has one;
    `is_rival` is true as well where he sits in for somebody.

    `is_blind` keeps from him what is hidden in the game, until it is over.
    """

    game: Game
    player: Person
    moderator: Moderator
    plays: str = ""
    is_blind: bool = False
    is_rival: bool = False

    @property
    def zone(self) -> str:
        """Where he reads his clock."""
        return zone_in(self.game, self.player)

    @property
    def sees_waited(self) -> bool:
        """Whether he may know who is waited for."""
        return self.actor.sees_waited(self.game)

    @property
    def sees_letters(self) -> bool:
        """Whether he may know which letters came and when."""
        return self.actor.sees_letters(self.game)

    @property
    def sees_mail(self) -> sa.ColumnElement[bool]:
        """Which mails of the game he may know of; a rival's answer would tell when he wrote."""
        if self.sees_letters:
            return sa.true() if self.sees_waited else col(Outbox.kind).not_in(SHOWS_WAITING)
        whose = select(Seat.id).where(
            Seat.game_id == self.game.id, Seat.person_id == self.player.id
        )
        return sa.or_(
            col(Outbox.state) == DEAD,
            col(Outbox.moderator_id) == self.moderator.id,
            col(Outbox.seat_id).in_(whose),
        )

    @property
    def actor(self) -> Actor:
        """Who commands, where he does."""
        name = acting_name(self.game, self.player, plays=self.is_rival)
        return Actor(name, self.moderator, self.player, self.is_blind, self.is_rival)


@dataclass(frozen=True, slots=True)
class ConsoleGame:
    """One game of the list; `waited_for` is None where he may not know."""

    id: int
    name: str
    phase: str
    turn: int
    to_move: str
    is_round: bool
    is_window: bool
    deadline_at: datetime | None
    waited_for: tuple[str, ...] | None
    is_blind: bool
    unread: int
    failed: int
    unsent: int
    version: int


def access_of(session: Session, person_id: int, game_id: int, now: datetime) -> GameAccess | None:
    """The moderator before a game; None where it is not his."""
    whose = sa.or_(col(Moderator.game_id) == game_id, col(Moderator.game_id).is_(None))
    wanted = select(Moderator, Person).where(Moderator.person_id == person_id, whose)
    found = session.exec(
        wanted.where(Moderator.person_id == Person.id).order_by(col(Moderator.game_id).is_(None))
    ).first()
    game = session.get(Game, game_id)
    if found is None or game is None:
        return None
    seat = select(Seat.name).where(Seat.game_id == game_id, Seat.person_id == person_id)
    moderator, player = found
    plays = session.exec(seat).first() or ""
    blind = is_blind(session, game, player, now)
    return GameAccess(game, player, moderator, plays, blind, is_rival(session, game, player, now))


def open_game(service: ServiceContext, person_id: int, game_id: int) -> GameAccess | None:
    """`access_of` in a transaction of its own."""
    with service.database.read() as session:
        return access_of(session, person_id, game_id, service.clock())


def mail_number(session: Session, access: GameAccess, mail_id: int) -> int:
    """The number of a mail among those of the game that he may know of, from 1."""
    seen = select(sa.func.count(col(Outbox.id))).where(
        col(Outbox.game_id) == access.game.id, access.sees_mail, col(Outbox.id) <= mail_id
    )
    return session.exec(seen).one()


def newest(
    session: Session, wanted: SelectOfScalar[T], number: Mapped[Any], before: int | None
) -> Sequence[T]:
    """The rows with the greatest numbers, below `before` if given; one more than a page shows."""
    if before is not None:
        wanted = wanted.where(number < before)
    return session.exec(wanted.order_by(number.desc()).limit(PAGE + 1)).all()


def page_of(
    rows: Sequence[T], line: Callable[[T], Shown], number: Callable[[T], int]
) -> Page[Shown]:
    """A page of such rows, each as it is shown."""
    shown = rows[:PAGE]
    return Page(tuple(map(line, shown)), number(shown[-1]) if len(rows) > PAGE else None)


def games_of(
    service: ServiceContext,
    person_id: int,
    before: int | None = None,
    *,
    with_archived: bool = False,
) -> Page[ConsoleGame]:
    """The games a player moderates, fifty at a time from the newest, those due soonest on top."""
    with service.database.read() as session:
        mine = select(Moderator.game_id).where(Moderator.person_id == person_id)
        wanted = select(Game.id).order_by(col(Game.id).desc()).limit(PAGE + 1)
        if not session.exec(mine.where(col(Moderator.game_id).is_(None)).limit(1)).all():
            wanted = wanted.where(col(Game.id).in_(mine))
        if before is not None:
            wanted = wanted.where(col(Game.id) < before)
        if not with_archived:
            wanted = wanted.where(col(Game.archived_at).is_(None))
        ids = [one for one in session.exec(wanted).all() if one is not None]
        lines = _lines(session, person_id, ids[:PAGE], service.clock())
    lines.sort(key=lambda line: (line.phase == FINISHED, *_due(line), line.name))
    return Page(tuple(lines), ids[PAGE - 1] if len(ids) > PAGE else None)


def _due(line: ConsoleGame) -> tuple[bool, float]:
    return line.deadline_at is None, line.deadline_at.timestamp() if line.deadline_at else 0.0


def _lines(
    session: Session, person_id: int, ids: Sequence[int], now: datetime
) -> list[ConsoleGame]:
    unread = _counts(session, Letter, col(Letter.state) == NEW, ids)
    failed = _counts(session, Letter, col(Letter.state) == DEAD, ids)
    is_unsent = col(Outbox.state) != "sent"
    unsent = _counts(session, Outbox, is_unsent, ids)
    lines = []
    for game_id in ids:
        access = access_of(session, person_id, game_id, now)
        if access is None:
            continue
        game = access.game
        if not access.sees_waited or not access.sees_letters:
            seen = _counts(session, Outbox, is_unsent & access.sees_mail, [game_id])
            unsent[game_id] = seen.get(game_id, 0)
        lines.append(
            ConsoleGame(
                id=game_id,
                name=game.name,
                phase=game.phase,
                turn=game.turn,
                to_move=game.to_move,
                is_round=game.is_round,
                is_window=game.is_window,
                deadline_at=game.deadline_at,
                waited_for=waited_seats(session, access),
                is_blind=access.is_blind,
                unread=unread.get(game_id, 0) if access.sees_letters else 0,
                failed=failed.get(game_id, 0),
                unsent=unsent.get(game_id, 0),
                version=version_for(session, game, access.actor),
            )
        )
    return lines


def waited_seats(session: Session, access: GameAccess) -> tuple[str, ...] | None:
    """Who is waited for in a game now; None where its moderator may not know."""
    game = access.game
    if not access.sees_waited:
        return None
    if game.phase == FINISHED:
        return ()
    if game.due_at and game.deadline_at and game.due_at < game.deadline_at:
        return ()
    return tuple(waited_for(session, load_game(session, access.game.id or 0)))


def _counts(
    session: Session,
    model: type[Letter] | type[Outbox],
    which: sa.ColumnElement[bool],
    ids: Sequence[int],
) -> dict[int, int]:
    table = sa.inspect(model).columns
    wanted = (
        sa.select(table["game_id"], sa.func.count())
        .where(which, table["game_id"].in_(ids))
        .group_by(table["game_id"])
    )
    return {game_id: count for game_id, count in session.execute(wanted)}


def moment(at: datetime, zone: str) -> str:
    """A moment in full, as who lives in the zone reads it."""
    return clock.full(at, zone)


def time_left(at: datetime, now: datetime) -> str:
    """`2 days 3 hours left`, `5 minutes ago`."""
    return f"{clock.span(at - now)} left" if at > now else f"{clock.span(now - at)} ago"


def in_zone(text: str, zone: str) -> str:
    """A text for many readers with its moments as one in that zone reads his clock."""
    return clock.in_zone(text, zone)
