"""Tries at reading a letter are counted; after three that failed it is set aside."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session, lock_unread
from pbem.mails.notices import held_problem
from pbem.models import DEAD, NEW, Letter, key_of
from pbem.prepared import Prepared
from pbem.service.context import (
    MOST_TRIES,
    MOST_UNENDED,
    RETRY,
    ServiceContext,
    Transaction,
    count_attempt,
    log,
    note_failure,
)
from pbem.service.mailing.outbox import addressee, post
from pbem.service.mailing.unread import IS_NEXT, is_next
from pbem.service.notices import add_notice
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import context_for, load_game
from pbem.service.turns.holding_results import is_closed, notify_held_letter

# What is so of almost every letter, in one statement; the others are looked at one by one.
_COUNTED = Prepared(
    sa.update(Letter)
    .where(
        col(Letter.id) == sa.bindparam("letter"),
        col(Letter.state) == NEW,
        col(Letter.attempts) < MOST_TRIES,
        col(Letter.unended) < MOST_UNENDED,
        IS_NEXT,
    )
    .values(unended=col(Letter.unended) + 1)
)


def count_reading(service: ServiceContext, letter_id: int, in_own_process: bool) -> bool:
    """Note that a try begins, as `count_attempt` does.

    What the seat sent before comes first; whoever has read that hints at this.
    """
    with service.database.begin() as connection:
        if _COUNTED.count(connection, {"letter": letter_id}):
            return True
    return count_attempt(
        service,
        lambda session: _next_letter(session, letter_id),
        lambda session, letter: _set_aside(service, session, letter, service.clock()),
        in_own_process=in_own_process,
    )


def put_off(service: ServiceContext, submission: Submission, now: datetime) -> bool:
    """Look again when the turn may have been run; who releases results may take his time."""
    with service.database.write() as session:
        letter = lock_unread(session, key_of(submission.letter))
        if letter is not None:
            letter.unended = max(0, letter.unended - 1)
            letter.next_try_at = now + (
                RETRY[-1] if is_closed(submission.snapshot.game) else RETRY[0] / 10
            )
            session.add(letter)
            notify_held_letter(service, session, submission, now)
    return False


def _next_letter(session: Session, letter_id: int) -> Letter | None:
    letter = lock_unread(session, letter_id)
    return letter if letter is not None and is_next(session, letter) else None


def reading_failed(service: ServiceContext, letter_id: int, trace: str) -> None:
    """Keep the traceback; after three failures the letter is set aside and its player told."""
    now = service.clock()
    with service.database.write() as session:
        letter = lock_unread(session, letter_id)
        if letter is None:
            return
        if note_failure(letter, trace, now):
            _set_aside(service, session, letter, now)
        session.add(letter)


def _set_aside(service: ServiceContext, session: Session, letter: Letter, now: datetime) -> None:
    letter.state = DEAD
    session.add(letter)
    log.error("letter set aside", letter=letter.id)
    text = f"Letter {letter.id} could not be read and is set aside. RETRY {letter.id} tries again."
    key = f"aside:{letter.id}:{now.isoformat()}"
    add_notice(Transaction(service, session, now), "letter", text, key, letter.game_id)
    if letter.seat_id is None or letter.game_id is None:
        return
    snapshot = load_game(session, letter.game_id)
    seat = next(seat for seat in snapshot.seats.values() if seat.id == letter.seat_id)
    context = context_for(snapshot, seat.name, now, deadline_at=snapshot.game.deadline_at)
    to = addressee(snapshot.game, seat, snapshot.players[seat.name])
    mail = held_problem(context)
    post(Transaction(service, session, now), to, mail, f"problem:{letter.id}")
