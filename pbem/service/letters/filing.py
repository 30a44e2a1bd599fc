"""What a letter changes, and the mails that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.reports import PrintableLetter
from pbem.models import RUNNING
from pbem.service.letters.acknowledging import LetterOutcome, answer_mails
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.seat_effects import preferences_kept, seat_settled
from pbem.service.letters.sheet_filing import file_sheets, numbers_on_file, record_acts, sheets_of
from pbem.service.letters.word_effects import apply_words
from pbem.service.letters.writers import as_written
from pbem.service.mailing.merging import AnswerMails
from pbem.service.orders.judging import Judged
from pbem.service.orders.sheet_context import Effects
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.turns.early import end_wait_early


def file_letter(
    tx: SeatTx,
    submission: Submission,
    judgement: Judged,
    earlier: Sequence[PrintableLetter] = (),
) -> AnswerMails:
    """Make the letter's changes to the rows and say what they are.

    `earlier` are letters that are answered by the same mail.
    """
    return answer_mails(tx, _carry_out(tx, submission, judgement), earlier)


def _carry_out(tx: SeatTx, submission: Submission, judgement: Judged) -> LetterOutcome:
    """Carry out what the letter says; a preview changes nothing."""
    judgement, sitter = as_written(tx.session, submission, judgement, tx.row)
    state = judgement.done.state if judgement.done else submission.snapshot.state
    sheets = sheets_of(tx.session, submission, judgement, state)
    effects = apply_words(sheets, judgement)
    effects.sentences[:0] = sitter
    on_file, changed = numbers_on_file(submission), list[str]()
    if not effects.is_preview:
        on_file = _file_orders(tx, submission, judgement, effects)
        changed = preferences_kept(tx, submission, effects)
    context = _context_after(tx, submission.snapshot, state)
    return LetterOutcome(submission, judgement, sheets, effects, on_file, changed, context)


def _file_orders(
    tx: SeatTx, submission: Submission, judgement: Judged, effects: Effects
) -> tuple[int, int]:
    """The revisions of script and answers that are on file then."""
    record_acts(tx, submission, judgement)
    on_file = file_sheets(tx, submission, effects)
    seat_settled(tx, submission, judgement, effects)
    if tx.game.phase == RUNNING:
        end_wait_early(tx, submission, effects, judgement)
    tx.session.add_all((tx.game, tx.row))
    return on_file


def _context_after(tx: SeatTx, snapshot: GameSnapshot, state: Any) -> MailContext:
    game = tx.game
    return context_for(
        snapshot,
        tx.row.name,
        tx.now,
        status=snapshot.status_of(state),
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
        silence=tx.row.silence,
    )
