"""Whether an order stands in a text, and one inside a line that is not read: it is told only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.budget import Budget, Exhausted
from pbem.grammar.orders.language import Language, Names
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.lines import LONGEST, statements_of
from pbem.grammar.orders.meaning import Meaning, Words, format_meaning
from pbem.grammar.orders.polite import without_politeness
from pbem.grammar.orders.spelling import clean, tokens_of
from pbem.grammar.orders.statements import read_words

MOST_LINES = 40
"""Lines of a letter that are looked at."""
MOST_WORDS = 12
"""Words of a line among which its verb is looked for."""
FEWEST = 3
"""Words of an order that is looked for; PASS and READY stand in many a sentence."""

_LETTERS = re.compile("[a-z]+")
_NO_VERBS = ("end", "line")
"""What may stand alone, or before a number, and is left out then."""
_KINDS = ("script", "standing", "answer", "deal")
_UNMEANT = frozenset(
    ("not", "dont", "never", "no", "cant", "cannot", "wont", "didnt", "if", "when", "whether")
    + ("unless", "should", "could", "might", "may", "had", "instead")
)
"""Words before a verb with which nobody orders anything."""


def has_order(text: str, language: Language) -> bool:
    """Say whether a line of the text begins as orders do, whatever comes of it."""
    told = _told_at_once(text, language)
    if told is not None:
        return told
    return any(
        one.is_talk or _first_word(one.text).casefold() in language.first_words
        for one in statements_of(text, language)
    )


def _told_at_once(text: str, language: Language) -> bool | None:
    """What plain words say without being cut: nothing where numbers, talk or links may be."""
    if ":" in text or "<" in text or not text.isascii():
        return None
    if language.first_words.isdisjoint(_LETTERS.findall(text.lower())):
        return False
    first = text.partition(" ")[0].lower()
    return True if first in language.first_words and first not in _NO_VERBS else None


def carries_order(text: str, names: Names, budget: Budget | None = None) -> bool:
    """Say whether nobody but a player writes so: an order that is read, or a verb in capitals.

    Autoresponders write "If you need help", "Away until Monday" and "Pass this on" as well.
    """
    lines = read("\n".join(text.split("\n")[:MOST_LINES]), names, budget=budget)
    return any(
        (line.status == "order" and not line.assumed)
        or _is_in_capitals(_first_word(line.text), names.language)
        for line in lines
    )


def _is_in_capitals(word: str, language: Language) -> bool:
    verb = language.by_word.get(word.casefold()) if word.isupper() else None
    return verb is not None and (verb.kind in (*_KINDS, "talk") or verb.name == "READY")


def _first_word(text: str) -> str:
    return text.partition(" ")[0].strip(".,:!")


# --- within a line ------------------------------------------------------------------------


def meant_by(ignored: Sequence[str], names: Names) -> str:
    """The line to send for the first one not read in which an order stands, "" without any."""
    found = meant_in(ignored, names)
    return f'If "{found[0][:60]}" is meant as an order, send: {found[1]}' if found else ""


def meant_in(
    ignored: Sequence[str], names: Names, budget: Budget | None = None
) -> tuple[str, str] | None:
    """The first line not read in which an order stands, and that order told back.

    None is found any more once the budget does not last.
    """
    names = names.with_budget(Budget() if budget is None else budget)
    orders = ((text, _order_within(text, names)) for text in ignored[:MOST_LINES])
    try:
        return next((found for found in orders if found[1]), None)
    except Exhausted:
        return None


def _order_within(text: str, names: Names) -> str:
    """The order told back as it would have been read, "" where there is none."""
    if len(text) > LONGEST or text.rstrip().endswith("?"):
        return ""
    tokens, _ = without_politeness(tokens_of(clean(text)), names.language)
    tried = (read_words(one, may_guess=False) for one in _beginnings(Words(tokens, names, 0)))
    found = next((one for one in tried if isinstance(one, Meaning) and one.order), None)
    return format_meaning(found, names) if found is not None else ""


def _beginnings(words: Words) -> Iterator[Words]:
    """The words from each verb on, and `bob's Mafia attacks Yuppies` with its verb in front."""
    tokens, names = words.tokens, words.names
    for at, token in enumerate(tokens[:MOST_WORDS]):
        if token.key in _UNMEANT:
            return
        verb = names.language.by_word.get(token.key) if at else None
        if verb is not None and verb.kind in _KINDS and len(tokens) - at >= FEWEST:
            yield Words(tokens, names, at)
        attack = names.language.attacking.get(token.key) if at else None
        if attack:
            end = _end_of_target(words, at + 1)
            turned = (*tokens_of(attack), *tokens[at + 1 : end], *tokens_of("with"), *tokens[:at])
            yield Words((*turned, *tokens[end:]), names, 0)


def _end_of_target(words: Words, start: int) -> int:
    ends = (
        at
        for at in range(start, len(words.tokens))
        if words.tokens[at].key in words.names.language.clause_words or not words.tokens[at].key
    )
    return next(ends, len(words.tokens))
