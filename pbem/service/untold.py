"""What each seat has not been told yet, and what came since its own last turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import col, select

from engine.illuminati.events import Event
from engine.illuminati.state import State
from pbem.codec import decode_events, decode_state
from pbem.database import Session
from pbem.models import Record, Turn, key_of
from pbem.reports.lengths import Count
from pbem.service.shelf import Shelf

SETUP = 1
"""The number of a game's first record, which the first report tells."""
CHARTED = 10
"""Turns in the chart of the standings."""


@dataclass(frozen=True, slots=True)
class Untold:
    """One seat's events on record: those it has not been told, and those since it last acted."""

    new: tuple[Event, ...]
    since: tuple[Event, ...]


def untold(session: Session, shelf: Shelf) -> dict[str, Untold]:
    """Every seat's; a seat that is out acts no more, so nothing counts since then."""
    game_id = key_of(shelf.game)
    acted = _acted(session, game_id)
    marks = {
        name: (seat.told_seq, acted.get(name, SETUP) if _is_in(shelf, name) else seat.told_seq)
        for name, seat in shelf.seats.items()
    }
    first = min((min(mark) for mark in marks.values()), default=SETUP)
    rows = session.exec(
        select(Record.seq, Record.events)
        .where(Record.game_id == game_id, col(Record.seq) > first)
        .order_by(col(Record.seq))
    ).all()
    records = [(seq, decode_events(events)) for seq, events in rows]

    def after(mark: int) -> tuple[Event, ...]:
        return tuple(event for seq, events in records if seq > mark for event in events)

    return {name: Untold(after(told), after(own)) for name, (told, own) in marks.items()}


def _is_in(shelf: Shelf, seat: str) -> bool:
    return not shelf.state.seat(seat).is_out


def _acted(session: Session, game_id: int) -> Mapping[str, int]:
    """The record of each seat's own last turn."""
    last = sa.func.max(col(Turn.record_seq))
    rows = session.exec(
        select(Turn.seat, last).where(Turn.game_id == game_id).group_by(col(Turn.seat))
    ).all()
    return dict(rows)


def last_counts(session: Session, game_id: int) -> tuple[Count, ...]:
    """How many groups everybody held after each of the last turns, oldest first."""
    rows = session.exec(
        select(Turn.number, Turn.state)
        .where(Turn.game_id == game_id)
        .order_by(col(Turn.number).desc(), col(Turn.part).desc())
        .limit(CHARTED)
    ).all()
    found = {number: count_of(number, decode_state(state)) for number, state in reversed(rows)}
    return tuple(found.values())


def count_of(turn: int, state: State) -> Count:
    """The groups of each structure, Illuminati counted (R10.5)."""
    held = Counter(holding.seat for holding in state.holdings.values())
    return Count(turn, {seat.name: held[seat.name] for seat in state.seats})
