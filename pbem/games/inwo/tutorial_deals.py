"""A tutorial played beforehand: do all its lessons come, and does the first attack succeed?"""

from __future__ import annotations

from datetime import UTC, datetime

from engine.core.dice import Dice
from engine.inwo.facts import facts
from engine.inwo.state import InwoState
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Ask, Filed
from pbem.games.inwo import rules
from pbem.games.inwo.robots import letter
from pbem.games.inwo.teaching import LESSONS, lesson_lines, lesson_number

MOST_ASKS = 60
_AFTER_ATTACK, _GROUPS_THEN = 3, 5
"""The lesson after the first attack, and the cards that its success leaves a learner with."""
_NO_ORDERS = ("READY",)
_AT = datetime(2000, 1, 1, tzinfo=UTC)


def works_out(state: InwoState, seat: str, dice: Dice) -> bool:
    """Whether a learner who sends what the lessons say moves first and sees all of them."""
    wanted = 0
    for _ in range(MOST_ASKS):
        status, number = rules.status(state), lesson_number(state, seat)
        if status.is_over or (number is not None and number != wanted):
            return False
        if number is not None and not _can_be_taught(state, seat, number):
            return False
        if number == len(LESSONS) - 1:
            return True
        wanted += number is not None
        state = _answered(state, status.asks[0], seat, dice)
    return False


def _can_be_taught(state: InwoState, seat: str, number: int) -> bool:
    """Whether the table has every line of a lesson, and the first attack has succeeded."""
    if number == _AFTER_ATTACK and len(facts(state).groups[seat]) < _GROUPS_THEN:
        return False
    return len(lesson_lines(state, seat)) == len(LESSONS[number].examples)


def _answered(state: InwoState, ask: Ask, seat: str, dice: Dice) -> InwoState:
    """The game once everybody who is asked has sent his lines: the lesson's, or the robot's."""
    lines = {
        name: lesson_lines(state, seat)
        if name == seat
        else letter(RobotSeat(name, "easy"), state, (ask,), dice)
        for name in ask.seats
    }
    sheets = {
        name: tuple(line for line in own if line not in _NO_ORDERS) for name, own in lines.items()
    }
    return rules.advance(state, ask.key, Filed(sheets, {}), dice, _AT)[-1].state
