"""Notices and rulings that stand in the reports after them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mails.kinds import BY_ITSELF
from pbem.models import NOBODY, Act, Game, Outbox, Seat

NOTICE, RULE = "NOTICE", "RULE"


def notices_for(session: Session, game: Game, seats: Iterable[Seat]) -> dict[str, list[str]]:
    """What each seat's next report prints: notices and rulings since its last one, oldest first."""
    if _number(session, game) is None:
        return {}
    reported_at = {
        seat.name: _last_report_at(session, seat) for seat in seats if seat.robot == NOBODY
    }
    times = [at for at in reported_at.values() if at is not None]
    is_new_to_one = len(times) < len(reported_at)
    first = None if is_new_to_one or not times else _number(session, game, before=min(times))
    wanted = select(Act).where(
        Act.game_id == game.id, Act.number > (first or 0), col(Act.verb).in_((NOTICE, RULE))
    )
    acts = session.exec(wanted.order_by(col(Act.number))).all()
    if not acts:
        return {}
    texts = [(act.at, _printed(session, act)) for act in acts]
    return {
        name: [text for at, text in texts if mailed_at is None or at >= mailed_at]
        for name, mailed_at in reported_at.items()
    }


def _number(session: Session, game: Game, before: datetime | None = None) -> int | None:
    """The newest act of a game, or the newest before that moment; None where there is none.

    Acts are numbered as they are dated, so that only those are looked at that came since.
    """
    wanted = select(Act.number).where(Act.game_id == game.id)
    if before is not None:
        wanted = wanted.where(Act.at < before)
    return session.exec(wanted.order_by(col(Act.number).desc()).limit(1)).first()


def _printed(session: Session, act: Act) -> str:
    if act.verb == NOTICE:
        return act.said
    rulings = select(sa.func.count(col(Act.id))).where(
        Act.game_id == act.game_id, Act.verb == RULE, Act.number <= act.number
    )
    return f"Ruling {session.exec(rulings).one()}: {act.said}"


def _last_report_at(session: Session, seat: Seat) -> datetime | None:
    """When a seat's last report was written."""
    wanted = select(Outbox.created_at).where(
        Outbox.seat_id == seat.id,
        # By its index, lest all mails of the seat are read.
        Outbox.kind == "turn",
        Outbox.purpose == BY_ITSELF,
    )
    return session.exec(wanted.order_by(col(Outbox.id).desc()).limit(1)).first()
