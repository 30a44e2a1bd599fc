"""A game that has ended waits for its finale."""

from __future__ import annotations

from pbem.models import NOBODY, TUTORIAL, Ending
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.transaction import GameTx


def queue_ending(tx: GameTx) -> None:
    """A game that is over is told of as soon as that is worked out, if a person has played it."""
    is_played = any(seat.robot == NOBODY for seat in tx.snapshot.seats.values())
    if tx.game.kind == TUTORIAL or not is_played:
        return
    row = Ending(
        game_id=tx.id, timeline=tx.game.timeline, created_at=tx.now, next_try_at=tx.now + HINT_GRACE
    )
    tx.session.add(row)
    tx.session.flush()
    tx.session.hint("mail_finale", row.id)
