"""Several orders in one line with nothing between them."""

from __future__ import annotations

from dataclasses import replace

from pbem.language.names.spelling import Token
from pbem.language.parsed import ParseError
from pbem.language.reading.meaning import format_meaning, parse
from pbem.language.reading.suggestions import Words
from pbem.language.verbs.script_verbs import OrderVerb
from pbem.language.verbs.table import BY_WORD

_LINKS = frozenset({",", "and", "then", "also", "next", "afterwards"})
MOST_CUTS = 4
"""Words of a line before which it may be cut."""


def format_distinction(verb: OrderVerb, words: Words) -> str:
    """The orders told back with marks between them, "" if they are not several.

    They are only ever asked about, since the name of a card may hold a verb.
    """
    return "; ".join(_apart(verb, words, MOST_CUTS))


def _apart(verb: OrderVerb, words: Words, cuts: int) -> tuple[str, ...]:
    tokens = words.tokens
    places = [at for at in range(words.at + 1, len(tokens)) if tokens[at].key in BY_WORD]
    for at in places[:cuts]:
        head = _format(verb, replace(words, tokens=_unlinked(tokens[:at])))
        if not head:
            continue
        tail = replace(words, at=at)
        behind = BY_WORD[tokens[at].key]
        rest = (_format(behind, tail),) if _format(behind, tail) else _apart(behind, tail, cuts - 1)
        if rest:
            return (head, *rest)
    return ()


def _unlinked(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The words without those at their end that only link them to an order behind them."""
    while tokens and (tokens[-1].key or tokens[-1].text) in _LINKS:
        tokens = tokens[:-1]
    return tokens


def _format(verb: OrderVerb, words: Words) -> str:
    try:
        return format_meaning(parse(verb, words.behind_verb(may_guess=False)), words.names)
    except ParseError:
        return ""
