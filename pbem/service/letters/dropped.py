"""What a letter of unnumbered lines has taken off the file: named, lest it is lost unseen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line
from pbem.service.orders.judging import Judgement
from pbem.service.orders.sheet_context import Effects, SheetContext

MOST_NAMED = 8
LONGEST = 90
"""Characters of a line by which it is named."""


def dropped(sheet_context: SheetContext, judgement: Judgement, effects: Effects) -> list[str]:
    """A sentence that names the lines which this letter's own have replaced; none for none."""
    if effects.is_preview or any(line.word.word == "CLEAR" for line in judgement.words):
        return []
    names = sheet_context.snapshot.names(sheet_context.seat)
    script = _gone(sheet_context.filed, effects.script, names)
    answers = _gone(sheet_context.answered, effects.answers, names)
    back = "" if effects.is_ready else f" UNDO brings {_it(script)} back."
    said = [f"This replaces your script. Gone: {_format(script)}.{back}"] if script else []
    if answers:
        said.append(f"This replaces your answers. Gone: {_format(answers)}.")
    return said


def _gone(
    before: Sequence[ParsedLine], after: Sequence[ParsedLine] | None, names: Vocabulary
) -> list[str]:
    """The lines on file before that are not in the same words any more, if all were replaced.

    What is read from the file is numbered, so a line that is not is one of the letter.
    """
    if after is None or all(line.numbered for line in after):
        return []
    stay = {_words(line, names) for line in after}
    return [format_line(line, names) for line in before if _words(line, names) not in stay]


def _words(line: ParsedLine, names: Vocabulary) -> str:
    return format_line(replace(line, number=0), names)


def _it(lines: Sequence[str]) -> str:
    return "it" if len(lines) == 1 else "them"


def _format(lines: Sequence[str]) -> str:
    """`1: PASS; 2: GIVE 3 TO ann; and 4 more`."""
    named = [
        line if len(line) <= LONGEST else f"{line[: LONGEST - 3].rstrip()}..."
        for line in lines[:MOST_NAMED]
    ]
    left = len(lines) - len(named)
    return "; ".join([*named, f"and {left} more"] if left else named)
