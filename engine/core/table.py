"""The one mutable object of the rules: a state, the events that made it, and the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.dice import Dice

S = TypeVar("S")
E = TypeVar("E")


class Table(Generic[S, E]):
    """Rules emit events here; `evolve` alone makes the next state of each."""

    __slots__ = ("state", "start", "events", "dice", "_evolve")

    def __init__(self, state: S, dice: Dice, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self.start = state
        self.events: list[E] = []
        self.dice = dice
        self._evolve = evolve

    def emit(self, event: E) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
