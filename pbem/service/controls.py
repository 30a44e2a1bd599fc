"""Words to the referee in a letter: READY, WAIT, CLEAR, UNDO, PREVIEW, STATUS, HELP, RESEND."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.illuminati.game import view
from engine.illuminati.state import State
from pbem.language import ReadLine, format_line, help_text
from pbem.models import RUNNING
from pbem.reports import About, AnswerLine, Mail, help_mail, status
from pbem.service.answers import Work
from pbem.service.shelf import Shelf
from pbem.service.verdicts import judged


@dataclass(slots=True)
class Replies:
    """What the words of a letter do; `script` is None where nothing new is put on file."""

    script: tuple[ReadLine, ...] | None
    on_file: tuple[AnswerLine, ...]
    is_ready: bool | None = None
    questions: int = 0
    is_preview: bool = False
    wants_status: bool = False
    resends: list[str] = field(default_factory=list)
    helps: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Desktop:
    """What the words act on: the seat's script before the letter and the revision before that."""

    shelf: Shelf
    seat: str
    state: State
    filed: tuple[ReadLine, ...]
    before: tuple[ReadLine, ...] | None

    @property
    def is_mover(self) -> bool:
        return self.state.turn.seat == self.seat

    @property
    def phase(self) -> str:
        return self.shelf.game.phase


def is_preview(work: Work) -> bool:
    """Whether the writer only wants to know what would be."""
    return any(line.control and line.control.word == "PREVIEW" for line in work.words)


def obey(desktop: Desktop, work: Work) -> Replies:
    """Everything the letter's words ask for, in the order they were written.

    With PREVIEW among them nothing is put on file, so words that change something are not obeyed.
    """
    words = [line.control for line in work.words if line.control is not None]
    if is_preview(work):
        on_file = judged(desktop.shelf, desktop.seat, desktop.shelf.state, desktop.filed)
        replies = Replies(None, on_file)
        words = [word for word in words if word.word in _ASKING]
    else:
        questions = sum(line.fate == "ASK" for line in work.lines)
        replies = Replies(work.script, work.on_file, questions=questions)
    for word in words:
        _OBEY[word.word](desktop, replies, word.argument)
    return replies


def _ready(desktop: Desktop, replies: Replies, _argument: str) -> None:
    if desktop.phase != RUNNING:
        replies.sentences.append(f"READY: no turn can be run now, the game is {desktop.phase}.")
    elif desktop.is_mover and replies.questions:
        replies.sentences.append(
            "READY is held back: a line of your letter was not understood. Answer it, or send "
            "READY alone."
        )
    elif desktop.is_mover:
        replies.is_ready = True
        replies.sentences.append("READY: your turn is run as soon as this letter is filed.")
    else:
        replies.sentences.append(
            f"READY counts in your own turn; now it is {desktop.state.turn.seat}'s."
        )


def _wait(desktop: Desktop, replies: Replies, _argument: str) -> None:
    replies.is_ready = False
    replies.sentences.append("WAIT: your turn will not be run before its deadline.")


def _clear(desktop: Desktop, replies: Replies, _argument: str) -> None:
    if replies.script:
        replies.sentences.append("CLEAR: what was on file is gone; this letter's lines stand.")
    else:
        replies.sentences.append("CLEAR: nothing is on file for your turn; no orders is a PASS.")


def _undo(desktop: Desktop, replies: Replies, _argument: str) -> None:
    if desktop.before is None:
        replies.sentences.append("UNDO: there is no earlier version of your orders.")
        return
    replies.script = desktop.before
    replies.on_file = judged(desktop.shelf, desktop.seat, desktop.state, desktop.before)
    replies.sentences.append("UNDO: the orders before your last letter are on file again.")


def _preview(desktop: Desktop, replies: Replies, _argument: str) -> None:
    replies.is_preview = True
    replies.sentences.append(
        "PREVIEW: the lines above are what would be; nothing of this letter was kept."
    )


def _status(desktop: Desktop, replies: Replies, _argument: str) -> None:
    replies.wants_status = True


def _help(desktop: Desktop, replies: Replies, argument: str) -> None:
    replies.helps.append(argument)


def _resend(desktop: Desktop, replies: Replies, argument: str) -> None:
    replies.resends.append(argument)


_OBEY: dict[str, Callable[[Desktop, Replies, str], None]] = {
    "READY": _ready,
    "WAIT": _wait,
    "CLEAR": _clear,
    "UNDO": _undo,
    "PREVIEW": _preview,
    "STATUS": _status,
    "HELP": _help,
    "RESEND": _resend,
}
_ASKING = ("PREVIEW", "STATUS", "HELP", "RESEND")
"""Words that change nothing."""


def extra_mails(
    replies: Replies, about: About, state: State, script: Sequence[ReadLine], desktop: Desktop
) -> list[Mail]:
    """The mails asked for beside the acknowledgement."""
    mails = [help_mail(about, help_text(verb or None)) for verb in dict.fromkeys(replies.helps)]
    if replies.wants_status:
        names = desktop.shelf.names(desktop.seat)
        told = [format_line(line, names) for line in script]
        mails.append(status(about, view(state, desktop.seat), told))
    return mails
