"""Letters and words: what phones and mail programs do to a text is undone here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pbem.values import Frozen

_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u00b4\u0060\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u2060\ufeff\u00ad\u061c\u200e\u200f", None),
        **{chr(code): None for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))},
        **dict.fromkeys("\t\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u2028\u2029\u202f\u3000", " "),
        **{chr(code): " " for code in range(0x2000, 0x200B)},
        "\u2026": "...",
        "\u2264": "<=",
        "\u2265": ">=",
        **{0xFEE0 + code: chr(code) for code in (*range(0x30, 0x3F), *range(0x40, 0x5B))},
        **{0xFEE0 + code: chr(code) for code in (*range(0x61, 0x7B), ord("#"), ord(","), ord("/"))},
    }
)

SYMBOLS = re.compile(
    "[\u200d\u20e3\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff]+"
)
"""Emoji and the like, which say nothing in an order."""
_SIGNS = {"&": "and", "+": "and", "w/": "with"}
_TOKEN = re.compile(r"[<>=]+|[,:]|[^\s,:<>=]+")
_NUMBER_WITH_COMMA = re.compile(r"(?<![^\s,:<>=])\d+(?:,\d+)+")
_IN_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve"),
)
_BEGINS_AMOUNT = frozenset("0123456789$#\u20ac\u00a3")
_AMOUNT = re.compile(
    r"[$#\u20ac\u00a3]?([0-9]{1,6})(?:m|mb|mbs|[$\u20ac\u00a3])?\.?", re.IGNORECASE
)


def clean(text: str) -> str:
    """The text with plain quotes, dashes and blanks; lines and words stay where they were."""
    return text.translate(_SAME).replace("\r\n", "\n").replace("\r", "\n")


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """How names are compared: small letters and digits only, no leading "the" or "my", & is and."""
    flat = unicodedata.normalize("NFKD", text.replace("&", " and ")).casefold()
    words = [_letters(word) for word in flat.split()]
    if len(words) > 1 and words[0] in ("the", "my"):
        words = words[1:]
    return "".join(words)


def slips_problem(slips: int, assumed: Sequence[str]) -> str:
    """Why a line with words put right is not taken as it was read; "" with one slip at the most."""
    return f"two words are misspelt: {', '.join(assumed)}" if slips > 1 else ""


def _letters(word: str) -> str:
    return "".join(c for c in word if c.isalnum())


class Token(Frozen):
    """A word, a number or a mark of a line; `key` is "" for marks."""

    text: str
    key: str

    @property
    def amount(self) -> int | None:
        """A whole number of at most six digits, with or without MB; else None."""
        # Asked of every word; most are none.
        text = self.text
        found = _AMOUNT.fullmatch(text) if text[:1] in _BEGINS_AMOUNT else None
        return int(found[1]) if found else None


def number_in_words(word: str) -> int | None:
    """The number that a word says, up to twelve."""
    return _IN_WORDS.index(word) if word in _IN_WORDS else None


def tokens_of(text: str) -> tuple[Token, ...]:
    """The words and marks of a line; 1,000 is one word, so that it is never read as 1."""
    found = []
    at = 0
    if not text.isascii():
        text = SYMBOLS.sub(" ", text)
    for match in _NUMBER_WITH_COMMA.finditer(text) if "," in text else ():
        found += _TOKEN.findall(text[at : match.start()])
        found.append(match[0])
        at = match.end()
    found += _TOKEN.findall(text[at:])
    return tuple(Token(word, _keyword(word)) for word in found)


def _keyword(word: str) -> str:
    return _SIGNS.get(word) or key(word)
