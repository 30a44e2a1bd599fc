"""What a card is: a Group or Illuminati, or a Special, as typed values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.core.geometry import Outline
from engine.core.values import Value
from engine.illuminati import abilities as ab

A = TypeVar("A")

SET_MARK = "~"
"""Stands in an id between the name of a table's own card and the hash of that table's cards."""


class CardError(ValueError):
    """Cards that do not say what cards must say; `errors` name card, field and what is right."""

    def __init__(self, errors: Sequence[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = tuple(errors)


class Card(Value):
    """A Group or Illuminati; numbers as printed, money in MB a turn."""

    id: str
    name: str
    code: str
    aliases: tuple[str, ...]
    power: int
    transferable: int
    income: int
    outline: Outline
    resistance: int = 0
    alignments: tuple[ab.Alignment, ...] = ()
    abilities: tuple[ab.Ability, ...] = ()
    text: str = ""
    goal: ab.Goal | None = None
    goal_text: str = ""

    @property
    def is_illuminati(self) -> bool:
        return self.goal is not None

    @property
    def short_id(self) -> str:
        """The id as its table writes it; of a printed card, the id."""
        return self.id.partition(SET_MARK)[0]

    def ability(self, kind: type[A]) -> A | None:
        """Its first ability of a kind."""
        for ability in self.abilities:
            if isinstance(ability, kind):
                return ability
        return None


class Special(Value):
    """A Special card and its one-shot effect (R9.6)."""

    id: str
    name: str
    code: str
    aliases: tuple[str, ...]
    copies: int
    effect: ab.Effect
    text: str = ""

    @property
    def short_id(self) -> str:
        """The id as its table writes it; of a printed card, the id."""
        return self.id.partition(SET_MARK)[0]
