"""The conditions of a script's lines, and the order in which its lines come up (R12.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable

from engine.core.rulings import Refusal
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import known
from engine.illuminati.odds import need_of, parts_of, whole_stake
from engine.illuminati.state import State
from engine.illuminati.turn.legality import refuse
from engine.illuminati.turn.parts import phase

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def in_running_order(script: od.Script) -> list[od.Line]:
    """Actions and free lines in their order, then transfers, then special powers (R12.1)."""
    return sorted(script, key=lambda line: phase(line.order))


def unmet(
    state: State, start: State, seat: str, script: od.Script, line: od.Line
) -> Refusal | None:
    """Why the line's conditions keep it from running now; None if they hold.

    A result can be tested of lines that run before it only. Of an IF and its ELSE one runs:
    whichever comes up first decides for both. A hidden Illuminati is nobody's here (R11.3).
    """
    if not line.conditions:
        return None
    state, start = known(state, seat), known(start, seat)
    order = in_running_order(script)
    earlier = [other.number for other in order[: order.index(line)]]
    numbers = [other.number for other in script]
    for condition in line.conditions:
        tested = line_tested(condition)
        testable = numbers if isinstance(bare(condition), od.Compare) else earlier
        if tested is not None and tested not in testable:
            return Refusal(rl.NO_SUCH_LINE, {"line": tested})
        verdict = _decided(state, script, line, condition)
        if verdict is None:
            verdict = holds(state, start, seat, script, condition)
        if not verdict:
            return Refusal(rl.CONDITION_FALSE, {"line": line.number})
    return None


def bare(condition: od.Condition) -> od.Condition:
    """The condition itself, whether it must hold or must not."""
    return condition.condition if isinstance(condition, od.Not) else condition


def _decided(
    state: State, script: od.Script, line: od.Line, condition: od.Condition
) -> bool | None:
    """What the other branch of an IF and ELSE came to, if it has come up already."""
    at = script.index(line)
    if isinstance(condition, od.Not):
        others = [o for o in reversed(script[:at]) if condition.condition in o.conditions]
    else:
        others = [o for o in script[at + 1 :] if od.Not(condition) in o.conditions]
    for other in others[:1]:
        met = state.turn.met.get(other.number)
        if met is not None and len(other.conditions) == 1:
            return not met
    return None


def line_tested(condition: od.Condition) -> int | None:
    """The line a condition tests, if it tests one."""
    match condition:
        case od.Not(condition=inner):
            return line_tested(inner)
        case od.LineResult(line=line) | od.Compare(line=line):
            return line
        case od.HeldBy():
            return None


def holds(
    state: State, start: State, seat: str, script: od.Script, condition: od.Condition
) -> bool:
    """Whether a condition holds now; a line that did not run has failed."""
    match condition:
        case od.LineResult(line=line, succeeds=succeeds):
            return state.turn.results.get(line, False) == succeeds
        case od.HeldBy(card=card, seat=None):
            return card in state.uncontrolled
        case od.HeldBy(card=card, seat=owner):
            return state.owner(card) == owner
        case od.Compare():
            value = _value(state, start, seat, script, condition)
            return value is not None and _COMPARE[condition.operator](value, condition.right)
        case od.Not(condition=inner):
            return not holds(state, start, seat, script, inner)


def _value(
    state: State, start: State, seat: str, script: od.Script, compare: od.Compare
) -> int | None:
    if compare.left == "money":
        return state.money(state.seat(seat).illuminati)
    if compare.line is not None and compare.line in state.turn.needs:
        return state.turn.needs[compare.line]
    for line in script:
        if line.number == compare.line and isinstance(line.order, od.Attack):
            if refuse(state, start, seat, line.order):
                return None
            return need_of(parts_of(state, seat, line.order)) + whole_stake(line.order)
    return None
