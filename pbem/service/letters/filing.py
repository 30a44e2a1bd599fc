"""What a letter changes: deeds done at once, standing orders, a revision of its orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import EVERY, Acknowledgement
from pbem.games.contract.reports import PrintableLetter
from pbem.games.contract.values import SheetKey
from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, RUNNING, Game, Seat, Sheet, key_of
from pbem.service.clocks import is_due
from pbem.service.game_settings import waits_for_release
from pbem.service.history.records import put_sheet
from pbem.service.letters.remarks import format_unread, remarks
from pbem.service.letters.replies import ReplyInput, asked_mails, notify_asking_problems
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.letters.seat_effects import seat_settled
from pbem.service.letters.word_effects import apply_words, as_applied, is_announced_first
from pbem.service.letters.writers import as_written
from pbem.service.mailing.merging import AnswerMails
from pbem.service.orders.judging import Judged, format_lines
from pbem.service.orders.revisions import number_of, revisions_of
from pbem.service.orders.sheet_context import Effects, SheetChange, SheetContext
from pbem.service.orders.submission import Submission
from pbem.service.orders.talk import keep_texts, written_in
from pbem.service.preferences import save_preferences
from pbem.service.snapshots import REPEATED, context_for
from pbem.service.turns.early import bring_forward
from pbem.service.waits import standing_words


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
    sheet_context = _sheet_context(session, submission, judgement, state)
    effects = apply_words(sheet_context, judgement)
    effects.sentences[:0] = sitter
    on_file = _numbers(submission)
    if not effects.is_preview:
        _act(tx, submission, judgement)
        on_file = _file(tx, submission, effects)
        seat_settled(tx, submission, judgement, effects)
        if game.phase == RUNNING:
            bring_forward(tx, submission, effects, judgement)
        session.add_all((game, seat))
    changed = [] if effects.is_preview else _wished(session, submission, seat, effects)
    notify_asking_problems(session, sheet_context, effects)
    deadline_at = game.deadline_at if game.phase == RUNNING else None
    context = context_for(
        submission.snapshot,
        seat.name,
        now,
        status=submission.snapshot.status_of(state),
        deadline_at=deadline_at,
    )
    context = replace(context, silence=seat.silence)
    ends_now = is_due(game, now)
    if submission.is_mover and not submission.is_answering and not sheet_context.is_frozen:
        effects.is_announcing = is_announced_first(sheet_context, effects)
    answer = _answer(submission, judgement, game, sheet_context, effects)
    answer = replace(answer, ignored=format_unread(judgement, submission.mailed))
    answer = replace(answer, revision=on_file[0], answers_revision=on_file[1], is_due=ends_now)
    is_asking = all(line.status == "OK" and line.order is None for line in answer.lines)
    is_all = is_asking and not effects.sentences and bool(effects.asked or changed)
    asked = replace(
        _asked(tx, submission, sheet_context, effects, context), is_ready=answer.is_ready
    )
    more = _asked_for(replace(asked, changed=changed if is_all else ()), effects)
    if is_all:
        return AnswerMails(tuple(more))
    answer = replace(answer, replies=(*changed, *answer.replies))
    reporter = submission.snapshot.ruleset.reporter
    printable = reporter.printable(context, answer)
    mail = reporter.answer(state, context, answer, (*earlier, printable))
    return AnswerMails((mail, *more), printable)


def _sheet_context(
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


def _wished(session: Session, submission: Submission, seat: Seat, effects: Effects) -> list[str]:
    """Keep what was set; a sentence for each that was, and a note at the line of any other."""
    said = save_preferences(session, submission.player, [line.word for line in effects.preferences])
    for line, one in zip(effects.preferences, said, strict=True):
        if not one.is_done:
            effects.add_result(line, one)
        elif line.word.key == "LENGTH" and seat.name not in submission.snapshot.status.playing:
            seat.length = line.word.value
            session.add(seat)
    return [one.text for one in said if one.is_done]


def _answer(
    submission: Submission,
    judgement: Judged,
    game: Game,
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


def _asked(
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


def _asked_for(asked: ReplyInput, effects: Effects) -> list[Mail]:
    """The mails asked for; settings that were changed are listed even if that was not asked."""
    words = [line.word for line in effects.asked]
    return asked_mails(asked, [*words, Command("SET", "SET")] if asked.changed else words)


def _act(tx: SeatTx, submission: Submission, judgement: Judged) -> None:
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


def _file(tx: SeatTx, submission: Submission, effects: Effects) -> tuple[int, int]:
    """Put a new revision of the seat's orders, or of its answers, on file.

    The numbers of those that are on file then, 0 for none.
    """
    snapshot, name, filed = submission.snapshot, submission.seat.name, submission.filed()
    script, answers = _numbers(submission)

    def put(text: str, before: int, key: SheetKey, **what: Any) -> int:
        sheet = Sheet(
            game_id=tx.id,
            seat_id=key_of(submission.seat),
            **key._asdict(),
            revision=before + 1,
            letter_id=key_of(submission.letter),
            text=text,
            created_at=tx.now,
            **what,
        )
        put_sheet(tx.session, sheet)
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


def _numbers(submission: Submission) -> tuple[int, int]:
    """The revisions of the script and of the answers on file before the letter, 0 for none."""
    answers = max(map(number_of, submission.answers.values()), default=0)
    return number_of(submission.sheet), answers
