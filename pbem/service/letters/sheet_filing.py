"""The sheets that a letter changes: what is on file before it, and each as it is after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.orders import EVERY
from pbem.games.contract.values import SheetKey
from pbem.models import Sheet, key_of
from pbem.service.history.records import put_sheet
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.orders.judging import Judged
from pbem.service.orders.revisions import number_of, revisions_of
from pbem.service.orders.sheet_context import Effects, SheetChange, SheetContext
from pbem.service.orders.submission import Submission
from pbem.service.orders.talk import keep_texts, written_in
from pbem.service.snapshots import REPEATED


def sheets_of(
    session: Session, submission: Submission, judgement: Judged, state: Any
) -> SheetContext:
    """What the words of a letter act on; the revisions only where one is to be undone."""
    context = SheetContext(
        submission.snapshot,
        submission.seat.name,
        state,
        submission.filed(),
        windows=() if submission.closed else submission.windows,
        is_past=submission.closed is not None,
        is_cut=submission.mailed.is_cut,
        meant_before=_meant_before(session, submission, judgement),
    )
    if not any(line.word.verb == "UNDO" for line in judgement.commands):
        return context
    repeated, letter = submission.ahead.get(EVERY), submission.letter.id
    has_first = repeated and not submission.snapshot.part_of(submission.seat.name)
    first = repeated.text if repeated and has_first else ""
    return replace(
        context,
        revisions=revisions_of(session, submission.sheet, letter, first),
        answer_revisions={
            ask: revisions_of(session, submission.answers.get(ask), letter)
            for ask in context.windows
        },
        ahead_revisions={
            own: revisions_of(session, sheet, letter) for own, sheet in submission.ahead.items()
        },
    )


_MEANT_BEFORE = (
    "what you were asked before is settled, and your first turn has begun, for which nothing is on "
    "file. Send orders with READY, PASS for a turn without any, or READY ANYWAY."
)


def _meant_before(session: Session, submission: Submission, judgement: Judged) -> str:
    """Why a READY may be for what the seat was asked before the turn that is its first.

    It has answered that, which may have ended the wait; and the letter replies to no mail of the
    turn that began then.
    """
    is_ready = any(line.word.verb == "READY" for line in judgement.commands)
    is_first = submission.is_mover and submission.last is None
    if not (is_ready and is_first) or submission.answers_turn == submission.snapshot.status.turn:
        return ""
    own = (col(Sheet.seat_id) == submission.seat.id, col(Sheet.kind).not_in(("script", "repeat")))
    found = session.exec(select(Sheet.id).where(*own).limit(1)).first()
    return _MEANT_BEFORE if found is not None else ""


def record_acts(tx: SeatTx, submission: Submission, judgement: Judged) -> None:
    """Keep what was carried out at once or waits, and standing orders."""
    seat = tx.row
    if judgement.done is not None:
        tx.put_record(
            *("act", judgement.done.state, judgement.done.events),
            seat=seat.name,
            orders=list(judgement.acted),
            letter_id=submission.letter.id,
        )
    keep_texts(tx, written_in(submission), judgement.talk)
    if judgement.standing is not None:
        seat.policies = list(judgement.standing)
        tx.touch()


def file_sheets(tx: SeatTx, submission: Submission, effects: Effects) -> tuple[int, int]:
    """Put a new revision of the seat's orders, or of its answers, on file.

    The numbers of those that are on file then, 0 for none.
    """
    snapshot, name, filed = submission.snapshot, submission.seat.name, submission.filed()
    script, answers = numbers_on_file(submission)

    def put(text: str, before: int, key: SheetKey, *, is_ready: bool, back_to: int | None) -> int:
        put_sheet(
            tx.session,
            game_id=tx.id,
            seat_id=key_of(submission.seat),
            kind=key.kind,
            turn=key.turn,
            part=key.part,
            revision=before + 1,
            letter_id=key_of(submission.letter),
            text=text,
            is_ready=is_ready,
            back_to=back_to,
            created_at=tx.now,
        )
        tx.touch()
        return before + 1

    for own, sheet in effects.ahead.items():
        before = number_of(submission.ahead.get(own))
        key = REPEATED if own == EVERY else snapshot.status.sheets[name]._replace(turn=own, part=0)
        put(sheet.text, before, key=key, back_to=sheet.back_to, is_ready=False)
    if effects.script is not None or effects.is_ready is not None:
        text = effects.script if effects.script is not None else filed.script
        is_ready = bool(effects.is_ready) and submission.is_mover
        key, back_to = snapshot.status.sheets[name], effects.back_to
        script = put(text, script, key=key, is_ready=is_ready, back_to=back_to)
    for ask in snapshot.status.windows_of(name):
        if ask.key in effects.is_done:
            change = effects.answers.get(ask.key) or SheetChange(filed.answers[ask.key])
            key, is_done = snapshot.status.sheet_of(ask, name), effects.is_done[ask.key]
            before = number_of(submission.answers.get(ask.key))
            put(change.text, before, key=key, is_ready=is_done, back_to=change.back_to)
            answers = max(answers, before + 1)
    return script, answers


def numbers_on_file(submission: Submission) -> tuple[int, int]:
    """The revisions of the script and of the answers on file before the letter, 0 for none."""
    answers = max(map(number_of, submission.answers.values()), default=0)
    return number_of(submission.sheet), answers
