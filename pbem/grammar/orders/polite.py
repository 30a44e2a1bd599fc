"""The words around an order by which people are polite, or count what they say."""

from __future__ import annotations

from pbem.grammar.orders.language import Language
from pbem.grammar.orders.spelling import Token

_PLEASE = ("please", "pls", "plz")
_POLITE = (*_PLEASE, "then", "also", "next", "finally", "lastly", "first", "and")
_THANKS = (*_PLEASE, "thanks", "thx", "cheers")


def without_politeness(
    tokens: tuple[Token, ...], language: Language
) -> tuple[tuple[Token, ...], int]:
    """Without thanks at the end, and where the first word after a polite one is."""
    while len(tokens) > 1 and (tokens[-1].key in _THANKS or tokens[-1].text == ","):
        tokens = tokens[:-1]
    at = 0
    while at < len(tokens) - 1 and (tokens[at].key in _POLITE or tokens[at].text == ","):
        at += 1
    if at and tokens[at].key not in language.first_words:
        return tokens, 0
    return tokens, at
