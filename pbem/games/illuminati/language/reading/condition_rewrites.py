"""A condition as people say it, in the words of ours that mean the same; it is asked about only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.grammar.orders.spelling import Token, tokens_of

MOST_WORDS = 12
"""Words of what is had that are looked at."""
_IT = frozenset({"it", "that", "this", "the", "attack", "first", "my", "one", "last"})
_NOT = frozenset({"doesnt", "didnt", "dont", "not", "does", "did", "do", "havent", "hasnt"})
_WORKS = frozenset({"succeeds", "succeed", "succeeded", "works", "work", "worked"})
_FAILS = frozenset({"fails", "fail", "failed"})
_MINE = frozenset({"i", "ive", "we"})
_HAVING = frozenset(
    ("have", "has", "got", "get", "gets", "own", "owns", "control", "controls", "hold", "holds")
    + ("captured", "capture", "took", "take")
)
_BEFORE_ORDER = frozenset({"then", ",", ":"})
_NAMELESS = "An IF names its attack by the number of its line, as in IF 1 FAILS"


@dataclass(frozen=True, slots=True)
class ConditionRewrites:
    """Lines that may be meant, as words, and the problem where that is known better by now."""

    lines: tuple[tuple[Token, ...], ...] = ()
    problem: str = ""


def condition_rewrites(
    tokens: tuple[Token, ...], at: int, attack: int, names: Vocabulary
) -> ConditionRewrites:
    """IF IT FAILS, IF I HAVE Yuppies, IF bob HAS Yuppies, IF I HAVE 10 MB.

    `at` is the IF, `attack` the line of the attack before it, 0 for none.
    """
    if at >= len(tokens) or tokens[at].key != "if":
        return ConditionRewrites()
    behind = _past(tokens, at + 1, _IT)
    is_not = any(token.key in ("doesnt", "didnt", "not") for token in tokens[behind : behind + 3])
    verb = _past(tokens, behind, _NOT)
    result = _key(tokens, verb)
    if behind > at + 1 and (result in _WORKS or result in _FAILS):
        if not attack:
            return ConditionRewrites(problem=_NAMELESS)
        works = (result in _WORKS) is not is_not
        typed = f"if {attack} {'succeeds' if works else 'fails'} :"
        rest = tokens[_past(tokens, verb + 1, _BEFORE_ORDER) :]
        return ConditionRewrites(((*tokens[:at], *tokens_of(typed), *rest),), _NAMELESS)
    return ConditionRewrites(tuple(_held(tokens, at, names)))


def _held(tokens: tuple[Token, ...], at: int, names: Vocabulary) -> Iterator[tuple[Token, ...]]:
    """IF somebody HAS something, with every end that the something may have."""
    last = min(len(tokens), at + MOST_WORDS)
    having = next((n for n in range(at + 1, last) if _key(tokens, n) in _HAVING | _NOT), last)
    who = tokens[at + 1 : having]
    is_not = any("not" in token.key or "nt" in token.key for token in tokens[having : having + 2])
    start = _past(tokens, having, _HAVING | _NOT)
    if not who or start == having:
        return
    mine = len(who) == 1 and who[0].key in _MINE
    owner = "mine" if mine else " ".join(token.text for token in who) + "'s"
    amount = tokens[start].amount if start < len(tokens) else None
    for end in range(start + 1, min(len(tokens), start + MOST_WORDS)):
        if not (
            tokens[end].key in names.language.first_words or _key(tokens, end) in _BEFORE_ORDER
        ):
            continue
        rest = tokens[_past(tokens, end, _BEFORE_ORDER) :]
        if mine and amount is not None:
            typed = tokens_of(f"if money {'<' if is_not else '>='} {amount} :")
        else:
            not_ = "not " if is_not else ""
            typed = (*tokens_of("if"), *tokens[start:end], *tokens_of(f"is {not_}{owner} :"))
        yield (*tokens[:at], *typed, *rest)


def _past(tokens: tuple[Token, ...], start: int, words: frozenset[str]) -> int:
    """The place of the first word from there on that is none of these."""
    while _key(tokens, start) in words:
        start += 1
    return start


def _key(tokens: tuple[Token, ...], at: int) -> str:
    """A mark stands for itself, the end is ""."""
    return (tokens[at].key or tokens[at].text) if at < len(tokens) else ""
