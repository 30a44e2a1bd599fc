"""What the words behind a verb say, and that told back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import OSA

from pbem.grammar.orders.language import Language, Names, OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.player_commands import format_command
from pbem.grammar.orders.prose import is_prose
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token
from pbem.grammar.player_words import PlayerCommand


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the words of a statement say; `slips` are corrections of the spelling."""

    verb: OrderVerb
    order: Any = None
    control: PlayerCommand | None = None
    code: str = ""
    assumed: tuple[str, ...] = ()
    slips: int = 0


@dataclass(frozen=True, slots=True)
class Words:
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

    verb: OrderVerb | None
    why: ParseError
    suggestions: tuple[str, ...] = ()


def parse(verb: OrderVerb, reader: Reader[Any]) -> Meaning:
    """The meaning of the words behind a verb; Misread if they have none."""
    order = control = None
    if verb.kind == "talk":
        raise ParseError("I expected a colon before the text", "ignored")
    if verb.name == "HELP":
        control = _help(reader)
    elif verb.name == "RULES" and is_prose(reader.tokens, reader.at - 1, reader.names):
        raise ParseError("RULES and a word brings the rules about it", "ignored")
    elif verb.kind == "control":
        control = _command(verb, reader)
    else:
        assert verb.parse is not None, "the row of an order says how it is read"
        order = verb.parse(reader)
    reader.end()
    return Meaning(verb, order, control, reader.code, tuple(reader.assumed), reader.slips)


def _command(verb: OrderVerb, reader: Reader[Any]) -> PlayerCommand:
    """The word with what stands behind it; Misread with fate "ignored" where it is prose."""
    found: PlayerCommand = PlayerCommand(verb.name) if verb.parse is None else verb.parse(reader)
    if not reader.is_done and verb.begins_prose:
        raise ParseError(f"{verb.name} stands alone on its line", "ignored")
    return found


def _help(reader: Reader[Any]) -> PlayerCommand:
    """HELP and a verb; what is no verb is told, and all of the help is meant."""
    if reader.is_done:
        return PlayerCommand("HELP")
    typed = reader.text(reader.at)
    if typed.upper() in reader.names.language.help.topics:
        reader.at = len(reader.tokens)
        return PlayerCommand("HELP", typed.upper())
    found = reader.names.language.help_words.get(reader.peek())
    if found is None and reader.may_guess:
        near = nearest_verb(reader.names.language, reader.peek())
        if near is not None:
            reader.assumed.append(f"{typed} read as {near.name}")
            reader.slips += 1
            found = near
    if found is None:
        if is_prose(reader.tokens, reader.at - 1, reader.names):
            raise ParseError("HELP stands alone on its line", "ignored")
        if not reader.may_guess:
            raise ParseError(f"{typed} is no order that HELP could tell about")
        reader.assumed.append(f"{typed} is no order, so all of the help is meant")
    reader.at = len(reader.tokens)
    return PlayerCommand("HELP", found.name if found else "")


def nearest_verb(language: Language, word: str) -> OrderVerb | None:
    """The only verb one slip away from a word."""
    near = {
        verb.name: verb
        for known, verb in language.by_word.items()
        if len(known) > 3 and OSA.distance(word, known, score_cutoff=1) <= 1
    }
    return next(iter(near.values())) if len(near) == 1 else None


def format_meaning(meaning: Meaning, names: Names) -> str:
    """The canonical text of what was understood."""
    if meaning.control is not None:
        return format_command(meaning.control, names.language.label)
    assert meaning.order is not None
    return f"{names.language.format_order(meaning.order, names)} {meaning.code}".strip()
