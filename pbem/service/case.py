"""A seat's letter with everything it is judged by, as read at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from engine.illuminati.events import Event
from pbem.database import Session
from pbem.language import ReadLine
from pbem.language.sighting import has_order
from pbem.mail.letter import Letter as Mailed
from pbem.mail.letter import read_letter as read_mail
from pbem.models import ANSWERS, NEW, RUNNING, Letter, Outbox, Player, Seat, Sheet, Turn
from pbem.service.expiry import settled
from pbem.service.robot_seats import is_to_be_written, write_letter
from pbem.service.shelf import Shelf, lines_on_file, load_shelf, sheet_for, sheet_on_file
from pbem.service.tokens import hidden_ids

BULLETIN = "bulletin"
"""What the keys of bulletins begin with: bulletin:GAME:TURN:PART:SEAT."""
Run = tuple[int, datetime | None, datetime]
"""A turn that was run: its number, when it was due, when it was run."""


@dataclass(frozen=True, slots=True)
class Case:
    """A letter of a seat with everything it is judged by, as read at one moment.

    `ended` tells of offers whose time was over when the letter came; `written` is the letter a
    robot has written just now.
    """

    letter: Letter
    mailed: Mailed
    shelf: Shelf
    seat: Seat
    player: Player
    sheet: Sheet | None
    last: Run | None
    answers_turn: int | None
    answers: Sheet | None = None
    closed: Run | None = None
    ended: tuple[Event, ...] = ()
    written: bytes | None = None

    @property
    def is_mover(self) -> bool:
        """Whether the seat's own turn is open, or a round that its script is for."""
        return self.shelf.is_own_turn(self.seat.name)

    @property
    def is_answering(self) -> bool:
        """Whether the seat may answer a script that is announced."""
        shelf, name = self.shelf, self.seat.name
        is_in = not shelf.state.seat(name).is_out
        return shelf.announced is not None and not shelf.is_frozen(name) and is_in

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

    def answered(self) -> tuple[ReadLine, ...]:
        """The seat's answers before this letter."""
        return lines_on_file(self.answers, self.shelf.names(self.seat.name))


def open_case(session: Session, letter: Letter) -> Case:
    """Take everything a letter of a seat is judged by from the tables."""
    assert letter.game_id is not None
    shelf, ended = settled(load_shelf(session, letter.game_id), letter.received_at)
    seat = next(seat for seat in shelf.seats.values() if seat.id == letter.seat_id)
    written = write_letter(shelf, seat.name, letter) if is_to_be_written(letter, seat) else None
    raw = written or letter.raw
    answered: Outbox | None = None

    def sent(message_ids: Sequence[str]) -> str | None:
        nonlocal answered
        answered = _answered(session, seat, message_ids)
        return answered.text if answered else None

    mailed = read_mail(raw, sent=sent, mail_from=letter.mail_from, has_order=has_order)
    announced = shelf.announced
    answers = None
    if announced is not None:
        answers = sheet_for(session, seat, ANSWERS, announced.turn, announced.part)
    return Case(
        letter=letter,
        mailed=mailed,
        shelf=shelf,
        seat=seat,
        player=shelf.players[seat.name],
        sheet=sheet_on_file(session, seat, shelf.state),
        last=_run(_last_run(session, letter, seat.name)),
        answers_turn=answered.turn if answered else None,
        answers=answers,
        closed=_closed(session, letter, shelf, answered),
        ended=ended,
        written=written,
    )


def _last_run(session: Session, letter: Letter, seat: str | None = None) -> Turn | None:
    """The turn of a seat, or of any, that was run last."""
    wanted = select(Turn).where(Turn.game_id == letter.game_id)
    if seat is not None:
        wanted = wanted.where(Turn.seat == seat)
    latest = (col(Turn.number).desc(), col(Turn.part).desc())
    return session.exec(wanted.order_by(*latest).limit(1)).first()


def _run(turn: Turn | None) -> Run | None:
    return (turn.number, turn.deadline_at, turn.resolved_at) if turn else None


def bulletin_key(game_id: int | None, turn: int, part: int, seat: str) -> str:
    """What a seat's bulletin of a script is called in the outbox, where it exists once."""
    return f"{BULLETIN}:{game_id}:{turn}:{part}:{seat}"


def _closed(session: Session, letter: Letter, shelf: Shelf, answered: Outbox | None) -> Run | None:
    """The window a letter was meant for, if that has closed.

    It replies to the bulletin of another script than the one now open, or it came after a
    window's deadline and before the script was run.
    """
    if answered is not None and answered.key.startswith(f"{BULLETIN}:"):
        _, _, turn, part, _ = answered.key.split(":")
        now_open = shelf.announced
        if now_open is not None and (now_open.turn, now_open.part) == (int(turn), int(part)):
            return None
        meant = (Turn.number == int(turn), Turn.part == int(part))
        return _run(
            session.exec(select(Turn).where(Turn.game_id == letter.game_id, *meant)).first()
        )
    last = _last_run(session, letter)
    if last is None or last.deadline_at is None:
        return None
    if not last.deadline_at < letter.received_at <= last.resolved_at:
        return None
    key = bulletin_key(letter.game_id, last.number, last.part, last.seat)
    was_announced = session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None
    return _run(last) if was_announced else None


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


def hint_next(session: Session, letter: Letter) -> None:
    """A letter has been dealt with: tell a worker of the next one of its seat."""
    session.flush()
    following = next_unread(session, letter)
    if following is not None:
        session.hint("read_letter", following)


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
    ids = [message_id for message_id in message_ids if message_id][:20]
    wanted = [form for message_id in ids for form in hidden_ids(seat, message_id)]
    rows = session.exec(
        select(Outbox).where(Outbox.seat_id == seat.id, col(Outbox.message_id).in_(wanted))
    ).all()
    return min(rows, key=lambda row: wanted.index(row.message_id), default=None)


def revision_before(
    session: Session, case: Case, sheet: Sheet | None
) -> tuple[ReadLine, ...] | None:
    """The revision an UNDO goes back to."""
    if sheet is None:
        return None
    before = session.exec(
        select(Sheet).where(
            Sheet.seat_id == case.seat.id,
            Sheet.turn == sheet.turn,
            Sheet.part == sheet.part,
            Sheet.kind == sheet.kind,
            Sheet.revision == sheet.revision - 1,
        )
    ).first()
    return lines_on_file(before, case.shelf.names(case.seat.name)) if before else ()
