"""The one mutable object of the rules: a state, the events that made it, and the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.dice import Dice

S = TypeVar("S")
E = TypeVar("E")


class Table(Generic[S, E]):
    """Rules emit events here; `evolve` alone makes the next state of each.

    `befores` are the states in which the events found the table.
    """

    __slots__ = ("state", "start", "events", "befores", "dice", "_evolve")

    def __init__(self, state: S, dice: Dice, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.start = state
        self.events: list[E] = []
        self.befores: list[S] = []
        self.dice = dice
        self._evolve = evolve

    def emit(self, event: E) -> None:
        before = self.state
        self.state = self._evolve(before, event)
        self.befores.append(before)
        self.events.append(event)
