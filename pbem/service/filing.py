"""What a letter changes: deeds done at once, standing instructions, a revision of its orders."""

from __future__ import annotations

import json
from datetime import datetime

from sqlmodel import select

from engine.illuminati.game import view
from pbem.database import Session
from pbem.language import ReadLine, format_line
from pbem.models import Game, Seat, Sheet, key_of
from pbem.reports import Answer, Mail, acknowledgement
from pbem.service.answers import Work, would_be_orders
from pbem.service.case import Case
from pbem.service.controls import Desktop, Replies, extra_mails, obey
from pbem.service.records import put_record
from pbem.service.shelf import about_for, lines_on_file


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
        if case.is_mover and (replies.is_ready or work.resigned):
            game.deadline_at = min(game.deadline_at or now, now)
            session.hint("adjudicate", game.id)
        session.add(game)
        session.add(seat)
    about = about_for(case.shelf, seat.name, now, state=state, deadline_at=game.deadline_at)
    answer = Answer(
        lines=tuple(line for line in work.lines if line.fate != "IGNORED"),
        script_on_file=replies.on_file,
        is_your_turn=case.is_mover,
        is_ready=bool(replies.is_ready) and case.is_mover,
        deadline_at=game.deadline_at,
        controls=tuple(replies.sentences),
        ignored=would_be_orders(case.mailed.ignored, case.shelf.names(seat.name)),
    )
    script = replies.script if replies.script is not None else filed
    more = extra_mails(replies, about, state, script, desktop)
    if replies.wants_resend and case.last_report is not None:
        row = case.last_report
        more.append(Mail(row.subject, row.text, row.kind))
    if more and not replies.sentences and all(line.order is None for line in work.lines):
        return more
    return [acknowledgement(about, answer, view(state, seat.name)), *more]


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
        seat.policies = json.dumps([*(json.loads(seat.policies) or []), *work.policies])
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
