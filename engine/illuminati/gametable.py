"""The table of one game: what players said beforehand, and the attack under way (R6, R12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.dice import Dice
from engine.core.table import Table
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.abilities import AttackForm
from engine.illuminati.evolve import evolve
from engine.illuminati.state import State

Policies = Mapping[str, tuple[od.Policy, ...]]
Answers = Mapping[str, od.Script]


def _kinds_of(answers: Answers, policies: Policies) -> frozenset[type]:
    said = [type(line.order) for lines in answers.values() for line in lines]
    said += [type(order) for orders in policies.values() for order in orders]
    return frozenset(said)


def _always(_seat: str, _line: od.Line) -> bool:
    return True


class GameTable(Table[State, ev.Event]):
    """Answers are for the script now run, by seat; policies stand; both are read-only.

    `may` says whether the conditions of a line that waits hold now.
    """

    __slots__ = ("policies", "answers", "may", "_kinds")

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
        self._kinds = _kinds_of(self.answers, self.policies)

    def hear(self, seat: str, lines: od.Script) -> None:
        """Take the lines of a script that wait as what the seat has said."""
        if not lines and seat not in self.answers:
            return
        self.answers = {**self.answers, seat: lines}
        self._kinds = _kinds_of(self.answers, self.policies)

    def is_said(self, *kinds: type[od.Order]) -> bool:
        """Whether anybody said anything of these kinds; most turns nobody did."""
        return not self._kinds.isdisjoint(kinds)

    def said(self, seat: str) -> Iterator[od.Order]:
        """What a seat has said beforehand: answers before policies, the newest of each first."""
        for line in reversed(self.answers.get(seat, ())):
            if not line.conditions or self.may(seat, line):
                yield line.order
        yield from reversed(self.policies.get(seat, ()))

    def seats_around(self, seat: str) -> list[str]:
        """The seats in the game in order of play after the named one, itself last (R12.6)."""
        return [*(other.name for other in self.state.seats_after(seat)), seat]


@dataclass(slots=True)
class Fight:
    """An attack under way: whose, which, and what stands between others and their money."""

    seat: str
    line: int
    order: od.Attack
    owner: str | None
    need: int
    is_privileged: bool = False
    joined: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        return self.order.target

    @property
    def form(self) -> AttackForm:
        return self.order.form

    @property
    def defender(self) -> str | None:
        """The seat that defends; nobody when a seat attacks its own group."""
        return None if self.owner == self.seat else self.owner
