"""What texts to all say that bears on the game: a word of a Plot, a trademark (I33.5, I33.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.inwo import orders as od
from engine.inwo.abilities import AttackPlot
from engine.inwo.cards import INWO_CARDS, card_of
from pbem.games.inwo.adjudication.names import cards_called, is_whole_name

LEAST_SAID = 5
LONGEST_NAME = max(len(re.split(r"[\s-]+", card.name)) for card in INWO_CARDS.values())
_FULL_NAMES = re.compile(
    "|".join(
        rf"(?<![\w-]){re.escape(name)}(?![\w-])"
        for name in sorted((card.name for card in INWO_CARDS.values()), key=len, reverse=True)
    ),
    re.IGNORECASE,
)


def words_said(texts: Iterable[str]) -> tuple[str, ...]:
    """The words that a letter says to all in sentences of at least five (I33.6)."""
    sentences = (re.findall(r"[\w'-]+", text.casefold()) for text in texts)
    return tuple(word for words in sentences if len(words) >= LEAST_SAID for word in words)


def words_needed(order: od.InwoOrder | od.InwoPolicy) -> tuple[str, ...]:
    """The words that a letter must say to all for the Plots of an order (I33.6)."""
    parts = (card_of(play.card).ability(AttackPlot) for play in _plots_of(order))
    return tuple(part.spoken for part in parts if part is not None and part.spoken)


def _plots_of(order: od.InwoOrder | od.InwoPolicy) -> tuple[od.PlayPlot, ...]:
    match order:
        case od.PlayPlot():
            return (order,)
        case od.LaunchAttack():
            return (*order.plays, *order.reserve_plays)
        case od.Trigger():
            return tuple(play for one in order.orders for play in _plots_of(one))
    return ()


def named_loosely(text: str) -> tuple[str, ...]:
    """The cards that a text names by less than their full names (I33.5).

    The whole name written otherwise is one in small letters too, a clear part of it with capitals.
    """
    found: dict[str, None] = {}
    for run in _runs(text):
        called = cards_called(" ".join(run))
        is_meant = is_whole_name("".join(run)) or all(word[0].isupper() for word in run)
        if len(called) == 1 and is_meant:
            found[called[0]] = None
    return tuple(found)


def _runs(text: str) -> Iterator[list[str]]:
    """All runs of words, as long as names are, where no full name stands."""
    plain = re.sub(r"['\u2019]s\b", "", _FULL_NAMES.sub(" | ", text))
    for piece in re.split(r"[|,;:!?()\"]", plain):
        words = [word for word in re.split(r"[\s-]+", piece) if re.search(r"\w", word)]
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + LONGEST_NAME) + 1):
                yield words[start:end]
