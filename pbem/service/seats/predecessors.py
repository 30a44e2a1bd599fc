"""What the former player of a seat leaves behind, and nobody uses any more (R12.7)."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.values import SheetKey
from pbem.models import DONE, HELD, NEW, Absence, Letter, Person, Seat, Sheet, Standby
from pbem.service.absence import OVER
from pbem.service.seats.confirming import UNUSED
from pbem.service.seats.sitting import end_sitter
from pbem.service.seats.standby import close_offer
from pbem.service.snapshots import REPEATED, GameSnapshot
from pbem.service.transaction import GameTx


def detach_player(tx: GameTx, seat: Seat, player: Person) -> None:
    """End what the former player had begun; `player` now has the seat and waits for none.

    Where results are held for the moderator the orders stay as they are.
    """
    close_offer(tx, seat, "too-late", but=player)
    end_sitter(tx, seat)
    _close_letters(tx.session, seat, tx.now)
    if tx.game.closed_at is None:
        _clear_sheets(tx.session, tx.snapshot, seat)
    _end_absences(tx.session, seat, tx.now)
    tx.session.execute(
        sa.update(Standby)
        .where(col(Standby.person_id) == player.id, col(Standby.game_id) == tx.game.id)
        .values(left_at=tx.now)
    )


def _close_letters(session: Session, seat: Seat, now: datetime) -> None:
    """What the former player sent and nobody has read, and what is held for him, is not used.

    A letter that is being read is left alone, for whoever reads it waits for the game's lock; he
    finds the game changed, and the letter is then no longer the seat's.
    """
    waiting = sa.or_(col(Letter.state) == NEW, col(Letter.outcome) == HELD)
    wanted = select(Letter).where(col(Letter.seat_id) == seat.id, waiting)
    for letter in session.exec(wanted.with_for_update(skip_locked=True)).all():
        letter.state, letter.outcome, letter.read_at = DONE, UNUSED, now
        letter.note = "not read: somebody else plays the seat now"
        session.add(letter)


def _clear_sheets(session: Session, snapshot: GameSnapshot, seat: Seat) -> None:
    """Orders on file for this turn and those to come; an announced script stands (R12.2)."""
    own = snapshot.status.sheets[seat.name]
    gone = sa.delete(Sheet).where(col(Sheet.seat_id) == seat.id)
    if not snapshot.is_frozen(seat.name):
        session.execute(gone.where(*_is_under(own)))
    to_come = sa.and_(col(Sheet.kind) == own.kind, col(Sheet.turn) > own.turn)
    session.execute(gone.where(sa.or_(to_come, col(Sheet.kind) == REPEATED.kind)))
    for ask in snapshot.status.asks:
        if ask.sheet is not None:
            session.execute(gone.where(*_is_under(ask.sheet)))


def _is_under(key: SheetKey) -> tuple[sa.ColumnElement[bool], ...]:
    return col(Sheet.kind) == key.kind, col(Sheet.turn) == key.turn, col(Sheet.part) == key.part


def _end_absences(session: Session, seat: Seat, now: datetime) -> None:
    session.execute(
        sa.update(Absence)
        .where(col(Absence.seat_id) == seat.id, col(Absence.until_at) > now)
        .values(state=OVER, until_at=now)
    )
