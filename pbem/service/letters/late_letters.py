"""Letters that are read as orders and change none: too late, or for a game that is put away."""

from __future__ import annotations

from pbem.documents.layout.mail_context import Mail
from pbem.mails.notices import LateTexts, archived_mail, too_late
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
    keep_texts(tx, written_in(submission), judgement.talk)
    keep_offered_seat(tx, submission.letter)
    return AnswerMails((_too_late(tx, submission, judgement, missed),))


def _too_late(tx: SeatTx, submission: Submission, judgement: Judged, missed: Run) -> Mail:
    snapshot = submission.snapshot
    deadline_at = snapshot.game.deadline_at
    context = context_for(snapshot, submission.seat.name, tx.now, deadline_at=deadline_at)
    missed_at = missed[1] or missed[2]
    kinds = ("say" if text.kind == "letter" else text.kind for text in judgement.talk)
    kept = list(dict.fromkeys(kind.upper() for kind in kinds))
    texts = LateTexts(kept, [line.note for line in judgement.lines if is_held(line)])
    received_at, subject = submission.letter.received_at, submission.mailed.subject
    return too_late(context, received_at, missed_at, subject, texts)
