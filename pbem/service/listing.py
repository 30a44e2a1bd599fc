"""The public list of games: whose turn and until when, and nothing that a rival must not know."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Database, Session
from pbem.games.registry import ruleset
from pbem.models import FINISHED, TUTORIAL, Game, Seat
from pbem.service.game_settings import game_settings_in

LIMIT = 500


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game as anyone may see it; `seats` are names in the order of play,
    `clock` is its rules as values, `ruleset` and `options` say what is played; it `has_page` where
    anybody may watch it."""

    name: str
    phase: str
    turn: int
    to_move: str
    deadline_at: datetime | None
    finished_at: datetime | None
    seats: tuple[str, ...]
    clock: Mapping[str, Any]
    ruleset: str
    options: str
    has_page: bool

    @property
    def rules(self) -> tuple[str, ...]:
        """The sentences of its options."""
        return ruleset(self.ruleset).format_options(self.options)


def list_games(
    session: Session, *, is_all: bool = False, is_public: bool = False
) -> list[ListedGame]:
    """Open games by deadline, those without one after them, then finished games, newest first.

    Games that were put away are left out unless `is_all`, tutorials where it `is_public`.
    """
    columns = (Game.id, Game.name, Game.phase, Game.turn, Game.to_move, Game.clock)
    played = (Game.ruleset, Game.options, Game.settings)
    wanted = (
        sa.select(*map(col, columns + played), col(Game.deadline_at), col(Game.finished_at))
        .order_by(
            col(Game.phase) == FINISHED,
            col(Game.finished_at).desc(),
            col(Game.deadline_at).is_(None),
            col(Game.deadline_at),
            col(Game.name),
        )
        .limit(LIMIT)
    )
    if not is_all:
        wanted = wanted.where(col(Game.archived_at).is_(None))
    if is_public:
        wanted = wanted.where(col(Game.kind) != TUTORIAL)
    rows = session.execute(wanted).all()
    seats = _seats(session, [row.id for row in rows])
    return [
        ListedGame(
            name=row.name,
            phase=row.phase,
            turn=row.turn,
            to_move=row.to_move,
            deadline_at=row.deadline_at,
            finished_at=row.finished_at,
            seats=tuple(seats.get(row.id, ())),
            clock=row.clock,
            ruleset=row.ruleset,
            options=row.options,
            has_page=game_settings_in(row.settings).watch,
        )
        for row in rows
    ]


def games_page(
    database: Database, *, is_all: bool = False, is_public: bool = False
) -> list[ListedGame]:
    """`list_games` in a transaction of its own. Raises StorageError."""
    with database.read() as session:
        return list_games(session, is_all=is_all, is_public=is_public)


def _seats(session: Session, game_ids: list[int]) -> dict[int, list[str]]:
    wanted = (
        sa.select(col(Seat.game_id), col(Seat.name))
        .where(col(Seat.game_id).in_(game_ids))
        .order_by(col(Seat.game_id), col(Seat.place))
    )
    seats: dict[int, list[str]] = {}
    for game_id, name in session.execute(wanted):
        seats.setdefault(game_id, []).append(name)
    return seats
