"""Words to the referee in a letter: READY, WAIT, CLEAR, UNDO, PREVIEW; others are passed on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.illuminati.game import bulletin
from pbem.language import Control, ReadLine, reread, script_of
from pbem.models import FINISHED, PAUSED
from pbem.reports import AnswerLine
from pbem.reports.paper import clock
from pbem.reports.paper.letterhead import BOT
from pbem.service.clocks import leaves_time
from pbem.service.letters.dropped import dropped
from pbem.service.letters.holding import why_held
from pbem.service.letters.replies import ASKING
from pbem.service.letters.seat_words import is_seat_word
from pbem.service.orders.answers import Work
from pbem.service.orders.desktop import AheadSheet, Desktop, Replies
from pbem.service.orders.interference import judge_answers
from pbem.service.orders.revisions import Revision, Revisions
from pbem.service.orders.verdicts import judged
from pbem.service.said import Said, refused
from pbem.service.shelf import all_policies
from pbem.service.waits import announces
from pbem.service.wishes import zone_for


def is_preview(work: Work) -> bool:
    """Whether the writer only wants to know what would be."""
    return any(line.control and line.control.word == "PREVIEW" for line in work.words)


def obey(desktop: Desktop, work: Work) -> Replies:
    """Everything the letter's words ask for, in the order they were written.

    READY and WAIT come last: whether a READY counts depends on what became of all the others. With
    PREVIEW among them nothing is put on file, so words that change something are not obeyed.
    """
    words = work.words
    if is_preview(work):
        on_file = judged(desktop.shelf, desktop.seat, desktop.shelf.state, desktop.filed)
        replies = Replies(None, on_file, None, _judged_answers(desktop, desktop.answered))
        words = tuple(line for line in words if line.word.word in _IN_PREVIEW)
    else:
        replies = Replies(work.script, work.on_file, work.answers, work.answers_on_file)
        replies.ahead = {own: AheadSheet(lines) for own, lines in work.ahead.items()}
        if work.answers is not None:
            replies.is_done = bool(work.answers)
    last = [line for line in words if line.word.word in _LAST]
    for line in words:
        if line not in last:
            _obey_word(desktop, replies, line)
    _hold(desktop, work, replies, last)
    for line in last:
        _obey_word(desktop, replies, line)
    replies.sentences[:0] = dropped(desktop, work, replies)
    return replies


def _obey_word(desktop: Desktop, replies: Replies, line: ReadLine) -> None:
    word = line.word
    if word.word in _OBEY:
        replies.tell(line, _OBEY[word.word](desktop, replies, word.argument))
    elif is_seat_word(word):
        replies.seat_words.append(line)
    elif word.word == "SET" and word.argument:
        replies.wishes.append(line)
    elif word.word in ASKING:
        replies.asked.append(line)


def _hold(desktop: Desktop, work: Work, replies: Replies, last: Sequence[ReadLine]) -> None:
    """Keep the game waiting for a writer of whose letter a line came to nothing."""
    if any(line.word == _ANYWAY for line in last) or replies.is_preview:
        return
    replies.why_held = why_held(desktop, work, replies)
    if replies.why_held and replies.is_done:
        replies.is_done = False
        if not last:
            replies.sentences.append(f"You are still waited for: {replies.why_held}")


def as_obeyed(work: Work, replies: Replies) -> tuple[AnswerLine, ...]:
    """The letter's lines, with the words that were not done called so."""
    said = [replies.undone.get(id(read)) for read in work.read]
    return tuple(
        replace(line, fate=why.fate, note=why.text) if why else line
        for line, why in zip(work.lines, said, strict=True)
    )


def _judged_answers(desktop: Desktop, lines: tuple[ReadLine, ...]) -> tuple[AnswerLine, ...]:
    if desktop.window is None or not lines:
        return ()
    return judge_answers(desktop.window, lines, desktop.shelf.names(desktop.seat))[1]


def _ready(desktop: Desktop, replies: Replies, _argument: str) -> Said:
    if desktop.phase == FINISHED:
        return refused("READY: no turn can be run any more, the game is over.")
    if desktop.is_past:
        return refused(
            "READY: the script your letter answers has been run; it says nothing about any other."
        )
    if (desktop.is_mover or desktop.window) and not desktop.is_frozen and replies.why_held:
        return Said(f"READY is held back: {replies.why_held}", "HELD")
    if desktop.window:
        replies.is_done = True
        return Said(
            f"READY: nothing more is awaited from you. {desktop.announcer}'s script is run as "
            "soon as everybody has answered or said READY."
        )
    if desktop.is_frozen:
        return Said(
            "READY: your script is announced already; it runs when the others have answered."
        )
    if not desktop.is_mover:
        return refused(f"READY counts in your own turn; now it is {desktop.announcer}'s.")
    replies.is_ready = True
    return Said(_what_ready_does(desktop, replies))


def is_announced_first(desktop: Desktop, replies: Replies) -> bool:
    """Whether the script as it will be on file has attacks that all may answer (R12.2)."""
    script = desktop.filed if replies.script is None else replies.script
    policies = all_policies(desktop.shelf)
    return announces(desktop.state) and bool(bulletin(desktop.state, script_of(script), policies))


def _what_ready_does(desktop: Desktop, replies: Replies) -> str:
    state = desktop.state
    when = "as soon as this letter is filed"
    if desktop.phase == PAUSED:
        when = "as soon as the game goes on"
    elif leaves_time(desktop.shelf.game):
        when = "as soon as the table's clock lets it"
    if state.options.pace == "conclave":
        return "READY: the round is run as soon as everybody has said so."
    if is_announced_first(desktop, replies):
        replies.is_announcing = True
        return (
            f"READY: your attacks are announced to everybody {when}. They "
            "are made when all have answered or said READY, or when the time for that is over."
        )
    return f"READY: your turn is run {when}."


