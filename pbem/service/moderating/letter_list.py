"""Letters as an operator sees them: what came, what became of it, and trying again."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import DEAD, DONE, HELD, NEW, Game, Letter, Seat
from pbem.service.arriving.intake import whole
from pbem.service.context import ServiceContext

SET_ASIDE = (HELD, "machine", "duplicate")
"""Outcomes of letters that were not read as orders and may be yet."""
STATES = ("new", "held", "done", "dead", "machine", "quarantined")
"""What letters are listed by: their state, or that machines wrote them, or may be released."""
MOST_FOR_RIVAL = 50
OF_MACHINES = ("machine", "bounce", "complaint")


@dataclass(frozen=True, slots=True)
class LetterSummary:
    """One letter without its text; `error` is the last line of a traceback."""

    id: int
    received_at: datetime
    mail_from: str
    game: str | None
    seat: str | None
    state: str
    attempts: int
    note: str
    error: str


def list_letters(
    service: ServiceContext, state: str | None = None, limit: int = 50
) -> list[LetterSummary]:
    """The newest letters, of one of STATES if one is given."""
    wanted = (
        select(Letter, Game, Seat)
        .join(Game, col(Letter.game_id) == Game.id, isouter=True)
        .join(Seat, col(Letter.seat_id) == Seat.id, isouter=True)
        .order_by(col(Letter.id).desc())
        .limit(limit)
    )
    if state is not None:
        wanted = wanted.where(_in(state))
    with service.database.read() as session:
        rows = session.exec(wanted).all()
    return [
        LetterSummary(
            id=letter.id or 0,
            received_at=letter.received_at,
            mail_from=letter.mail_from,
            game=game.name if game else None,
            seat=seat.name if seat else None,
            state=letter.state,
            attempts=letter.attempts,
            note=letter.note or "",
            error=(letter.error or "").strip().rpartition("\n")[2],
        )
        for letter, game, seat in rows
    ]


WAITS = (col(Letter.outcome) == HELD) & col(Letter.hold_act).is_not(None)
"""Of a letter: it waits as all of its seat's or its sender's do."""
NEEDS_A_MODERATOR = sa.or_(
    col(Letter.state) == DEAD,
    col(Letter.outcome).in_(SET_ASIDE) & col(Letter.seat_id).is_not(None) & ~WAITS,
)
"""Of a letter: it failed, or was not read as orders and may be yet; whoever holds all letters of a
seat sees to those himself."""


def rivals_number(key: bytes, letter: Letter) -> int:
    """What a letter is called to a moderator who plays; its own number would count all others."""
    code = hmac.new(key, f"letter number:{letter.digest}".encode(), hashlib.sha256).digest()
    return 100_000 + int.from_bytes(code[:4], "big") % 900_000


def for_rival(session: Session, key: bytes, game_id: int) -> dict[int, Letter]:
    """The letters of a game that a moderator who plays may know of, by what they are called."""
    wanted = select(Letter).where(Letter.game_id == game_id, NEEDS_A_MODERATOR)
    rows = session.exec(wanted.order_by(col(Letter.id).desc()).limit(MOST_FOR_RIVAL)).all()
    return {rivals_number(key, row): row for row in reversed(rows)}


def _in(state: str) -> sa.ColumnElement[bool]:
    if state == "machine":
        return col(Letter.outcome).in_(OF_MACHINES)
    if state == HELD:
        return col(Letter.outcome) == HELD
    if state == "quarantined":
        return col(Letter.outcome).in_(SET_ASIDE) & col(Letter.seat_id).is_not(None)
    return col(Letter.state) == state


def show_letter(service: ServiceContext, letter_id: int) -> Letter | None:
    """The whole row, raw bytes and traceback included."""
    with service.database.read() as session:
        found = session.get(Letter, letter_id)
        return whole(session, found) if found is not None else None


def retry_letters(service: ServiceContext, letter_id: int | None = None) -> int:
    """Make set-aside letters unread again, one or all; returns how many."""
    now = service.clock()
    chosen = col(Letter.state) == DEAD
    if letter_id is not None:
        chosen = chosen & (col(Letter.id) == letter_id)
    with service.database.write() as session:
        done = session.connection().execute(
            sa.update(Letter).where(chosen).values(state=NEW, attempts=0, next_try_at=now)
        )
    return int(done.rowcount)


def drop_letters(service: ServiceContext, letter_id: int | None = None) -> int:
    """Let set-aside letters be, one or all: they are kept, and not read again. How many."""
    chosen = col(Letter.state) == DEAD
    if letter_id is not None:
        chosen = chosen & (col(Letter.id) == letter_id)
    values = {"state": DONE, "note": "dropped by the operator", "read_at": service.clock()}
    with service.database.write() as session:
        done = session.connection().execute(sa.update(Letter).where(chosen).values(**values))
    return int(done.rowcount)
