"""Words to the referee in a letter: READY, WAIT, CLEAR, UNDO, PREVIEW; others are passed on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.illuminati.game import bulletin
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.language import ParsedLine, reread, script_of
from pbem.grammar.player_words import PlayerCommand
from pbem.models import FINISHED, PAUSED
from pbem.service.clocks import leaves_time
from pbem.service.letters.dropped import dropped
from pbem.service.letters.holding import why_held
from pbem.service.letters.replies import ASKING
from pbem.service.letters.seat_commands import is_seat_word
from pbem.service.orders.interference import judge_answers
from pbem.service.orders.judging import Judgement
from pbem.service.orders.revisions import Revision, Revisions
from pbem.service.orders.sheet_context import AheadSheet, Effects, SheetContext
from pbem.service.orders.verdicts import judge_on_file
from pbem.service.preferences import zone_for
from pbem.service.snapshots import all_policies
from pbem.service.waits import announces
from pbem.service.word_results import WordResult, refused


def is_preview(judgement: Judgement) -> bool:
    """Whether the writer only wants to know what would be."""
    return any(line.control and line.control.word == "PREVIEW" for line in judgement.words)


def apply_words(sheet_context: SheetContext, judgement: Judgement) -> Effects:
    """Everything the letter's words ask for, in the order they were written.

    READY and WAIT come last: whether a READY counts depends on what became of all the others. With
    PREVIEW among them nothing is put on file, so words that change something are not obeyed.
    """
    words = judgement.words
    if is_preview(judgement):
        on_file = judge_on_file(
            sheet_context.snapshot,
            sheet_context.seat,
            sheet_context.snapshot.state,
            sheet_context.filed,
        )
        effects = Effects(
            None, on_file, None, _judged_answers(sheet_context, sheet_context.answered)
        )
        words = tuple(line for line in words if line.word.word in _IN_PREVIEW)
    else:
        effects = Effects(
            judgement.script, judgement.on_file, judgement.answers, judgement.answers_on_file
        )
        effects.ahead = {own: AheadSheet(lines) for own, lines in judgement.ahead.items()}
        if judgement.answers is not None:
            effects.is_done = bool(judgement.answers)
    last = [line for line in words if line.word.word in _LAST]
    for line in words:
        if line not in last:
            _obey_word(sheet_context, effects, line)
    _hold(sheet_context, judgement, effects, last)
    for line in last:
        _obey_word(sheet_context, effects, line)
    effects.sentences[:0] = dropped(sheet_context, judgement, effects)
    return effects


def _obey_word(sheet_context: SheetContext, effects: Effects, line: ParsedLine) -> None:
    word = line.word
    if word.word in _OBEY:
        effects.tell(line, _OBEY[word.word](sheet_context, effects, word.argument))
    elif is_seat_word(word):
        effects.seat_words.append(line)
    elif word.word == "SET" and word.argument:
        effects.wishes.append(line)
    elif word.word in ASKING:
        effects.asked.append(line)


def _hold(
    sheet_context: SheetContext, judgement: Judgement, effects: Effects, last: Sequence[ParsedLine]
) -> None:
    """Keep the game waiting for a writer of whose letter a line came to nothing."""
    if any(line.word == _ANYWAY for line in last) or effects.is_preview:
        return
    effects.why_held = why_held(sheet_context, judgement, effects)
    if effects.why_held and effects.is_done:
        effects.is_done = False
        if not last:
            effects.sentences.append(f"You are still waited for: {effects.why_held}")


def as_applied(judgement: Judgement, effects: Effects) -> tuple[JudgedLine, ...]:
    """The letter's lines, with the words that were not done called so."""
    said = [effects.undone.get(id(read)) for read in judgement.read]
    return tuple(
        replace(line, fate=why.fate, note=why.text) if why else line
        for line, why in zip(judgement.lines, said, strict=True)
    )


def _judged_answers(
    sheet_context: SheetContext, lines: tuple[ParsedLine, ...]
) -> tuple[JudgedLine, ...]:
    if sheet_context.window is None or not lines:
        return ()
    return judge_answers(
        sheet_context.window, lines, sheet_context.snapshot.names(sheet_context.seat)
    )[1]


