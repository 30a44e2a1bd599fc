"""Turns that have been run, as far as a letter is judged by them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import Turn

Run = tuple[int, datetime | None, datetime]
"""A turn that was run: its number, when it was due, when it was run."""


class RunRow(NamedTuple):
    """A turn that was run, by the columns that letters are judged by: without what it left behind,
    as that is as long as a game."""

    number: int
    part: int
    timeline: int
    seat: str
    deadline_at: datetime | None
    resolved_at: datetime


_RUNS = sa.select(
    col(Turn.number),
    col(Turn.part),
    col(Turn.timeline),
    col(Turn.seat),
    col(Turn.deadline_at),
    col(Turn.resolved_at),
).where(col(Turn.game_id) == sa.bindparam("game"))
LAST = (
    _RUNS.where(col(Turn.undone) == 0)
    .order_by(col(Turn.number).desc(), col(Turn.part).desc())
    .limit(1)
)
"""The turn of a `game` that was run last, of those that count."""
LAST_OWN = LAST.where(col(Turn.seat) == sa.bindparam("name"))
"""The last of the seat of that `name`."""
_RUN = _RUNS.where(
    col(Turn.number) == sa.bindparam("number"),
    col(Turn.part) == sa.bindparam("part"),
    col(Turn.timeline) == sa.bindparam("era"),
)


def run_of(
    session: Session, game_id: int | None, number: int, part: int, timeline: int
) -> Run | None:
    """A part of a turn, if it has been run in that timeline, whether or not it counts now."""
    meant = {"game": game_id, "number": number, "part": part, "era": timeline}
    row = session.connection().execute(_RUN, meant).first()
    return run_in(RunRow(*row)) if row is not None else None


def run_in(row: RunRow | None) -> Run | None:
    """What of a row letters are told."""
    return (row.number, row.deadline_at, row.resolved_at) if row is not None else None
