"""What a condition that cannot be read may have meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA

from pbem.games.illuminati.language.forms.conditions import conditions, format_conditions
from pbem.games.illuminati.language.names.slots import label
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.games.illuminati.language.reading.condition_rewrites import condition_rewrites
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning
from pbem.grammar.orders.mending import MOST_TOLD, Mended, mendings
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token, tokens_of
from pbem.grammar.orders.statements import read_words


def unread_if(words: Words, why: ParseError, attack: int, may_guess: bool) -> NoMeaning:
    """Why the condition that begins there is none; `attack` is the line of the attack before it."""
    if not may_guess:
        return NoMeaning(None, why)
    plain = condition_rewrites(words.tokens, words.at, attack, words.names)
    told = tuple(told for tokens in plain.lines for told in _format(tokens, words.at, words.names))
    if told or plain.problem:
        return NoMeaning(None, ParseError(plain.problem or why.problem), told[:1])
    instead = other_conditions(words.tokens, words.at, why, words.names)
    asked = mended_conditions(words.tokens, words.at, words.names)
    if asked is None:
        return NoMeaning(None, why, instead)
    return replace(asked, suggestions=(*asked.suggestions, *instead))


def other_conditions(
    tokens: tuple[Token, ...], at: int, why: ParseError, names: Vocabulary
) -> tuple[str, ...]:
    """The line with what its IF may have named, as far as it can then be read."""
    start, end = why.span or (0, 0)
    every = (
        (*tokens[:start], *tokens_of(label(id_)), *tokens[end:]) for id_ in why.instead[:MOST_TOLD]
    )
    return tuple(told for named in every for told in _format(named, at, names))


def mended_conditions(tokens: tuple[Token, ...], at: int, names: Vocabulary) -> NoMeaning | None:
    """The question whether one keyword of the condition is misspelt; a condition is never taken."""
    end = next((place for place in range(at, len(tokens)) if tokens[place].text == ":"), None)
    return _asked(mendings(names.language, tokens, at + 1, end), at, names)


def mended_if(tokens: tuple[Token, ...], at: int, names: Vocabulary) -> NoMeaning | None:
    """The same for the IF itself, where a colon and a verb come behind it."""
    typed = tokens[at]
    if OSA.distance(typed.key, "if", score_cutoff=1) > 1 or not _has_order(tokens[at + 1 :], names):
        return None
    whole = (*tokens[:at], Token("if", "if"), *tokens[at + 1 :])
    return _asked(iter((Mended(whole, at, typed.text, "if"),)), at, names)


def _has_order(tokens: tuple[Token, ...], names: Vocabulary) -> bool:
    pairs = zip(tokens, tokens[1:], strict=False)
    return any(mark.text == ":" and word.key in names.language.first_words for mark, word in pairs)


def _asked(every: Iterator[Mended], at: int, names: Vocabulary) -> NoMeaning | None:
    found = [(mended, told) for mended in every for told in _format(mended.tokens, at, names)]
    if not found:
        return None
    told = tuple(dict.fromkeys(told for _, told in found))
    return NoMeaning(None, found[0][0].question(), told[:MOST_TOLD])


def _format(tokens: tuple[Token, ...], at: int, names: Vocabulary) -> Iterator[str]:
    """The line told back, if it is a condition and a line of a script."""
    reader = Reader(tokens, names, at)
    try:
        chosen = conditions(reader) if reader.take("if") else ()
    except ParseError:
        return
    if reader.is_done or not chosen:
        return
    read = read_words(Words(tokens, names, reader.at), may_guess=False)
    if isinstance(read, Meaning) and read.verb.kind == "script":
        yield format_conditions(chosen, names) + format_meaning(read, names)
