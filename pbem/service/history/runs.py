"""Turns that have been run, as far as a letter is judged by them."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import Turn

Run = tuple[int, datetime | None, datetime]
"""A turn that was run: its number, when it was due, when it was run."""
RunRow = sa.Row[int, int, int, str, datetime | None, datetime]
"""Number, part and timeline of a turn, its seat, when it was due and when it was run."""
# Without what a turn left behind: that is as long as a game.
_RUNS: sa.Select[int, int, int, str, datetime | None, datetime] = sa.select(
    col(Turn.number),
    col(Turn.part),
    col(Turn.timeline),
    col(Turn.seat),
    col(Turn.deadline_at),
    col(Turn.resolved_at),
).where(col(Turn.game_id) == sa.bindparam("game"))
_LAST = (
    _RUNS.where(col(Turn.undone) == 0)
    .order_by(col(Turn.number).desc(), col(Turn.part).desc())
    .limit(1)
)
_LAST_OWN = _LAST.where(col(Turn.seat) == sa.bindparam("seat"))
_RUN = _RUNS.where(
    col(Turn.number) == sa.bindparam("number"),
    col(Turn.part) == sa.bindparam("part"),
    col(Turn.timeline) == sa.bindparam("era"),
)


def last_run(session: Session, game_id: int | None) -> RunRow | None:
    """The turn of a game that was run last, of those that count."""
    return session.connection().execute(_LAST, {"game": game_id}).first()


def last_own_run(
    session: Session, game_id: int | None, seat: str, newest: RunRow | None
) -> Run | None:
    """The same of a seat; `newest` is that of any."""
    if newest is not None and newest.seat != seat:
        newest = session.connection().execute(_LAST_OWN, {"game": game_id, "seat": seat}).first()
    return run_in(newest)


def run_of(
    session: Session, game_id: int | None, number: int, part: int, timeline: int
) -> Run | None:
    """A part of a turn, if it has been run in that timeline, whether or not it counts now."""
    meant = {"game": game_id, "number": number, "part": part, "era": timeline}
    return run_in(session.connection().execute(_RUN, meant).first())


def run_in(row: RunRow | None) -> Run | None:
    """What of a row letters are told."""
    return (row.number, row.deadline_at, row.resolved_at) if row is not None else None
