"""When a mail may go out: at once, or at the end of its reader's quiet hours."""

from __future__ import annotations

from datetime import datetime

from pbem.models import RUNNING, Game, Player
from pbem.service.wishes import after_quiet

ANSWERS = ("ack:", "problem:", "confirm:")
"""What the keys of mails begin with that answer a letter: its writer is awake."""


def send_at(key: str, player: Player | None, game: Game | None, now: datetime) -> datetime:
    """The moment a mail may go out; `now` where nothing holds it back.

    Quiet hours never cost a player more than half of the time that is left to him.
    """
    if player is None or key.startswith(ANSWERS):
        return now
    at = after_quiet(player, now)
    due_at = game.deadline_at if game is not None and game.phase == RUNNING else None
    if due_at is not None and at > now + (due_at - now) / 2:
        return now
    return at
