"""What robots do about dice that lie open (M2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import orders as od
from engine.inwo.attacks.course import is_success
from engine.inwo.options import dice_answers
from engine.inwo.state import InwoState
from engine.inwo.turn.rehearsal import rehearse_answer


def answers_to_dice(state: InwoState, seat: str) -> Iterator[od.PlayPlot | od.UseAbility]:
    """The first card, if any, that turns a result which hurts the seat."""
    attack = state.attack
    if attack is None or is_success(state) == _wants_success(state, seat):
        return
    for order in dice_answers(state, seat):
        success = rehearse_answer(state, seat, od.InwoLine(1, order)).success
        if success is None or success == _wants_success(state, seat):
            yield order
            return


def _wants_success(state: InwoState, seat: str) -> bool | None:
    """Whether the attack is his, or on what is his; nothing for who has no part in it."""
    attack = state.attack
    assert attack is not None
    if attack.seat == seat:
        return True
    return False if state.controller(attack.target) == seat else is_success(state)
