"""Decks: what may be registered, and how its cards become copies (I3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.values import Value
from engine.inwo.cards import INWO_CARDS
from engine.inwo.state import DECK_SIZE, InwoOptions


class DeckFault(Value):
    """What is wrong with a deck: a code, the rule, the card it is about if any, a number."""

    code: str
    rule: str
    card: str = ""
    number: int = 0


def deck_faults(cards: Sequence[str], options: InwoOptions) -> list[DeckFault]:
    """All that is wrong with a deck, its Illuminati first; empty if it is legal (I3.1, I3.3)."""
    unknown = [card for card in dict.fromkeys(cards) if card not in INWO_CARDS]
    if unknown:
        return [DeckFault("unknown-card", "I3.4", card) for card in unknown]
    faults: list[DeckFault] = []
    if not cards or INWO_CARDS[cards[0]].family != "illuminati":
        faults.append(DeckFault("no-illuminati", "I3.1"))
    if len(cards) != DECK_SIZE:
        faults.append(DeckFault("size", "I3.1", number=len(cards)))
    if not any(INWO_CARDS[card].family == "group" for card in cards):
        faults.append(DeckFault("no-group", "I3.1"))
    for card, number in Counter(cards[1:]).items():
        if options.copies and number > options.copies:
            faults.append(DeckFault("copies", "I3.1", card, number))
    for card in dict.fromkeys(cards):
        if INWO_CARDS[card].set not in options.sets:
            faults.append(DeckFault("set", "I3.3", card))
        elif INWO_CARDS[card].unfinished:
            faults.append(DeckFault("not-yet-playable", "I3.3", card))
    return faults


def copies_of(cards: Sequence[str], seat: int) -> tuple[str, ...]:
    """The copies of a shuffled deck, Illuminati first; the numbers tell nothing (I1.2)."""
    letter = chr(ord("a") + seat)
    return tuple(f"{card}@{letter}{number}" for number, card in enumerate(cards))
