"""A turn's script run line by line: conditions, skipped lines, what runs last (R12.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.attack import GameTable, whole_stake
from engine.illuminati.leaving import eliminate_bereft
from engine.illuminati.legality import refuse, run, run_pass
from engine.illuminati.odds import need_of, parts_of
from engine.illuminati.rulings import Refusal
from engine.illuminati.state import State

_TAKING = (ev.Captured, ev.Freed, ev.Destroyed)
"""What can cost a player his last group."""
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def in_running_order(script: od.Script) -> list[od.Line]:
    """Actions and free lines in their order, then transfers, then special powers (R12.1)."""
    return sorted(script, key=lambda line: _phase(line.order))


def _phase(order: od.Order) -> int:
    if isinstance(order, od.Transfer) and not order.as_action:
        return 1
    return 2 if isinstance(order, od.Spread | od.Arrange) else 0


def run_script(table: GameTable, seat: str, script: od.Script) -> None:
    """Run every line that is legal when it comes up; a turn without any deed is a pass."""
    for line in in_running_order(script):
        run_line(table, seat, script, line)
    turn = table.state.turn
    if not turn.is_busy and not turn.has_passed and not table.state.seat(seat).is_out:
        run_pass(table, seat, is_silent=True)


def run_line(table: GameTable, seat: str, script: od.Script, line: od.Line) -> None:
    """Run or skip one line and record what became of it."""
    refusal = unmet(table.state, seat, script, line)
    if refusal is None:
        refusal = refuse(table.state, table.start, seat, line.order)
    if refusal is not None:
        reason, facts = refusal.reason, tuple(refusal.facts.items())
        ruled = ev.LineRuled(seat, line.number, line.text, False, reason.code, reason.rule, facts)
        table.emit(ruled)
        return
    before = len(table.events)
    succeeded = run(table, seat, line.number, line.order)
    table.emit(ev.LineRuled(seat, line.number, line.text, succeeded))
    if any(isinstance(event, _TAKING) for event in table.events[before:]):
        eliminate_bereft(table)


def unmet(state: State, seat: str, script: od.Script, line: od.Line) -> Refusal | None:
    """The line's condition that does not hold, or that tests a line there is not."""
    numbers = [other.number for other in script]
    for condition in line.conditions:
        tested = line_tested(condition)
        if tested is not None and tested not in numbers:
            return Refusal(rl.NO_SUCH_LINE, {"line": tested})
        if not holds(state, seat, script, condition):
            return Refusal(rl.CONDITION_FALSE, {"line": line.number})
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


def holds(state: State, seat: str, script: od.Script, condition: od.Condition) -> bool:
    """Whether a condition holds now; a line that did not run has failed."""
    match condition:
        case od.LineResult(line=line, succeeds=succeeds):
            return state.turn.results.get(line, False) == succeeds
        case od.HeldBy(card=card, seat=None):
            return card in state.uncontrolled
        case od.HeldBy(card=card, seat=owner):
            return state.owner(card) == owner
        case od.Compare():
            value = _value(state, seat, script, condition)
            return value is not None and _COMPARE[condition.operator](value, condition.right)
        case od.Not(condition=inner):
            return not holds(state, seat, script, inner)


def _value(state: State, seat: str, script: od.Script, compare: od.Compare) -> int | None:
    if compare.left == "money":
        return state.money(state.seat(seat).illuminati)
    if compare.line is not None and compare.line in state.turn.needs:
        return state.turn.needs[compare.line]
    for line in script:
        if line.number == compare.line and isinstance(line.order, od.Attack):
            if refuse(state, state, seat, line.order):
                return None
            return need_of(parts_of(state, seat, line.order)) + whole_stake(line.order)
    return None
