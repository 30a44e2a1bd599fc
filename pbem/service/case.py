"""A seat's letter with everything it is judged by, as read at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.language import ReadLine
from pbem.mail.letter import Letter as Mailed
from pbem.mail.letter import read_letter as read_mail
from pbem.models import NEW, RUNNING, Letter, Outbox, Player, Seat, Sheet, Turn
from pbem.service.shelf import Shelf, lines_on_file, load_shelf, sheet_on_file


@dataclass(frozen=True, slots=True)
class Case:
    """A letter of a seat with everything it is judged by, as read at one moment."""

    letter: Letter
    mailed: Mailed
    shelf: Shelf
    seat: Seat
    player: Player
    sheet: Sheet | None
    last: tuple[int, datetime | None, datetime] | None
    answers_turn: int | None

    @property
    def is_mover(self) -> bool:
        """Whether the seat's own turn is open."""
        return self.shelf.state.turn.seat == self.seat.name

    @property
    def must_wait(self) -> bool:
        """Whether the letter came after a deadline whose turn has not been run yet."""
        deadline_at = self.shelf.game.deadline_at
        if self.shelf.game.phase != RUNNING or deadline_at is None:
            return False
        return self.letter.received_at > deadline_at

    def filed(self) -> tuple[ReadLine, ...]:
        """The seat's script before this letter."""
        return lines_on_file(self.sheet, self.shelf.names(self.seat.name))


def open_case(session: Session, letter: Letter) -> Case:
    """Take everything a letter of a seat is judged by from the tables."""
    assert letter.game_id is not None
    shelf = load_shelf(session, letter.game_id)
    seat = next(seat for seat in shelf.seats.values() if seat.id == letter.seat_id)
    first = read_mail(letter.raw, mail_from=letter.mail_from)
    answered = _answered(session, seat, (first.in_reply_to, *reversed(first.references)))
    mailed = first
    if answered is not None:
        mailed = read_mail(letter.raw, sent=answered.text, mail_from=letter.mail_from)
    last = session.exec(
        select(Turn)
        .where(Turn.game_id == letter.game_id, Turn.seat == seat.name)
        .order_by(col(Turn.number).desc())
        .limit(1)
    ).first()
    return Case(
        letter=letter,
        mailed=mailed,
        shelf=shelf,
        seat=seat,
        player=shelf.players[seat.name],
        sheet=sheet_on_file(session, seat, shelf.own_turn(seat.name)),
        last=(last.number, last.deadline_at, last.resolved_at) if last else None,
        answers_turn=answered.turn if answered else None,
    )


def last_report(session: Session, seat: Seat, turn: int | None = None) -> Outbox | None:
    """A seat's newest report, or the one it got when that turn began."""
    wanted = select(Outbox).where(Outbox.seat_id == seat.id, col(Outbox.key).startswith("report:"))
    if turn is not None:
        wanted = wanted.where(Outbox.turn == turn)
    return session.exec(wanted.order_by(col(Outbox.id).desc()).limit(1)).first()


def next_unread(session: Session, letter: Letter) -> int | None:
    """The letter of the same seat to be read next; those that failed do not hold up others."""
    if letter.seat_id is None:
        return None
    waiting = select(Letter.id).where(_unread_beside(letter))
    oldest = waiting.order_by(col(Letter.received_at), col(Letter.id)).limit(1)
    return session.exec(oldest).first()


def elder_unread(session: Session, letter: Letter) -> int | None:
    """A letter that the same seat sent before and that must be read first."""
    if letter.seat_id is None:
        return None
    before = sa.or_(
        col(Letter.received_at) < letter.received_at,
        sa.and_(col(Letter.received_at) == letter.received_at, col(Letter.id) < letter.id),
    )
    return session.exec(select(Letter.id).where(_unread_beside(letter), before).limit(1)).first()


def _unread_beside(letter: Letter) -> sa.ColumnElement[bool]:
    return sa.and_(
        col(Letter.seat_id) == letter.seat_id,
        col(Letter.id) != letter.id,
        col(Letter.state) == NEW,
        col(Letter.error).is_(None),
    )


def _answered(session: Session, seat: Seat, message_ids: Sequence[str]) -> Outbox | None:
    """The mail of ours that a letter replies to."""
    wanted = [message_id for message_id in message_ids if message_id][:20]
    rows = session.exec(
        select(Outbox).where(Outbox.seat_id == seat.id, col(Outbox.message_id).in_(wanted))
    ).all()
    return min(rows, key=lambda row: wanted.index(row.message_id), default=None)
