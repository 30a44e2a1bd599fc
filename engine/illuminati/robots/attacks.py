"""Raids as lines of a script: the order with its aim and ceiling."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.odds import HIGHEST
from engine.illuminati.robots.raids import Raid


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
