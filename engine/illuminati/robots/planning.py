"""The planner's letters: its plan as a script, the Specials that help it, its policies."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook
from engine.illuminati.robots.attacks import ScriptBook, attack_with_all
from engine.illuminati.robots.cardplay import (
    answering_cards,
    free_plays,
    last_resort,
    privilege_for,
    realignment,
)
from engine.illuminati.robots.chance import Choose
from engine.illuminati.robots.money import gather
from engine.illuminati.robots.planner import TASTE, Plan, PlannedAction, plan_of
from engine.illuminati.robots.room import make_room
from engine.illuminati.robots.stances import careful_guards, oppositions
from engine.illuminati.robots.worlds import after
from engine.illuminati.state import State

OPPOSE_AIM = 2
OPPOSE_SHARE = 0.9
OPPOSE_NEAR = 1.0
"""Need down to which, part of its money with which, and captures from a goal at which it does."""


def planner_script(state: State, seat: str, choose: Choose) -> od.Script:
    """The best plan for both actions, with the Specials that help it."""
    book = ScriptBook()
    for order in free_plays(state, seat):
        world = after(state, seat, order)
        if world is not None:
            book.add(order)
            state = world
    plan = plan_of(state, seat)
    change = realignment(state, seat, plan.value, lambda world: plan_of(world, seat).value)
    if change is not None:
        order, state = change
        book.add(order)
        plan = plan_of(state, seat)
    _write(book, Outlook(state, seat, TASTE), plan)
    for order in gather(state, seat, plan.raids):
        book.add(order)
    room = None if plan.first else make_room(state, seat)
    if room is not None:
        book.add(room)
    return book.script or (od.Line(1, od.Pass()),)


def _write(book: ScriptBook, outlook: Outlook, plan: Plan) -> None:
    """The plan as lines, and the Special that makes its dearest attack succeed."""
    if plan.first is None:
        return
    claimed: list[od.Privilege] = []
    first = book.add(_order(outlook, plan.first, claimed))
    attacks = [(first, plan.first)]
    if plan.then is not None and plan.then == plan.otherwise:
        attacks.append((book.add(_order(outlook, plan.then, claimed)), plan.then))
    else:
        for deed, succeeds in ((plan.then, True), (plan.otherwise, False)):
            if deed is not None:
                order = _order(outlook, deed, claimed)
                attacks.append((book.add(order, od.LineResult(first, succeeds)), deed))
    raids = [(line, deed.raid) for line, deed in attacks if deed.raid is not None]
    fix = last_resort(outlook.state, outlook.seat, raids)
    if fix is not None:
        book.add(fix)


def _order(outlook: Outlook, deed: PlannedAction, claimed: list[od.Privilege]) -> od.Order:
    """The order of a deed, with all there is behind it where it wins the game."""
    if deed.raid is None or not outlook.wins(deed.raid.change):
        return deed.order
    privilege = privilege_for(outlook.state, outlook.seat, claimed)
    if privilege is not None:
        claimed.append(privilege)
    return attack_with_all(deed.raid, privilege)


def planner_policies(state: State, seat: str, choose: Choose) -> tuple[od.Policy, ...]:
    """Guard what would hurt most, oppose who would win, and keep the cards for it."""
    outlook = Outlook(state, seat, TASTE)
    return (
        *careful_guards(outlook),
        *oppositions(outlook, OPPOSE_AIM, OPPOSE_SHARE, OPPOSE_NEAR),
        *answering_cards(outlook),
    )
