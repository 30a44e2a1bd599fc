"""Absences as rows: those that overlap become one, and how many days nobody need agree to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.game_settings import GameSettings
from pbem.grammar.times.stretches import Days
from pbem.models import Absence, Game, Seat, key_of
from pbem.recent import recently
from pbem.service.absence import ASKED, OK, OVER, absences_of

YEAR = timedelta(days=365)


def merged(
    session: Session, game: Game, seat: Seat, days: Days, now: datetime
) -> tuple[Absence, Sequence[Absence]]:
    """The absence asked for with all taken ones that overlap it, and those."""
    start, end = days.from_at, days.until_at
    joined: list[Absence] = []
    rest = [row for row in absences_of(session, key_of(seat), now) if row.state == OK]
    while more := [row for row in rest if touch(row, start, end)]:
        joined += more
        rest = [row for row in rest if row not in more]
        start = min(start, *(row.from_at for row in more))
        end = max(end, *(row.until_at for row in more))
    row = Absence(
        game_id=key_of(game),
        seat_id=key_of(seat),
        from_at=start,
        until_at=end,
        created_at=now,
    )
    return row, joined


def forget_asked(session: Session, seat: Seat, row: Absence, now: datetime) -> None:
    """What was asked of the moderator for the same days before is asked no more."""
    rows = [one for one in absences_of(session, key_of(seat), now) if one.state == ASKED]
    close(session, [one for one in rows if touch(one, row.from_at, row.until_at)])


def absences_said_since(session: Session, seat: Seat, then: datetime, now: datetime) -> int:
    """How often a seat has said that it will be away since `then`."""
    is_since = recently(col(Absence.created_at), then, now)
    return len(session.exec(select(Absence.id).where(Absence.seat_id == seat.id, is_since)).all())


def touch(row: Absence, start: datetime, end: datetime) -> bool:
    """Whether an absence overlaps a span, or joins it."""
    return row.from_at <= end and start <= row.until_at


def close(session: Session, rows: Sequence[Absence]) -> None:
    """One that is part of another counts no more, nor its days."""
    for row in rows:
        row.state, row.until_at = OVER, row.from_at
        session.add(row)


def excess(session: Session, seat: Seat, row: Absence, choices: GameSettings) -> str:
    """Why a moderator must agree; "" if nobody need."""
    length, hour = row.until_at - row.from_at, timedelta(hours=1)
    if length > timedelta(days=choices.away_days) + hour:
        return (
            f"{format_days(length)} are more than the {choices.away_days} in one go that nobody "
            "need agree to"
        )
    wanted = select(Absence).where(
        Absence.seat_id == seat.id,
        col(Absence.state).in_((OK, OVER)),
        Absence.until_at > row.until_at - YEAR,
    )
    before = session.exec(wanted).all()
    others = [
        one for one in before if not (one.state == OK and touch(one, row.from_at, row.until_at))
    ]
    total = length + sum((one.until_at - one.from_at for one in others), timedelta())
    if total > timedelta(days=choices.away_total) + hour:
        return (
            f"with this you are away {format_days(total)} of a year, more than {choices.away_total}"
        )
    return ""


def format_days(length: timedelta) -> str:
    return f"{round(length / timedelta(days=1))} days"
