"""A robot that orders anything legal; it finds what nobody thought of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.facts import facts
from engine.inwo.options import attackable, inwo_answers, inwo_options
from engine.inwo.state import InwoState

T = TypeVar("T")
Pick = Callable[[int], int]
"""A number from 0 to n - 1, from dice of the robot's own."""
MOST_LINES = 6


def one(things: Sequence[T], pick: Pick) -> T:
    return things[pick(len(things))]


def random_lines(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """A script of a few legal orders; the later ones may be legal no more when they come up."""
    options = [option.order for option in inwo_options(state, seat)]
    orders: list[od.InwoOrder] = []
    takeovers = [order for order in options if isinstance(order, od.TakeOver)]
    if takeovers and pick(4):
        orders.append(one(takeovers, pick))
    others = [order for order in options if not isinstance(order, od.TakeOver)]
    attacks = _to_come(state, seat)
    for _ in range(1 + pick(MOST_LINES)):
        kinds = [things for things in (others, attacks) if things]
        if kinds:
            orders.append(_dressed(state, seat, one(one(kinds, pick), pick), pick))
    return tuple(od.InwoLine(at, order) for at, order in enumerate(orders, 1))


def _to_come(state: InwoState, seat: str) -> list[od.InwoOrder]:
    """Attacks that his tokens of B4 will allow."""
    known = facts(state)
    in_play = attackable(state)
    orders: list[od.InwoOrder] = []
    for attacker in known.groups[seat]:
        orders += [
            od.LaunchAttack("control", attacker, c, from_hand=True) for c in state.seat(seat).groups
        ]
        orders += [od.LaunchAttack("control", attacker, copy) for copy in in_play]
        orders += [od.LaunchAttack("destroy", attacker, copy) for copy in in_play]
    return orders


def _dressed(state: InwoState, seat: str, order: od.InwoOrder, pick: Pick) -> od.InwoOrder:
    """An attack with some help."""
    if not isinstance(order, od.LaunchAttack):
        return order
    groups = [copy for copy in facts(state).groups[seat] if copy != order.attacker]
    aid = tuple(od.Helper(copy) for copy in groups if not pick(3))
    boosts = tuple(plot for plot in state.seat(seat).plots if not pick(3))
    return changed(order, aid=aid, boosts=boosts)


def random_answers(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """Perhaps a Group or two on either side, or something that can be done at any time."""
    known, attack = facts(state), state.attack
    deeds = [] if pick(2) else inwo_answers(state, seat)
    orders: list[od.InwoOrder] = [one(deeds, pick)] if deeds else []
    for side in ("aid", "oppose") if attack is not None else ():
        assert attack is not None
        able = [
            copy
            for copy in known.groups[seat]
            if jn.refuse_join(known, attack, seat, copy, side) is None
        ]
        if able and not pick(3):
            orders.append(od.JoinAttack(side, (od.Helper(one(able, pick)),)))
    if attack is not None and not pick(2):
        orders.append(od.DefendTarget())
    return tuple(od.InwoLine(at, order) for at, order in enumerate(orders, 1))


def random_policies(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoPolicy, ...]:
    return (od.GuardPolicy(until=pick(12), all_in=not pick(2)),) if pick(2) else ()
