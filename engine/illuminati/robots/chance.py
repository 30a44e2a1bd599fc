"""Choices of robots, from dice of their own, never from the game's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.core.dice import Dice

T = TypeVar("T")
Chooser = Callable[[int], int]
"""A number from 0 to n - 1."""


def chooser(dice: Dice, purpose: str) -> Chooser:
    """Choices of one robot for one turn."""
    count = -1

    def choose(sides: int) -> int:
        nonlocal count
        count += 1
        return dice.pick(count, purpose, sides)

    return choose


def one_of(things: Sequence[T], choose: Chooser) -> T:
    """One of the things, each as likely."""
    return things[choose(len(things))]
