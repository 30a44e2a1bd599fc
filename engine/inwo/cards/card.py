"""What a card is, as typed values, and how a copy of it is named (I1.2, I2)."""

from __future__ import annotations

from typing import Literal, TypeVar

from engine.core.geometry import Outline
from engine.core.values import Value
from engine.inwo import abilities as ab
from engine.inwo.selectors import WordSet

A = TypeVar("A")
Family = Literal["illuminati", "group", "resource", "plot"]
CardSet = Literal["unlimited", "assassins", "subgenius"]


class InwoCard(Value):
    """A card as printed; `words` are its alignments, attributes and kinds.

    `listing` is the section of the rules that lists it under its main effect, `also` those it
    is listed under besides. `table_bound`: it is made for a table, and some tables refuse it
    (I33.14); `own_deck`: it is of no use where all have one deck of Plots (I30.3).
    """

    id: str
    name: str
    family: Family
    set: CardSet
    words: WordSet
    outline: Outline
    power: int = 0
    global_power: int = 0
    resistance: int = 0
    action_tokens: int = 0
    abilities: tuple[ab.CardAbility, ...] = ()
    text: str = ""
    requires: str = ""
    listing: str = ""
    also: tuple[str, ...] = ()
    table_bound: bool = False
    own_deck: bool = False

    @property
    def is_plot(self) -> bool:
        """Whether it has the hand back: Plots and Illuminati (I2.1)."""
        return self.family in ("plot", "illuminati")

    @property
    def is_struck_as_place(self) -> bool:
        """Whether it is a Place, or a Resource that Disasters strike as one (I37)."""
        return "place" in self.words or self.ability(ab.Strikable) is not None

    def ability(self, kind: type[A]) -> A | None:
        """Its first ability of a kind."""
        for one in self.abilities:
            if type(one) is kind:
                return one
        return None
