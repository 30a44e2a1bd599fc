"""Who is away."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Absence, Seat, key_of
from pbem.service.snapshots import GameSnapshot

OK, ASKED, REFUSED, OVER = "ok", "asked", "refused", "over"
"""What an absence is: taken, asked of the moderators, refused by them, ended."""


def absences_of(session: Session, seat_id: int, after: datetime) -> list[Absence]:
    """A seat's absences that are not over by then, approved or still asked for; first one first."""
    wanted = select(Absence).where(
        Absence.seat_id == seat_id,
        col(Absence.state).in_((OK, ASKED)),
        Absence.until_at > after,
    )
    return list(session.exec(wanted.order_by(col(Absence.from_at), col(Absence.id))).all())


def away_seats(session: Session, game_id: int, at: datetime) -> frozenset[int]:
    """The ids of the seats whose players are away at that moment."""
    wanted = select(Absence.seat_id).where(
        Absence.game_id == game_id,
        Absence.state == OK,
        Absence.from_at <= at,
        Absence.until_at > at,
    )
    return frozenset(session.exec(wanted).all())


def away_until(session: Session, snapshot: GameSnapshot, at: datetime) -> dict[str, datetime]:
    """Until when those who are away at that moment are, by the name of their seat."""
    found = {}
    for name, seat in snapshot.seats.items():
        rows = [row for row in absences_of(session, key_of(seat), at) if row.state == OK]
        if rows and rows[0].from_at <= at:
            found[name] = rows[0].until_at
    return found


def is_away(session: Session, seat: Seat, at: datetime) -> bool:
    """Whether a seat's player is away at that moment."""
    return seat.id in away_seats(session, seat.game_id, at)
