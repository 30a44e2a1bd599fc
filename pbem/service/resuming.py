"""Taking up a paused game from the command line: the moderator's RESUME, by the game's name."""

from __future__ import annotations

from sqlmodel import select

from pbem.models import PAUSED, Game
from pbem.service.desk import Desk
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.obeying import obey


class NotPaused(ValueError):
    """No such game, or one that is not paused."""


def resume_game(desk: Desk, name: str) -> str | None:
    """Let a paused game go on; returns the traceback for which it had stopped by itself."""
    with desk.database.read() as session:
        game = session.exec(select(Game).where(Game.name == name)).first()
    if game is None or game.id is None:
        raise NotPaused(f"there is no game called {name!r}; `pbem games` lists them")
    if game.phase != PAUSED:
        raise NotPaused(f"{name} is not paused, it is {game.phase}")
    for done in obey(desk, game.id, "RESUME", OPERATOR):
        if not done.is_done:
            raise NotPaused(done.answer)
    return game.error
