"""The table of one game of Illuminati: with what the players said beforehand (R12.4 to R12.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core.dice import Dice
from engine.core.table import Table
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.evolve import evolve
from engine.illuminati.state import State

Policies = Mapping[str, tuple[od.Policy, ...]]
Answers = Mapping[str, od.Script]


def _always(_seat: str, _line: od.Line) -> bool:
    return True


class GameTable(Table[State, ev.Event]):
    """Answers are for the script now run, by seat; policies stand; both are read-only.

    `may` says whether the conditions of a line that waits hold now.
    """

    __slots__ = ("policies", "answers", "may")

    def __init__(
        self,
        state: State,
        dice: Dice,
        policies: Policies | None = None,
        answers: Answers | None = None,
    ) -> None:
        super().__init__(state, dice, evolve)
        self.policies: Policies = policies or {}
        self.answers: Answers = answers or {}
        self.may: Callable[[str, od.Line], bool] = _always

    def is_said(self, *kinds: type[od.Order]) -> bool:
        """Whether anybody said anything of these kinds; most turns nobody did."""
        return any(
            isinstance(line.order, kinds) for lines in self.answers.values() for line in lines
        ) or any(isinstance(order, kinds) for orders in self.policies.values() for order in orders)

    def said(self, seat: str) -> Iterator[od.Order]:
        """What a seat has said beforehand: answers before policies, the newest of each first."""
        for line in reversed(self.answers.get(seat, ())):
            if not line.conditions or self.may(seat, line):
                yield line.order
        yield from reversed(self.policies.get(seat, ()))

    def seats_around(self, seat: str) -> list[str]:
        """The seats in the game in order of play after the named one, itself last (R12.6)."""
        return [*(other.name for other in self.state.seats_after(seat)), seat]
