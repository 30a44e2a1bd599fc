"""Which deals suit a learner: tutorials are dealt by hand, and say so (R12.10)."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.illuminati.advice.advising import advised
from engine.illuminati.game import resolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.orders import Attack, Line
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of
from engine.illuminati.turn.checking import check

GOOD_NEED = 8
"""The need of an attack that a first lesson may show: 26 rolls of 36 make it."""


def teaches(state: State, seat: str, dice: Dice) -> bool:
    """Whether a learner moves first, and the attack that the first lesson shows him succeeds."""
    if state.turn.seat != seat:
        return False
    attack = next((o.order for o in advised(state, seat) if isinstance(o.order, Attack)), None)
    if attack is None or attack.form != "control":
        return False
    script = (Line(1, attack),)
    ruling = check(state, seat, script)[0]
    if ruling.need is None or ruling.need < GOOD_NEED:
        return False
    after = resolve(state, script, dice, Instructions({})).state
    return attack.target in groups_of(after, seat)
