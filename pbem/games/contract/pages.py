"""What a game adds to its players' pages: lines to choose, forms, figures, threats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pbem.games.contract.orders import GameInput
from pbem.games.contract.values import S
from pbem.grammar.commands.spec import Form

ROLLS = 36
"""What `ways` counts of."""


@dataclass(frozen=True, slots=True)
class AmountChoice:
    """The line that spends so much, and what it comes to, in words and in rolls of 36."""

    amount: int
    line: str
    about: str = ""
    ways: int | None = None

    @property
    def percent(self) -> int | None:
        return None if self.ways is None else round(100 * self.ways / ROLLS)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line that its seat could send now, under what it stands, and what is said of it.

    `ways` of 36 rolls succeed, None without a roll. `card` is the id on the board of the card that
    it is about. `amounts` are the same line with more and more spent, the least first.
    """

    line: str
    group: str = "What you could order"
    about: str = ""
    ways: int | None = None
    card: str = ""
    amounts: tuple[AmountChoice, ...] = ()

    @property
    def percent(self) -> int | None:
        """The chance in per cent."""
        return None if self.ways is None else round(100 * self.ways / ROLLS)


@dataclass(frozen=True, slots=True)
class LineForm:
    """A line as a form: what it begins with, what it does, and its fields."""

    verb: str
    about: str
    form: Form


@dataclass(frozen=True, slots=True)
class Threat:
    """Who could attack a card with what, before anyone spends; `ways` of 36 rolls succeed."""

    seat: str
    attacker: str
    what: str
    need: int
    ways: int

    @property
    def percent(self) -> int:
        """The chance in per cent."""
        return round(100 * self.ways / ROLLS)


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _no_figures(_state: Any) -> Mapping[str, Mapping[str, int | None]]:
    return {}


@dataclass(frozen=True, slots=True)
class PageSide(Generic[S]):
    """A game's part of the pages of its seats; everything has a default.

    All but `figures` is built from what the seat may know; `figures` are what anybody may know of
    a state: by what is counted a number for each seat, None where it is hidden.
    """

    choices: Callable[[GameInput[S], str], Sequence[Choice]] = _nothing
    policies: tuple[LineForm, ...] = ()
    threats: Callable[[S, str, str], Sequence[Threat]] = _nothing
    figures: Callable[[S], Mapping[str, Mapping[str, int | None]]] = _no_figures
