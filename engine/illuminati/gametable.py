"""The table of one game: what was said beforehand, the attack under way, deeds (R6, R12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.core.dice import Dice
from engine.core.rulings import Refusal
from engine.core.table import Table
from engine.core.values import Value, changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.abilities import AttackForm
from engine.illuminati.evolve import moved, with_counts
from engine.illuminati.state import State

Policies = Mapping[str, tuple[od.Policy, ...]]
Answers = Mapping[str, od.Script]


class OpenScript(Value):
    """A script whose attacks, on the lines `attacks`, everybody has been told and none is made."""

    script: od.Script
    attacks: tuple[int, ...]


class Instructions(Value):
    """What players have ordered beforehand, by seat: policies stand, answers are for one script.

    While a script is announced, nothing is taken from it and no other attacks are made (R12.2).
    """

    policies: Policies = {}
    answers: Answers = {}
    announced: OpenScript | None = None


NO_INSTRUCTIONS = Instructions()


def _kinds_of(instructions: Instructions) -> frozenset[type]:
    kinds = {type(line.order) for lines in instructions.answers.values() for line in lines}
    for orders in instructions.policies.values():
        kinds.update(map(type, orders))
    return frozenset(kinds)


def _always(_seat: str, _line: od.Line) -> bool:
    return True


class GameTable(Table[State, ev.Event]):
    """The state and what players ordered beforehand, which is read-only.

    What is counted beside the rules stands in `state` as it was when the table was made.
    `may` says whether the conditions of a line that waits hold now.
    """

    __slots__ = ("instructions", "may", "_kinds")

    def __init__(
        self, state: State, dice: Dice, instructions: Instructions = NO_INSTRUCTIONS
    ) -> None:
        super().__init__(state, dice, moved)
        self.instructions = instructions
        self.may: Callable[[str, od.Line], bool] = _always
        self._kinds = _kinds_of(instructions)

    def counted_state(self) -> State:
        """The state with what is counted beside the rules, to be kept."""
        if not self.events:
            return self.state
        afters = [*self.befores[1:], self.state]
        return with_counts(self.state, list(zip(self.befores, self.events, afters, strict=True)))

    def hear(self, seat: str, lines: od.Script) -> None:
        """Take the lines of a script that wait as what the seat has ordered."""
        answers = self.instructions.answers
        if not lines and seat not in answers:
            return
        self.instructions = changed(self.instructions, answers={**answers, seat: lines})
        self._kinds = _kinds_of(self.instructions)

    def policies(self, seat: str) -> tuple[od.Policy, ...]:
        """The standing orders of a seat, oldest first."""
        return self.instructions.policies.get(seat, ())

    def has_prepared(self, *kinds: type[od.Order]) -> bool:
        """Whether anybody has an order of these kinds; most turns nobody has."""
        return not self._kinds.isdisjoint(kinds)

    def prepared(self, seat: str) -> Iterator[od.Order]:
        """The orders a seat gave beforehand: answers before policies, the newest of each first."""
        for line in reversed(self.instructions.answers.get(seat, ())):
            if not line.conditions or self.may(seat, line):
                yield line.order
        yield from reversed(self.policies(seat))

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


class DeedRules(NamedTuple):
    """What refuses an order of its kind, and what carries it out; False where that has failed.

    Refusing asks for the state, that in which the script began, the seat and the order; carrying
    out for the table, the seat, the number of the line and the order.
    """

    refuse: Callable[[State, State, str, Any], Refusal | None]
    run: Callable[[GameTable, str, int, Any], object]
    may_fail: bool = False


Deeds = Mapping[type, DeedRules]
"""Of a module, by their orders."""


def deed(
    refuse_now: Callable[[State, str, Any], Refusal | None],
    run_now: Callable[[GameTable, str, Any], object],
    *,
    may_fail: bool = False,
) -> DeedRules:
    """One that asks neither how the script began nor for the number of its line."""
    return DeedRules(
        lambda state, _start, seat, order: refuse_now(state, seat, order),
        lambda table, seat, _line, order: run_now(table, seat, order),
        may_fail,
    )


def nothing(*_about: object) -> None:
    """What refuses nothing, or does nothing."""