def _ready(sheet_context: SheetContext, effects: Effects, _argument: str) -> WordResult:
    if sheet_context.phase == FINISHED:
        return refused("READY: no turn can be run any more, the game is over.")
    if sheet_context.is_past:
        return refused(
            "READY: the script your letter answers has been run; it says nothing about any other."
        )
    if (
        (sheet_context.is_mover or sheet_context.window)
        and not sheet_context.is_frozen
        and effects.why_held
    ):
        return WordResult(f"READY is held back: {effects.why_held}", "HELD")
    if sheet_context.window:
        effects.is_done = True
        return WordResult(
            f"READY: nothing more is awaited from you. {sheet_context.announcer}'s script is "
            "run as "
            "soon as everybody has answered or said READY."
        )
    if sheet_context.is_frozen:
        return WordResult(
            "READY: your script is announced already; it runs when the others have answered."
        )
    if not sheet_context.is_mover:
        return refused(f"READY counts in your own turn; now it is {sheet_context.announcer}'s.")
    effects.is_ready = True
    return WordResult(_what_ready_does(sheet_context, effects))


def is_announced_first(sheet_context: SheetContext, effects: Effects) -> bool:
    """Whether the script as it will be on file has attacks that all may answer (R12.2)."""
    script = sheet_context.filed if effects.script is None else effects.script
    policies = all_policies(sheet_context.snapshot)
    return announces(sheet_context.state) and bool(
        bulletin(sheet_context.state, script_of(script), policies)
    )


def _what_ready_does(sheet_context: SheetContext, effects: Effects) -> str:
    state = sheet_context.state
    when = "as soon as this letter is filed"
    if sheet_context.phase == PAUSED:
        when = "as soon as the game goes on"
    elif leaves_time(sheet_context.snapshot.game):
        when = "as soon as the table's clock lets it"
    if state.options.pace == "conclave":
        return "READY: the round is run as soon as everybody has said so."
    if is_announced_first(sheet_context, effects):
        effects.is_announcing = True
        return (
            f"READY: your attacks are announced to everybody {when}. They "
            "are made when all have answered or said READY, or when the time for that is over."
        )
    return f"READY: your turn is run {when}."


def _wait(sheet_context: SheetContext, effects: Effects, _argument: str) -> WordResult:
    if sheet_context.window:
        effects.is_done = False
        return WordResult(
            f"WAIT: {sheet_context.announcer}'s script is not run before the deadline, unless you "
            "answer again or say READY."
        )
    if sheet_context.is_frozen:
        return refused(
            "WAIT: your script is announced already; it is for the others to take their time."
        )
    effects.is_ready = False
    return WordResult("WAIT: your turn will not be run before its deadline.")


def _clear(sheet_context: SheetContext, effects: Effects, _argument: str) -> WordResult:
    if sheet_context.is_frozen:
        return refused("CLEAR: your script is announced; it can no longer be taken back (R12.2).")
    if sheet_context.window and (sheet_context.answered or effects.answers):
        if effects.answers:
            return WordResult("CLEAR: your answers on file are gone; those of this letter stand.")
        effects.answers, effects.answers_on_file, effects.is_done = (), (), False
        return WordResult("CLEAR: your answers on file are gone. Who says nothing stands aside.")
    if effects.script:
        return WordResult("CLEAR: what was on file is gone; this letter's lines stand.")
    is_bot = sheet_context.snapshot.seats[sheet_context.seat].silence == BOT
    nothing = "POLICY BOT plays where nothing is" if is_bot else "no orders is a PASS"
    return WordResult(f"CLEAR: nothing is on file for your turn; {nothing}.")


