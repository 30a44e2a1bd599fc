"""Orders made at random: right types, but any cards, seats and amounts, right and wrong."""

from __future__ import annotations

import random
import types
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati.cards import CARDS, GROUPS, ILLUMINATI, SPECIALS, UNKNOWN
from engine.illuminati.state import State

KINDS: tuple[type, ...] = get_args(od.Order)
"""Every class of order there is."""
_CONDITIONS = (od.LineResult, od.HeldBy, od.Compare)
_SEATS = ("seat", "seats", "against", "owner", "by")
_NOWHERE = "no-such-card"
_NOBODY = "zed"


class Prober:
    """Makes orders a seat might write in this state; the same lots make the same orders."""

    def __init__(self, state: State, seat: str, lots: random.Random) -> None:
        self.state, self.seat, self.lots = state, seat, lots
        held = list(state.holdings)
        self.mine = [card for card in held if state.holdings[card].seat == seat]
        self.theirs = [card for card in held if state.holdings[card].seat != seat]
        self.hand = list(state.seat(seat).hand)
        self.seats = [row.name for row in state.seats]

    def order(self, kind: type) -> Any:
        """An order of that class."""
        return self._built(kind)

    def any_order(self) -> Any:
        """An order of any class, each as likely as the others."""
        return self.order(self.lots.choice(KINDS))

    def line(self, number: int, kind: type | None = None) -> od.Line:
        """A line of a script, with a condition now and then."""
        order = self.order(kind) if kind else self.any_order()
        conditions: tuple[od.Condition, ...] = ()
        if not self.lots.randrange(3):
            condition = self._built(self.lots.choice(_CONDITIONS))
            conditions = (od.Not(condition) if self.lots.randrange(2) else condition,)
        return od.Line(number, order, conditions)

    def script(self, length: int) -> od.Script:
        """So many lines, numbered from 1."""
        return tuple(self.line(number) for number in range(1, length + 1))

    # --- values -------------------------------------------------------------------------

    def _built(self, kind: type[Value]) -> Any:
        return kind(
            **{name: self._value(kind, name, _hints(kind)[name]) for name in kind.__struct_fields__}
        )

    def _value(self, kind: type, name: str, hint: Any) -> Any:
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Literal:
            return self.lots.choice(inner)
        if origin in (Union, types.UnionType):
            is_none = self.lots.randrange(5) < 2
            return None if is_none else self._value(kind, name, inner[0])
        if origin is tuple and inner[-1] is Ellipsis:
            length = self.lots.choice((0, 1, 1, 2, 3))
            return tuple(self._value(kind, name, inner[0]) for _ in range(length))
        if origin is tuple:
            return tuple(self._value(kind, name, part) for part in inner)
        if isinstance(hint, type) and issubclass(hint, Value):
            return self._built(hint)
        return self._plain(kind, name, hint)

    def _plain(self, kind: type, name: str, hint: Any) -> Any:
        if hint is bool:
            return bool(self.lots.randrange(2))
        if hint is int:
            numbers = self.state.turn.number, self.state.seat(self.seat).offers
            return self.lots.choice((-1, 0, 1, 1, 2, 2, 3, 5, 10, 15, 999_999, *numbers))
        assert hint is str, f"{kind.__name__}.{name}: {hint} cannot be made"
        return self._name(kind, name)

    def _name(self, kind: type, name: str) -> str:
        if name == "to" and kind is not od.Transfer:
            return self.lots.choice([*self.seats, *self.seats, self.seat, _NOBODY])
        if name in _SEATS and not (kind is od.Attack and name == "by"):
            return self.lots.choice([*self.seats, *self.seats, self.seat, _NOBODY])
        if _is_special(kind, name):
            return self._one([self.hand, self.hand, list(SPECIALS), [_NOWHERE], list(GROUPS)])
        if name == "illuminati":
            return self._one([list(ILLUMINATI), list(ILLUMINATI), [_NOWHERE], self.mine])
        state = self.state
        hidden = [card.id for card in UNKNOWN[: len(self.seats)]]
        pools: list[Sequence[str]] = [*[self.mine] * 4, *[self.theirs] * 3]
        pools += [state.uncontrolled] * 3
        pools += [state.dead, hidden, list(ILLUMINATI), list(CARDS), list(SPECIALS), [_NOWHERE]]
        return self._one(pools)

    def _one(self, pools: Sequence[Sequence[str]]) -> str:
        return self.lots.choice(self.lots.choice([pool for pool in pools if pool]))


def _is_special(kind: type, name: str) -> bool:
    """Whether a field names a Special."""
    if name in ("special", "specials"):
        return True
    if name == "by":
        return kind is od.Attack
    holders = (od.GiveSpecial, od.Show, od.Play, od.Privilege, od.FixRoll, od.JoinIn, od.Cancel)
    if name == "card":
        return kind in (*holders, od.SkipTurn)
    return name == "cards" and kind in (od.Abolish, od.Cheat)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def probes(state: State, seat: str, seed: object, count: int = len(KINDS)) -> list[od.Line]:
    """Lines of so many kinds (all of them, if there are no more), each to be asked for itself."""
    prober = Prober(state, seat, random.Random(f"{seed}"))
    kinds = prober.lots.sample(KINDS, min(count, len(KINDS)))
    return [prober.line(1, kind) for kind in kinds]
