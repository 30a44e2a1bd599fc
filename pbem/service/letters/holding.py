"""Why a READY is not taken at its word beside the other lines of its letter."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.orders import Pass
from pbem.language import hint_for
from pbem.service.orders.answers import Work
from pbem.service.orders.desktop import Desktop, Replies

LONGEST = 60
"""Characters of a line by which it is named."""
_ANYWAY = "To go on without {}, send READY ANYWAY."
_ASKED = "Correct {} and send {} again, with READY."
_REFUSED = "Send lines that work instead, with READY."
_REST = "Send the rest again, with READY."
_UNREAD = "If you meant {} as an order, send {} again, verb first, with READY."


def why_held(desktop: Desktop, work: Work, replies: Replies) -> str:
    """Why a READY beside these lines is held back, and what to send; "" where it counts.

    Its writer cannot have known that a line came to nothing. Whoever passes where he has acted
    already wants nothing but the end of his turn; and what is no order, a setting or a day away,
    has nothing to do with it.
    """
    if is_too_much(work, desktop.is_cut):
        return f"there was too much to read. {_REST} {_ANYWAY.format('it')}"
    asked = [line.text for line in work.lines if line.fate == "ASK"]
    refused = [
        line.text
        for line in work.lines
        if line.fate == "REFUSED" and not isinstance(line.order, Pass)
    ]
    refused += [line.text for line in work.words if id(line) in replies.undone]
    for lines, what, mend in (
        (asked, "not understood", _ASKED),
        (refused, "refused", _REFUSED),
        (_unread(desktop, work), "not read", _UNREAD),
    ):
        if lines:
            it = "it" if len(lines) == 1 else "them"
            return f"{_named(lines)} {what}. {mend.format(it, it)} {_ANYWAY.format(it)}"
    return ""


def is_too_much(work: Work, is_cut: bool) -> bool:
    """Whether a part of the letter was not read, for there is too much of it."""
    return is_cut or any(line.fate == "UNREAD" for line in work.lines)


def _named(lines: Sequence[str]) -> str:
    """`"GUARD 1" was`, `"GUARD 1" and 2 more lines were`."""
    first = f'"{cut_off(lines[0])}"'
    left = len(lines) - 1
    if not left:
        return f"{first} was"
    return f"{first} and {left} more line{'' if left == 1 else 's'} were"


def _unread(desktop: Desktop, work: Work) -> Sequence[str]:
    """Lines not read that may be orders; where nothing is on file a word for one is enough."""
    overlooked = work.overlooked
    found = [*overlooked.doubts, *desktop.not_read]
    filed = desktop.filed if work.script is None else work.script
    if found or not desktop.is_mover or filed:
        return found
    if overlooked.commented:
        return [overlooked.commented]
    return [line for line in overlooked.lines if hint_for([line])][:1]


def cut_off(text: str) -> str:
    """As much of a line as it takes to know it again, fit to stand in quotation marks."""
    text = " ".join(text.replace('"', "'").split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."