def _wait(desktop: Desktop, replies: Replies, _argument: str) -> Said:
    if desktop.window:
        replies.is_done = False
        return Said(
            f"WAIT: {desktop.announcer}'s script is not run before the deadline, unless you "
            "answer again or say READY."
        )
    if desktop.is_frozen:
        return refused(
            "WAIT: your script is announced already; it is for the others to take their time."
        )
    replies.is_ready = False
    return Said("WAIT: your turn will not be run before its deadline.")


def _clear(desktop: Desktop, replies: Replies, _argument: str) -> Said:
    if desktop.is_frozen:
        return refused("CLEAR: your script is announced; it can no longer be taken back (R12.2).")
    if desktop.window and (desktop.answered or replies.answers):
        if replies.answers:
            return Said("CLEAR: your answers on file are gone; those of this letter stand.")
        replies.answers, replies.answers_on_file, replies.is_done = (), (), False
        return Said("CLEAR: your answers on file are gone. Who says nothing stands aside.")
    if replies.script:
        return Said("CLEAR: what was on file is gone; this letter's lines stand.")
    is_bot = desktop.shelf.seats[desktop.seat].silence == BOT
    nothing = "POLICY BOT plays where nothing is" if is_bot else "no orders is a PASS"
    return Said(f"CLEAR: nothing is on file for your turn; {nothing}.")


def _undo(desktop: Desktop, replies: Replies, argument: str) -> Said:
    word = f"UNDO {argument}".strip()
    if not argument and (undone_ahead := _undo_ahead(desktop, replies)):
        return Said(f"UNDO: {undone_ahead}")
    is_of_answers = desktop.window is not None and bool(desktop.answer_revisions.every)
    has_lines = (replies.answers if is_of_answers else replies.script) is not None
    if desktop.is_frozen:
        return refused(f"{word}: your script is announced; it can no longer be changed (R12.2).")
    if has_lines:
        return refused(f"{word}: the lines of this letter stand. To go back, send {word} alone.")
    revisions = desktop.answer_revisions if is_of_answers else desktop.revisions
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
            f"{_told(desktop, undone)}. Without it nothing is on file; if you want that, send "
            "UNDO 0."
        )
    _bring_back(desktop, replies, text, is_of_answers=is_of_answers)
    replies.back_to = number
    return Said(f"{word}: {_brought_back(desktop, revisions, undone, number, what)}")


def _undo_ahead(desktop: Desktop, replies: Replies) -> str:
    """Take back what the last letter filed for turns to come, if it filed nothing else."""
    if replies.ahead or desktop.revisions.is_of_last or desktop.answer_revisions.is_of_last:
        return ""
    taken = ""
    for own, revisions in desktop.ahead_revisions.items():
        undone = revisions.undone() if revisions.is_of_last else None
        if undone is None:
            continue
        before = revisions.before(undone)
        lines = reread(before.text, desktop.shelf.names(desktop.seat)) if before.text else ()
        replies.ahead[own] = AheadSheet(lines, before.number)
        taken = f"{_told(desktop, undone)} is taken back. What was on file ahead before stands."
    return taken


def _brought_back(
    desktop: Desktop, revisions: Revisions, undone: Revision | None, number: int, what: str
) -> str:
    taken = f"{_told(desktop, undone)} is taken back. " if undone else ""
    now = revisions.every[-1].number + 1 if revisions.every else 1
    if number:
        return f"{taken}Revision {number} of your {what} is on file again, as revision {now}."
    if revisions.first:
        return f"{taken}What you REPEAT is on file again (revision {now})."
    return f"{taken}Nothing is on file, as before your first letter (revision {now})."


def _told(desktop: Desktop, revision: Revision) -> str:
    """`your letter of Thu 24 Apr 20:00 (revision 2: PASS)`."""
    zone = zone_for(desktop.shelf.players[desktop.seat])
    when = f" of {clock.short(revision.at, zone)}" if revision.at else ""
    return f"your letter{when} (revision {revision.number}: {revision.gist})"


def _no_such_revision(revisions: Revisions, number: int | None, what: str) -> str:
    if number is None or not revisions.every:
        return "there is no earlier version of your orders."
    return f"there is no revision {number} of your {what}. There are {revisions.told}."


def _bring_back(desktop: Desktop, replies: Replies, text: str, *, is_of_answers: bool) -> None:
    """Put the lines of a revision on file, read as the seat names things now."""
    lines = reread(text, desktop.shelf.names(desktop.seat)) if text else ()
    if is_of_answers:
        replies.answers, replies.is_done = lines, bool(lines)
        replies.answers_on_file = _judged_answers(desktop, lines)
    else:
        replies.script = lines
        replies.on_file = judged(desktop.shelf, desktop.seat, desktop.state, lines)


def _preview(desktop: Desktop, replies: Replies, _argument: str) -> Said:
    replies.is_preview = True
    return Said("PREVIEW: the lines above are what would be; nothing of this letter was kept.")


_IN_PREVIEW = ("PREVIEW", *(word for word in ASKING if word != "TUTORIAL"))
"""Words that change nothing."""
_LAST = ("READY", "WAIT")
_ANYWAY = Control("READY", "ANYWAY")
_OBEY: dict[str, Callable[[Desktop, Replies, str], Said]] = {
    "READY": _ready,
    "WAIT": _wait,
    "CLEAR": _clear,
    "UNDO": _undo,
    "PREVIEW": _preview,
}
"""What changes something is done; what asks for a mail of its own is kept for it."""
