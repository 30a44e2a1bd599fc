"""A game's log and state move together: one record, one next state, one version more."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict, Unpack

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.registry import ruleset
from pbem.models import Game, Record, Sheet
from pbem.prepared import Prepared


class UnsoundState(AssertionError):
    """The rules made a state that breaks an invariant: a bug, and nothing of it is kept."""


class SheetColumns(TypedDict):
    """What a sheet is inserted with; the columns of Sheet."""

    game_id: int
    seat_id: int
    kind: str
    turn: int
    part: int
    revision: int
    letter_id: int
    text: str
    is_ready: bool
    back_to: int | None
    created_at: datetime


# Past the ORM, which takes longer than the database.
_SHEET = Prepared(sa.insert(Sheet))


def put_sheet(session: Session, **row: Unpack[SheetColumns]) -> None:
    """Put a revision of a seat's orders on file, at once: whoever looks after this finds it."""
    _SHEET.count(session.connection(), row)


def recorded(session: Session, game_id: int, *which: ColumnElement[bool]) -> tuple[Any, ...]:
    """The events of those records of a game that count and that `which` picks, in their order."""
    wanted = select(Record.events).where(Record.game_id == game_id, Record.undone == 0, *which)
    rows = session.exec(wanted.order_by(col(Record.seq))).all()
    codec = ruleset(session.get_one(Game, game_id).ruleset).codec
    return tuple(event for row in rows for event in codec.decode_events(row))
