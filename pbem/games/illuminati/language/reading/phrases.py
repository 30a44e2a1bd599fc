"""Clauses as people say them, in the keywords that mean the same; it is asked about only."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.games.illuminati.language.verbs.table import ATTACKS
from pbem.grammar.commands.spec import Verb
from pbem.grammar.orders.reader import MONEY_WORDS
from pbem.grammar.orders.spelling import Token, number_in_words, tokens_of

_NUMBER = "#"
"""Stands for a number, in digits or in a word."""

_MOST = ("up to", "no more than", "not more than", "at most", "a maximum of")
_PAYING = ("for", "use", "using", "with", "pay", "paying", "add", "adding") + (
    ("put", "plus", "and", ",")
)
_KEEPING = frozenset(
    ("spend", "spending", "to", "max", "maximum", "aim", "aiming", "until", "overshoot", "need")
    + ("ship", "lend", "for", "from", ">", ">=", "<", "<=", "=", "privileged", "line", "attack")
)
"""Words whose own number stands behind them."""
_BEHIND_MONEY = frozenset(
    ("", *MONEY_WORDS, "each", "and", "until", "aid", "at")
    + ("privileged", "only", "save", "overshoot", "ship", "from", "up", "max", "for", "by", "using")
)
"""What stands behind an amount of money; "" is a mark."""
_ALL_GROUPS = ("all my groups", "all of my groups", "my groups", "all groups", "everything i have")
_STANCES = ("GUARD", "OPPOSE", "SUPPORT")


@dataclass(frozen=True, slots=True)
class _Phrase:
    typed: tuple[str, ...]
    ours: tuple[str, ...]


def _phrases(typed: tuple[str, ...], ours: str) -> tuple[_Phrase, ...]:
    return tuple(_Phrase(tuple(one.split()), tuple(ours.split())) for one in typed)


def _with_number(phrases: tuple[str, ...], *before: str) -> tuple[str, ...]:
    return tuple(f"{lead} {one} {_NUMBER}".strip() for lead in before for one in phrases)


def _by_first_word(*phrases: _Phrase) -> dict[str, tuple[_Phrase, ...]]:
    firsts = dict.fromkeys(phrase.typed[0] for phrase in phrases)
    return {word: tuple(one for one in phrases if one.typed[0] == word) for word in firsts}


_OF_ATTACKS = _by_first_word(
    *_phrases(_with_number(_MOST, "spend", "with", "for", "use", ""), f"up to {_NUMBER}"),
    *_phrases(_with_number(_PAYING, ""), f"spend {_NUMBER}"),
    *_phrases(("w",), "with"),
    *_phrases((f"privileged {_NUMBER}",), f"privileged for {_NUMBER}"),
    *_phrases(
        ("supported by", "assisted by", "backed by", "together with", "along with")
        + ("with help from", "with the help of"),
        "aid",
    ),
)
_OF_STANCES = _by_first_word(
    *_phrases(_with_number(_MOST, "spend", "with", "for", "use", ""), f"max {_NUMBER}"),
    *_phrases(_with_number(("spend", *_PAYING), ""), f"max {_NUMBER}"),
    *_phrases(_ALL_GROUPS, "all"),
)


def in_keywords(verb: Verb, tokens: tuple[Token, ...], at: int) -> tuple[Token, ...]:
    """The words of a line with what is said of money and groups in keywords, else as they were.

    `at` is the place of the verb. "With the Mafia for 3" becomes WITH Mafia SPEND 3 and "with up
    to 4" behind a GUARD becomes MAX 4. Only the first money that is said so is put so.
    """
    if verb.name not in ATTACKS + _STANCES:
        return tokens
    is_attack = verb.name in ATTACKS
    phrases, bare = (_OF_ATTACKS, "spend") if is_attack else (_OF_STANCES, "max")
    found, place, is_paid = list(tokens[: at + 1]), at + 1, False
    while place < len(tokens):
        some = phrases.get(tokens[place].key or tokens[place].text, ())
        phrase = next((one for one in some if _is_said(one, tokens, place)), None)
        has_number = phrase is not None and _NUMBER in phrase.ours
        if phrase is not None and not (has_number and (is_paid or _is_span(tokens, place, phrase))):
            found += _put(phrase, tokens, place)
            place += len(phrase.typed)
            is_paid = is_paid or has_number
            continue
        if not is_paid and place > at + 1 and _is_bare_number(tokens, place):
            found += tokens_of(bare)
            is_paid = True
        is_paid = is_paid or tokens[place].key == bare
        found.append(tokens[place])
        place += 1
    return tuple(found)


def _is_said(phrase: _Phrase, tokens: tuple[Token, ...], place: int) -> bool:
    words = tokens[place : place + len(phrase.typed)]
    return len(words) == len(phrase.typed) and all(
        _number(token) is not None if word == _NUMBER else word == (token.key or token.text)
        for word, token in zip(phrase.typed, words, strict=True)
    )


def _is_span(tokens: tuple[Token, ...], place: int, phrase: _Phrase) -> bool:
    """FOR 3 TURNS, and a number that belongs to the keyword before it."""
    behind = place + len(phrase.typed)
    is_turns = behind < len(tokens) and tokens[behind].key in ("turn", "turns")
    return is_turns or tokens[place - 1].key == "privileged"


def _is_bare_number(tokens: tuple[Token, ...], place: int) -> bool:
    """A number behind a name, with nothing behind it but a mark, money or a clause."""
    before, behind = tokens[place - 1], tokens[place + 1 : place + 2]
    is_last = not behind or behind[0].key in _BEHIND_MONEY
    is_free = (before.key or before.text) not in _KEEPING
    return tokens[place].amount is not None and is_free and is_last


def _put(phrase: _Phrase, tokens: tuple[Token, ...], place: int) -> tuple[Token, ...]:
    words = tokens[place : place + len(phrase.typed)]
    numbers = (_number(token) for token in words)
    number = next((one for one in numbers if one is not None), 0)
    return tokens_of(" ".join(str(number) if word == _NUMBER else word for word in phrase.ours))


def _number(token: Token) -> int | None:
    return token.amount if token.amount is not None else number_in_words(token.key)
