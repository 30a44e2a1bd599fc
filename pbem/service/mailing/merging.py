"""Several letters within a minute get one answer: the first at once, all others together after it.

An answer that waits is a row of the outbox like any other, to be sent when its minute is over, and
is written anew for each letter until somebody claims it. What became of each letter is kept with
the letter, so that no answer is ever made from another answer's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import PrintableLetter, PrintableLine
from pbem.mails.kinds import COPY, as_answer
from pbem.models import NEW, RUNNING, Letter, Outbox, Seat
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.context import Transaction
from pbem.service.mailing.outbox import ACKNOWLEDGEMENT, Addressee, SendWindow, newest_mail, post
from pbem.values import as_dict


@dataclass(frozen=True, slots=True)
class AnswerSlot:
    """Where the answer to a letter goes: into the `row` of one not sent yet, or one of its own.

    It goes out `at` that moment; `earlier` are the letters that are answered by the same row.
    """

    at: datetime
    row: Outbox | None = None
    earlier: tuple[PrintableLetter, ...] = ()


class LastAnswer(NamedTuple):
    """The answer that was written last to a seat, as far as the next one goes by it."""

    state: str
    attempts: int
    next_try_at: datetime
    sent_at: datetime | None


def slot_for(tx: Transaction, seat: Seat, last: LastAnswer | None) -> AnswerSlot:
    """The place of the next answer to a seat after that one; its game is locked by the caller."""
    gap = timedelta(seconds=tx.mail.answer_gap_seconds)
    if not gap or last is None:
        return AnswerSlot(tx.now)
    if _waits(last, tx.now):
        # Locked, for whoever sends it may have claimed it since.
        row = newest_mail(tx.session, seat, ACKNOWLEDGEMENT)
        assert row is not None, "no mail is ever deleted while its game is played"
        if _waits(row, tx.now):
            return AnswerSlot(row.next_try_at, row, tuple(_letters_answered(tx.session, row)))
        last = LastAnswer(row.state, row.attempts, row.next_try_at, row.sent_at)
    return AnswerSlot(max(tx.now, min(tx.now, last.sent_at or last.next_try_at) + gap))


def _waits(answer: LastAnswer | Outbox, now: datetime) -> bool:
    return answer.state == NEW and not answer.attempts and answer.next_try_at > now


@dataclass(frozen=True, slots=True)
class AnswerMails:
    """The mails a letter brings its writer; `printable` is what the first says, if it does."""

    mails: tuple[Mail, ...]
    printable: PrintableLetter | None = None


def post_answers(
    tx: Transaction, to: Addressee, answers: AnswerMails, slot: AnswerSlot, letter: Letter
) -> None:
    """Post what a letter of a seat brings its writer; an answer goes into its slot.

    What was found of its reader holds for the first mail, which is one more that he has had. A turn
    that is to be run now is not waited for: its report must not come first.
    """
    game = to.game
    assert game is not None, "the answers are a seat's"
    mails = list(enumerate(answers.mails))
    if answers.printable is not None:
        is_urgent = game.phase != RUNNING or (game.due_at or slot.at + HINT_GRACE) <= slot.at
        at = tx.now if is_urgent else slot.at
        key = slot.row.key if slot.row else f"ack:{letter.id}"
        letter.labels = {"answer": key} | _kept(answers.printable)
        tx.session.add(letter)
        _, mail = mails.pop(0)
        if slot.row is not None:
            _write_anew(tx, slot.row, mail, game.turn, at)
        else:
            post(tx, to, mail, key, SendWindow(not_before=at))
        to = replace(to, reader=None)
    for at_place, mail in mails:
        key = f"ack:{letter.id}:{at_place}" if at_place else f"ack:{letter.id}"
        post(tx, to, as_answer(mail), key)
        to = replace(to, reader=None)


def _write_anew(tx: Transaction, row: Outbox, mail: Mail, turn: int, at: datetime) -> None:
    copy = select(Outbox).where(Outbox.key == f"{COPY}:{row.key}", Outbox.state == NEW)
    for one in (row, *tx.session.exec(copy.with_for_update()).all()):
        one.subject, one.body, one.turn = mail.subject, mail.body, turn
        one.next_try_at = min(one.next_try_at, max(at, tx.now + HINT_GRACE))
        tx.session.add(one)
        if at <= tx.now:
            tx.session.hint("deliver", one.id)


_LETTERS_WORDS = tuple(row.name for row in fields(PrintableLetter))


def _kept(printable: PrintableLetter) -> dict[str, object]:
    """What became of a letter, as it is kept; `asdict` would copy every word of it first."""
    lines = [as_dict(line) for line in printable.lines]
    return {name: getattr(printable, name) for name in _LETTERS_WORDS} | {"lines": lines}


def _line_of(kept: dict[str, Any]) -> PrintableLine:
    """A line as it was kept; `understood` was called `told` once."""
    old = {"understood": kept.pop("told")} if "told" in kept else {}
    return PrintableLine(**kept, **old)


def _letters_answered(session: Session, row: Outbox) -> Iterator[PrintableLetter]:
    """What became of the letters that a row answers, in the order they came."""
    kept = session.exec(
        select(Letter.labels)
        .where(
            Letter.game_id == row.game_id,
            Letter.seat_id == row.seat_id,
            col(Letter.read_at) >= row.created_at,
        )
        .order_by(col(Letter.received_at), col(Letter.id))
    )
    for labels in kept:
        found = dict(labels or {})
        if found.pop("answer", None) == row.key:
            lines = tuple(_line_of(line) for line in found["lines"])
            yield replace(PrintableLetter(**found), lines=lines)
