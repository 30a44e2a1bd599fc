"""Why a READY is not taken at its word beside the other lines of its letter."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.orders import Pass
from pbem.games.illuminati.language import hint_for
from pbem.service.orders.judging import Judgement
from pbem.service.orders.sheet_context import Effects, SheetContext

LONGEST = 60
"""Characters of a line by which it is named."""
_ANYWAY = "To go on without {}, send READY ANYWAY."
_ASKED = "Correct {} and send {} again, with READY."
_REFUSED = "Send lines that work instead, with READY."
_REST = "Send the rest again, with READY."
_UNREAD = "If you meant {} as an order, send {} again, verb first, with READY."


def why_held(sheet_context: SheetContext, judgement: Judgement, effects: Effects) -> str:
    """Why a READY beside these lines is held back, and what to send; "" where it counts.

    Its writer cannot have known that a line came to nothing. Whoever passes where he has acted
    already wants nothing but the end of his turn; and what is no order, a setting or a day away,
    has nothing to do with it.
    """
    if is_too_much(judgement, sheet_context.is_cut):
        return f"there was too much to read. {_REST} {_ANYWAY.format('it')}"
    asked = [line.text for line in judgement.lines if line.fate == "ASK"]
    refused = [
        line.text
        for line in judgement.lines
        if line.fate == "REFUSED" and not isinstance(line.order, Pass)
    ]
    refused += [line.text for line in judgement.words if id(line) in effects.undone]
    for lines, what, mend in (
        (asked, "not understood", _ASKED),
        (refused, "refused", _REFUSED),
        (_unread(sheet_context, judgement), "not read", _UNREAD),
    ):
        if lines:
            it = "it" if len(lines) == 1 else "them"
            return f"{_named(lines)} {what}. {mend.format(it, it)} {_ANYWAY.format(it)}"
    return ""


def is_too_much(judgement: Judgement, is_cut: bool) -> bool:
    """Whether a part of the letter was not read, for there is too much of it."""
    return is_cut or any(line.fate == "UNREAD" for line in judgement.lines)


def _named(lines: Sequence[str]) -> str:
    """`"GUARD 1" was`, `"GUARD 1" and 2 more lines were`."""
    first = f'"{cut_off(lines[0])}"'
    left = len(lines) - 1
    if not left:
        return f"{first} was"
    return f"{first} and {left} more line{'' if left == 1 else 's'} were"


def _unread(sheet_context: SheetContext, judgement: Judgement) -> Sequence[str]:
    """Lines not read that may be orders; where nothing is on file a word for one is enough."""
    overlooked = judgement.overlooked
    found = [*overlooked.doubts, *sheet_context.not_read]
    filed = sheet_context.filed if judgement.script is None else judgement.script
    if found or not sheet_context.is_mover or filed:
        return found
    if overlooked.commented:
        return [overlooked.commented]
    return [line for line in overlooked.lines if hint_for([line])][:1]


def cut_off(text: str) -> str:
    """As much of a line as it takes to know it again, fit to stand in quotation marks."""
    text = " ".join(text.replace('"', "'").split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."
