"""What a letter changes: deeds done at once, standing instructions, a revision of its orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.illuminati.game import scripts_wanted, view
from engine.illuminati.state import State
from pbem.database import Session
from pbem.language import Control, ReadLine, format_line
from pbem.models import ANSWERS, ROUND, RUNNING, Game, Seat, Sheet, key_of
from pbem.reports import About, Answer, Mail, acknowledgement
from pbem.reports.answering import ToldLetter, told_letter
from pbem.service.answers import Work
from pbem.service.case import Case, revision_before
from pbem.service.controls import obey
from pbem.service.desktop import Desktop, Replies
from pbem.service.interference import window_for
from pbem.service.merging import Answers
from pbem.service.policies import kept_texts, reserve_of, texts_on_file
from pbem.service.records import put_record
from pbem.service.remarks import remarks, would_be_orders
from pbem.service.replies import Asked, asked_mails, no_such_report
from pbem.service.settling import keep_wishes
from pbem.service.shelf import Shelf, about_for, part_of, sheet_on_file
from pbem.service.stakes import with_stakes
from pbem.service.talk import keep_texts
from pbem.service.verdicts import told_lines
from pbem.service.waits import still_waited_for


def file_letter(
    session: Session,
    case: Case,
    work: Work,
    game: Game,
    seat: Seat,
    now: datetime,
    earlier: Sequence[ToldLetter] = (),
) -> Answers:
    """Make the letter's changes to the rows and say what they are.

    `earlier` are letters that are answered by the same mail.
    """
    state = work.outcome.state if work.outcome else case.shelf.state
    filed = case.filed()
    undoes = any(line.control and line.control.word == "UNDO" for line in work.words)
    desktop = Desktop(
        case.shelf,
        seat.name,
        state,
        filed,
        revision_before(session, case, case.sheet) if undoes else None,
        None if case.closed else window_for(case.shelf, seat.name),
        case.answered(),
        revision_before(session, case, case.answers) if undoes else None,
        is_past=case.closed is not None,
    )
    replies = obey(desktop, work)
    if not replies.is_preview:
        _act(session, case, work, game, seat, now)
        _file(session, case, replies, filed, game, now)
        if game.phase == RUNNING:
            _bring_forward(session, case, replies, work, game, state, now)
        session.add(game)
        session.add(seat)
    changed = [] if replies.is_preview else keep_wishes(session, case.player, replies.wishes)
    replies.sentences += no_such_report(session, desktop, replies.asked)
    deadline_at = game.deadline_at if game.phase == RUNNING else None
    about = about_for(case.shelf, seat.name, now, state=state, deadline_at=deadline_at)
    answer = _answer(case, work, game, seat, desktop, replies)
    is_asking = all(line.fate == "OK" and line.order is None for line in answer.lines)
    is_all = is_asking and not replies.sentences and bool(replies.asked or changed)
    own, policies = key_of(case.letter), texts_on_file(seat)
    more = _asked(session, desktop, replies, about, own, policies, changed if is_all else ())
    if is_all:
        return Answers(tuple(more))
    answer = replace(answer, controls=(*changed, *answer.controls))
    told = told_letter(about, answer)
    mail = acknowledgement(about, answer, view(state, seat.name), earlier, told)
    return Answers((mail, *more), told)


def _answer(
    case: Case, work: Work, game: Game, seat: Seat, desktop: Desktop, replies: Replies
) -> Answer:
    """What the answer says: every line, what is on file now, what else is to be known."""
    state, names = desktop.state, case.shelf.names(seat.name)
    is_done = replies.is_done if desktop.window else replies.is_ready and not desktop.is_frozen
    reserve = reserve_of(seat, names)
    lines = told_lines(work.lines, is_preview=replies.is_preview)
    would_be = work.on_file if replies.is_preview and work.script is not None else ()
    return Answer(
        lines=with_stakes(lines, state, names, reserve),
        script_on_file=with_stakes(replies.on_file, state, names, reserve),
        is_your_turn=case.is_mover,
        is_ready=bool(is_done) and (case.is_mover or case.is_answering),
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
        controls=(*replies.sentences, *remarks(case, work, state, game)),
        ignored=would_be_orders(case.mailed.ignored, names),
        answers_on_file=replies.answers_on_file,
        is_answering=case.is_answering,
        is_frozen=desktop.is_frozen,
        reserve=reserve,
        received_at=case.letter.received_at,
        would_be=with_stakes(would_be, state, names, reserve),
    )


def _asked(
    session: Session,
    desktop: Desktop,
    replies: Replies,
    about: About,
    letter_id: int,
    policies: Sequence[str],
    changed: Sequence[str] = (),
) -> list[Mail]:
    """The mails asked for; settings that were `changed` are listed even if that was not asked."""
    script = desktop.filed if replies.script is None else replies.script
    answers = desktop.answered if replies.answers is None else replies.answers
    asked = Asked(
        session, desktop, about, desktop.state, script, answers, letter_id, policies, changed
    )
    words = [*replies.asked, Control("SET")] if changed else replies.asked
    return asked_mails(asked, words)


def unready(session: Session, shelf: Shelf, state: State) -> list[str]:
    """The seats of a round whose scripts are wanted and that have not said READY."""
    found = []
    for name in scripts_wanted(state):
        sheet = sheet_on_file(session, shelf.seats[name], state)
        if sheet is None or not sheet.is_ready:
            found.append(name)
    return found


def _act(session: Session, case: Case, work: Work, game: Game, seat: Seat, now: datetime) -> None:
    """Keep what was carried out at once, and standing instructions."""
    if work.outcome is not None:
        put_record(
            session,
            game,
            "act",
            work.outcome.state,
            work.outcome.events,
            now,
            turn=game.turn,
            seat=seat.name,
            orders=json.dumps(list(work.acted)),
            letter_id=case.letter.id,
        )
    if work.held:
        rows = [{"seat": seat.name, "letter": case.letter.id, "line": line} for line in work.held]
        game.held = json.dumps([*json.loads(game.held), *rows])
        game.version += 1
    keep_texts(session, case, work.texts, now)
    if work.policies:
        names = case.shelf.names(seat.name)
        seat.policies = json.dumps(kept_texts(texts_on_file(seat), work.policies, names))
        game.version += 1


def _file(
    session: Session,
    case: Case,
    replies: Replies,
    filed: tuple[ReadLine, ...],
    game: Game,
    now: datetime,
) -> None:
    """Put a new revision of the seat's orders, or of its answers, on file."""
    shelf, name = case.shelf, case.seat.name

    def put(lines: tuple[ReadLine, ...], before: Sheet | None, **what: Any) -> None:
        names = shelf.names(name)
        session.add(
            Sheet(
                game_id=key_of(game),
                seat_id=key_of(case.seat),
                revision=before.revision + 1 if before else 1,
                letter_id=key_of(case.letter),
                text="\n".join(format_line(line, names) for line in lines),
                created_at=now,
                **what,
            )
        )
        session.flush()
        game.version += 1

    if replies.script is not None or replies.is_ready is not None:
        lines = replies.script if replies.script is not None else filed
        is_ready = bool(replies.is_ready) and case.is_mover
        part = part_of(shelf.state, name)
        put(lines, case.sheet, turn=shelf.own_turn(name), part=part, is_ready=is_ready)
    announced = shelf.announced
    if announced and (replies.answers is not None or replies.is_done is not None):
        lines = replies.answers if replies.answers is not None else case.answered()
        turn, part = announced.turn, announced.part
        is_done = bool(replies.is_done)
        put(lines, case.answers, turn=turn, part=part, kind=ANSWERS, is_ready=is_done)


def _bring_forward(
    session: Session,
    case: Case,
    replies: Replies,
    work: Work,
    game: Game,
    state: State,
    now: datetime,
) -> None:
    """Let the deadline pass now if nobody is waited for any more (R12.3)."""
    shelf = case.shelf
    announced = shelf.announced
    has_left = work.resigned and state.turn.seat == case.seat.name
    if announced:
        seats = list(shelf.seats.values())
        is_over = has_left or not still_waited_for(session, game, announced, state, seats)
    elif game.wait == ROUND:
        is_over = not unready(session, shelf, state)
    else:
        is_over = case.is_mover and bool(replies.is_ready or work.resigned)
    if is_over:
        game.deadline_at = min(game.deadline_at or now, now)
        session.hint("adjudicate", game.id)
