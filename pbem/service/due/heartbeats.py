"""Signs of life: each sweeper and worker writes down now and then that it runs."""

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Database, Session
from pbem.models import Setting

EVERY = timedelta(seconds=15)
ALIVE_FOR = timedelta(seconds=60)
"""After this long without a sign of life a part counts no more."""
KEPT = timedelta(days=1)
PARTS = ("sweeper", "worker")
_PREFIX = "beat:"


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The last sign of life of one part, and the machine and process that it runs in."""

    part: str
    host: str
    process: str
    at: datetime


def record_heartbeat(database: Database, parts: Sequence[str], now: datetime) -> None:
    """Write down that this process runs those parts, and forget who has been silent for a day.

    Raises StorageError or TimeoutError.
    """
    me = f"{socket.gethostname()}:{os.getpid()}"
    old = _is_beat() & (col(Setting.value) < _written(now - KEPT))
    with database.write() as session:
        session.execute(sa.delete(Setting).where(old))
        for part in parts:
            session.merge(Setting(name=f"{_PREFIX}{part}:{me}", value=_written(now)))


def last_heartbeats(session: Session) -> list[Heartbeat]:
    """The last sign of life of each part that gave one within a day."""
    rows = session.exec(select(Setting).where(_is_beat()).order_by(Setting.name)).all()
    return [_read(row) for row in rows]


def _read(row: Setting) -> Heartbeat:
    part, _, place = row.name.removeprefix(_PREFIX).partition(":")
    host, _, process = place.rpartition(":")
    return Heartbeat(part, host, process, datetime.fromisoformat(row.value))


def _is_beat() -> sa.ColumnElement[bool]:
    """A range of names, so that the key finds them."""
    return sa.and_(col(Setting.name) >= _PREFIX, col(Setting.name) < "beat;")


def _written(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
