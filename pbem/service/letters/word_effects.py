"""Words to the referee in a letter: READY, WAIT, CLEAR, UNDO, PREVIEW; others are passed on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT
from pbem.games.contract.orders import JudgedLine
from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, PAUSED
from pbem.service.clocks import leaves_time
from pbem.service.letters.replies import ASKING
from pbem.service.letters.seat_commands import is_seat_word
from pbem.service.orders.judging import Judged
from pbem.service.orders.revisions import Revision, Revisions
from pbem.service.orders.sheet_context import Effects, SheetChange, SheetContext
from pbem.service.preferences import zone_for
from pbem.service.word_results import WordResult, refused
from pbem.values import changed


def apply_words(sheet_context: SheetContext, judgement: Judged) -> Effects:
    """Everything the letter's words ask for, in the order they were written.

    READY and WAIT come last: whether a READY counts depends on what became of all the others. With
    PREVIEW among them nothing is put on file, so words that change something are not obeyed.
    """
    words, filed = judgement.commands, sheet_context.filed
    if judgement.is_preview:
        snapshot, language = sheet_context.snapshot, sheet_context.language
        on_file = language.judge_script(snapshot.given, sheet_context.seat, filed.script)
        effects = Effects(None, on_file)
        effects.answers_on_file = {
            ask: sheet_context.judge_answers(ask, filed.answers[ask])
            for ask in sheet_context.windows
        }
        words = tuple(line for line in words if line.word.verb in _IN_PREVIEW)
    else:
        effects = Effects(judgement.script.text, judgement.script.lines)
        effects.ahead = {own: SheetChange(text) for own, text in judgement.ahead.items()}
        for ask, answered in judgement.answers.items():
            effects.answers_on_file[ask] = answered.lines
            if answered.text is not None:
                effects.answers[ask] = SheetChange(answered.text)
                effects.is_done[ask] = bool(answered.text)
    last = [line for line in words if line.word.verb in _LAST]
    for line in words:
        if line not in last:
            _apply_word(sheet_context, effects, line)
    _hold(sheet_context, judgement, effects, last)
    for line in last:
        _apply_word(sheet_context, effects, line)
    effects.sentences[:0] = _dropped(judgement, effects)
    return effects


def _apply_word(sheet_context: SheetContext, effects: Effects, line: JudgedLine) -> None:
    word = line.word
    if word.verb in _OBEY:
        effects.add_result(line, _OBEY[word.verb](sheet_context, effects, word))
    elif is_seat_word(word):
        effects.seat_words.append(line)
    elif word.verb == "SET" and word.key:
        effects.preferences.append(line)
    elif word.verb in ASKING or sheet_context.snapshot.ruleset.look(word.verb):
        effects.asked.append(line)


def _hold(
    sheet_context: SheetContext, judgement: Judged, effects: Effects, last: Sequence[JudgedLine]
) -> None:
    """Keep the game waiting for a writer of whose letter a line came to nothing."""
    if any(line.word.key == "ANYWAY" for line in last) or effects.is_preview:
        return
    effects.why_held = _why_held(sheet_context, judgement, effects)
    if effects.why_held and any(effects.is_done.values()):
        effects.is_done = dict.fromkeys(effects.is_done, False)
        if not last:
            effects.sentences.append(f"The game still waits for you: {effects.why_held}")


LONGEST = 60
"""Characters of a line by which it is named."""
_GO_ON = "To go on without {}, send READY ANYWAY."
_ASKED = "Correct {} and send {} again, with READY."
_REFUSED = "Send lines that work instead, with READY."
_REST = "Send the rest again, with READY."
_UNREAD = "If you meant {} as an order, send {} again, verb first, with READY."


def _why_held(sheet_context: SheetContext, judgement: Judged, effects: Effects) -> str:
    """Why a READY beside these lines is held back, and what to send; "" where it counts.

    Its writer cannot have known that a line came to nothing. Whoever passes where he has acted
    already wants nothing but the end of his turn; and what is no order, setting or day away,
    has nothing to do with it.
    """
    if sheet_context.is_cut or judgement.read_up_to is not None:
        return f"there was too much to read. {_REST} {_GO_ON.format('it')}"
    asked = [line.text for line in judgement.lines if line.status == "ASK"]
    no = [line.text for line in judgement.lines if line.status == "REFUSED" and line.verb != "PASS"]
    no += [line.text for line in judgement.commands if line.place in effects.undone]
    for lines, what, mend in (
        (asked, "not understood", _ASKED),
        (no, "refused", _REFUSED),
        (_unread(sheet_context, judgement), "not read", _UNREAD),
    ):
        if lines:
            it = "it" if len(lines) == 1 else "them"
            return f"{_named(lines)} {what}. {mend.format(it, it)} {_GO_ON.format(it)}"
    script = sheet_context.filed.script if effects.script is None else effects.script
    return "" if script else sheet_context.meant_before


def _named(lines: Sequence[str]) -> str:
    """`"GUARD 1" was`, `"GUARD 1" and 2 more lines were`."""
    first = f'"{cut_off(lines[0])}"'
    left = len(lines) - 1
    if not left:
        return f"{first} was"
    return f"{first} and {left} more line{'' if left == 1 else 's'} were"


def _unread(sheet_context: SheetContext, judgement: Judged) -> Sequence[str]:
    """Lines not read that may be orders; where nothing is on file a word for one is enough."""
    overlooked = judgement.overlooked
    found = [*overlooked.doubts, *(line.text for line in overlooked.would_be if line.is_order)]
    after = judgement.script.text
    filed = sheet_context.filed.script if after is None else after
    if found or not sheet_context.is_mover or filed:
        return found
    if overlooked.commented:
        return [overlooked.commented]
    return [overlooked.hinted] if overlooked.hinted else []


def cut_off(text: str) -> str:
    """As much of a line as it takes to know it again, fit to stand in quotation marks."""
    text = " ".join(text.replace('"', "'").split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."


MOST_GONE = 8
LONGEST_GONE = 90
"""Characters of a line that is gone."""


def _dropped(judgement: Judged, effects: Effects) -> list[str]:
    """A sentence that names the lines which this letter's own have replaced; none for none."""
    if effects.is_preview or any(line.word.verb == "CLEAR" for line in judgement.commands):
        return []
    script = judgement.script.gone
    answers = [line for sheet in judgement.answers.values() for line in sheet.gone]
    back = "" if effects.is_ready else f" UNDO brings {_it(script)} back."
    sentences = [f"This replaces your script. Gone: {_listed(script)}.{back}"] if script else []
    if answers:
        sentences.append(f"This replaces your answers. Gone: {_listed(answers)}.")
    return sentences


