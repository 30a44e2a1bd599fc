"""Reading a text from its first word on, and looking for orders that were lost in it."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import OSA

from pbem.grammar.orders.language import Language, Names
from pbem.grammar.orders.lines import Statement, begins_talk, near_talk, without_number
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words
from pbem.grammar.orders.parsed import ParseError, TalkText
from pbem.grammar.orders.spelling import tokens_of
from pbem.grammar.orders.statements import read_words
from pbem.grammar.orders.talk import format_talk, read_talk
from pbem.values import changed

MOST_LOOKED_AT = 40
"""Lines of a text that are looked at for lost orders."""


def read_text(text: str, names: Names) -> TalkText | NoMeaning:
    """A text with for whom it is; a misspelt SAY, RUMOUR … is asked about."""
    typed = tokens_of(text.partition("\n")[0])[0].text
    verb = names.language.by_word.get(typed.casefold())
    near = (
        names.language.by_word[near.casefold()]
        if verb is None and (near := near_talk(typed.casefold(), names.language))
        else None
    )
    known = verb or near
    if known is None:
        return NoMeaning(None, ParseError(f'"{typed}" is not an order I know', "ignored"))
    try:
        found = read_talk(known.name, text, names)
    except ParseError as why:
        if others := _other_verbs(text, names.language):
            return NoMeaning(known, why, others)
        is_prose = known.name == "SAY" and ":" not in text and not why.instead
        return NoMeaning(
            known, ParseError(why.problem, "ignored") if is_prose else why, _lines(why)
        )
    if near is not None:
        asked = ParseError(f'"{typed}" is not an order I know; {near.name}?', "ambiguous")
        return NoMeaning(near, asked, (format_talk(found),))
    return found


def texts_apart(statement: Statement, names: Names) -> Iterator[Statement]:
    """RUMOUR, PROMISE and DIARY on lines one after the other, each a text of its own.

    What stands before END is one text, whatever is in it.
    """
    if not statement.is_talk or statement.is_ended:
        yield statement
        return
    text: list[str] = []
    for line in statement.text.split("\n"):
        bare = without_number(line, names.language)
        if (
            text
            and begins_talk(bare, names.language)
            and isinstance(_read_exactly(bare, names), TalkText)
        ):
            yield changed(statement, text="\n".join(text))
            text = []
        text.append(line if text else bare)
    yield changed(statement, text="\n".join(text))


def _read_exactly(line: str, names: Names) -> TalkText | None:
    """A text of one line, with its verb spelt as it should be and for whom it is."""
    verb = names.language.by_word.get(tokens_of(line)[0].key)
    if verb is None or verb.kind != "talk":
        return None
    try:
        return read_talk(verb.name, line, names)
    except ParseError:
        return None


def _other_verbs(text: str, language: Language) -> tuple[str, ...]:
    """The verbs that mean something alone and are a slip away from a text of one word."""
    word = text.strip().upper()
    return tuple(
        verb.name
        for verb in language.verbs
        if verb.name in verb.examples and OSA.distance(word, verb.name, score_cutoff=1) == 1
    )


def _lines(why: ParseError) -> tuple[str, ...]:
    return why.instead if why.span is None else ()


def orders_within(text: str, names: Names) -> list[str]:
    """The lines of a text behind its first that are orders, or begin another text."""
    lines = text.split("\n")[1 : MOST_LOOKED_AT + 1]
    return [line for line in lines if _is_order(without_number(line, names.language), names)]


def _is_order(line: str, names: Names) -> bool:
    tokens = tokens_of(line)
    if not tokens or tokens[0].key not in names.language.first_words:
        return False
    read = read_words(Words(tokens, names, 0), may_guess=False)
    return begins_talk(line, names.language) or isinstance(read, Meaning)
