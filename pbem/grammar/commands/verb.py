"""One row of the table of the moderator's commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

CommandTopic = Literal["clock", "turn", "letters", "word", "people", "state"]


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command: its form, what it does, and an example.

    `is_destructive` where it cannot easily be taken back: a slip of it is asked about, never
    assumed. `shows_hidden` where it tells or needs what a moderator who plays must not know.
    `looks` where it only shows. `when_over` where it is for finished games too.
    """

    name: str
    kind: CommandTopic
    form: str
    about: str
    example: str
    aliases: tuple[str, ...] = ()
    is_destructive: bool = False
    shows_hidden: bool = False
    looks: bool = False
    when_over: bool = False


HEADINGS: Mapping[CommandTopic, str] = {
    "clock": "THE CLOCK",
    "turn": "TURNS",
    "letters": "LETTERS",
    "word": "WORDS",
    "people": "PEOPLE",
    "state": "THE STATE OF THE GAME",
}
