"""What the words behind a verb say, and that told back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.grammar.commands.spec import Command, CommandSpec, Verb
from pbem.grammar.orders.language import Names, OrderVerb
from pbem.grammar.orders.parsed import ParsedLine, ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token
from pbem.grammar.orders.talk import format_talk
from pbem.values import Frozen


class Meaning(Frozen):
    """What the words of a statement say; `slips` are corrections of the spelling."""

    verb: Verb
    order: Any = None
    control: Command | None = None
    code: str = ""
    assumed: tuple[str, ...] = ()
    slips: int = 0


class Words(Frozen):
    """The words of a statement, whose verb is at `at`, and what they may name.

    `attack` is the line of the attack before it, 0 for none.
    """

    tokens: tuple[Token, ...]
    names: Any
    at: int
    attack: int = 0

    @property
    def verb(self) -> Token:
        return self.tokens[self.at]

    def behind_verb(self, *, may_guess: bool = True) -> Reader[Any]:
        """A reader of what comes behind the verb."""
        return Reader(self.tokens, self.names, self.at + 1, may_guess=may_guess)


@dataclass(frozen=True, slots=True)
class NoMeaning:
    """Why there is no meaning; `verb` is the one it begins with, None if it begins with none."""

    verb: Verb | None
    why: ParseError
    suggestions: tuple[str, ...] = ()


def parse(verb: Verb, reader: Reader[Any]) -> Meaning:
    """The meaning of the words behind a verb; ParseError if they have none."""
    order = control = None
    if verb.kind == "talk":
        raise ParseError("I expected a colon before the text", "ignored")
    if isinstance(verb, CommandSpec):
        control = verb.command(*verb.read(reader))
        if not reader.is_done and verb.begins_prose:
            raise ParseError(f"{verb.name} stands alone on its line", "ignored")
    else:
        assert isinstance(verb, OrderVerb) and verb.parse, "an order's row says how it is read"
        order = verb.parse(reader)
    reader.end()
    return Meaning(verb, order, control, reader.code, tuple(reader.assumed), reader.slips)


def format_meaning(meaning: Meaning, names: Names) -> str:
    """The canonical text of what was understood."""
    if meaning.control is not None:
        return meaning.control.line
    assert meaning.order is not None
    return f"{names.language.format_order(meaning.order, names)} {meaning.code}".strip()


def format_line(line: ParsedLine, names: Names) -> str:
    """A line with its number and conditions; lines that are no orders as they were typed."""
    before = line.ahead + (f"{line.number}: " if line.number else "")
    if line.status == "removed":
        return f"{before}none"
    if line.order is not None:
        before += names.language.format_if(line.conditions, names)
        return f"{before}{names.language.format_order(line.order, names)} {line.code}".rstrip()
    if line.control is not None:
        return before + line.control.line
    return before + (format_talk(line.talk) if line.talk else line.text)
