"""What whoever runs the service should know, said once and logged."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Notice
from pbem.service.desk import Desk, log


def note(
    session: Session, kind: str, text: str, *, key: str, now: datetime, game_id: int | None = None
) -> bool:
    """Keep a notice for the moderator, unless one with this key is there; True if it is new."""
    if session.exec(select(Notice.id).where(Notice.key == key)).first() is not None:
        return False
    session.add(Notice(key=key, kind=kind, text=text, game_id=game_id, created_at=now))
    session.flush()
    log.warning("notice", kind=kind, note=text, game=game_id)
    return True


def list_notices(desk: Desk, limit: int = 50) -> list[Notice]:
    """The newest notices."""
    with desk.database.read() as session:
        return list(session.exec(select(Notice).order_by(col(Notice.id).desc()).limit(limit)))
