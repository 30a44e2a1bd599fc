"""WATCH and UNWATCH: who does not play follows a game, and who may."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Observer, Person, Seat, key_of
from pbem.service.context import Transaction
from pbem.service.game_settings import game_settings_of
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor
from pbem.service.seats.observers import notify_new_observer, watched_by
from pbem.service.transaction import on

MOST_WATCHED, MOST_OBSERVERS = 10, 50
"""Games that a person may watch at once, and people who may watch one game."""


def watch(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Let a person get what is public of a game, first how it stands now."""
    game, person = _played(tx.session, command.key), visitor.person
    if isinstance(game, LobbyRefusal):
        return game
    row = _row(tx.session, game, person)
    refusal = _not_watchable(tx.session, game, person, row)
    if refusal is not None:
        return refusal
    row = row or Observer(
        game_id=key_of(game), person_id=key_of(person), reported_seq=0, since_at=tx.now
    )
    row.reported_seq, row.since_at, row.stopped_at = game.seq, tx.now, None
    tx.session.add(row)
    tx.session.flush()
    notify_new_observer(on(tx, game), row, person)
    text = (
        f"You watch {game.name}. After each turn you get a mail with what everybody may know; how "
        "the game stands now is on its way."
    )
    return LobbyResult(command.line, True, text, (f"UNWATCH {game.name}",))


def unwatch(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """End it."""
    game = _named(tx.session, command.key)
    row = _row(tx.session, game, visitor.person) if game is not None else None
    if game is None or row is None or row.stopped_at is not None:
        return LobbyRefusal(f"You do not watch a game called {command.key}.", "MINE")
    row.stopped_at = tx.now
    tx.session.add(row)
    return LobbyResult(command.line, True, f"You get no more mail about {game.name}.")


def _named(session: Session, name: str) -> Game | None:
    """The game of that name, however it is written."""
    wanted = select(Game).where(sa.func.lower(Game.name) == name.lower(), Game.kind != TUTORIAL)
    return session.exec(wanted.order_by(col(Game.id))).first()


def _played(session: Session, name: str) -> Game | LobbyRefusal:
    """A game that runs and may be watched."""
    game = _named(session, name)
    if game is None or game.phase == FINISHED:
        return LobbyRefusal(
            f"No game called {name} is being played. GAMES lists those that are.", "GAMES"
        )
    if not game_settings_of(game).watch:
        return LobbyRefusal(f"{game.name} is private: nobody watches it.", "GAMES")
    return game


def _not_watchable(
    session: Session, game: Game, person: Person, row: Observer | None
) -> LobbyRefusal | None:
    """Why a person cannot watch a game, where he cannot."""
    own = select(Seat.id).where(Seat.game_id == game.id, Seat.person_id == person.id)
    if session.exec(own.where(Seat.robot == NOBODY)).first() is not None:
        return LobbyRefusal(f"You play {game.name}: your own reports tell you more.", "MINE")
    if row is not None and row.stopped_at is None:
        return LobbyRefusal(f"You watch {game.name} already.", f"UNWATCH {game.name}")
    return _too_many(session, game, person)


def _too_many(session: Session, game: Game, person: Person) -> LobbyRefusal | None:
    if len(watched_by(session, person)) >= MOST_WATCHED:
        return LobbyRefusal(
            f"You watch {MOST_WATCHED} games, the most at once. UNWATCH one first.", "MINE"
        )
    many = sa.select(sa.func.count()).select_from(Observer)
    many = many.where(col(Observer.game_id) == game.id, col(Observer.stopped_at).is_(None))
    if (session.scalar(many) or 0) >= MOST_OBSERVERS:
        return LobbyRefusal(f"{MOST_OBSERVERS} people watch {game.name}, the most at once.")
    return None


def _row(session: Session, game: Game, person: Person) -> Observer | None:
    own = select(Observer).where(Observer.game_id == game.id, Observer.person_id == person.id)
    return session.exec(own).first()
