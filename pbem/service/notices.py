"""What whoever runs the service should know, said once and logged."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Game, Moderator, OperatorNotice
from pbem.service.context import ServiceContext, Transaction, log


def add_notice(tx: Transaction, kind: str, text: str, key: str, game_id: int | None = None) -> bool:
    """Keep a notice for the moderator, unless one with this key is there; True if it is new."""
    session, now = tx.session, tx.now
    if session.exec(select(OperatorNotice.id).where(OperatorNotice.key == key)).first() is not None:
        return False
    session.add(OperatorNotice(key=key, kind=kind, text=text, game_id=game_id, created_at=now))
    session.flush()
    if game_id is not None:
        _ring_for(session, game_id, now)
    log.warning("notice", kind=kind, note=text, game=game_id)
    return True


def _ring_for(session: Session, game_id: int, now: datetime) -> None:
    """Let the game's alarm ring, for moderators to be told; it may ring too early, never late."""
    is_of_it = sa.or_(col(Moderator.game_id) == game_id, col(Moderator.game_id).is_(None))
    game = session.get(Game, game_id)
    if game is not None and session.exec(select(Moderator.id).where(is_of_it).limit(1)).first():
        game.alarm_at = min(now, game.alarm_at or now)
        session.add(game)


def list_notices(service: ServiceContext, limit: int = 50) -> list[OperatorNotice]:
    """The newest notices."""
    with service.database.read() as session:
        return list(
            session.exec(
                select(OperatorNotice).order_by(col(OperatorNotice.id).desc()).limit(limit)
            )
        )
