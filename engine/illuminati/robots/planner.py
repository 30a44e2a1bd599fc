"""The planner: both actions thought through, with what the rivals could take afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.dice import Roll
from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, Taste
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.robots.cardplay import (
    FAILURE,
    SUCCESS,
    after,
    answering_cards,
    bribes,
    free_plays,
    last_resort,
    privilege_for,
    realignment,
)
from engine.illuminati.robots.chance import Chooser
from engine.illuminati.robots.money import gather, make_room
from engine.illuminati.robots.raids import Raid, ScriptBook, attack_of, attack_with_all, best_raids
from engine.illuminati.robots.stances import careful_guards, danger, oppositions, strengths
from engine.illuminati.state import State

TASTE = Taste(urgency=0.5, threat=0.1, leader=0.2, keep=0.15, risk=1.0)
WIDTH = 6
"""First actions that are thought through to the second."""
MOST_RAIDS = 24
"""Attacks that are thought of at all."""
SECONDS = 4
"""Second actions that are thought through to their end."""
WAYS_AT_ONE = 2
"""Ways to do the same to the same group that are tried first."""
OUT = 10.0
"""What it costs to throw oneself out."""


class PlannedAction(Value):
    """One action: its chance, and its value with costs taken off."""

    order: od.Order
    chance: float
    value: float
    raid: Raid | None = None


class TurnPlan(Value):
    """A first action and what follows it, if it succeeds and if it fails."""

    value: float = 0.0
    first: PlannedAction | None = None
    then: PlannedAction | None = None
    otherwise: PlannedAction | None = None

    @property
    def raids(self) -> tuple[Raid, ...]:
        """Every attack that may come of it."""
        deeds = (self.first, self.then, self.otherwise)
        return tuple(deed.raid for deed in deeds if deed is not None and deed.raid is not None)


def plan_of(state: State, seat: str) -> TurnPlan:
    """The best first action with what is best after it; no action where none is worth it."""
    if state.turn.actions >= ACTIONS:
        return TurnPlan()
    against = strengths(state, seat)
    idle = TurnPlan(-_danger(state, seat, against))
    plans = _followed(state, seat, deeds_of(state, seat), against)
    return max((idle, *plans), key=lambda plan: plan.value)


def _followed(
    state: State, seat: str, deeds: list[PlannedAction], against: Mapping[str, int]
) -> Iterator[TurnPlan]:
    for deed in _different(deeds):
        then, won = _best_after(state, seat, deed, against, SUCCESS)
        otherwise, lost = None, 0.0
        if deed.chance < 1:
            otherwise, lost = _best_after(state, seat, deed, against, FAILURE)
        value = deed.value + deed.chance * won + (1 - deed.chance) * lost
        yield TurnPlan(value, deed, then, otherwise)


def _different(deeds: list[PlannedAction]) -> list[PlannedAction]:
    """The best of the deeds, only so many alike."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for deed in deeds:
        if deed.raid is not None:
            what = deed.raid.base.target, deed.raid.base.form
            seen[what] += 1
            if seen[what] > WAYS_AT_ONE:
                continue
        found.append(deed)
        if len(found) == WIDTH:
            break
    return found


def _best_after(
    state: State, seat: str, deed: PlannedAction, against: Mapping[str, int], roll: Roll
) -> tuple[PlannedAction | None, float]:
    """The best second action in the world after the first, with what then is in danger."""
    world = after(state, seat, deed.order, roll)
    if world is None or world.seat(seat).is_out:
        return None, -OUT
    best, most = None, -_danger(world, seat, against)
    if world.turn.actions >= ACTIONS:
        return best, most
    for second in deeds_of(world, seat)[:SECONDS]:
        value = second.value - _danger_after(world, seat, second, against)
        if value > most:
            best, most = second, value
    return best, most


def _danger_after(
    state: State, seat: str, deed: PlannedAction, against: Mapping[str, int]
) -> float:
    total = 0.0
    for roll, chance in ((SUCCESS, deed.chance), (FAILURE, 1 - deed.chance)):
        if chance:
            world = after(state, seat, deed.order, roll)
            is_gone = world is None or world.seat(seat).is_out
            total += chance * (OUT if world is None or is_gone else _danger(world, seat, against))
    return total


def _danger(state: State, seat: str, against: Mapping[str, int]) -> float:
    return TASTE.risk * danger(Outlook(state, seat, TASTE), against)


def deeds_of(state: State, seat: str) -> list[PlannedAction]:
    """Every action worth something, best first."""
    outlook = Outlook(state, seat, TASTE)
    chest = state.money(state.seat(seat).illuminati)
    raids = best_raids(outlook, int(TASTE.keep * chest))[:MOST_RAIDS]
    found = [PlannedAction(attack_of(raid), raid.chance, raid.value, raid) for raid in raids]
    found += [PlannedAction(order, 1.0, gain) for order, gain in bribes(outlook)]
    return sorted(found, key=lambda deed: -deed.value)


OPPOSE_AIM = 2
OPPOSE_SHARE = 0.9
OPPOSE_NEAR = 1.0
"""Need down to which, part of its money with which, and captures from a goal at which it does."""


def planner_script(state: State, seat: str, choose: Chooser) -> od.Script:
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


def _write(book: ScriptBook, outlook: Outlook, plan: TurnPlan) -> None:
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


def planner_policies(state: State, seat: str, choose: Chooser) -> tuple[od.Policy, ...]:
    """Guard what would hurt most, oppose who would win, and keep the cards for it."""
    outlook = Outlook(state, seat, TASTE)
    return (
        *careful_guards(outlook),
        *oppositions(outlook, OPPOSE_AIM, OPPOSE_SHARE, OPPOSE_NEAR),
        *answering_cards(outlook),
    )
