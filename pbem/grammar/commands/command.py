"""One command of a moderator as it was read, or why it could not be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A verb and what stands behind it, as text; `line` is the whole in its canonical form.

    `seat` names a seat, `turn` the turn it is meant for, `when` a moment or a span as typed, `key`
    and `value` what is set to what, `text` free words, `why` what stands behind BECAUSE. `number`
    is any other number: a letter's, a part's. `assumed` says which slip was put right.
    """

    verb: str
    line: str
    seat: str = ""
    turn: int | None = None
    when: str = ""
    key: str = ""
    value: str = ""
    text: str = ""
    why: str = ""
    number: int | None = None
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class UnreadCommand:
    """A line that was not taken: `problem` says why and what would be, in whole sentences.

    `is_ignored` where it does not look like a command at all, such as a greeting.
    """

    line: str
    problem: str
    verb: str = ""
    is_ignored: bool = False


Fields = dict[str, str | int | None]
"""Fields of a command by their names."""


class InvalidField(ValueError):
    """What stands behind a verb cannot be read; the text says what could be written instead."""
