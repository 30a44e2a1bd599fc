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
_LATEST = sa.union_all(sa.select(_LAST.subquery()), sa.select(_LAST_OWN.subquery()))
_RUN = _RUNS.where(
    col(Turn.number) == sa.bindparam("number"),
    col(Turn.part) == sa.bindparam("part"),
    col(Turn.timeline) == sa.bindparam("era"),
)


def last_runs(session: Session, game_id: int | None, seat: str) -> tuple[RunRow | None, Run | None]:
    """The turn of a game that was run last, of those that count, and the last of a seat's own."""
    rows = session.connection().execute(_LATEST, {"game": game_id, "seat": seat}).all()
    newest = max(rows, key=lambda row: (row.number, row.part), default=None)
    own = (row for row in rows if row.seat == seat)
    return newest, run_in(max(own, key=lambda row: (row.number, row.part), default=None))


def run_of(
    session: Session, game_id: int | None, number: int, part: int, timeline: int
) -> Run | None:
    """A part of a turn, if it has been run in that timeline, whether or not it counts now."""
    meant = {"game": game_id, "number": number, "part": part, "era": timeline}
    return run_in(session.connection().execute(_RUN, meant).first())


def run_in(row: RunRow | None) -> Run | None:
    """What of a row letters are told."""
    return (row.number, row.deadline_at, row.resolved_at) if row is not None else None
