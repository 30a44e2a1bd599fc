"""Hop 2: a letter is read once; what it does and its answer are one transaction."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from engine.illuminati.game import Outcome, seen, view
from pbem.database import Session, lock_game
from pbem.models import (
    DEAD,
    DONE,
    NEW,
    Game,
    Letter,
    key_of,
)
from pbem.reports import Mail, held_problem, news, not_recognised, too_late
from pbem.service.answers import Work, is_late, touched_by, work_out
from pbem.service.case import Case, elder_unread, next_unread, open_case
from pbem.service.controls import is_preview
from pbem.service.desk import MOST_RACES, MOST_TRIES, RETRY, Desk, Raced, log
from pbem.service.fence import alone_with
from pbem.service.filing import file_letter
from pbem.service.mailing import addressee, fresh_seat, post
from pbem.service.shelf import about_for, load_shelf
from pbem.service.strangers import answer_stranger


def read_letter(desk: Desk, letter_id: int) -> bool:
    """Read a letter that is still unread; True if this call did it.

    A letter waits until those its seat sent before are read, and one that came after the deadline
    until the turn is run.
    """
    if _must_follow(desk, letter_id):
        return False
    with alone_with(desk.database, "letter", letter_id) as is_alone:
        if not is_alone or not _count_attempt(desk, letter_id):
            return False
        for _ in range(MOST_RACES):
            done = _try(desk, letter_id)
            if done is not None:
                return done
    raise Raced(f"letter {letter_id}: the game kept changing")


def _must_follow(desk: Desk, letter_id: int) -> bool:
    """Whether another letter of the seat comes first; whoever has read that one hints at this."""
    with desk.database.read() as session:
        letter = session.exec(select(Letter).where(Letter.id == letter_id)).first()
        return letter is not None and elder_unread(session, letter) is not None


def _count_attempt(desk: Desk, letter_id: int) -> bool:
    """Count the attempt before it is made, so that a letter that kills the process counts too."""
    now = desk.clock()
    with desk.database.write() as session:
        letter = _locked(session, letter_id)
        if letter is None or letter.state != NEW:
            return False
        if letter.attempts >= MOST_TRIES:
            _set_aside(desk, session, letter, now)
            return False
        letter.attempts += 1
        session.add(letter)
    return True


def reading_failed(desk: Desk, letter_id: int, trace: str) -> None:
    """Keep the traceback; after three failures the letter is set aside and its player told."""
    now = desk.clock()
    with desk.database.write() as session:
        letter = _locked(session, letter_id)
        if letter is None or letter.state != NEW:
            return
        letter.error = trace
        letter.next_try_at = now + RETRY[min(max(letter.attempts, 1), MOST_TRIES) - 1]
        if letter.attempts >= MOST_TRIES:
            _set_aside(desk, session, letter, now)
        session.add(letter)


def _set_aside(desk: Desk, session: Session, letter: Letter, now: datetime) -> None:
    letter.state = DEAD
    letter.error = letter.error or "reading it was tried three times and never came to an end"
    session.add(letter)
    log.error("letter set aside", letter=letter.id)
    if letter.seat_id is None or letter.game_id is None:
        return
    shelf = load_shelf(session, letter.game_id)
    seat = next(seat for seat in shelf.seats.values() if seat.id == letter.seat_id)
    about = about_for(shelf, seat.name, now, deadline_at=shelf.game.deadline_at)
    to = addressee(shelf.game, seat, shelf.players[seat.name])
    mail = held_problem(about)
    post(session, desk.settings.mail, to, mail, key=f"problem:{letter.id}", now=now)


def _locked(session: Session, letter_id: int) -> Letter | None:
    wanted = select(Letter).where(Letter.id == letter_id).with_for_update()
    return session.exec(wanted.execution_options(populate_existing=True)).one_or_none()


def _try(desk: Desk, letter_id: int) -> bool | None:
    """Read, work out, keep; None if the game changed meanwhile and it must be done again."""
    now = desk.clock()
    with desk.database.read() as session:
        letter = session.exec(select(Letter).where(Letter.id == letter_id)).one()
        case = open_case(session, letter) if letter.seat_id else None
    if case is None:
        return answer_stranger(desk, letter, now)
    if case.mailed.is_machine:
        return _close(desk, letter_id, f"not answered: {case.mailed.is_machine}", now)
    if case.mailed.from_addr.casefold() != case.player.email:
        return _hold(desk, case, now)
    if case.must_wait:
        return _put_off(desk, letter_id, now)
    work = work_out(case.shelf, case.seat.name, case.mailed.text, case.filed())
    return _keep(desk, case, work, now)


def _put_off(desk: Desk, letter_id: int, now: datetime) -> bool:
    with desk.database.write() as session:
        letter = _locked(session, letter_id)
        if letter is not None and letter.state == NEW:
            letter.attempts = max(0, letter.attempts - 1)
            letter.next_try_at = now + RETRY[0] / 10
            session.add(letter)
    return False


def _close(desk: Desk, letter_id: int, note: str, now: datetime) -> bool:
    """Done without an answer, with the reason."""
    with desk.database.write() as session:
        letter = _locked(session, letter_id)
        if letter is None or letter.state != NEW:
            return False
        _done(session, letter, note, now)
    log.info("letter", letter=letter_id, note=note)
    return True


def _done(session: Session, letter: Letter, note: str | None, now: datetime) -> None:
    letter.state, letter.note, letter.read_at, letter.error = DONE, note, now, None
    session.add(letter)
    session.flush()
    following = next_unread(session, letter)
    if following is not None:
        session.hint("read_letter", following)


def _hold(desk: Desk, case: Case, now: datetime) -> bool:
    """A seat's secret address used from a strange one: nothing is read, its player is told."""
    with desk.database.write() as session:
        letter = _locked(session, key_of(case.letter))
        if letter is None or letter.state != NEW:
            return False
        _done(session, letter, "held: it came from an address that is not registered", now)
        mail = not_recognised("other-address", case.mailed.subject)
        seat = fresh_seat(session, case.seat)
        to = addressee(case.shelf.game, seat, case.player)
        post(session, desk.settings.mail, to, mail, key=f"ack:{letter.id}", now=now)
    log.warning("letter held", letter=case.letter.id)
    return True


