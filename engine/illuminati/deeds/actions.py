"""The two actions of a turn, for whatever takes one (R2.7)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import rulings as rl
from engine.illuminati.state import State

ACTIONS = 2
"""Actions a turn (R2.7)."""


def refuse_action(state: State) -> Refusal | None:
    """Whether both actions of the turn are spent (R2.7)."""
    if state.turn.actions >= ACTIONS:
        return Refusal(rl.ACTIONS_SPENT, {"actions": ACTIONS})
    return None
