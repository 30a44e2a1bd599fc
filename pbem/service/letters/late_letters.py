"""Letters that are read as orders and change none: too late, overtaken by newer orders, or for a
game that is put away."""

from __future__ import annotations

from pbem.documents.layout.mail_context import Mail
from pbem.mails.notices import LateTexts, archived_mail, overtaken, too_late
from pbem.service.history.runs import Run
from pbem.service.letters.held_texts import is_held
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.seat_effects import keep_offered_seat
from pbem.service.mailing.merging import AnswerMails
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission
from pbem.service.orders.talk import keep_texts, written_in
from pbem.service.snapshots import context_for
from pbem.service.turns.grace import count_late


def answer_archived(tx: SeatTx, submission: Submission) -> AnswerMails:
    """The game is put away: nothing of the letter is kept."""
    context = context_for(submission.snapshot, submission.seat.name, tx.now)
    return AnswerMails((archived_mail(context),))


def answer_late(tx: SeatTx, submission: Submission, judgement: Judged) -> AnswerMails:
    """Its orders came too late, which is counted; what it says to others is kept."""
    missed = submission.closed if judgement.is_past else submission.last
    assert missed is not None, "what is late is late for a turn that was run"
    count_late(tx.row, missed[0])
    tx.session.add(tx.row)
    _keep_words(tx, submission, judgement)
    return AnswerMails((_too_late(tx, submission, judgement, missed),))


def is_overtaken(submission: Submission, judgement: Judged) -> bool:
    """Whether the seat has sent orders since that would give way to those of this older letter."""
    results = (judgement.script, *judgement.answers.values())
    has_orders = any(result.text is not None for result in results) or bool(
        judgement.ahead or judgement.acted or judgement.standing is not None
    )
    return submission.is_overtaken and has_orders and not judgement.is_preview


def answer_overtaken(tx: SeatTx, submission: Submission, judgement: Judged) -> AnswerMails:
    """What it says to others is kept; of its orders none, as their writer has sent others since."""
    _keep_words(tx, submission, judgement)
    context = context_for(submission.snapshot, submission.seat.name, tx.now)
    letter, subject = submission.letter, submission.mailed.subject
    return AnswerMails((overtaken(context, letter.received_at, subject, _texts_of(judgement)),))


def _keep_words(tx: SeatTx, submission: Submission, judgement: Judged) -> None:
    keep_texts(tx, written_in(submission), judgement.talk)
    keep_offered_seat(tx, submission.letter)


def _too_late(tx: SeatTx, submission: Submission, judgement: Judged, missed: Run) -> Mail:
    snapshot = submission.snapshot
    deadline_at = snapshot.game.deadline_at
    context = context_for(snapshot, submission.seat.name, tx.now, deadline_at=deadline_at)
    missed_at = missed[1] or missed[2]
    received_at, subject = submission.letter.received_at, submission.mailed.subject
    return too_late(context, received_at, missed_at, subject, _texts_of(judgement))


def _texts_of(judgement: Judged) -> LateTexts:
    kinds = ("say" if text.kind == "letter" else text.kind for text in judgement.talk)
    kept = list(dict.fromkeys(kind.upper() for kind in kinds))
    return LateTexts(kept, [line.note for line in judgement.lines if is_held(line)])
