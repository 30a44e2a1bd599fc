"""What would become of a script, without chance: every line in every way the attacks may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.dice import BEST_DICE, WORST_DICE, ForcedDice
from engine.core.rulings import Refusal
from engine.core.values import Value, changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.gametable import GameTable
from engine.illuminati.odds import LOWEST, need_of, parts_of, whole_stake
from engine.illuminati.rulings import Bares, Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.conditions import in_running_order, unmet
from engine.illuminati.turn.known_state import as_known, may_find_money
from engine.illuminati.turn.legality import carry_out, refuse
from engine.illuminati.turn.outcome import bared, ruling_of
from engine.illuminati.turn.parts import put_off, put_off_waiting
from engine.illuminati.turn.waiting import waits

MOST_WORLDS = 8
"""Ways the attacks may go that are followed; two actions make no more than four."""


@dataclass(slots=True)
class _Status:
    """What the worlds say of one line; `is_open` if it hangs on money nobody has counted yet.

    `parts` and `owner` are those of an attack where it first comes up and may be made; `bared`
    counts the worlds in which it gives away the last of something.
    """

    reached: int = 0
    refusal: Refusal | None = None
    refused: int = 0
    need: int | None = None
    is_open: bool = False
    parts: tuple[ev.Part, ...] | None = None
    owner: str | None = None
    bares: Bares = ""
    bared: int = 0


class _Trial(NamedTuple):
    """A seat's script as it is tried, and the state from which it starts.

    What an attack in its `last` line comes to is not asked: no line comes behind it.
    """

    start: State
    seat: str
    lines: od.Script
    last: od.Line | None


class ScriptPreview(Value):
    """A line before it is run; `parts` and `owner` are those of an attack that can come up."""

    line: od.Line
    ruling: Ruling
    parts: tuple[ev.Part, ...] | None
    owner: str | None


def check(state: State, seat: str, lines: od.Script) -> tuple[Ruling, ...]:
    """One ruling a line, in the order given, as far as it can be known without dice.

    Draws are not looked at: a card bought in the script is unknown to it. A line that is
    legal only if earlier attacks go one way has `may_fail`.
    """
    return tuple(row.ruling for row in preview(state, seat, lines))


def preview(state: State, seat: str, lines: od.Script) -> tuple[ScriptPreview, ...]:
    """The lines with their rulings, and the sum of every attack as far as its player can know."""
    running = in_running_order(lines)
    has_waiting = any(waits(line.order) for line in lines)
    last = running[-1] if running and not has_waiting else None
    trial = _Trial(as_known(state, seat), seat, lines, last)
    worlds = [trial.start]
    statuses: dict[int, _Status] = {}
    for line in running:
        status = statuses[id(line)] = _Status()
        worlds = [new for world in worlds for new in _run(world, trial, line, status)]
        worlds = worlds[:MOST_WORLDS]
    for line in lines:
        _put_off_waiting(worlds, trial, line, statuses[id(line)])
    rows = ((line, statuses[id(line)]) for line in lines)
    return tuple(ScriptPreview(line, _ruling(line, f), f.parts, f.owner) for line, f in rows)


def _put_off_waiting(worlds: list[State], trial: _Trial, line: od.Line, status: _Status) -> None:
    """A card kept for the end of the turn, where the script stops before it (R12.1)."""
    if not waits(line.order):
        return
    refusals = [put_off_waiting(world, trial.start, trial.lines, line) for world in worlds]
    if refusals and all(refusals):
        status.refusal, status.refused = status.refusal or refusals[0], status.reached


def _run(world: State, trial: _Trial, line: od.Line, status: _Status) -> list[State]:
    start, seat, lines, last = trial
    refusal = put_off(world, start, lines, line) if not waits(line.order) else None
    refusal = refusal or unmet(world, start, seat, lines, line)
    if refusal is not None and refusal.reason is rl.CONDITION_FALSE:
        return [_done(world, line, succeeded=False, met=False)]
    status.reached += 1
    refusal = refusal or refuse(world, start, seat, line.order)
    if refusal is not None:
        status.refused += 1
        if may_find_money(world, start, seat, refusal):
            status.is_open = True
        else:
            status.refusal = status.refusal or refusal
        return [_done(world, line, succeeded=False)]
    if waits(line.order):
        return [world]
    if isinstance(line.order, od.Accuse | od.Catch):
        return _guessed(world, trial, line)
    if not isinstance(line.order, od.Attack):
        after = _after(world, trial, line, BEST_DICE)
        if what := bared(world, after, seat, line.order):
            status.bares, status.bared = what, status.bared + 1
        return [after]
    parts = parts_of(world, seat, line.order)
    need = need_of(parts) + whole_stake(line.order)
    if status.parts is None:
        status.need, status.parts, status.owner = need, parts, world.owner(line.order.target)
    if line is last:
        return []
    failed = _after(world, trial, line, WORST_DICE)
    return [_after(world, trial, line, BEST_DICE), failed] if need >= LOWEST else [failed]


def _guessed(world: State, trial: _Trial, line: od.Line) -> list[State]:
    """A guess may be right or wrong, whatever is true (R11.3, R11.5)."""
    wrong = _after(world, trial, line, WORST_DICE)
    right = wrong if isinstance(line.order, od.Accuse) else world
    return [_done(right, line, succeeded=True), wrong]


def _after(world: State, trial: _Trial, line: od.Line, dice: ForcedDice) -> State:
    table = GameTable(world, dice)
    table.start = trial.start
    succeeded = carry_out(table, trial.seat, line.number, line.order)
    return _done(table.state, line, succeeded=succeeded)


def _done(world: State, line: od.Line, *, succeeded: bool, met: bool = True) -> State:
    turn = world.turn
    results = {**turn.results, line.number: succeeded}
    turn = changed(turn, results=results, met={**turn.met, line.number: met})
    return changed(world, turn=turn)


def _ruling(line: od.Line, status: _Status) -> Ruling:
    if not status.reached:
        return ruling_of(line.number, Refusal(rl.CONDITION_FALSE, {"line": line.number}))
    if status.refused == status.reached and not status.is_open:
        return ruling_of(line.number, status.refusal)
    is_sure = status.bared == status.reached - status.refused
    bares: Bares = "maybe-group" if status.bares == "group" and not is_sure else status.bares
    found = ruling_of(line.number, None)
    return changed(found, may_fail=status.refused > 0, need=status.need, bares=bares)
