"""The list of standby players: who is on it, coming and going (R12.7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Game, Person, Standby, key_of
from pbem.service.context import ServiceContext
from pbem.service.named_games import game_named


@dataclass(frozen=True, slots=True)
class StandbyLine:
    """Somebody on the list; `game` is "" for whoever takes a seat of any."""

    player: str
    email: str
    game: str
    since_at: datetime


def join(session: Session, player: Person, game_id: int | None, now: datetime) -> bool:
    """Put a player on the list of a game, or of all; False if he is there already."""
    # Two letters of one player come one after the other.
    session.exec(select(Person.id).where(Person.id == player.id).with_for_update()).one()
    row = session.exec(
        select(Standby).where(Standby.person_id == player.id, Standby.game_id == game_id)
    ).first()
    if row is not None and row.left_at is None:
        return False
    row = row or Standby(person_id=key_of(player), game_id=game_id, since_at=now)
    row.since_at, row.left_at = now, None
    session.add(row)
    session.flush()
    return True


def leave(session: Session, player: Person, game_id: int | None, now: datetime) -> bool:
    """Take a player off the list of a game, or with None off all; False if he is on none."""
    wanted = select(Standby).where(Standby.person_id == player.id, col(Standby.left_at).is_(None))
    if game_id is not None:
        wanted = wanted.where(Standby.game_id == game_id)
    rows = session.exec(wanted.with_for_update()).all()
    for row in rows:
        row.left_at = now
        session.add(row)
    return bool(rows)


def standby_lines(session: Session, game_id: int | None = None) -> list[StandbyLine]:
    """Who is on the list, or would be asked for a seat of a game; its own people first."""
    wanted = (
        select(Standby, Person, Game)
        .join(Person, col(Person.id) == col(Standby.person_id))
        .outerjoin(Game, col(Game.id) == col(Standby.game_id))
        .where(col(Standby.left_at).is_(None))
        .order_by(col(Standby.game_id).is_(None), col(Standby.since_at), col(Standby.id))
    )
    rows = session.exec(wanted).all()
    return [
        StandbyLine(player.name, player.email, game.name if game else "", row.since_at)
        for row, player, game in rows
        if game_id is None or row.game_id in (None, game_id)
    ]


def list_standby(service: ServiceContext, game: str = "") -> list[StandbyLine]:
    """Everybody on the list, or who would be asked for a seat of a game. Raises NoSuchGame."""
    with service.database.read() as session:
        return standby_lines(session, number_of(session, game))


def number_of(session: Session, name: str) -> int | None:
    """The id of the game of that name, None for no name. Raises NoSuchGame."""
    return key_of(game_named(session, name)) if name else None
