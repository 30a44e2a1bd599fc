"""A command, a player's or a moderator's: one row, from which all that is known of it follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

CommandTopic = Literal["clock", "turn", "letters", "word", "people", "state"]
FieldKind = Literal["text", "area", "seat", "turn", "number", "check", "chair"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: `kind` says how it is shown, `hint` what may be typed.

    A "chair" is one of the game's moderators, by his address; a "check" stands for its `hint`.
    `lead` is the word before what is filled in, in the line that the form stands for.
    """

    name: str
    label: str
    kind: FieldKind = "text"
    hint: str = ""
    is_needed: bool = True
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A command as a form on the web, the inscription of its button first.

    `id` and `group` are by default made from the command's name and its topic; `phases` of a game
    in which it is shown are those in which the command may be given.
    """

    button: str
    fields: tuple[Field, ...] = ()
    id: str = ""
    group: str = ""
    phases: tuple[str, ...] = ()


ReadFields = Callable[[str, str], "tuple[Fields, str]"]
"""From a command's name and what stands behind it, without BECAUSE, the fields that this fills and
the same words in canonical form. Raises InvalidField."""


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command: its form, what it does, an example, and how what stands behind it is read.

    `is_destructive` where it cannot easily be taken back: a slip of it is asked about, never
    assumed. `shows_hidden` where it tells or needs what a moderator who plays must not know,
    `tells_hidden` where its line in the log would. `looks` where it only shows. `when_over` where
    it is for finished games too. `needs_why` where it needs a BECAUSE. `has_time` where a time
    stands behind it, `is_for_turn` where that is for the turn its writer had before him.
    `begins_prose` where sentences begin with it too. `text_to` where a text goes on below it, to a
    blank line or to the end. `last` finds words that may stand behind its reason. `news` is what
    the act is called in the subject of the mail to the players, `web` its form on the console.
    """

    name: str
    topic: CommandTopic
    form: str
    about: str
    example: str
    read: ReadFields
    aliases: tuple[str, ...] = ()
    web: Form | tuple[Form, ...] = ()
    news: str = ""
    is_destructive: bool = False
    shows_hidden: bool = False
    tells_hidden: bool = False
    looks: bool = False
    when_over: bool = False
    needs_why: bool = False
    has_time: bool = False
    is_for_turn: bool = False
    begins_prose: bool = False
    text_to: Literal["", "blank", "end"] = ""
    last: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it was read; `line` is the whole in its canonical form.

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


@dataclass(slots=True)
class CommandTable:
    """Commands by their names, and by all words that they begin with."""

    rows: tuple[CommandSpec, ...]
    by_name: Mapping[str, CommandSpec]
    by_words: Mapping[str, CommandSpec]

    def __getitem__(self, name: str) -> CommandSpec:
        return self.by_name[name]

    @staticmethod
    def of(*rows: CommandSpec) -> CommandTable:
        """A table of these rows, in their order."""
        words = {words: row for row in rows for words in (row.name, *row.aliases)}
        return CommandTable(rows, {row.name: row for row in rows}, words)


HEADINGS: Mapping[CommandTopic, str] = {
    "clock": "THE CLOCK",
    "turn": "TURNS",
    "letters": "LETTERS",
    "word": "WORDS",
    "people": "PEOPLE",
    "state": "THE STATE OF THE GAME",
}
FORM_GROUPS: Mapping[CommandTopic, str] = {
    "clock": "The clock",
    "turn": "The turn",
    "state": "The state",
    "word": "Words",
    "people": "Players",
    "letters": "Letters",
}
"""Under what the forms of a topic stand, in this order."""
