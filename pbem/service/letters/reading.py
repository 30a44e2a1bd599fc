"""Hop 2: a letter is read once; what it does and its answer are one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session, lock_game, lock_unread
from pbem.models import (
    DEAD,
    DONE,
    NEW,
    ROUND,
    Letter,
    key_of,
)
from pbem.reports import Mail, held_problem, too_late
from pbem.reports.mails.notices import archived_mail
from pbem.service.arriving.intake import whole
from pbem.service.desk import (
    MOST_RACES,
    MOST_TRIES,
    MOST_UNENDED,
    RETRY,
    Desk,
    Raced,
    WantsOwnProcess,
    log,
)
from pbem.service.fence import alone_with
from pbem.service.history.runs import Run
from pbem.service.letters.controls import is_preview
from pbem.service.letters.filing import file_letter
from pbem.service.letters.of_moderators import moderator_meant, read_commands_of
from pbem.service.letters.seat_words import come_back
from pbem.service.letters.sorting import put_by, sort_letter, taken
from pbem.service.mailing.confirming import ORDERS
from pbem.service.mailing.merging import Answers, post_answers, slot_for
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.unread import IS_NEXT, hint_next, is_next
from pbem.service.moderating.becoming import copy_answers
from pbem.service.moderating.holds import hold_back, hold_on
from pbem.service.notices import note
from pbem.service.orders.answers import Work, is_late, work_out
from pbem.service.orders.case import Case, open_case
from pbem.service.orders.talk import keep_texts, tell_texts
from pbem.service.orders.telling import tell_touched
from pbem.service.shelf import about_for, load_shelf
from pbem.service.turns.closing import is_closed, tell_kept
from pbem.service.turns.lateness import count_late
from pbem.service.turns.tutoring import begin_tutorial


def read_letter(desk: Desk, letter_id: int, *, in_own_process: bool = False) -> bool:
    """Read a letter that is still unread; True if this call did it.

    A letter waits until those its seat sent before are read, and one that came after the deadline
    until the turn is run. Raises WantsOwnProcess unless it is told that it runs in one.
    """
    with alone_with(desk.database, "letter", letter_id) as is_alone:
        if not is_alone or not _count_attempt(desk, letter_id, in_own_process):
            return False
        for _ in range(MOST_RACES):
            done = _try(desk, letter_id)
            if done is not None:
                return done
    raise Raced(f"letter {letter_id}: the game kept changing")


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


def _count_attempt(desk: Desk, letter_id: int, in_own_process: bool) -> bool:
    """Note that a try begins, so that one which dies with its process is known.

    What the seat sent before comes first; whoever has read that hints at this. A process of its own
    notes nothing: who started it has done so, and lives on if it dies.
    """
    now = desk.clock()
    with desk.database.write() as session:
        if session.connection().execute(_COUNTED, {"letter": letter_id}).rowcount:
            return True
        letter = lock_unread(session, letter_id)
        if letter is None or not is_next(session, letter):
            return False
        if letter.attempts >= MOST_TRIES:
            _set_aside(desk, session, letter, now)
            return False
        if in_own_process:
            return True
        letter.unended += 1
        session.add(letter)
    if letter.unended > MOST_UNENDED:
        raise WantsOwnProcess(f"letter {letter_id}")
    return True


def reading_failed(desk: Desk, letter_id: int, trace: str) -> None:
    """Keep the traceback; after three failures the letter is set aside and its player told."""
    now = desk.clock()
    with desk.database.write() as session:
        letter = lock_unread(session, letter_id)
        if letter is None:
            return
        letter.error = trace
        letter.attempts, letter.unended = letter.attempts + 1, max(0, letter.unended - 1)
        letter.next_try_at = now + RETRY[min(letter.attempts, MOST_TRIES) - 1]
        if letter.attempts >= MOST_TRIES:
            _set_aside(desk, session, letter, now)
        session.add(letter)


def _set_aside(desk: Desk, session: Session, letter: Letter, now: datetime) -> None:
    letter.state = DEAD
    session.add(letter)
    log.error("letter set aside", letter=letter.id)
    text = f"Letter {letter.id} could not be read and is set aside. RETRY {letter.id} tries again."
    key = f"aside:{letter.id}:{now.isoformat()}"
    note(session, "letter", text, key=key, now=now, game_id=letter.game_id)
    if letter.seat_id is None or letter.game_id is None:
        return
    shelf = load_shelf(session, letter.game_id)
    seat = next(seat for seat in shelf.seats.values() if seat.id == letter.seat_id)
    about = about_for(shelf, seat.name, now, deadline_at=shelf.game.deadline_at)
    to = addressee(shelf.game, seat, shelf.players[seat.name])
    mail = held_problem(about)
    post(session, desk.settings.mail, to, mail, key=f"problem:{letter.id}", now=now)


_LETTER = select(Letter).where(Letter.id == sa.bindparam("id"))


def _try(desk: Desk, letter_id: int) -> bool | None:
    """Read, work out, keep; None if the game changed meanwhile and it must be done again."""
    now = desk.clock()
    with desk.database.read() as session:
        letter = whole(session, session.exec(_LETTER, params={"id": letter_id}).one())
        moderator = moderator_meant(session, letter)
        if moderator is not None:
            return read_commands_of(desk, letter, moderator, now)
        sorted_as = sort_letter(desk, session, letter, now)
        is_read = sorted_as.fate == ORDERS and letter.seat_id is not None
        case = open_case(session, letter, sorted_as.mailed, desk.settings.mail) if is_read else None
    if case is None:
        return put_by(desk, letter, sorted_as, now)
    hold = hold_on(case)
    if hold is not None:
        return hold_back(desk, case, hold, now)
    if case.must_wait:
        return _put_off(desk, case, now)
    work = work_out(
        case.shelf,
        case.seat.name,
        case.mailed.text,
        case.filed(),
        case.answered(),
        is_past=case.closed is not None,
        ended=case.ended,
        budget=case.mailed.budget,
        ahead=case.filed_ahead(),
    )
    return _keep(desk, case, work, now)


def _put_off(desk: Desk, case: Case, now: datetime) -> bool:
    """Look again when the turn may have been run; who releases results may take his time."""
    with desk.database.write() as session:
        letter = lock_unread(session, key_of(case.letter))
        if letter is not None:
            letter.unended = max(0, letter.unended - 1)
            letter.next_try_at = now + (RETRY[-1] if is_closed(case.shelf.game) else RETRY[0] / 10)
            session.add(letter)
            tell_kept(desk, session, case, now)
    return False


def _done(session: Session, letter: Letter, note: str | None, now: datetime) -> None:
    letter.state, letter.note, letter.read_at, letter.error = DONE, note, now, None
    session.add(letter)
    hint_next(session, letter)


def _keep(desk: Desk, case: Case, work: Work, now: datetime) -> bool | None:
    """Write the sheet, the deeds and the answer, if neither letter nor game has changed.

    Rows are written once, when all is done, and not before each look at another.
    """
    with desk.database.write() as session, session.no_autoflush:
        letter = lock_unread(session, key_of(case.letter))
        if letter is None:
            return False
        game = lock_game(session, key_of(case.shelf.game))
        if game is None or game.version != case.shelf.version:
            return None
        letter.raw = case.written or letter.raw
        seat = fresh_seat(session, case.seat)
        has_script = work.script is not None
        late = work.is_past or is_late(
            case.is_mover,
            has_script,
            letter.received_at,
            case.answers_turn,
            case.last,
            is_round=game.wait == ROUND,
        )
        _done(session, letter, "too late" if late else None, now)
        taken(session, letter, case.mailed, case.player, now)
        slot = slot_for(session, desk.settings.mail, seat, now)
        is_put_away = game.archived_at is not None
        if is_put_away:
            filed = Answers((_put_away(case, now),))
        elif late:
            missed = _missed(case, work)
            count_late(seat, missed[0])
            session.add(seat)
            keep_texts(session, case, work.texts, now)
            filed = Answers((_too_late(case, work, missed, now),))
            come_back(desk, session, game, seat, letter, now)
        else:
            filed = file_letter(desk, session, case, work, game, seat, now, slot.earlier)
        to = addressee(game, seat, case.player)
        settings = desk.settings.mail
        post_answers(session, settings, to, filed, slot, letter=letter, game=game, now=now)
        copy_answers(desk, session, game, seat.name, letter, filed.mails)
        if work.outcome is not None and not late and not is_preview(work):
            after = replace(case.shelf, state=work.outcome.state)
            events, key = work.outcome.events, f"news:{case.letter.id}"
            tell_touched(desk, session, after, case.seat.name, events, game, now, key=key)
        if not is_put_away and not is_preview(work):
            tell_texts(desk, session, case, work.texts, game, now)
        if not late and not is_put_away and not is_preview(work):
            begin_tutorial(desk, session, case.player, case.seat.name, work.words, letter)
    log.info("letter read", letter=case.letter.id, game=case.shelf.game.id, seat=case.seat.id)
    return True


def _put_away(case: Case, now: datetime) -> Mail:
    return archived_mail(about_for(case.shelf, case.seat.name, now))


def _missed(case: Case, work: Work) -> Run:
    """The turn for which a letter came too late."""
    missed = case.closed if work.is_past else case.last
    assert missed is not None, "what is late is late for a turn that was run"
    return missed


def _too_late(case: Case, work: Work, missed: Run, now: datetime) -> Mail:
    about = about_for(case.shelf, case.seat.name, now, deadline_at=case.shelf.game.deadline_at)
    missed_at = missed[1] or missed[2]
    kept = list(dict.fromkeys(text.kind.upper() for text in work.texts))
    return too_late(about, case.letter.received_at, missed_at, case.mailed.subject, kept)
