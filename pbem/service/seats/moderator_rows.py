"""The moderators of a game, and where their commands go."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Moderator, Person, key_of
from pbem.service.context import ServiceContext
from pbem.service.named_games import game_named
from pbem.service.players.tokens import address_of_holder


@dataclass(frozen=True, slots=True)
class ModeratorLine:
    """One moderator of a list; `address` is where his commands go, a secret."""

    name: str
    email: str
    address: str
    all_games: bool


def moderators_of(session: Session, game_id: int) -> list[tuple[Moderator, Person]]:
    """A game's moderators, the first one first, and after them those of all games."""
    is_of_it = sa.or_(col(Moderator.game_id) == game_id, col(Moderator.game_id).is_(None))
    rows = session.exec(
        select(Moderator, Person)
        .where(is_of_it, Moderator.person_id == Person.id)
        .order_by(col(Moderator.game_id).is_(None), col(Moderator.id))
    ).all()
    return list(rows)


def moderators_address(service: ServiceContext, session: Session, moderator: Moderator) -> str:
    """Where a moderator's commands go."""
    return address_of_holder(session, service.settings.mail, moderator)


def list_moderators(service: ServiceContext, name: str) -> list[ModeratorLine]:
    """The moderators of the game of that name, with their addresses. Raises NoSuchGame."""
    with service.database.read() as session:
        return [
            ModeratorLine(
                player.name,
                player.email,
                moderators_address(service, session, moderator),
                moderator.game_id is None,
            )
            for moderator, player in moderators_of(session, key_of(game_named(session, name)))
        ]
