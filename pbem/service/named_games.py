"""A game by its name, as whoever runs the service types it."""

from __future__ import annotations

from rapidfuzz import fuzz, process
from sqlmodel import select

from pbem.database import Session
from pbem.models import Game, key_of
from pbem.service.clocks import clock_of
from pbem.service.context import ServiceContext

MOST_NEAR = 3
_LEAST_LIKE = 60.0
"""Of 100, as the library counts: two thirds of the letters are the same."""


class NoSuchGame(ValueError):
    """There is no game of that name; the text says which ones are called nearly so."""


def game_named(session: Session, name: str) -> Game:
    """The game of that name. Raises NoSuchGame."""
    found = session.exec(select(Game).where(Game.name == name)).first()
    if found is None:
        raise NoSuchGame(_unknown(session, name))
    return found


def number_of_game(service: ServiceContext, name: str) -> int:
    """The number of the game of that name. Raises NoSuchGame."""
    with service.database.read() as session:
        return key_of(game_named(session, name))


def open_turn(service: ServiceContext, name: str) -> int:
    """The turn that is open in the game of that name. Raises NoSuchGame."""
    with service.database.read() as session:
        return game_named(session, name).turn


def zone_of_game(service: ServiceContext, name: str) -> str:
    """The zone of the clock of the game of that name. Raises NoSuchGame."""
    with service.database.read() as session:
        return clock_of(game_named(session, name)).zone


def _unknown(session: Session, name: str) -> str:
    names = session.exec(select(Game.name).order_by(Game.name)).all()
    near = process.extract(
        name[:60],
        names,
        scorer=fuzz.ratio,
        processor=str.casefold,
        score_cutoff=_LEAST_LIKE,
        limit=MOST_NEAR,
    )
    listed = " or ".join(found for found, _, _ in near)
    asked = f"; did you mean {listed}?" if listed else ""
    return f"there is no game called {name!r}{asked or ';'} `pbem games` lists them"
