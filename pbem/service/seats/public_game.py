"""A game's own page for anybody: what who watches it is told by mail, as it stands now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.html.blocks import Block
from pbem.documents.html.reading import blocks_of
from pbem.models import FINISHED, TUTORIAL, Game, Record, Turn
from pbem.service.clocks import format_clock_now, shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.game_settings import game_settings_of
from pbem.service.history.records import recorded
from pbem.service.seats.observers import context_for_anybody
from pbem.service.snapshots import GameSnapshot, load_game

_SETUP = 1
"""The number of the record that a game begins with."""


@dataclass(frozen=True, slots=True)
class PublicGame:
    """What anybody may know of a game; `story` and `world` are blocks, `board` is an SVG.

    `to_move` is "" where all act at once, and the story empty before the first turn is over.
    """

    name: str
    title: str
    phase: str
    turn: int
    to_move: str
    deadline_at: datetime | None
    finished_at: datetime | None
    seats: tuple[str, ...]
    rules: tuple[str, ...]
    clock: str
    story: Sequence[Block]
    world: Sequence[Block]
    board: str
    board_alt: str


def public_number(session: Session, name: str) -> int | None:
    """The number of the game of that name that has a page; None where there is no such game."""
    wanted = select(Game).where(Game.name == name, Game.kind != TUTORIAL)
    game = session.exec(wanted.where(col(Game.archived_at).is_(None))).first()
    return game.id if game is not None and game_settings_of(game).watch else None


def public_game(service: ServiceContext, name: str) -> PublicGame | None:
    """The page of a game that anybody may watch; None for every other. Raises StorageError."""
    with service.database.read() as session:
        number = public_number(session, name)
        if number is None:
            return None
        return _public_game(session, load_game(session, number), service.clock())


def _public_game(session: Session, snapshot: GameSnapshot, now: datetime) -> PublicGame:
    game, reporter, state = snapshot.game, snapshot.ruleset.reporter, snapshot.state
    context = context_for_anybody(snapshot, now, "UTC")
    start = _last_turn_began(session, snapshot)
    events = recorded(session, snapshot.game.id or 0, col(Record.seq) > start) if start else ()
    return PublicGame(
        name=game.name,
        title=snapshot.ruleset.title,
        phase=game.phase,
        turn=game.turn,
        to_move="" if context.is_round or game.phase == FINISHED else game.to_move,
        deadline_at=shown_deadline(game),
        finished_at=game.finished_at,
        seats=tuple(snapshot.seats),
        rules=snapshot.ruleset.format_options(game.options),
        clock=format_clock_now(game, list(snapshot.seats), now),
        story=blocks_of(reporter.public_story(state, context, events)) if events else (),
        world=blocks_of(reporter.public_world(state, context)),
        board=reporter.board(reporter.view(state, "")),
        board_alt=reporter.picture_alt,
    )


def _last_turn_began(session: Session, snapshot: GameSnapshot) -> int:
    """The record before all that belongs to the last turn; 0 before the first is over."""
    wanted = select(Turn.last_seq).where(Turn.game_id == snapshot.game.id, Turn.undone == 0)
    ends = session.exec(wanted.order_by(col(Turn.last_seq).desc()).limit(2)).all()
    return 0 if not ends else ends[1] if len(ends) > 1 else _SETUP