def _it(lines: Sequence[str]) -> str:
    return "it" if len(lines) == 1 else "them"


def _listed(lines: Sequence[str]) -> str:
    """`1: PASS; 2: GIVE 3 TO ann; and 4 more`."""
    named = [
        line if len(line) <= LONGEST_GONE else f"{line[: LONGEST_GONE - 3].rstrip()}..."
        for line in lines[:MOST_GONE]
    ]
    left = len(lines) - len(named)
    return "; ".join([*named, f"and {left} more"] if left else named)


def as_applied(judgement: Judged, effects: Effects) -> tuple[JudgedLine, ...]:
    """The letter's lines, with the words that were not done called so."""
    results = [(line, effects.undone.get(line.place)) for line in judgement.lines]
    return tuple(changed(li, status=no.status, note=no.text) if no else li for li, no in results)


def _ready(sheet_context: SheetContext, effects: Effects, _word: Command) -> WordResult:
    if sheet_context.phase == FINISHED:
        return refused("READY: the game is over, so no turn runs any more.")
    if sheet_context.is_past:
        return refused(
            "READY: the script your letter answers has been run already, so this READY counts for "
            "nothing."
        )
    windows, is_frozen = sheet_context.windows, sheet_context.is_frozen
    if effects.why_held and (windows or (sheet_context.is_mover and not is_frozen)):
        return WordResult(f"READY is held back: {effects.why_held}", "HELD")
    if windows:
        effects.is_done = dict.fromkeys(windows, True)
        effects.is_ready = sheet_context.is_asked_own or None
        return WordResult(
            "READY: nothing more is needed from you. The game goes on as soon as everybody has "
            "answered or said READY."
        )
    if is_frozen:
        return WordResult(
            "READY: your script is announced already; it runs when the others have answered."
        )
    if not sheet_context.is_mover:
        return refused(f"READY counts in your own turn; now it is {sheet_context.announcer}'s.")
    effects.is_ready = True
    return WordResult(_what_ready_does(sheet_context, effects))


