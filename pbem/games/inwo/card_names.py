"""Cards in sentences, by their printed names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.inwo.cards import card_of
from engine.inwo.deeds.handing import HIDDEN_PLOT, TOKEN
from engine.inwo.selectors import TEN

_COVERED = "hidden-"
_ITEMS = {HIDDEN_PLOT: "a hidden Plot", TOKEN: "a token"}
"""What is traded and is no card that is named."""
LETTERS: Mapping[str, str] = dict(zip(TEN, "GCLOPVSWRF", strict=True))
"""Those of the alignments."""


def name_of(card: str) -> str:
    """A copy by its printed name; a hidden card as such."""
    if card.startswith(_COVERED):
        return "a hidden Plot" if "plot" in card else "a hidden Group card"
    return _ITEMS.get(card) or card_of(card).name


def names_of(cards: Iterable[str]) -> str:
    """Cards in a sentence; copies, and those that lie hidden, are counted."""
    cards = tuple(cards)
    known = Counter(name_of(card) for card in cards if not card.startswith(_COVERED))
    names = [name if number == 1 else f"{name} x{number}" for name, number in known.items()]
    hidden = [card for card in cards if card.startswith(_COVERED)]
    for word, kind in (("plot", "Plot"), ("group", "Group card")):
        number = sum(word in card for card in hidden)
        if number:
            names.append(f"a hidden {kind}" if number == 1 else f"{number} hidden {kind}s")
    return in_words(names)


def in_words(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
