"""What a letter changes, and the mails that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.games.contract.reports import PrintableLetter
from pbem.models import RUNNING
from pbem.service.clocks import is_due
from pbem.service.letters.acknowledging import answer_of, mails_asked_for, reply_input
from pbem.service.letters.replies import notify_asking_problems
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.seat_effects import preferences_kept, seat_settled
from pbem.service.letters.sheet_filing import file_sheets, numbers_on_file, record_acts, sheets_of
from pbem.service.letters.word_effects import apply_words, is_announced_first
from pbem.service.letters.writers import as_written
from pbem.service.mailing.merging import AnswerMails
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import context_for
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
    session, game, seat, now = tx.session, tx.game, tx.row, tx.now
    judgement, sitter = as_written(session, submission, judgement, seat)
    state = judgement.done.state if judgement.done else submission.snapshot.state
    sheet_context = sheets_of(session, submission, judgement, state)
    effects = apply_words(sheet_context, judgement)
    effects.sentences[:0] = sitter
    on_file = numbers_on_file(submission)
    if not effects.is_preview:
        record_acts(tx, submission, judgement)
        on_file = file_sheets(tx, submission, effects)
        seat_settled(tx, submission, judgement, effects)
        if game.phase == RUNNING:
            end_wait_early(tx, submission, effects, judgement)
        session.add_all((game, seat))
    changed = [] if effects.is_preview else preferences_kept(tx, submission, effects)
    notify_asking_problems(session, sheet_context, effects)
    context = context_for(
        submission.snapshot,
        seat.name,
        now,
        status=submission.snapshot.status_of(state),
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
    )
    context = replace(context, silence=seat.silence)
    ends_now = is_due(game, now)
    if submission.is_mover and not submission.is_answering and not sheet_context.is_frozen:
        effects.is_announcing = is_announced_first(sheet_context, effects)
    answer = answer_of(game, submission, judgement, sheet_context, effects)
    answer = replace(answer, revision=on_file[0], answers_revision=on_file[1], is_due=ends_now)
    is_asking = all(line.status == "OK" and line.order is None for line in answer.lines)
    is_all = is_asking and not effects.sentences and bool(effects.asked or changed)
    asked = reply_input(tx, submission, sheet_context, effects, context)
    asked = replace(asked, is_ready=answer.is_ready, changed=changed if is_all else ())
    more = mails_asked_for(asked, effects)
    if is_all:
        return AnswerMails(tuple(more))
    answer = replace(answer, replies=(*changed, *answer.replies))
    reporter = submission.snapshot.ruleset.reporter
    printable = reporter.printable(context, answer)
    mail = reporter.answer(state, context, answer, (*earlier, printable))
    return AnswerMails((mail, *more), printable)
