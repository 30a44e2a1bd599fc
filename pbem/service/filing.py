"""What a letter changes: deeds done at once, standing instructions, a revision of its orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlmodel import select

from engine.illuminati.game import options, view
from engine.illuminati.state import State
from pbem.database import Session
from pbem.language import ReadLine, format_line, format_order
from pbem.models import PAUSED, RUNNING, Game, Seat, Sheet, key_of
from pbem.reports import Answer, AnswerLine, Mail, acknowledgement
from pbem.service.answers import Work, would_be_orders
from pbem.service.case import Case, last_report
from pbem.service.controls import Desktop, Replies, extra_mails, obey
from pbem.service.records import put_record
from pbem.service.shelf import about_for, lines_on_file

MOST_POLICIES = 60
"""Standing instructions of a seat that are kept, the newest."""


def file_letter(
    session: Session, case: Case, work: Work, game: Game, seat: Seat, now: datetime
) -> list[Mail]:
    """Make the letter's changes to the rows and say what they are."""
    state = work.outcome.state if work.outcome else case.shelf.state
    filed = case.filed()
    desktop = Desktop(case.shelf, seat.name, state, filed, _before(session, case))
    replies = obey(desktop, work)
    if not replies.is_preview:
        _act(session, case, work, game, seat, now)
        _file(session, case, replies, filed, game, now)
        is_running = game.phase == RUNNING
        if is_running and case.is_mover and (replies.is_ready or work.resigned):
            game.deadline_at = min(game.deadline_at or now, now)
            session.hint("adjudicate", game.id)
        session.add(game)
        session.add(seat)
    deadline_at = game.deadline_at if game.phase == RUNNING else None
    about = about_for(case.shelf, seat.name, now, state=state, deadline_at=deadline_at)
    answer = Answer(
        lines=told_lines(work.lines, is_preview=replies.is_preview),
        script_on_file=replies.on_file,
        is_your_turn=case.is_mover,
        is_ready=bool(replies.is_ready) and case.is_mover,
        deadline_at=deadline_at,
        controls=(*replies.sentences, *_remarks(case, work, state, game)),
        ignored=would_be_orders(case.mailed.ignored, case.shelf.names(seat.name)),
    )
    script = replies.script if replies.script is not None else filed
    more = extra_mails(replies, about, state, script, desktop)
    for argument in dict.fromkeys(replies.resends):
        row = last_report(session, seat, int(argument) if argument.isdecimal() else None)
        if row is not None:
            more.append(Mail(row.subject, row.text, row.kind))
    is_asking = all(line.fate == "OK" and line.order is None for line in answer.lines)
    if more and is_asking and not replies.sentences:
        return more
    return [acknowledgement(about, answer, view(state, seat.name)), *more]


def told_lines(lines: Sequence[AnswerLine], *, is_preview: bool) -> tuple[AnswerLine, ...]:
    """The lines that were read; in a preview nothing was done."""
    told = tuple(line for line in lines if line.fate != "IGNORED")
    if not is_preview:
        return told
    return tuple(
        replace(line, fate="OK", note="It would be done at once.") if line.fate == "DONE" else line
        for line in told
    )


def _remarks(case: Case, work: Work, state: State, game: Game) -> list[str]:
    """What else the writer should know: of lines not read, and of a game that does not run."""
    said = []
    if game.phase == PAUSED:
        said.append("The game is paused: no turn is run. Your letter counts all the same.")
    elif game.phase != RUNNING:
        said.append("The game is over; nothing can be ordered any more.")
    ignored = [line.text.strip() for line in work.lines if line.fate == "IGNORED"]
    if len(ignored) == len(work.lines):
        examples = " | ".join(examples_of(case, state))
        said.append(f"Nothing in this letter could be read as an order. These could: {examples}")
    elif ignored:
        count = "1 line was" if len(ignored) == 1 else f"{len(ignored)} lines were"
        said.append(
            f'{count} not read as orders, the first being "{ignored[0][:60]}". An order begins '
            "with its verb, such as ATTACK, TRANSFER, GIVE or PLAY; HELP lists all."
        )
    return said


def examples_of(case: Case, state: State) -> list[str]:
    """A few lines that would be read and be legal now."""
    names = case.shelf.names(case.seat.name)
    best = options(state, case.seat.name)[:1]
    return [*(format_order(option.order, names) for option in best), "PASS", "STATUS", "HELP"]


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
    if work.policies:
        before = [text for text in json.loads(seat.policies) if text not in work.policies]
        seat.policies = json.dumps([*before, *work.policies][-MOST_POLICIES:])
        game.version += 1


def _file(
    session: Session,
    case: Case,
    replies: Replies,
    filed: tuple[ReadLine, ...],
    game: Game,
    now: datetime,
) -> None:
    """Put a new revision of the seat's orders on file."""
    if replies.script is None and replies.is_ready is None:
        return
    script = replies.script if replies.script is not None else filed
    names = case.shelf.names(case.seat.name)
    session.add(
        Sheet(
            game_id=key_of(game),
            seat_id=key_of(case.seat),
            turn=case.shelf.own_turn(case.seat.name),
            revision=case.sheet.revision + 1 if case.sheet else 1,
            letter_id=key_of(case.letter),
            text="\n".join(format_line(line, names) for line in script),
            is_ready=bool(replies.is_ready) and case.is_mover,
            created_at=now,
        )
    )
    game.version += 1


def _before(session: Session, case: Case) -> tuple[ReadLine, ...] | None:
    """The revision an UNDO goes back to."""
    if case.sheet is None:
        return None
    before = session.exec(
        select(Sheet).where(
            Sheet.seat_id == case.seat.id,
            Sheet.turn == case.sheet.turn,
            Sheet.revision == case.sheet.revision - 1,
        )
    ).first()
    return lines_on_file(before, case.shelf.names(case.seat.name)) if before else ()