def is_announced_first(sheet_context: SheetContext, effects: Effects) -> bool:
    """Whether the script as it will be on file has attacks that all may answer (R12.2)."""
    script = sheet_context.filed.script if effects.script is None else effects.script
    return sheet_context.language.announces(sheet_context.given, sheet_context.seat, script)


def _what_ready_does(sheet_context: SheetContext, effects: Effects) -> str:
    when = "as soon as this letter is filed"
    if sheet_context.phase == PAUSED:
        when = "as soon as the game goes on"
    elif leaves_time(sheet_context.snapshot.game):
        when = "as soon as the table's clock lets it"
    if sheet_context.snapshot.is_shared:
        return "READY: the round is run as soon as everybody has said so."
    if is_announced_first(sheet_context, effects):
        effects.is_announcing = True
        return (
            f"READY: your attacks are announced to everybody {when}. They "
            "are made when all have answered or said READY, or when the time for that is over."
        )
    return f"READY: your turn is run {when}."


def _wait(sheet_context: SheetContext, effects: Effects, _word: Command) -> WordResult:
    if sheet_context.windows:
        effects.is_done = dict.fromkeys(sheet_context.windows, False)
        effects.is_ready = False if sheet_context.is_asked_own else None
        return WordResult(
            f"WAIT: {sheet_context.announcer}'s script is not run before the deadline, unless you "
            "answer again or say READY."
        )
    if sheet_context.is_frozen:
        return refused(
            "WAIT: your script is announced already. Only the others can still ask for time."
        )
    effects.is_ready = False
    return WordResult("WAIT: your turn will not be run before its deadline.")


def _clear(sheet_context: SheetContext, effects: Effects, _word: Command) -> WordResult:
    if cleared := _clear_answers(sheet_context, effects):
        return cleared
    if sheet_context.is_frozen:
        return refused("CLEAR: your script is announced; it can no longer be taken back (R12.2).")
    if effects.script:
        return WordResult("CLEAR: what was on file is gone; this letter's lines stand.")
    is_bot = sheet_context.snapshot.seats[sheet_context.seat].silence == BOT
    nothing = "POLICY BOT plays where nothing is" if is_bot else "no orders is a PASS"
    return WordResult(f"CLEAR: nothing is on file for your turn; {nothing}.")


def _clear_answers(sheet_context: SheetContext, effects: Effects) -> WordResult | None:
    """Take back the answers on file to all that is asked; None where there are none."""
    filed = {ask for ask, text in sheet_context.filed.answers.items() if text}
    new = {ask for ask, sheet in effects.answers.items() if sheet.text}
    if not sheet_context.windows or not (filed or new):
        return None
    for ask in sheet_context.windows:
        if ask in filed - new:
            effects.answers[ask], effects.is_done[ask] = SheetChange(""), False
            effects.answers_on_file[ask] = ()
    if new:
        return WordResult("CLEAR: your answers on file are gone; those of this letter stand.")
    return WordResult("CLEAR: your answers on file are gone. If you send none, you stand aside.")


