"""The log of what moderators did in a game: its acts, numbered from 1."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Act, Game, key_of


def next_number(session: Session, game: Game) -> int:
    """What the next act of a game is numbered; its row is locked."""
    wanted = select(sa.func.max(col(Act.number))).where(Act.game_id == game.id)
    return (session.exec(wanted).one() or 0) + 1


def log_act(
    session: Session,
    game: Game,
    number: int,
    verb: str,
    said: str,
    *,
    by: str,
    now: datetime,
    command: str,
    why: str = "",
    before: str | None = None,
    after: str | None = None,
    letter_id: int | None = None,
) -> Act:
    """Store an act under its number; the columns of Act tell what each part is."""
    act = Act(
        game_id=key_of(game),
        number=number,
        at=now,
        by=by,
        turn=game.turn,
        verb=verb,
        command=command,
        said=said,
        why=why,
        before=before,
        after=after,
        letter_id=letter_id,
    )
    session.add(act)
    session.flush()
    return act
