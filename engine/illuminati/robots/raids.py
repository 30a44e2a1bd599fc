"""The attacks a seat could make, with the aid and money they are best made with (R4, R5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.values import Value
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, OutlookChange
from engine.illuminati.attacks.raising import DOUBLE
from engine.illuminati.odds import HIGHEST, LOWEST, ways
from engine.illuminati.options import Base, bases, targets
from engine.illuminati.state import State

ROLLS = 36
MOST_AIDERS = 8
"""Aiders of one attack that are thought of."""
MOST_TARGETS = 40
"""Attacks on groups of others that are reckoned through, those that gain most."""
OWNERS_SHARE = 0.4
"""Part of an owner's Illuminati treasury he is expected to defend one group with."""


class Raid(Value):
    """An attack as it would be ordered; `aim` is the need money is to bring it to.

    `spend` is what that costs unopposed, `ceiling` MB at most, `chance` of success as far as the
    owner's defence can be guessed; `value` in captures, costs taken off.
    """

    base: Base
    aid: tuple[str, ...]
    aim: int
    spend: int
    ceiling: int
    chance: float
    change: OutlookChange
    value: float

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that takes part."""
        return (self.base.attacker, *self.aid)


def best_raids(outlook: Outlook, keep: int) -> list[Raid]:
    """What is worth doing, best first: every base as it is best made, and without aid.

    `keep` MB are left on the Illuminati.
    """
    state, seat = outlook.state, outlook.seat
    changes = _changes(outlook)
    price = outlook.price()
    illuminati = state.seat(seat).illuminati
    spare = max(0, state.money(illuminati) - keep)
    found: list[Raid] = []
    for base in bases(state, seat, changes):
        purse = spare + (0 if base.attacker == illuminati else state.money(base.attacker))
        found += _raids(outlook, base, changes[base.target, base.form], _AttackBudget(purse, price))
    return sorted(found, key=lambda raid: -raid.value)


def _changes(outlook: Outlook) -> dict[tuple[str, ab.AttackForm], OutlookChange]:
    """What attacks could gain; of those on other players only the most gainful ones."""
    state, seat = outlook.state, outlook.seat
    found = {what: outlook.change(*what) for what in targets(state, seat)}
    gains = {what: change for what, change in found.items() if change.gain > 0}
    held = [what for what in gains if state.owner(what[0])]
    held.sort(key=lambda what: -gains[what].gain)
    for what in held[MOST_TARGETS:]:
        del gains[what]
    return gains


def expected_defence(state: State, seat: str, target: str) -> float:
    """Points the owner is expected to spend; his money is a guess where it is a secret."""
    owner = state.owner(target)
    if owner is None or owner == seat:
        return 0.0
    chest = state.money(state.seat(owner).illuminati)
    return DOUBLE * state.money(target) + OWNERS_SHARE * chest


class _Way(NamedTuple):
    """One way to make an attack: its value, how many aiders, MB, and the need with them."""

    value: float
    aiders: int
    money: int
    need: int


class _AttackBudget(NamedTuple):
    """The MB there are for an attack, and what one is worth in captures."""

    money: int
    price: float


def _raids(
    outlook: Outlook, base: Base, change: OutlookChange, purse: _AttackBudget
) -> Iterator[Raid]:
    """The attack with the aid and money that suit it best, and alone if that is another."""
    helpers = [row for row in base.helpers if row[0] != base.attacker]
    expected = expected_defence(outlook.state, outlook.seat, base.target)
    against = int(outlook.taste.caution * expected)
    if base.need + sum(points for _, points in helpers) + purse.money - against < LOWEST:
        return
    costs = [(points, outlook.taste.aid * points) for _, points in helpers[:MOST_AIDERS]]
    found = _ways(base.need - against, costs, change.gain, purse)
    best = max(found)
    for way in (best,) if best.aiders == 0 else (best, found[0]):
        if way.value > 0:
            unaided = way.need - way.money + against
            yield Raid(
                base,
                tuple(card for card, _ in helpers[: way.aiders]),
                aim=min(HIGHEST, unaided + way.money),
                spend=max(0, min(way.money, HIGHEST - unaided)),
                ceiling=way.money,
                chance=ways(way.need) / ROLLS,
                change=change,
                value=way.value,
            )


def _ways(need: int, aid: list[tuple[int, float]], gain: float, purse: _AttackBudget) -> list[_Way]:
    """The attack without aid, with one aider, with two and so on, each with its best money.

    `aid` are the points of each aider and what they cost.
    """
    money, value = _best_money(need, gain, purse)
    found = [_Way(value, 0, money, need + money)]
    spent = 0.0
    for aiders, (points, cost) in enumerate(aid, 1):
        if need >= HIGHEST:
            break
        need += points
        spent += cost
        money, value = _best_money(need, gain, purse)
        found.append(_Way(value - spent, aiders, money, need + money))
    return found


_CHANCES = tuple(ways(need) / ROLLS for need in range(HIGHEST + 1))
"""Of success by the need; a table, because it is looked at so often."""


def _best_money(need: int, gain: float, purse: _AttackBudget) -> tuple[int, float]:
    """The MB that bring most, and what the attack is worth with them."""
    if need >= HIGHEST:
        return 0, _CHANCES[HIGHEST] * gain
    best, most = 0, _CHANCES[max(need, 0)] * gain
    for money in range(max(1, LOWEST - need), min(purse.money, HIGHEST - need) + 1):
        value = _CHANCES[need + money] * gain - purse.price * money
        if value > most:
            best, most = money, value
    return best, most


def attack_of(raid: Raid) -> od.Attack:
    """The order of a raid, with no more money than it is worth."""
    base = raid.base
    return od.Attack(
        base.form,
        base.target,
        base.attacker,
        raid.aid,
        aim=raid.aim if raid.ceiling else None,
        ceiling=raid.ceiling or None,
    )


def attack_with_all(raid: Raid, privilege: od.Privilege | None) -> od.Attack:
    """The order of a raid that wins: whatever it costs, against whoever opposes it."""
    base = raid.base
    return od.Attack(
        base.form, base.target, base.attacker, raid.aid, aim=HIGHEST, privilege=privilege
    )


class ScriptBook:
    """A script as it grows, numbered from 1."""

    def __init__(self) -> None:
        self.script: od.Script = ()

    def add(self, order: od.Order, *conditions: od.Condition) -> int:
        """Write one more line; its number."""
        number = len(self.script) + 1
        self.script = (*self.script, od.Line(number, order, conditions))
        return number
