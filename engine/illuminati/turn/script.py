"""A turn's script run line by line: conditions, skipped lines, what runs last (R12.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection

from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import known
from engine.illuminati.attacks.course import whole_stake
from engine.illuminati.deals.trades import refuse_now
from engine.illuminati.gametable import GameTable
from engine.illuminati.odds import need_of, parts_of
from engine.illuminati.state import State
from engine.illuminati.turn.legality import refuse, refuse_aloud, run, run_pass, waits
from engine.illuminati.turn.parts import pauses, phase, put_off, put_off_waiting
from engine.illuminati.winning import eliminate_bereft

_TAKING = frozenset((ev.Captured, ev.Freed, ev.Destroyed))
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
    return sorted(script, key=lambda line: phase(line.order))


def run_script(table: GameTable, seat: str, script: od.Script) -> bool:
    """Run every line that is legal when it comes up; a turn without any deed is a pass.

    Lines that wait for an attack or a card (R12.6) are kept from the start and run nowhere. True
    if the turn goes on in another part (R12.1): what was put off is told, and nothing ends. Of an
    announced script only the attacks that all were told of may be made (R12.2).
    """
    waiting = tuple(line for line in script if waits(line.order))
    table.hear(seat, waiting)

    def may(owner: str, line: od.Line) -> bool:
        """Conditions of the mover's waiting lines; others' are judged by public facts alone."""
        lines = script if owner == seat else table.instructions.answers.get(owner, ())
        return unmet(table.state, table.start, owner, lines, line) is None

    table.may = may
    for line in in_running_order(script):
        if line not in waiting:
            _run_line(table, seat, script, line)
    is_paused = pauses(table.state, table.start, script)
    turn = table.state.turn
    is_idle = not is_paused and not turn.is_busy and not turn.has_passed
    if is_idle and not table.state.seat(seat).is_out:
        run_pass(table, seat, is_silent=True)
    for line in waiting:
        _rule_waiting(table, seat, script, line)
    return is_paused


def _rule_waiting(table: GameTable, seat: str, script: od.Script, line: od.Line) -> None:
    """A line that waited was fine if its card was there when the script began."""
    refusal = refuse_aloud(table.start, table.start, seat, line.order)
    refusal = refusal or unmet(table.state, table.start, seat, script, line)
    refusal = refusal or put_off_waiting(table.state, table.start, script, line)
    if refusal is None:
        table.emit(ev.LineRuled(seat, line.number, line.text, True))
    else:
        reason, facts = refusal.reason, tuple(refusal.facts.items())
        ruled = ev.LineRuled(seat, line.number, line.text, False, reason.code, reason.rule, facts)
        table.emit(ruled)


def _run_line(table: GameTable, seat: str, script: od.Script, line: od.Line) -> None:
    """Run or skip one line and record what became of it."""
    refusal = put_off(table.state, table.start, script, line)
    if refusal is None:
        refusal = unmet(table.state, table.start, seat, script, line)
    if refusal is None:
        refusal = refuse_aloud(table.state, table.start, seat, line.order)
    if refusal is None:
        refusal = refuse_now(table, seat, line.order)
    if refusal is None and table.instructions.announced is not None:
        attacks = table.instructions.announced.attacks
        refusal = _refuse_unannounced(table, seat, script, line, attacks)
    if refusal is not None:
        reason, facts = refusal.reason, tuple(refusal.facts.items())
        ruled = ev.LineRuled(seat, line.number, line.text, False, reason.code, reason.rule, facts)
        table.emit(ruled)
        return
    before = len(table.events)
    succeeded = run(table, seat, line.number, line.order)
    table.emit(ev.LineRuled(seat, line.number, line.text, succeeded))
    if not _TAKING.isdisjoint(map(type, table.events[before:])):
        eliminate_bereft(table)


def _refuse_unannounced(
    table: GameTable, seat: str, script: od.Script, line: od.Line, announced: Collection[int]
) -> Refusal | None:
    """What a script may not do once all know its attacks: make others, or undo these (R12.2)."""
    if isinstance(line.order, od.Attack):
        known_line = line.number in announced
        return None if known_line else Refusal(rl.NOT_ANNOUNCED, {"target": line.order.target})
    order = in_running_order(script)
    pending = [
        later
        for later in order[order.index(line) + 1 :]
        if later.number in announced and isinstance(later.order, od.Attack)
    ]
    possible = [row for row in pending if not refuse(table.state, table.start, seat, row.order)]
    if not possible or not _fits_from_the_start(table, seat, script, line):
        return None
    after = tried(table, seat, line)
    for row in possible:
        is_stopped = isinstance(line.order, od.More)
        if is_stopped or refuse(after, table.start, seat, row.order):
            return Refusal(rl.SPOILS_ANNOUNCED, {"line": row.number})
    return None


def _fits_from_the_start(table: GameTable, seat: str, script: od.Script, line: od.Line) -> bool:
    """Whether a line fits by what others did since it was announced, not by the script's luck.

    Had it fitted then, the attacks that it makes impossible would not have been announced.
    """
    start = table.start
    is_met = unmet(start, start, seat, script, line) is None
    return is_met and refuse(start, start, seat, line.order) is None


def tried(table: GameTable, seat: str, line: od.Line) -> State:
    """The state that a legal order would leave."""
    trial = GameTable(table.state, table.dice, table.instructions)
    trial.start, trial.may = table.start, table.may
    run(trial, seat, line.number, line.order)
    eliminate_bereft(trial)
    return trial.state


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
