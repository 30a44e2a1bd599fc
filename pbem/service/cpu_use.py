"""How much CPU a day is used for each person, and whether any is left for him.

What a thread uses is counted in memory and written down by the second, so that a line that is
tried on a page costs no transaction; a process that is killed forgets no more than that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import NOBODY, TUTORIAL, CpuDay, Game, OpenGame, Seat
from pbem.service.context import ServiceContext


def payer_of(session: Session, game: Game) -> int | None:
    """The person for whose sake robots play a game: who learns by it, or has created it; None of
    the operator's own."""
    if game.kind == TUTORIAL:
        learner = select(Seat.person_id).where(Seat.game_id == game.id, Seat.robot == NOBODY)
        return session.exec(learner.limit(1)).first()
    return session.exec(select(OpenGame.creator_id).where(OpenGame.game_id == game.id)).first()


def cpu_left(service: ServiceContext, session: Session, person_id: int | None) -> float:
    """The seconds that may still be used for a person today; no end of them for nobody."""
    most = service.settings.cpu.person_seconds
    if person_id is None or not most:
        return math.inf
    day = day_of(service.clock())
    row = session.get(CpuDay, person_id)
    written = row.seconds if row is not None and row.day == day else 0.0
    return max(0.0, most - written - service.cpu.waiting(person_id, day))


@contextmanager
def charged_to(service: ServiceContext, person_id: int | None) -> Iterator[None]:
    """Count what this thread uses in the block for a person."""
    began = time.thread_time()
    try:
        yield
    finally:
        if person_id is not None:
            service.cpu.add(person_id, day_of(service.clock()), time.thread_time() - began)


def write_down(service: ServiceContext) -> None:
    """Keep what was counted, of those for whom it is a second or more; in no transaction."""
    counted = service.cpu.take()
    if not counted:
        return
    with service.database.write() as session:
        for (person_id, day), seconds in counted:
            _count_seconds(session, person_id, day, seconds)


def _count_seconds(session: Session, person_id: int, day: str, seconds: float) -> None:
    """In one statement, so that of two processes none forgets what the other has counted."""
    connection = session.connection()
    insert = (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(CpuDay)
    is_new = col(CpuDay.day) < day
    connection.execute(
        insert.values(person_id=person_id, day=day, seconds=seconds).on_conflict_do_update(
            index_elements=[col(CpuDay.person_id)],
            set_={
                "day": day,
                "seconds": sa.case((is_new, seconds), else_=col(CpuDay.seconds) + seconds),
            },
            where=col(CpuDay.day) <= day,
        )
    )


def day_of(at: datetime) -> str:
    """The day by UTC, as it is kept."""
    return f"{at:%Y-%m-%d}"
