"""A command, a player's or a moderator's: one row, from which all that is known of it follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

IF_MEANT = "If you mean it, send:"
"""Before the line with the code that does what cannot be taken back."""
CommandTopic = Literal["clock", "turn", "letters", "word", "people", "state"]
VerbKind = Literal["script", "ahead", "standing", "answer", "deal", "act", "control", "talk"]
"""What a line of a player's is about; what is `ahead` stands before a line of a script."""
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


Fields = dict[str, Any]
"""Fields of a command by their names."""
ReadFields = Callable[..., tuple[Fields, str]]
"""The fields that what stands behind a command fills, and the same words in canonical form.

It reads what a player typed from a `Reader`, and of a moderator's the text without BECAUSE behind
the command's name. Raises ParseError or InvalidField.
"""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a line may begin with.

    `forms` are shown in help; every one of `examples` is read without a word assumed; `rule` is a
    number of the rules. `misspelt` are usual misspellings, read and told; `guarded` verbs are never
    guessed from a misspelt word, but asked about. `gloss` is what the verb does, in the few words
    that stand beside an example. `begins_prose` where sentences begin with it too. `looks` where it
    only shows, so that it may be a question.
    """

    name: str
    kind: VerbKind | CommandTopic
    about: str
    forms: tuple[str, ...]
    examples: tuple[str, ...]
    rule: str = ""
    aliases: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()
    guarded: bool = False
    gloss: str = ""
    begins_prose: bool = False
    looks: bool = False


def _stands_alone(*_: object) -> tuple[Fields, str]:
    return {}, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec(Verb):
    """One command: `read` reads what stands behind it.

    `shows_hidden` where it tells or needs what a moderator who plays must not know,
    `reveals_hidden` where its line in the log would. `when_over` where it is for finished games
    too. `needs_why` where it needs a BECAUSE. `has_time` where a time stands behind it,
    `is_for_turn` where that is for the turn its writer had before him. `text_to` where a text goes
    on below it, to a blank line or to the end. `last` finds words that may stand behind its reason.
    `news` is what the act is called in the subject of the mail to the players, `web` its form on
    the console.
    """

    read: ReadFields = _stands_alone
    web: Form | tuple[Form, ...] = ()
    news: str = ""
    shows_hidden: bool = False
    reveals_hidden: bool = False
    when_over: bool = False
    needs_why: bool = False
    has_time: bool = False
    is_for_turn: bool = False
    text_to: Literal["", "blank", "end"] = ""
    last: re.Pattern[str] | None = None

    def command(self, fields: Fields, rest: str, why: str = "", assumed: str = "") -> Command:
        """The command as it was read; `rest` are the words behind its name."""
        parts = (self.name, rest, f"BECAUSE {why}" if why else "")
        line = " ".join(part for part in parts if part)
        known: Fields = {"verb": self.name, "line": line, "why": why, "assumed": assumed}
        return Command(**known | fields)


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it was read; `line` is the whole in its canonical form, read again the same.

    `seat` names a seat, `turn` the turn it is meant for, `when` a moment or a span as typed, `key`
    and `value` what is set to what, `text` free words, `why` what stands behind BECAUSE. `number`
    is any other number: a letter's, a part's. `assumed` says which slip was put right.

    Of a player's, `key` is what it is about: OFF, a verb, a card's id, the row of SET. `value` is
    the length of RESEND, the first day of AWAY, whom DELEGATE names; `when` their last day, `text`
    the code of DELEGATE.
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

    `is_ignored` where it does not look like a command at all, such as a greeting. `meant` is the
    line that was asked about, if it may be what its writer meant.
    """

    line: str
    problem: str
    verb: str = ""
    is_ignored: bool = False
    meant: str = ""


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
