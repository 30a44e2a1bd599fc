"""A line that cannot be read, read once more with one of its keywords put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from pbem.grammar.orders.language import Language
from pbem.grammar.orders.meaning import Meaning
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.spelling import Token
from pbem.values import changed

MOST_PLACES = 40
"""Words of a line that are looked at."""
MOST_TRIES = 60
"""Readings of one line."""
MOST_TOLD = 4

_UNLIKE = frozenset({"", "the", "if"})
"""Words that are never a slip of another."""
_TURNING = frozenset({"not", "no", "or", "but"})
"""Words that may be one, but turn the meaning of a line if they are none."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The words of a line of which `typed`, at `place`, was put right to `keyword`."""

    tokens: tuple[Token, ...]
    place: int
    typed: str
    keyword: str
    is_of_costly: bool = False

    @property
    def is_costly(self) -> bool:
        return self.is_of_costly or self.typed.casefold() in _TURNING

    @property
    def note(self) -> str:
        return f"{self.typed} read as {self.keyword.upper()}"

    def question(self) -> ParseError:
        """What is asked where it is not taken."""
        return ParseError(
            f'"{self.typed}" is not a word I know there; {self.keyword.upper()}?', "ambiguous"
        )


def mendings(
    language: Language, tokens: Sequence[Token], start: int, end: int | None = None
) -> Iterator[Correction]:
    """The words with one of those from `start` on put right, one keyword after the other."""
    last = min(len(tokens), start + MOST_PLACES, len(tokens) if end is None else end)
    tries = 0
    for place in range(start, last):
        for keyword in near_keywords(language, tokens[place].key):
            tries += 1
            if tries > MOST_TRIES:
                return
            whole = (*tokens[:place], Token(keyword, keyword), *tokens[place + 1 :])
            yield Correction(whole, place, tokens[place].text, keyword, keyword in language.costly)


@lru_cache(maxsize=4096)
def near_keywords(language: Language, word: str) -> tuple[str, ...]:
    """The keywords one slip away from a word that is none of them, or is another."""
    if word in _UNLIKE or word.isdecimal() or len(word) > language.longest_keyword + 1:
        return ()
    near = (known for known in language.keywords if known != word)
    return tuple(known for known in near if OSA.distance(word, known, score_cutoff=1) <= 1)


def readings(
    every: Iterator[Correction], parse: Callable[[tuple[Token, ...]], Meaning]
) -> tuple[tuple[Correction, Meaning], ...]:
    """Those that have a meaning, each meaning once."""
    found: list[tuple[Correction, Meaning]] = []
    for mended in every:
        try:
            meaning = parse(mended.tokens)
        except ParseError:
            continue
        if all(_meaning_key(meaning) != _meaning_key(other) for _, other in found):
            found.append((mended, meaning))
    return tuple(found)


def _meaning_key(meaning: Meaning) -> object:
    return (meaning.order, meaning.control, meaning.code)


def taken(mended: Correction, meaning: Meaning) -> Meaning:
    """The meaning with what was put right among what is assumed."""
    assumed = (*meaning.assumed, mended.note)
    return changed(meaning, assumed=assumed, slips=meaning.slips + 1)
