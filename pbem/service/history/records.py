"""A game's log and state move together: one record, one next state, one version more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.values import SheetKey
from pbem.games.registry import ruleset
from pbem.models import Game, Record, Sheet, key_of
from pbem.service.snapshots import hash_of


class UnsoundState(AssertionError):
    """The rules made a state that breaks an invariant: a bug, and nothing of it is kept."""


def put_record(
    session: Session,
    game: Game,
    kind: str,
    state: Any,
    events: Sequence[Any],
    now: datetime,
    *,
    turn: int,
    seat: str | None = None,
    orders: Any = (),
    letter_id: int | None = None,
) -> int:
    """Append a record, make its state the game's, and return its number.

    Raises UnsoundState if the state fails the audit.
    """
    found = ruleset(game.ruleset)
    broken = found.rules.audit(state)
    if broken:
        raise UnsoundState("; ".join(broken))
    game.state = found.codec.encode_state(state)
    game.seq += 1
    game.version += 1
    status = found.rules.status(state)
    game.turn, game.to_move = status.turn, status.mover
    game.engine_version = found.version
    session.add(game)
    session.add(
        Record(
            game_id=key_of(game),
            seq=game.seq,
            kind=kind,
            turn=turn,
            seat=seat,
            letter_id=letter_id,
            orders=orders,
            events=found.codec.encode_events(events),
            state_hash=hash_of(game.state),
            engine_version=found.version,
            at=now,
        )
    )
    return game.seq


# Past the ORM, which takes longer than the database.
_SHEET = sa.insert(Sheet)


def put_sheet(
    session: Session,
    *,
    game_id: int,
    seat_id: int,
    key: SheetKey,
    revision: int,
    letter_id: int,
    text: str,
    is_ready: bool,
    created_at: datetime,
    back_to: int | None = None,
) -> None:
    """Put a revision of a seat's orders on file, at once: whoever looks after this finds it."""
    row = {
        "game_id": game_id,
        "seat_id": seat_id,
        **key._asdict(),
        "revision": revision,
        "letter_id": letter_id,
        "text": text,
        "is_ready": is_ready,
        "created_at": created_at,
        "back_to": back_to,
    }
    session.connection().execute(_SHEET, row)


def recorded(session: Session, game_id: int, *which: ColumnElement[bool]) -> tuple[Any, ...]:
    """The events of those records of a game that count and that `which` picks, in their order."""
    wanted = select(Record.events).where(Record.game_id == game_id, Record.undone == 0, *which)
    rows = session.exec(wanted.order_by(col(Record.seq))).all()
    codec = ruleset(session.get_one(Game, game_id).ruleset).codec
    return tuple(event for row in rows for event in codec.decode_events(row))
