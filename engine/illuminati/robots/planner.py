"""The planner: both actions thought through, with what the rivals could take afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.dice import Roll
from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, Taste
from engine.illuminati.deeds.actions import ACTIONS
from engine.illuminati.robots.attacks import attack_of
from engine.illuminati.robots.cardplay import bribes
from engine.illuminati.robots.danger import danger, strengths
from engine.illuminati.robots.raids import Raid, best_raids
from engine.illuminati.robots.worlds import FAILURE, SUCCESS, after
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


class Plan(Value):
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


def plan_of(state: State, seat: str) -> Plan:
    """The best first action with what is best after it; no action where none is worth it."""
    if state.turn.actions >= ACTIONS:
        return Plan()
    against = strengths(state, seat)
    idle = Plan(-_danger(state, seat, against))
    plans = _followed(state, seat, deeds_of(state, seat), against)
    return max((idle, *plans), key=lambda plan: plan.value)


def _followed(
    state: State, seat: str, deeds: list[PlannedAction], against: Mapping[str, int]
) -> Iterator[Plan]:
    for deed in _different(deeds):
        then, won = _best_after(state, seat, deed, against, SUCCESS)
        otherwise, lost = None, 0.0
        if deed.chance < 1:
            otherwise, lost = _best_after(state, seat, deed, against, FAILURE)
        value = deed.value + deed.chance * won + (1 - deed.chance) * lost
        yield Plan(value, deed, then, otherwise)


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
