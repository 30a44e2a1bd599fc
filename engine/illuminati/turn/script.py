"""A turn's script run line by line: what is skipped, what waits, what is put off (R12.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.deals.trades import refuse_now
from engine.illuminati.deeds.moves import run_pass
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.turn.conditions import in_running_order, unmet
from engine.illuminati.turn.legality import carry_out, refuse, refuse_aloud, run
from engine.illuminati.turn.parts import pauses, put_off, put_off_waiting
from engine.illuminati.turn.waiting import waits
from engine.illuminati.winning import eliminate_bereft

_TAKING = frozenset((ev.Captured, ev.Freed, ev.Destroyed))
"""What can cost a player his last group."""


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
    carry_out(trial, seat, line.number, line.order)
    return trial.state