def _keep(desk: Desk, case: Case, work: Work, now: datetime) -> bool | None:
    """Write the sheet, the deeds and the answer, if neither letter nor game has changed."""
    with desk.database.write() as session:
        letter = _locked(session, key_of(case.letter))
        if letter is None or letter.state != NEW:
            return False
        game = lock_game(session, key_of(case.shelf.game))
        if game is None or game.version != case.shelf.version:
            return None
        seat = fresh_seat(session, case.seat)
        has_script = work.script is not None
        late = is_late(case.is_mover, has_script, letter.received_at, case.answers_turn, case.last)
        _done(session, letter, "too late" if late else None, now)
        mails = (
            [_too_late(case, now)] if late else file_letter(session, case, work, game, seat, now)
        )
        to = addressee(game, seat, case.player)
        for at, mail in enumerate(mails):
            key = f"ack:{letter.id}" if at == 0 else f"ack:{letter.id}:{at}"
            post(session, desk.settings.mail, to, mail, key=key, now=now, turn=game.turn)
        if work.outcome is not None and not late and not is_preview(work):
            _tell_touched(desk, session, case, work.outcome, game, now)
    log.info("letter read", letter=case.letter.id, game=case.shelf.game.id, seat=case.seat.id)
    return True


def _too_late(case: Case, now: datetime) -> Mail:
    assert case.last is not None
    about = about_for(case.shelf, case.seat.name, now, deadline_at=case.shelf.game.deadline_at)
    missed_at = case.last[1] or case.last[2]
    return too_late(about, case.letter.received_at, missed_at, case.mailed.subject)


def _tell_touched(
    desk: Desk, session: Session, case: Case, outcome: Outcome, game: Game, now: datetime
) -> None:
    """Whoever was given, shown or looked at something hears of it now, not with the report."""
    for name, row in case.shelf.seats.items():
        touching = [event for event in outcome.events if name in touched_by(event)]
        if name == case.seat.name or not touching:
            continue
        shown = [seen(event, name, outcome.state) for event in touching]
        deadline_at = game.deadline_at
        about = about_for(case.shelf, name, now, state=outcome.state, deadline_at=deadline_at)
        known = [event for event in shown if event is not None]
        to = addressee(game, fresh_seat(session, row), case.shelf.players[name])
        post(
            session,
            desk.settings.mail,
            to,
            news(about, view(outcome.state, name), known),
            key=f"news:{case.letter.id}:{name}",
            now=now,
            turn=game.turn,
        )
