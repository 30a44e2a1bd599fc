"""What people write who mean to change a line on file: it is asked about, with the line to send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.grammar.orders.letters import REMOVING
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.spelling import Token, tokens_of
from pbem.grammar.orders.statements import read_words

_NOTHING = frozenset({"none", "nothing", "no"})
_VERBS = frozenset({"drop", "clear"})
_TAKING_AWAY = (
    (REMOVING - {"-"})
    | _VERBS
    | {"no", "scrap", "scratch", "erase", "strike", "abort", "stop", "forget"}
)
_GIVING_UP = (("give", "up"), ("give", "in"), ("drop", "out"))
_KINDS = frozenset({"attack", "attacks", "transfer", "transfers", "gift", "play", "script"})
_STANCES = frozenset(
    ("oppose", "opposing", "opposition", "support", "supporting", "guard", "guarding", "helping")
    + ("defending", "protecting", "hindering", "policy", "policies")
)
_OWN = frozenset({"my", "the", "that", "this", "last", "all", "longer", "more", "first", "second"})
_CHANGING = frozenset({"change", "replace", "make", "amend", "correct"})
_LEADING_TO = frozenset({"to", "with", "by", "into", ":", ","})
_LINE = frozenset({"line", "lines", "order", "orders", "number", "no"})
_ORDERS = frozenset({"order", "orders", "action", "actions", "move", "moves", "this", "turn"})
_ALL = frozenset({"all", "everything", "it", "that", "orders", "script", "my", "of", "them"})

_ONE_LINE = '"2: none" removes line 2'


def change_meant(words: Words) -> NoMeaning | None:
    """Cancel 2, 2 none, change line 2 to PASS; None for anything else."""
    tokens = words.tokens[words.at :]
    first, rest = tokens[0].key, tokens[1:]
    if (first, *(token.key for token in rest[:1])) in _GIVING_UP:
        why = ParseError("RESIGN gives the game up", "ambiguous")
        return NoMeaning(None, why, ("RESIGN",))
    if first == "undo":
        return (_removal(rest) if rest and rest[0].key in _LINE else None) or _of_kind(rest)
    if first == "withdraw":
        return _of_stance(words.names, rest) or _of_kind(rest)
    if first in _TAKING_AWAY:
        named = _removal(rest) or _withdrawal(rest) or _of_stance(words.names, rest)
        return named or _of_kind(rest) or _of_all(first, rest)
    if first in _CHANGING:
        return _new_line(words, rest)
    if tokens[-1].key in REMOVING:
        return _removal(tokens[:-1])
    return None


def _removal(tokens: Sequence[Token]) -> NoMeaning | None:
    """A line or more by their numbers, and nothing else."""
    typed = " ".join(token.text for token in tokens if token.key not in (*_LINE, "and"))
    numbers = [_line_number(word) for word in typed.replace(",", " ").replace(":", " ").split()]
    if not numbers or not all(numbers):
        return None
    each = "; ".join(f"{number}: none" for number in numbers)
    return NoMeaning(
        None, ParseError("A line on file is removed by its number", "ambiguous"), (each,)
    )


def _withdrawal(tokens: Sequence[Token]) -> NoMeaning | None:
    number = _line_number(tokens[1].text) if len(tokens) == 2 else 0
    if not number or tokens[0].key != "offer":
        return None
    why = ParseError("An offer is taken back with WITHDRAW", "ambiguous")
    return NoMeaning(None, why, (f"WITHDRAW {number}",))


def _of_kind(tokens: Sequence[Token]) -> NoMeaning | None:
    """`cancel my attack`: which line that is, is not guessed."""
    left = [token.key for token in tokens if token.key not in _OWN]
    if not left or left[0] not in _KINDS:
        return None
    why = ParseError(
        f"{_ONE_LINE}, CLEAR all that is on file; STATUS tells the numbers", "ambiguous"
    )
    return NoMeaning(None, why, ("STATUS",))


def _of_stance(names: Vocabulary, tokens: Sequence[Token]) -> NoMeaning | None:
    """`stop opposing bob`: STAND ASIDE is what ends a policy."""
    left = [token for token in tokens if token.key not in _OWN]
    if not left or left[0].key not in _STANCES:
        return None
    on = " ".join(token.text for token in left[1:])
    read = read_words(Words(tokens_of(f"stand aside on {on}"), names, 0), may_guess=False)
    told = format_meaning(read, names) if on and isinstance(read, Meaning) else "STAND ASIDE"
    return NoMeaning(None, ParseError("A policy is ended by STAND ASIDE", "ambiguous"), (told,))


def _of_all(first: str, tokens: Sequence[Token]) -> NoMeaning | None:
    keys = {token.key for token in tokens}
    if first in _NOTHING and keys <= _ORDERS and (keys or first != "no"):
        why = ParseError(f"PASS does nothing in your turn; {_ONE_LINE}", "ambiguous")
        return NoMeaning(None, why, ("PASS",))
    if first in _NOTHING or not keys <= _ALL or (first in _VERBS and not tokens):
        return None
    why = ParseError(f"CLEAR takes back all that is on file; {_ONE_LINE}", "ambiguous")
    return NoMeaning(None, why, ("CLEAR",))


def _new_line(words: Words, rest: Sequence[Token]) -> NoMeaning | None:
    at = next((n for n, token in enumerate(rest) if token.key not in _LINE), len(rest))
    number = _line_number(rest[at].text) if at < len(rest) else 0
    behind = at + 1
    while behind < len(rest) and (rest[behind].key or rest[behind].text) in _LEADING_TO:
        behind += 1
    if not number or behind >= len(rest):
        return None
    read = read_words(replace(words, at=words.at + 1 + behind), may_guess=True)
    if not isinstance(read, Meaning):
        return None
    why = ParseError(f"A line on file is replaced by its number; {number}:?", "ambiguous")
    return NoMeaning(None, why, (f"{number}: {format_meaning(read, words.names)}",))


def _line_number(typed: str) -> int:
    """The number of a line a word says, 0 where it says none."""
    text = typed.strip("#().")
    return int(text) if text.isdecimal() and len(text) <= 3 else 0
