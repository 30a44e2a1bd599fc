"""What a letter changes: deeds done at once, standing instructions, a revision of its orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.illuminati.game import view
from engine.illuminati.state import State
from pbem.database import Session
from pbem.language import Control, ReadLine, format_line
from pbem.models import ANSWERS, FINISHED, REPEAT, RUNNING, SCRIPT, Game, Seat, key_of
from pbem.reports import About, Answer, Mail, acknowledgement
from pbem.reports.mails.answering import ToldLetter, told_letter
from pbem.service.choices import waits_for_release
from pbem.service.clocks import is_due
from pbem.service.covering import standing_words
from pbem.service.desk import Desk
from pbem.service.history.records import put_record, put_sheet
from pbem.service.letters.controls import as_obeyed, is_announced_first, obey
from pbem.service.letters.remarks import remarks, would_be_orders
from pbem.service.letters.replies import Asked, asked_mails, tell_asking_problems
from pbem.service.letters.seat_words import as_written, seat_settled
from pbem.service.mailing.merging import Answers
from pbem.service.orders.ahead import EVERY, told_ahead
from pbem.service.orders.answers import Work
from pbem.service.orders.case import Case
from pbem.service.orders.desktop import Desktop, Replies
from pbem.service.orders.interference import window_for
from pbem.service.orders.policies import kept_texts, reserve_of, texts_on_file
from pbem.service.orders.revisions import Revisions, number_of, revisions_of
from pbem.service.orders.stakes import with_stakes
from pbem.service.orders.talk import keep_texts
from pbem.service.orders.verdicts import told_lines
from pbem.service.players.settling import keep_wishes
from pbem.service.shelf import about_for, part_of
from pbem.service.turns.early import bring_forward


def file_letter(
    desk: Desk,
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
    work, sitter = as_written(session, case, work, seat)
    state = work.outcome.state if work.outcome else case.shelf.state
    not_read = would_be_orders(case.mailed, case.shelf.names(seat.name), work.budget)
    desktop = _desktop(session, case, work, state)
    desktop = replace(desktop, not_read=tuple(line.text for line in not_read if line.is_order))
    replies = obey(desktop, work)
    replies.sentences[:0] = sitter
    on_file = (number_of(case.sheet), number_of(case.answers))
    if not replies.is_preview:
        _act(session, case, work, game, seat, now)
        on_file = _file(session, case, replies, desktop.filed, game, now)
        seat_settled(desk, session, case, work, game, seat, replies, now)
        if game.phase == RUNNING:
            bring_forward(session, case, replies, work, game, seat, state, now)
        session.add_all((game, seat))
    changed = [] if replies.is_preview else _wished(session, case, seat, replies)
    tell_asking_problems(session, desktop, replies)
    deadline_at = game.deadline_at if game.phase == RUNNING else None
    about = about_for(case.shelf, seat.name, now, state=state, deadline_at=deadline_at)
    about = replace(about, silence=seat.silence)
    ends_now = is_due(game, now)
    if case.is_mover and not case.is_answering and not desktop.is_frozen:
        replies.is_announcing = is_announced_first(desktop, replies)
    answer = _answer(case, work, game, seat, desktop, replies)
    answer = replace(answer, ignored=tuple(line.told for line in not_read))
    answer = replace(answer, revision=on_file[0], answers_revision=on_file[1], is_due=ends_now)
    is_asking = all(line.fate == "OK" and line.order is None for line in answer.lines)
    is_all = is_asking and not replies.sentences and bool(replies.asked or changed)
    asked = _asked(session, case, desktop, replies, about, seat, is_ready=answer.is_ready)
    more = _asked_for(replace(asked, changed=changed if is_all else ()), replies)
    if is_all:
        return Answers(tuple(more))
    answer = replace(answer, controls=(*changed, *answer.controls))
    told = told_letter(about, answer)
    mail = acknowledgement(about, answer, view(state, seat.name), earlier, told)
    return Answers((mail, *more), told)


def _desktop(session: Session, case: Case, work: Work, state: State) -> Desktop:
    """What the words of a letter act on; the revisions only where one is to be undone."""
    undoes = any(line.control and line.control.word == "UNDO" for line in work.words)
    repeated = case.ahead.get(EVERY)
    has_first = repeated and not part_of(case.shelf.state, case.seat.name)
    first = repeated.text if repeated and has_first else ""
    return Desktop(
        case.shelf,
        case.seat.name,
        state,
        case.filed(),
        revisions_of(session, case.sheet, case.letter.id, first) if undoes else Revisions(),
        None if case.closed else window_for(case.shelf, case.seat.name),
        case.answered(),
        revisions_of(session, case.answers, case.letter.id) if undoes else Revisions(),
        is_past=case.closed is not None,
        is_cut=case.mailed.is_cut,
        ahead=case.filed_ahead(),
        ahead_revisions={
            own: revisions_of(session, sheet, case.letter.id)
            for own, sheet in case.ahead.items()
            if undoes
        },
    )


def _wished(session: Session, case: Case, seat: Seat, replies: Replies) -> list[str]:
    """Keep what was set; a sentence for each that was, and a note at the line of any other."""
    said = keep_wishes(session, case.player, [line.word for line in replies.wishes])
    for line, one in zip(replies.wishes, said, strict=True):
        if not one.is_done:
            replies.tell(line, one)
        elif line.word.argument == "LENGTH" and case.shelf.state.seat(seat.name).is_out:
            seat.length = line.word.value
            session.add(seat)
    return [one.text for one in said if one.is_done]


def _answer(
    case: Case, work: Work, game: Game, seat: Seat, desktop: Desktop, replies: Replies
) -> Answer:
    """What the answer says: every line, what is on file now, what else is to be known."""
    state, names = desktop.state, case.shelf.names(seat.name)
    is_done = _is_ready(case, desktop, replies)
    reserve = reserve_of(seat, names)
    lines = told_lines(as_obeyed(work, replies), is_preview=replies.is_preview)
    would_be = work.on_file if replies.is_preview and work.script is not None else ()
    return Answer(
        lines=with_stakes(lines, state, names, reserve),
        script_on_file=with_stakes(replies.on_file, state, names, reserve),
        is_your_turn=case.is_mover,
        is_ready=is_done and (case.is_mover or case.is_answering),
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
        controls=(*replies.sentences, *remarks(case, work, state, game)),
        answers_on_file=replies.answers_on_file,
        is_answering=case.is_answering,
        is_frozen=desktop.is_frozen,
        reserve=reserve,
        received_at=case.letter.received_at,
        would_be=with_stakes(would_be, state, names, reserve),
        is_announcing=replies.is_announcing,
        is_released=waits_for_release(game),
        is_over=game.phase == FINISHED,
        is_out=state.seat(seat.name).is_out,
        ahead=tuple(_ahead_now(desktop, replies)),
    )


def _ahead_now(desktop: Desktop, replies: Replies) -> list[str]:
    """The lines on file for turns to come after the letter."""
    new = {} if replies.is_preview else {own: put.lines for own, put in replies.ahead.items()}
    sheets = {**desktop.ahead.sheets, **new}
    return told_ahead(desktop.shelf, desktop.seat, sheets, desktop.shelf.names(desktop.seat))


def _is_ready(case: Case, desktop: Desktop, replies: Replies) -> bool:
    """Whether nobody need wait for the writer; a letter that files nothing leaves that alone."""
    if desktop.is_frozen:
        return False
    said, new, sheet = replies.is_ready, replies.script, case.sheet
    if desktop.window:
        said, new, sheet = replies.is_done, replies.answers, case.answers
    if said is None and new is None:
        return sheet is not None and sheet.is_ready
    return bool(said)


def _asked(
    session: Session,
    case: Case,
    desktop: Desktop,
    replies: Replies,
    about: About,
    seat: Seat,
    *,
    is_ready: bool,
) -> Asked:
    """What the mails asked for are made from: all as it is after the letter."""
    return Asked(
        session,
        desktop,
        about,
        desktop.state,
        desktop.filed if replies.script is None else replies.script,
        desktop.answered if replies.answers is None else replies.answers,
        case.letter,
        is_ready,
        [*_ahead_now(desktop, replies), *texts_on_file(seat)],
        standing=standing_words(seat),
    )


def _asked_for(asked: Asked, replies: Replies) -> list[Mail]:
    """The mails asked for; settings that were changed are listed even if that was not asked."""
    words = [line.word for line in replies.asked]
    return asked_mails(asked, [*words, Control("SET")] if asked.changed else words)


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
) -> tuple[int, int]:
    """Put a new revision of the seat's orders, or of its answers, on file.

    The numbers of those that are on file then, 0 for none.
    """
    shelf, name = case.shelf, case.seat.name
    script, answers = number_of(case.sheet), number_of(case.answers)

    def put(lines: tuple[ReadLine, ...], before: int, **what: Any) -> int:
        names = shelf.names(name)
        put_sheet(
            session,
            game_id=key_of(game),
            seat_id=key_of(case.seat),
            revision=before + 1,
            letter_id=key_of(case.letter),
            text="\n".join(format_line(line, names) for line in lines),
            created_at=now,
            **what,
        )
        game.version += 1
        return before + 1

    for own, sheet in replies.ahead.items():
        before = number_of(case.ahead.get(own))
        kind = REPEAT if own == EVERY else SCRIPT
        put(sheet.lines, before, turn=own, part=0, kind=kind, back_to=sheet.back_to, is_ready=False)
    if replies.script is not None or replies.is_ready is not None:
        lines = replies.script if replies.script is not None else filed
        is_ready = bool(replies.is_ready) and case.is_mover
        part = part_of(shelf.state, name)
        turn, back_to = shelf.own_turn(name), replies.back_to
        script = put(lines, script, turn=turn, part=part, is_ready=is_ready, back_to=back_to)
    announced = shelf.announced
    if announced and (replies.answers is not None or replies.is_done is not None):
        lines = replies.answers if replies.answers is not None else case.answered()
        what = {"turn": announced.turn, "part": announced.part, "back_to": replies.back_to}
        is_done = bool(replies.is_done)
        answers = put(lines, answers, kind=ANSWERS, is_ready=is_done, **what)
    return script, answers
