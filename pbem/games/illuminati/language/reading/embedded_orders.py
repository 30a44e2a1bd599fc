"""An order that stands inside a line which does not begin like one: it is told, never read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.budget import Budget, Exhausted
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.games.illuminati.language.verbs.table import ATTACKS, CLAUSE_WORDS
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.lines import LONGEST
from pbem.grammar.orders.meaning import Meaning, Words, format_meaning
from pbem.grammar.orders.polite import bare
from pbem.grammar.orders.spelling import clean, tokens_of
from pbem.grammar.orders.statements import read_words

MOST_LINES = 40
"""Lines of a letter that are looked at."""
MOST_WORDS = 12
"""Words of a line among which its verb is looked for."""
FEWEST = 3
"""Words of an order that is looked for; PASS and READY stand in many a sentence."""

_KINDS = ("script", "standing", "answer", "deal")
_UNMEANT = frozenset(
    ("not", "dont", "never", "no", "cant", "cannot", "wont", "didnt", "if", "when", "whether")
    + ("unless", "should", "could", "might", "may", "had", "instead")
)
"""Words before a verb with which nobody orders anything."""
_ATTACKS = {"attacks": "attack", "takes": "take", "controls": "control", "captures": "capture"} | {
    "destroys": "destroy",
    "neutralizes": "neutralize",
    "neutralises": "neutralize",
}


def meant_by(ignored: Sequence[str], names: Vocabulary, budget: Budget | None = None) -> str:
    """The line to send for the first one not read in which an order stands, "" without any."""
    found = meant_in(ignored, names, budget)
    return f'If "{found[0][:60]}" is meant as an order, send: {found[1]}' if found else ""


def meant_in(
    ignored: Sequence[str], names: Vocabulary, budget: Budget | None = None
) -> tuple[str, str] | None:
    """The first line not read in which an order stands, and that order told back.

    None is found any more once the budget does not last.
    """
    names = replace(names, budget=Budget() if budget is None else budget)
    orders = ((text, order_within(text, names)) for text in ignored[:MOST_LINES])
    try:
        return next((found for found in orders if found[1]), None)
    except Exhausted:
        return None


def order_within(text: str, names: Vocabulary) -> str:
    """The order told back as it would have been read, "" where there is none."""
    if len(text) > LONGEST or text.rstrip().endswith("?"):
        return ""
    tokens, _ = bare(tokens_of(clean(text)), names.language)
    words = Words(tokens, names, 0)
    tried = (read_words(one, may_guess=False) for one in _beginnings(words))
    found = next((one for one in tried if isinstance(one, Meaning) and one.order), None)
    return format_meaning(found, names) if found is not None else ""


def _beginnings(words: Words) -> Iterator[Words]:
    tokens, names = words.tokens, words.names
    for at, token in enumerate(tokens[:MOST_WORDS]):
        if token.key in _UNMEANT:
            return
        verb = names.language.by_word.get(token.key)
        if at and verb is not None and _is_order(verb) and len(tokens) - at >= FEWEST:
            yield Words(tokens, names, at)
        attack = _ATTACKS.get(
            token.key, token.key if verb is not None and verb.name in ATTACKS else ""
        )
        if at and attack:
            end = _end_of_target(words, at + 1)
            turned = (*tokens_of(attack), *tokens[at + 1 : end], *tokens_of("with"), *tokens[:at])
            yield Words((*turned, *tokens[end:]), names, 0)


def _is_order(verb: Verb) -> bool:
    return verb.kind in _KINDS


def _end_of_target(words: Words, start: int) -> int:
    ends = (
        at
        for at in range(start, len(words.tokens))
        if words.tokens[at].key in CLAUSE_WORDS or not words.tokens[at].key
    )
    return next(ends, len(words.tokens))
