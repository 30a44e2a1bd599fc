"""What a report calls things: cards by their printed names, orders and reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.orders import Order
from pbem.documents.layout.plain import proper_name

FormatOrder = Callable[[Order], str]
"""An order as the line a player would type."""
Explain = Callable[[str, Mapping[str, str | int]], str]
"""A reason code and its facts as English that says what would have worked."""
LETTERS: dict[Alignment, str] = {
    "government": "G",
    "communist": "C",
    "liberal": "L",
    "conservative": "K",
    "peaceful": "P",
    "violent": "V",
    "straight": "S",
    "weird": "W",
    "criminal": "X",
    "fanatic": "F",
}
"""The one letter by which tables name an alignment."""


def card_name(card: str | None) -> str:
    """A card's printed name; a card that others may not see is "a card"."""
    if card is None:
        return "a card"
    known = CARDS.get(card) or SPECIALS.get(card)
    return known.name if known else proper_name(card, 40)


def short_name(card: str) -> str:
    """The name without its article, for tables."""
    return card_name(card).removeprefix("The ")


def letters(alignments: tuple[Alignment, ...]) -> str:
    """Alignments as letters in the order of the rules; a dash for none."""
    return "".join(LETTERS[a] for a in LETTERS if a in alignments) or "-"
