"""How a value and the words of a card come about: printed, then changed in order (I2.3, I10.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.inwo import abilities as ab
from engine.inwo.cards import card_of
from engine.inwo.selectors import OPPOSED


class ValueStep(NamedTuple):
    """One operation on a value (I10.1)."""

    op: ab.Operation
    amount: int


def serves(wanted: ab.AttackPurpose, purpose: ab.AttackPurpose) -> bool:
    """Whether a change for one purpose counts for another; a target defends, too."""
    return wanted in ("", purpose) or (wanted == "defense" and purpose == "target")


def combine(
    printed: int, steps: Iterable[ValueStep], halved: bool = False, last: bool = False
) -> int:
    """Set, multiply, add (I10.1 to I10.3); a halving goes with the multiplier unless `last`."""
    base, factor, added, dropped = printed, 1, 0, 0
    for op, amount in steps:
        if op == "set":
            base = amount
        elif op == "raise":
            base = max(base, amount)
        elif op == "times":
            factor = max(factor, amount)
        elif op == "drop":
            dropped += amount
        else:
            added += amount
    first = 2 if halved and not last else 1
    total = max(0, base * factor // first + added)
    total = max(min(total, 1), total - dropped)
    return total // 2 if halved and last else total


def printed(copy: str, stat: str) -> int:
    """The number on the card; an Illuminati's Global Power equals its Power (I2.5)."""
    card = card_of(copy)
    if stat == "resistance":
        return card.resistance
    return card.power if stat == "power" else card.global_power


def change_words(words: set[str], gains: Iterable[str], loses: Iterable[str]) -> None:
    """Gain and lose words; an alignment gained drives out its opposite (I2.3)."""
    words.difference_update(loses)
    for word in gains:
        opposite = OPPOSED.get(word)
        if opposite and opposite != word:
            words.discard(opposite)
        words.add(word)
