"""Taking up a paused game from the command line: the moderator's RESUME, by the game's name."""

from __future__ import annotations

from pbem.models import PAUSED, key_of
from pbem.service.context import ServiceContext
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.named_games import game_named


class NotPaused(ValueError):
    """The game is not paused."""


def resume_game(service: ServiceContext, name: str) -> str | None:
    """Let a paused game go on; returns the traceback for which it had stopped by itself.

    Raises NoSuchGame or NotPaused.
    """
    with service.database.read() as session:
        game = game_named(session, name)
    if game.phase != PAUSED:
        raise NotPaused(f"{name} is not paused, it is {game.phase}")
    for done in run_commands(service, key_of(game), "RESUME", OPERATOR):
        if not done.is_done:
            raise NotPaused(done.answer)
    return game.error