def _undo(sheet_context: SheetContext, effects: Effects, argument: str) -> WordResult:
    word = f"UNDO {argument}".strip()
    if not argument and (undone_ahead := _undo_ahead(sheet_context, effects)):
        return WordResult(f"UNDO: {undone_ahead}")
    is_of_answers = sheet_context.window is not None and bool(sheet_context.answer_revisions.every)
    has_lines = (effects.answers if is_of_answers else effects.script) is not None
    if sheet_context.is_frozen:
        return refused(f"{word}: your script is announced; it can no longer be changed (R12.2).")
    if has_lines:
        return refused(f"{word}: the lines of this letter stand. To go back, send {word} alone.")
    revisions = sheet_context.answer_revisions if is_of_answers else sheet_context.revisions
    what = "answers" if is_of_answers else "script"
    undone = None if argument.isdecimal() else revisions.undone()
    number = int(argument) if argument.isdecimal() else None
    if undone:
        number = revisions.before(undone).number
    text = None if number is None else revisions.text(number)
    if number is None or text is None:
        return refused(f"{word}: {_no_such_revision(revisions, number, what)}")
    if undone and not number and not revisions.is_of_last_letter(undone):
        return refused(
            f"UNDO: your last letter changed nothing of your {what}. The last that did is "
            f"{_format(sheet_context, undone)}. Without it nothing is on file; if you want "
            "that, send "
            "UNDO 0."
        )
    _bring_back(sheet_context, effects, text, is_of_answers=is_of_answers)
    effects.back_to = number
    return WordResult(f"{word}: {_brought_back(sheet_context, revisions, undone, number, what)}")


def _undo_ahead(sheet_context: SheetContext, effects: Effects) -> str:
    """Take back what the last letter filed for turns to come, if it filed nothing else."""
    if (
        effects.ahead
        or sheet_context.revisions.is_of_last
        or sheet_context.answer_revisions.is_of_last
    ):
        return ""
    taken = ""
    for own, revisions in sheet_context.ahead_revisions.items():
        undone = revisions.undone() if revisions.is_of_last else None
        if undone is None:
            continue
        before = revisions.before(undone)
        lines = (
            reread(before.text, sheet_context.snapshot.names(sheet_context.seat))
            if before.text
            else ()
        )
        effects.ahead[own] = AheadSheet(lines, before.number)
        taken = (
            f"{_format(sheet_context, undone)} is taken back. What was on file ahead before stands."
        )
    return taken


def _brought_back(
    sheet_context: SheetContext,
    revisions: Revisions,
    undone: Revision | None,
    number: int,
    what: str,
) -> str:
    taken = f"{_format(sheet_context, undone)} is taken back. " if undone else ""
    now = revisions.every[-1].number + 1 if revisions.every else 1
    if number:
        return f"{taken}Revision {number} of your {what} is on file again, as revision {now}."
    if revisions.first:
        return f"{taken}What you REPEAT is on file again (revision {now})."
    return f"{taken}Nothing is on file, as before your first letter (revision {now})."


def _format(sheet_context: SheetContext, revision: Revision) -> str:
    """`your letter of Thu 24 Apr 20:00 (revision 2: PASS)`."""
    zone = zone_for(sheet_context.snapshot.players[sheet_context.seat])
    when = f" of {clock.short(revision.at, zone)}" if revision.at else ""
    return f"your letter{when} (revision {revision.number}: {revision.gist})"


def _no_such_revision(revisions: Revisions, number: int | None, what: str) -> str:
    if number is None or not revisions.every:
        return "there is no earlier version of your orders."
    return f"there is no revision {number} of your {what}. There are {revisions.told}."


def _bring_back(
    sheet_context: SheetContext, effects: Effects, text: str, *, is_of_answers: bool
) -> None:
    """Put the lines of a revision on file, read as the seat names things now."""
    lines = reread(text, sheet_context.snapshot.names(sheet_context.seat)) if text else ()
    if is_of_answers:
        effects.answers, effects.is_done = lines, bool(lines)
        effects.answers_on_file = _judged_answers(sheet_context, lines)
    else:
        effects.script = lines
        effects.on_file = judge_on_file(
            sheet_context.snapshot, sheet_context.seat, sheet_context.state, lines
        )


def _preview(sheet_context: SheetContext, effects: Effects, _argument: str) -> WordResult:
    effects.is_preview = True
    return WordResult(
        "PREVIEW: the lines above are what would be; nothing of this letter was kept."
    )


_IN_PREVIEW = ("PREVIEW", *(word for word in ASKING if word != "TUTORIAL"))
"""Words that change nothing."""
_LAST = ("READY", "WAIT")
_ANYWAY = PlayerCommand("READY", "ANYWAY")
_OBEY: dict[str, Callable[[SheetContext, Effects, str], WordResult]] = {
    "READY": _ready,
    "WAIT": _wait,
    "CLEAR": _clear,
    "UNDO": _undo,
    "PREVIEW": _preview,
}
"""What changes something is done; what asks for a mail of its own is kept for it."""
