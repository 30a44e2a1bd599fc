"""What the answer to a letter says: its lines, what is on file after it, the mails it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import Acknowledgement
from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, RUNNING, Game
from pbem.service.game_settings import waits_for_release
from pbem.service.letters.remarks import format_unread, remarks
from pbem.service.letters.replies import ReplyInput, asked_mails
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.word_effects import as_applied
from pbem.service.orders.judging import Judged, format_lines
from pbem.service.orders.sheet_context import Effects, SheetContext
from pbem.service.orders.submission import Submission
from pbem.service.waits import standing_words


def answer_of(
    game: Game,
    submission: Submission,
    judgement: Judged,
    sheet_context: SheetContext,
    effects: Effects,
) -> Acknowledgement:
    """What the answer says: every line, what is on file now, what else is to be known."""
    is_done = _is_ready(submission, sheet_context, effects)
    lines = format_lines(as_applied(judgement, effects), is_preview=effects.is_preview)
    has_script = effects.is_preview and judgement.script.text is not None
    return Acknowledgement(
        lines=lines,
        script_on_file=effects.on_file,
        is_your_turn=submission.is_mover,
        is_ready=is_done and (submission.is_mover or submission.is_answering),
        deadline_at=game.deadline_at if game.phase == RUNNING else None,
        replies=(*effects.sentences, *remarks(submission, judgement, sheet_context.state, game)),
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
    )


def _ahead_now(sheet_context: SheetContext, effects: Effects) -> list[str]:
    """The lines on file for turns to come after the letter."""
    new = {} if effects.is_preview else {own: put.text for own, put in effects.ahead.items()}
    sheets = {**sheet_context.filed.ahead, **new}
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


def reply_input(
    tx: SeatTx,
    submission: Submission,
    sheet_context: SheetContext,
    effects: Effects,
    context: MailContext,
) -> ReplyInput:
    """What the mails asked for are made from: all as it is after the letter."""
    return ReplyInput(
        tx.session,
        sheet_context,
        context,
        sheet_context.state,
        sheet_context.filed.script if effects.script is None else effects.script,
        [*_answers_now(sheet_context, effects)],
        submission.letter,
        False,
        [*_ahead_now(sheet_context, effects), *tx.row.policies],
        standing=standing_words(tx.row),
    )


def _answers_now(sheet_context: SheetContext, effects: Effects) -> Iterator[str]:
    """The answers on file after the letter, a text for each window that has any."""
    for ask, filed in sheet_context.filed.answers.items():
        text = effects.answers[ask].text if ask in effects.answers else filed
        if text:
            yield text


def mails_asked_for(asked: ReplyInput, effects: Effects) -> list[Mail]:
    """The mails asked for; settings that were changed are listed even if that was not asked."""
    words = [line.word for line in effects.asked]
    return asked_mails(asked, [*words, Command("SET", "SET")] if asked.changed else words)
