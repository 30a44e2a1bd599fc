"""Lines of the mover that are done before the main phase, or after it (I5.1, I5.6)."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.game import Advanced, is_on_file
from engine.inwo.inwotable import InwoTable
from engine.inwo.orders import IN_MAIN_PHASE, IN_VICTORY
from engine.inwo.state import InwoState
from engine.inwo.turn.ending import come_to_victory, end_turn
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.script_lines import run_line
from engine.inwo.turn.start import begin_turn_of, draw_cards
from engine.inwo.turn.windows import is_halted

_LASTING = (*IN_VICTORY, od.Knock)
"""Lines of a script that are for the victory, or for nothing."""


def after_main(
    early: Advanced, answers: dict[str, tuple[od.InwoLine, ...]], dice: Dice
) -> tuple[Advanced, dict[str, tuple[od.InwoLine, ...]]]:
    """The script where the main phase is over: what may be done at any time is done (I5.6)."""
    mover = early.state.turn.seat
    lines = answers.get(mover, ())
    rest = without_script(answers, mover)
    kept = rest.get(mover, ())
    left = [one for one in lines if one not in kept and not isinstance(one.order, od.EndSegment)]
    table = InwoTable(early.state, dice)
    for line in left:
        if isinstance(line.order, IN_MAIN_PHASE):
            why = rl.NOT_MAIN
            table.emit(ev.LineSettled(mover, line.number, "illegal", why.code, why.rule))
        else:
            run_line(table, mover, line)
            is_halted(table)
    done = Advanced(table.state, (*early.events, *table.events))
    return done, rest


def without_script(
    answers: dict[str, tuple[od.InwoLine, ...]], mover: str
) -> dict[str, tuple[od.InwoLine, ...]]:
    """What is on file once the script has been run: its lines are no answers (I39.4)."""
    lines = answers.get(mover, ())
    kept = tuple(line for line in lines if is_on_file(line) or isinstance(line.order, _LASTING))
    return {**answers, mover: kept}


def for_the_start(
    state: InwoState, answers: dict[str, tuple[od.InwoLine, ...]]
) -> tuple[od.InwoLine, ...]:
    """What the mover does before his script: answers, and cards of a moment (I5.1, I39.4)."""
    mover = state.turn.seat
    lines = answers.get(mover, ())
    return tuple(line for line in lines if is_on_file(line) or _is_of_a_moment(state, mover, line))


def _is_of_a_moment(state: InwoState, seat: str, line: od.InwoLine) -> bool:
    order = line.order
    copy = source_of(state, seat, order) if isinstance(order, od.PlayPlot | od.UseAbility) else None
    return copy is not None and any(deed.moment for deed in deeds_of(copy))


def begin(table: InwoTable, step: str) -> InwoTable:
    """The turn as far as it goes before its script is asked for."""
    seat = table.state.turn.seat
    if step == "b0":
        begin_turn_of(table, seat)
    elif step in ("b1", "b2"):
        draw_cards(table, "b1" if step == "b1" else "b2")
    elif step == "b4":
        finish_start(table)
    elif step == "e1":
        end_turn(table)
    elif step == "e3":
        come_to_victory(table)
    return table
