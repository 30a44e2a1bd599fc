"""The cautious robot: it takes a group to stay in the game (R10.1), then passes and guards."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, Taste
from engine.illuminati.robots.chance import Chooser
from engine.illuminati.robots.raids import attack_of, best_raids
from engine.illuminati.robots.stances import plain_guard
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of

TASTE = Taste()
GUARD_AIM, GUARD_SHARE = 4, 0.5
"""The need down to which it guards, and the part of its Illuminati's money for that."""


def cautious_script(state: State, seat: str, choose: Chooser) -> od.Script:
    """A pass, or as long as it has no group the surest attack on one that is nobody's."""
    if groups_of(state, seat):
        return (od.Line(1, od.Pass()),)
    free = [
        raid
        for raid in best_raids(Outlook(state, seat, TASTE), 0)
        if raid.base.target in state.uncontrolled and raid.base.form == "control"
    ]
    surest = max(free, key=lambda raid: raid.chance, default=None)
    return (od.Line(1, attack_of(surest) if surest else od.Pass()),)


def cautious_policies(state: State, seat: str, choose: Chooser) -> tuple[od.Policy, ...]:
    """Guard what it has, and leave the quarrels of others alone."""
    return tuple(plain_guard(Outlook(state, seat, TASTE), GUARD_AIM, GUARD_SHARE))
