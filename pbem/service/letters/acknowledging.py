"""What the answer to a letter says: its lines, what is on file after it, the mails it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import Acknowledgement, JudgedLine
from pbem.games.contract.reports import PrintableLetter
from pbem.models import FINISHED, RUNNING
from pbem.service.game_settings import waits_for_release
from pbem.service.letters.remarks import format_unread, remarks
from pbem.service.letters.replies import asked_mails, notify_asking_problems
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.letters.seat_commands import SeatTx, ballot_hint, pause_hint
from pbem.service.letters.word_effects import as_applied, is_announced_first
from pbem.service.mailing.merging import AnswerMails
from pbem.service.orders.judging import Judged, format_lines
from pbem.service.orders.sheet_context import Effects, SheetContext
from pbem.service.orders.submission import Submission
from pbem.service.waits import standing_words


@dataclass(frozen=True, slots=True)
class LetterOutcome:
    """What a letter has come to: what it changed, and what is on file now."""

    submission: Submission
    judgement: Judged
    sheets: SheetContext
    effects: Effects
    on_file: tuple[int, int]
    """The revisions of script and answers."""
    changed: Sequence[str]
    """Sentences about preferences."""
    context: MailContext


def answer_mails(
    tx: SeatTx, outcome: LetterOutcome, earlier: Sequence[PrintableLetter]
) -> AnswerMails:
    """The answer and the mails asked for; a letter that only asks gets no answer beside those."""
    submission, sheets, effects = outcome.submission, outcome.sheets, outcome.effects
    notify_asking_problems(tx, sheets, effects)
    if submission.is_mover and not submission.is_answering and not sheets.is_frozen:
        effects.is_announcing = is_announced_first(sheets, effects)
    lines = format_lines(as_applied(outcome.judgement, effects), is_preview=effects.is_preview)
    is_done = _is_ready(submission, sheets, effects)
    is_ready = is_done and (submission.is_mover or submission.is_answering)
    is_asking = all(line.status == "OK" and line.order is None for line in lines)
    has_asked = is_asking and not effects.sentences and bool(effects.asked or outcome.changed)
    is_all = has_asked and not any(map(_may_be_meant, outcome.judgement.overlooked.lines))
    answer = None if is_all else _answer(tx, outcome, lines, is_ready=is_ready)
    more: list[Mail] = []
    if effects.asked or outcome.changed:
        more = asked_mails(_reply_input(tx, outcome, is_ready=is_ready, is_all=is_all), effects)
    if answer is None:
        return AnswerMails(tuple(more))
    reporter = submission.snapshot.ruleset.reporter
    printable = reporter.printable(outcome.context, answer)
    mail = reporter.answer(sheets.state, outcome.context, answer, (*earlier, printable))
    return AnswerMails((mail, *more), printable)


def _may_be_meant(line: str) -> bool:
    """Whether a line that was not read is more than a greeting or a name below a letter."""
    words = line.split()
    return len(words) > 2 or (len(words) == 2 and words[0].isupper())


def _answer(
    tx: SeatTx, outcome: LetterOutcome, lines: tuple[JudgedLine, ...], *, is_ready: bool
) -> Acknowledgement:
    """What the answer says: every line, what is on file now, what else is to be known."""
    game, submission, judgement = tx.game, outcome.submission, outcome.judgement
    sheet_context, effects = outcome.sheets, outcome.effects
    has_script = effects.is_preview and judgement.script.text is not None
    return Acknowledgement(
        lines=lines,
        script_on_file=effects.on_file,
        is_your_turn=submission.is_mover,
        is_ready=is_ready,
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
        replies=(*outcome.changed, *effects.sentences, *_remarks(tx, outcome)),
        answers_on_file=tuple(chain.from_iterable(effects.answers_on_file.values())),
        is_answering=submission.is_answering,
        is_frozen=sheet_context.is_frozen,
        reserve=judgement.reserve,
        received_at=submission.letter.received_at,
        would_be=judgement.script.lines if has_script else (),
        is_announcing=effects.is_announcing,
        is_released=waits_for_release(game),
        is_over=game.phase == FINISHED,
        is_out=sheet_context.is_out,
        ahead=tuple(_ahead_now(sheet_context, effects)),
        ignored=format_unread(judgement, submission.mailed),
        revision=outcome.on_file[0],
        answers_revision=outcome.on_file[1],
        is_due=tx.is_due,
    )


def _remarks(tx: SeatTx, outcome: LetterOutcome) -> Iterator[str]:
    judgement = outcome.judgement
    yield from pause_hint(tx)
    yield from remarks(outcome.submission, judgement, outcome.sheets.state, tx.game)
    yield from ballot_hint(tx, judgement.overlooked.lines)


def _ahead_now(sheet_context: SheetContext, effects: Effects) -> list[str]:
    """The lines on file for turns to come after the letter."""
    new = {} if effects.is_preview else {own: put.text for own, put in effects.ahead.items()}
    sheets = {**sheet_context.filed.ahead, **new}
    if not sheets:
        return []
    given = sheet_context.snapshot.given
    return [*sheet_context.language.format_ahead(given, sheet_context.seat, sheets)]


def _is_ready(submission: Submission, sheet_context: SheetContext, effects: Effects) -> bool:
    """Whether nobody need wait for the writer; a letter that files nothing leaves that alone."""
    own = submission.sheet if effects.script is None else None
    is_own_ready = effects.is_ready if effects.is_ready is not None else bool(own and own.is_ready)
    if not sheet_context.windows:
        return is_own_ready and not sheet_context.is_frozen
    has_all_answers = all(
        effects.is_done.get(ask, bool(filed and filed.is_ready))
        for ask in sheet_context.windows
        for filed in [submission.answers.get(ask)]
    )
    return has_all_answers and (is_own_ready or not sheet_context.is_asked_own)


def _reply_input(tx: SeatTx, outcome: LetterOutcome, *, is_ready: bool, is_all: bool) -> ReplyInput:
    """What the mails asked for are made from: all as it is after the letter.

    Where those mails are all, they tell of preferences, too.
    """
    sheets, effects = outcome.sheets, outcome.effects
    return ReplyInput(
        tx.session,
        sheets,
        outcome.context,
        sheets.state,
        sheets.filed.script if effects.script is None else effects.script,
        [*_answers_now(sheets, effects)],
        outcome.submission.letter,
        is_ready,
        [*_ahead_now(sheets, effects), *tx.row.policies],
        changed=outcome.changed if is_all else (),
        standing=standing_words(tx.row),
    )


def _answers_now(sheet_context: SheetContext, effects: Effects) -> Iterator[str]:
    """The answers on file after the letter, a text for each window that has any."""
    for ask, filed in sheet_context.filed.answers.items():
        text = effects.answers[ask].text if ask in effects.answers else filed
        if text:
            yield text
