"""A line that cannot be read, read once more with one of its keywords put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from pbem.games.illuminati.language.names.spelling import Token
from pbem.games.illuminati.language.parsed import ParseError
from pbem.games.illuminati.language.reading.meaning import Meaning

MOST_PLACES = 40
"""Words of a line that are looked at."""
MOST_TRIES = 60
"""Readings of one line."""
MOST_TOLD = 4

_HARMLESS = frozenset(
    (
        *("with", "from", "under", "action", "master", "illuminati", "until", "against", "turn"),
        *("turns", "round", "each", "only", "need", "fails", "succeeds", "attack", "expires"),
        *("before", "after", "dice", "result", "victory", "groups", "line", "aside", "save"),
        *("to", "on", "at", "by", "of", "as", "and", "if", "it", "me", "his", "next", "special"),
        *("privilege", "tax", "add", "remove", "reverse", "test", "off", "length"),
        *("format", "zone", "language", "quiet", "text", "html", "full", "brief", "digest", "mb"),
        *("bulletin", "revision", "silence", "code", "anyway", "attacked", "always", "own"),
    )
)
_COSTLY = frozenset(
    (
        *("mon", "tue", "wed", "thu", "fri", "sat", "sun", "today", "tomorrow"),
        *("spend", "ship", "dropped", "destroy", "neutralize", "control", "privileged", "for"),
        *("overshoot", "taking", "destroying", "neutralizing", "attacking", "aid", "aim", "max"),
        *("up", "all", "in", "any", "anyone", "not", "is", "up", "down", "bank", "power", "peek"),
        *(
            "unless",
            "never",
            "resistance",
            "stack",
            "money",
            "mine",
            "free",
            "nothing",
            "nobody",
            "lend",
        ),
        "bot",
    )
)
"""Keywords that cost, destroy or decide: a misspelt one is asked about, never taken."""
_UNLIKE = frozenset({"", "the", "if"})
"""Words that are never a slip of another."""
_TURNING = frozenset({"not", "no", "or", "but"})
"""Words that may be one, but turn the meaning of a line if they are none."""
KEYWORDS = tuple(sorted(_HARMLESS | _COSTLY))


@dataclass(frozen=True, slots=True)
class Mended:
    """The words of a line of which `typed`, at `place`, was put right to `keyword`."""

    tokens: tuple[Token, ...]
    place: int
    typed: str
    keyword: str

    @property
    def is_costly(self) -> bool:
        return self.keyword in _COSTLY or self.typed.casefold() in _TURNING

    @property
    def note(self) -> str:
        return f"{self.typed} read as {self.keyword.upper()}"

    def question(self) -> ParseError:
        """What is asked where it is not taken."""
        return ParseError(
            f'"{self.typed}" is not a word I know there; {self.keyword.upper()}?', "ambiguous"
        )


def mendings(tokens: Sequence[Token], start: int, end: int | None = None) -> Iterator[Mended]:
    """The words with one of those from `start` on put right, one keyword after the other."""
    last = min(len(tokens), start + MOST_PLACES, len(tokens) if end is None else end)
    tries = 0
    for place in range(start, last):
        for keyword in near_keywords(tokens[place].key):
            tries += 1
            if tries > MOST_TRIES:
                return
            whole = (*tokens[:place], Token(keyword, keyword), *tokens[place + 1 :])
            yield Mended(whole, place, tokens[place].text, keyword)


@lru_cache(maxsize=4096)
def near_keywords(word: str) -> tuple[str, ...]:
    """The keywords one slip away from a word that is none of them, or is another."""
    if word in _UNLIKE or word.isdecimal() or len(word) > max(map(len, KEYWORDS)) + 1:
        return ()
    near = (known for known in KEYWORDS if known != word)
    return tuple(known for known in near if OSA.distance(word, known, score_cutoff=1) <= 1)


def readings(
    every: Iterator[Mended], parse: Callable[[tuple[Token, ...]], Meaning]
) -> tuple[tuple[Mended, Meaning], ...]:
    """Those that have a meaning, each meaning once."""
    found: list[tuple[Mended, Meaning]] = []
    for mended in every:
        try:
            meaning = parse(mended.tokens)
        except ParseError:
            continue
        if all(_said(meaning) != _said(other) for _, other in found):
            found.append((mended, meaning))
    return tuple(found)


def _said(meaning: Meaning) -> object:
    return (meaning.order, meaning.control, meaning.code)


def taken(mended: Mended, meaning: Meaning) -> Meaning:
    """The meaning with what was put right among what is assumed."""
    assumed = (*meaning.assumed, mended.note)
    return replace(meaning, assumed=assumed, slips=meaning.slips + 1)
