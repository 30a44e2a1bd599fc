"""Words to the referee in a letter: READY, WAIT, CLEAR, UNDO, PREVIEW, STATUS, HELP, RESEND."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.illuminati.game import view
from engine.illuminati.state import State
from pbem.language import ReadLine, format_line, help_text
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
    is_preview: bool = False
    wants_status: bool = False
    wants_resend: bool = False
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


def obey(desktop: Desktop, work: Work) -> Replies:
    """Everything the letter's words ask for, in the order they were written."""
    on_file = work.on_file
    replies = Replies(work.script, on_file)
    for line in work.words:
        assert line.control is not None
        _OBEY[line.control.word](desktop, replies, line.control.argument)
    return replies


def _ready(desktop: Desktop, replies: Replies, _argument: str) -> None:
    if desktop.is_mover:
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
    replies.script, replies.on_file = (), ()
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
    replies.sentences.append("PREVIEW: this is what would be; nothing of this letter was kept.")


def _status(desktop: Desktop, replies: Replies, _argument: str) -> None:
    replies.wants_status = True


def _help(desktop: Desktop, replies: Replies, argument: str) -> None:
    replies.helps.append(argument)


def _resend(desktop: Desktop, replies: Replies, argument: str) -> None:
    replies.wants_resend = True


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