def _undo(sheet_context: SheetContext, effects: Effects, asked: Command) -> WordResult:
    if asked.number is None and (undone_ahead := _undo_ahead(sheet_context, effects)):
        return WordResult(f"UNDO: {undone_ahead}")
    answered = {ask: rows for ask, rows in sheet_context.answer_revisions.items() if rows.every}
    if not answered:
        return _undo_sheet(sheet_context, effects, asked)
    # What the last letter filed goes together, into however many windows.
    newest = [ask for ask, revisions in answered.items() if revisions.is_of_last]
    done = [_undo_sheet(sheet_context, effects, asked, ask) for ask in newest or [*answered][-1:]]
    no = [result for result in done if not result.is_done]
    return no[0] if no else WordResult(" ".join(dict.fromkeys(result.text for result in done)))


def _undo_sheet(
    sheet_context: SheetContext, effects: Effects, asked: Command, ask: str = ""
) -> WordResult:
    """Go back with the answers to an ask, or with the script."""
    word, number = asked.line, asked.number
    has_lines = ask in effects.answers if ask else effects.script is not None
    if sheet_context.is_frozen and not ask:
        return refused(f"{word}: your script is announced; it can no longer be changed (R12.2).")
    if has_lines:
        return refused(f"{word}: the lines of this letter stand. To go back, send {word} alone.")
    revisions = sheet_context.answer_revisions[ask] if ask else sheet_context.revisions
    what = "answers" if ask else "script"
    undone = revisions.undone() if number is None else None
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
    _bring_back(sheet_context, effects, SheetChange(text, number), ask)
    return WordResult(f"{word}: {_brought_back(sheet_context, revisions, undone, number, what)}")


def _undo_ahead(sheet_context: SheetContext, effects: Effects) -> str:
    """Take back what the last letter filed for turns to come, if it filed nothing else."""
    if (
        effects.ahead
        or sheet_context.revisions.is_of_last
        or any(rows.is_of_last for rows in sheet_context.answer_revisions.values())
    ):
        return ""
    taken = ""
    for own, revisions in sheet_context.ahead_revisions.items():
        undone = revisions.undone() if revisions.is_of_last else None
        if undone is None:
            continue
        before = revisions.before(undone)
        effects.ahead[own] = SheetChange(before.text, before.number)
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
    return f"your letter{when} (revision {revision.number}: {revision.summary})"


def _no_such_revision(revisions: Revisions, number: int | None, what: str) -> str:
    if number is None or not revisions.every:
        return "there is no earlier version of your orders."
    return f"there is no revision {number} of your {what}. There are {revisions.listing}."


def _bring_back(
    sheet_context: SheetContext, effects: Effects, revision: SheetChange, ask: str
) -> None:
    """Put the lines of a revision on file, read as the seat names things now."""
    given, seat, language = sheet_context.given, sheet_context.seat, sheet_context.language
    text = "\n".join(language.format_sheet(given, seat, revision.text))
    if ask:
        effects.answers[ask], effects.is_done[ask] = replace(revision, text=text), bool(text)
        effects.answers_on_file[ask] = sheet_context.judge_answers(ask, text)
    else:
        effects.script, effects.back_to = text, revision.back_to
        effects.on_file = language.judge_script(given, seat, text)


def _preview(sheet_context: SheetContext, effects: Effects, _word: Command) -> WordResult:
    effects.is_preview = True
    return WordResult(
        "PREVIEW: the lines above show what would happen. Nothing of this letter was kept."
    )


_IN_PREVIEW = ("PREVIEW", *(word for word in ASKING if word != "TUTORIAL"))
"""Words that change nothing."""
_LAST = ("READY", "WAIT")
_OBEY: dict[str, Callable[[SheetContext, Effects, Command], WordResult]] = {
    "READY": _ready,
    "WAIT": _wait,
    "CLEAR": _clear,
    "UNDO": _undo,
    "PREVIEW": _preview,
}
"""What changes something is done; what asks for a mail of its own is kept for it."""
