"""Hop 2: a letter is read once; what it does and its answer are one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session, lock_game, lock_unread
from pbem.documents.layout.mail_context import Mail
from pbem.mails.notices import LateTexts, archived_mail, held_problem, too_late
from pbem.models import (
    DEAD,
    NEW,
    TUTORIAL,
    WEB,
    Letter,
    key_of,
)
from pbem.service.arriving.intake import whole
from pbem.service.context import (
    MOST_RACES,
    MOST_TRIES,
    MOST_UNENDED,
    RETRY,
    ConcurrentChange,
    ServiceContext,
    Transaction,
    WantsOwnProcess,
    log,
)
from pbem.service.history.runs import Run
from pbem.service.letters.accepting import close_read, keep_evidence
from pbem.service.letters.filing import file_letter
from pbem.service.letters.held_texts import hold_leaks, is_held
from pbem.service.letters.moderator_letters import moderator_meant, read_commands_of
from pbem.service.letters.other_letters import put_aside, put_by
from pbem.service.letters.page_answers import keep_answers
from pbem.service.letters.passing_on import pass_on
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.seat_effects import come_back
from pbem.service.letters.sorting import sort_letter
from pbem.service.locks import single_worker
from pbem.service.mailing.merging import AnswerMails, AnswerSlot, post_answers, slot_for
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.unread import IS_NEXT, is_next
from pbem.service.moderating.becoming import copy_answers
from pbem.service.moderating.holds import hold_back, hold_on
from pbem.service.moderating.voted import carry_out
from pbem.service.notices import add_notice
from pbem.service.orders.fencing import OUTDATED, is_outdated
from pbem.service.orders.judging import Judged, judge
from pbem.service.orders.notifying import notify_touched
from pbem.service.orders.submission import Submission, load_submission
from pbem.service.orders.talk import keep_texts, written_in
from pbem.service.seats.confirming import ORDERS
from pbem.service.snapshots import context_for, load_game
from pbem.service.turns.grace import count_late
from pbem.service.turns.holding_results import is_closed, notify_held_letter
from pbem.service.turns.tutoring import begin_tutorial


def read_letter(service: ServiceContext, letter_id: int, *, in_own_process: bool = False) -> bool:
    """Read a letter that is still unread; True if this call did it.

    A letter waits until those its seat sent before are read, and one that came after the deadline
    until the turn is run. Raises WantsOwnProcess unless it is told that it runs in one.
    """
    with single_worker(service.database, "letter", letter_id) as is_alone:
        if not is_alone or not _count_attempt(service, letter_id, in_own_process):
            return False
        for _ in range(MOST_RACES):
            done = _try(service, letter_id)
            if done is not None:
                return done
    raise ConcurrentChange(f"letter {letter_id}: the game kept changing")


# What is so of almost every letter, in one statement; the others are looked at one by one.
_COUNTED = (
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


def _count_attempt(service: ServiceContext, letter_id: int, in_own_process: bool) -> bool:
    """Note that a try begins, so that one which dies with its process is known.

    What the seat sent before comes first; whoever has read that hints at this. A process of its own
    notes nothing: who started it has done so, and lives on if it dies.
    """
    now = service.clock()
    with service.database.write() as session:
        if session.connection().execute(_COUNTED, {"letter": letter_id}).rowcount:
            return True
        letter = lock_unread(session, letter_id)
        if letter is None or not is_next(session, letter):
            return False
        if letter.attempts >= MOST_TRIES:
            _set_aside(service, session, letter, now)
            return False
        if in_own_process:
            return True
        letter.unended += 1
        session.add(letter)
    if letter.unended > MOST_UNENDED:
        raise WantsOwnProcess(f"letter {letter_id}")
    return True


def reading_failed(service: ServiceContext, letter_id: int, trace: str) -> None:
    """Keep the traceback; after three failures the letter is set aside and its player told."""
    now = service.clock()
    with service.database.write() as session:
        letter = lock_unread(session, letter_id)
        if letter is None:
            return
        letter.error = trace
        letter.attempts, letter.unended = letter.attempts + 1, max(0, letter.unended - 1)
        letter.next_try_at = now + RETRY[min(letter.attempts, MOST_TRIES) - 1]
        if letter.attempts >= MOST_TRIES:
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


_LETTER = select(Letter).where(Letter.id == sa.bindparam("id"))


def _try(service: ServiceContext, letter_id: int) -> bool | None:
    """Read, work out, keep; None if the game changed meanwhile and it must be done again."""
    now = service.clock()
    with service.database.read() as session:
        letter = whole(session, session.exec(_LETTER, params={"id": letter_id}).one())
        moderator = moderator_meant(session, letter)
        if moderator is not None:
            return read_commands_of(service, letter, moderator, now)
        sorted_as = sort_letter(service, session, letter, now)
        is_read = sorted_as.outcome == ORDERS and letter.seat_id is not None
        submission = (
            load_submission(session, letter, sorted_as.mailed, service.settings)
            if is_read
            else None
        )
    if submission is None:
        return put_by(service, letter, sorted_as, now)
    if is_outdated(submission):
        return put_aside(service, letter, OUTDATED, now)
    hold = hold_on(submission)
    if hold is not None:
        return hold_back(service, submission, hold, now)
    if submission.must_wait:
        return _put_off(service, submission, now)
    judgement = judge(submission)
    return _keep(service, submission, judgement, now)


def _put_off(service: ServiceContext, submission: Submission, now: datetime) -> bool:
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


def _keep(
    service: ServiceContext, submission: Submission, judgement: Judged, now: datetime
) -> bool | None:
    """Write the sheet, the deeds and the answer, if neither letter nor game has changed.

    Rows are written once, when all is done, and not before each look at another.
    """
    with service.database.write() as session, session.no_autoflush:
        letter = lock_unread(session, key_of(submission.letter))
        if letter is None:
            return False
        game = lock_game(session, key_of(submission.snapshot.game))
        if game is None or game.version != submission.snapshot.version:
            return None
        letter.raw = submission.written or letter.raw
        known = replace(submission.snapshot, game=game)
        seat = fresh_seat(session, submission.seat)
        tx = SeatTx(service, session, now, game, known, row=seat)
        has_script = judgement.script.text is not None
        late = judgement.is_past or submission.is_late(has_script=has_script)
        close_read(session, letter, "too late" if late else None, now)
        keep_evidence(session, letter, submission.mailed, submission.player, now)
        is_on_page = letter.transport == WEB
        is_at_once = is_on_page or game.kind == TUTORIAL
        slot = AnswerSlot(now) if is_at_once else slot_for(session, tx.mail, seat, now)
        is_put_away = game.archived_at is not None
        judgement = hold_leaks(tx, submission, judgement)
        if is_put_away:
            filed = AnswerMails((_put_away(submission, now),))
        elif late:
            missed = _missed(submission, judgement)
            count_late(seat, missed[0])
            session.add(seat)
            keep_texts(tx, written_in(submission), judgement.talk)
            filed = AnswerMails((_too_late(submission, judgement, missed, now),))
            come_back(tx, letter)
        else:
            filed = file_letter(tx, submission, judgement, slot.earlier)
        to = addressee(game, seat, submission.player)
        if is_on_page:
            keep_answers(tx, to, filed, letter)
        else:
            post_answers(tx, to, filed, slot, letter)
        copy_answers(tx, seat.name, letter, filed.mails)
        if judgement.done is not None and not late and not judgement.is_preview:
            key = f"news:{submission.letter.id}"
            notify_touched(tx, seat.name, judgement.done.events, key)
        if not is_put_away and not judgement.is_preview:
            pass_on(tx, submission, judgement.talk)
        if not late and not is_put_away and not judgement.is_preview:
            begin_tutorial(tx, submission.player, seat, letter, judgement.commands)
            carry_out(tx)
    log.info("letter read", letter=letter.id, game=game.id, seat=seat.id)
    return True


def _put_away(submission: Submission, now: datetime) -> Mail:
    return archived_mail(context_for(submission.snapshot, submission.seat.name, now))


def _missed(submission: Submission, judgement: Judged) -> Run:
    """The turn for which a letter came too late."""
    missed = submission.closed if judgement.is_past else submission.last
    assert missed is not None, "what is late is late for a turn that was run"
    return missed


def _too_late(submission: Submission, judgement: Judged, missed: Run, now: datetime) -> Mail:
    context = context_for(
        submission.snapshot,
        submission.seat.name,
        now,
        deadline_at=submission.snapshot.game.deadline_at,
    )
    missed_at = missed[1] or missed[2]
    kinds = ("say" if text.kind == "letter" else text.kind for text in judgement.talk)
    kept = list(dict.fromkeys(kind.upper() for kind in kinds))
    texts = LateTexts(kept, [line.note for line in judgement.lines if is_held(line)])
    return too_late(
        context, submission.letter.received_at, missed_at, submission.mailed.subject, texts
    )
