"""What people write who mean to change a line on file: it is asked about, with the line to send."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pbem.grammar.orders.language import Names, OrderVerb
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning, parse
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.spelling import Token, tokens_of
from pbem.grammar.orders.statements import read_words, two_words
from pbem.values import changed

REMOVING = frozenset({"none", "nothing", "delete", "remove", "cancel", "-"})
"""What stands behind the number of a line that is to be removed."""
_ODD = re.compile(r"[a-z]?([0-9]{1,3})[a-z]{0,2}", re.IGNORECASE)
_NOTHING = frozenset({"none", "nothing", "no"})
_VERBS = frozenset({"drop", "clear"})
_TAKING_AWAY = (
    (REMOVING - {"-"})
    | _VERBS
    | {"no", "scrap", "scratch", "erase", "strike", "abort", "stop", "forget"}
)
_GIVING_UP = (("give", "up"), ("give", "in"), ("drop", "out"))
_OWN = frozenset({"my", "the", "that", "this", "last", "all", "longer", "more", "first", "second"})
_CHANGING = frozenset({"change", "replace", "make", "amend", "correct"})
_LEADING_TO = frozenset({"to", "with", "by", "into", ":", ","})
_LINE = frozenset({"line", "lines", "order", "orders", "number", "no"})
_ORDERS = frozenset({"order", "orders", "action", "actions", "move", "moves", "this", "turn"})
_ALL = frozenset({"all", "everything", "it", "that", "orders", "script", "my", "of", "them"})
_SHOWING = frozenset({"show", "list", "see"})
_ON_FILE = frozenset({"order", "orders", "script", "sheet", "standing", "policies", "lines"})

_ONE_LINE = '"2: none" removes line 2'


def change_meant(words: Words) -> NoMeaning | None:
    """3x: PASS, cancel 2, 2 none, change line 2 to PASS; None for anything else."""
    odd = _odd_number(words) if words.at == 0 else None
    if odd is not None:
        return odd
    tokens, names = words.tokens[words.at :], words.names
    first, rest = tokens[0].key, tokens[1:]
    if (first, *(token.key for token in rest[:1])) in _GIVING_UP and "resign" in _verbs(names):
        return _asked("RESIGN gives the game up", "RESIGN")
    if first in _SHOWING and _is_on_file(rest):
        return _asked("STATUS shows what is on file", "STATUS")
    if first == "undo":
        return (_removal(rest) if rest and rest[0].key in _LINE else None) or _of_kind(names, rest)
    if first == "withdraw":
        return _of_policy(names, rest) or _of_kind(names, rest)
    if first in _TAKING_AWAY and not _is_order(words) and not two_words(words):
        named = _removal(rest) or _withdrawal(names, rest) or _of_policy(names, rest)
        return named or _of_kind(names, rest) or _of_all(names, first, rest)
    if first in _CHANGING:
        return _new_line(words, rest)
    return _removal(tokens[:-1]) if tokens[-1].key in REMOVING else None


def _is_on_file(tokens: Sequence[Token]) -> bool:
    """Whether nothing is named but what is on file, as in: list all standing orders."""
    keys = {token.key for token in tokens}
    return keys <= _ON_FILE | _OWN and bool(keys & _ON_FILE)


def _verbs(names: Names) -> Collection[str]:
    return names.language.by_word


def _is_order(words: Words) -> bool:
    """Whether the game has the word for a verb, and can make an order of what stands behind it."""
    verb = words.names.language.by_word.get(words.verb.key)
    if not isinstance(verb, OrderVerb):
        return False
    try:
        return parse(verb, words.behind_verb(may_guess=False)).order is not None
    except ParseError:
        return False


def _asked(problem: str, line: str) -> NoMeaning:
    """What is asked, with the line to send."""
    return NoMeaning(None, ParseError(problem, "ambiguous"), (line,))


def _odd_number(words: Words) -> NoMeaning | None:
    """3x: PASS, 3 PASS: the question which number is meant; None for anything else."""
    typed = words.verb.text
    found = _ODD.fullmatch(typed.rstrip(".)"))
    if found is None or not int(found[1]):
        return None
    at = words.at + 1
    while at < len(words.tokens) and words.tokens[at].text == ":":
        at += 1
    if at == len(words.tokens) or words.tokens[at].key not in words.names.language.by_word:
        return None
    read = read_words(changed(words, at=at), may_guess=False)
    if isinstance(read, NoMeaning):
        return None
    text = format_meaning(read, words.names)
    why = ParseError(f'"{typed}" is not a line number; {found[1]}:?', "ambiguous")
    return NoMeaning(read.verb, why, (f"{found[1]}: {text}", text))


def _removal(tokens: Sequence[Token]) -> NoMeaning | None:
    """A line or more by their numbers, and nothing else."""
    typed = " ".join(token.text for token in tokens if token.key not in (*_LINE, "and"))
    numbers = [_line_number(word) for word in typed.replace(",", " ").replace(":", " ").split()]
    if not numbers or not all(numbers):
        return None
    each = "; ".join(f"{number}: none" for number in numbers)
    return _asked("A line on file is removed by its number", each)


def _withdrawal(names: Names, tokens: Sequence[Token]) -> NoMeaning | None:
    number = _line_number(tokens[1].text) if len(tokens) == 2 else 0
    if not number or tokens[0].key != "offer" or "withdraw" not in _verbs(names):
        return None
    return _asked("An offer is taken back with WITHDRAW", f"WITHDRAW {number}")


def _of_kind(names: Names, tokens: Sequence[Token]) -> NoMeaning | None:
    """`cancel my attack`: which line that is, is not guessed."""
    left = [token.key for token in tokens if token.key not in _OWN]
    if not left or left[0] not in names.language.on_file.lines:
        return None
    return _asked(f"{_ONE_LINE}, CLEAR all that is on file; STATUS tells the numbers", "STATUS")


def _of_policy(names: Names, tokens: Sequence[Token]) -> NoMeaning | None:
    """`stop opposing bob`: there is an order that ends a policy."""
    on_file = names.language.on_file
    left = [token for token in tokens if token.key not in _OWN]
    if not left or left[0].key not in on_file.policies:
        return None
    end = on_file.ends_policy
    on = " ".join(token.text for token in left[1:])
    read = read_words(Words(tokens_of(f"{end} on {on}"), names, 0), may_guess=False)
    text = format_meaning(read, names) if on and isinstance(read, Meaning) else end
    return _asked(f"A policy is ended by {end}", text)


def _of_all(names: Names, first: str, tokens: Sequence[Token]) -> NoMeaning | None:
    keys, idle = {token.key for token in tokens}, names.language.on_file.idle
    if first in _NOTHING and keys <= _ORDERS and (keys or first != "no"):
        return _asked(f"{idle} does nothing in your turn; {_ONE_LINE}", idle) if idle else None
    if first in _NOTHING or not keys <= _ALL or (first in _VERBS and not tokens):
        return None
    return _asked(f"CLEAR takes back all that is on file; {_ONE_LINE}", "CLEAR")


def _new_line(words: Words, rest: Sequence[Token]) -> NoMeaning | None:
    at = next((n for n, token in enumerate(rest) if token.key not in _LINE), len(rest))
    number = _line_number(rest[at].text) if at < len(rest) else 0
    behind = at + 1
    while behind < len(rest) and (rest[behind].key or rest[behind].text) in _LEADING_TO:
        behind += 1
    if not number or behind >= len(rest):
        return None
    read = read_words(changed(words, at=words.at + 1 + behind), may_guess=True)
    if not isinstance(read, Meaning):
        return None
    text = f"{number}: {format_meaning(read, words.names)}"
    return _asked(f"A line on file is replaced by its number; {number}:?", text)


def _line_number(typed: str) -> int:
    """The number of a line a word says, 0 where it says none."""
    text = typed.strip("#().")
    return int(text) if text.isdecimal() and len(text) <= 3 else 0
