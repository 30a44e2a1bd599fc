"""Taking up a game again that was paused after its turn had failed three times."""

from __future__ import annotations

from sqlmodel import select

from pbem.database import lock_game
from pbem.models import PAUSED, RUNNING, Game, key_of
from pbem.service.desk import Desk


class NotPaused(ValueError):
    """No such game, or one that is not paused."""


def resume_game(desk: Desk, name: str) -> str | None:
    """Let the clock of a paused game run again at once; returns why it had been paused."""
    with desk.database.write() as session:
        found = session.exec(select(Game).where(Game.name == name)).first()
        game = lock_game(session, key_of(found)) if found else None
        if game is None:
            raise NotPaused(f"there is no game called {name!r}; `pbem games` lists them")
        if game.phase != PAUSED:
            raise NotPaused(f"{name} is not paused, it is {game.phase}")
        why = game.error
        game.phase, game.version = RUNNING, game.version + 1
        game.attempts, game.next_try_at, game.claimed_until, game.error = 0, None, None, None
        session.add(game)
    return why
