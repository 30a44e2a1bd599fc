"""Scripts: lines in their order, each carried out or told why not (I31.2, I31.3)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds.card_deeds import ends_turn
from engine.inwo.deeds.deals import lose_due
from engine.inwo.deeds.settling_powers import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import ASKED_AGAIN, PICKS_AGAIN, InwoState, OpenAsk
from engine.inwo.turn.ending import cut_turn, end_turn
from engine.inwo.turn.moments import is_late_halted, open_moment, waits_for_draw
from engine.inwo.turn.script_lines import (
    bring_tokens,
    is_passed_over,
    is_put_off,
    is_takeover,
    run_line,
)
from engine.inwo.turn.triggers import run_triggers
from engine.inwo.turn.windows import (
    is_halted,
    try_the_rest,
    try_unanswered,
)


def run_script(table: InwoTable) -> None:
    """What is left of the script, up to the next window or through the end of the turn.

    It waits while a window is open beside it (I31.13).
    """
    if table.state.asks:
        return
    try_unanswered(table)
    if _is_halted_within(table):
        return
    if table.state.questions or is_halted(table) or table.state.questions:
        return
    settle_powers(table)
    if _asks_again(table) or is_late_halted(table):
        return
    _end_script(table)


def _end_script(table: InwoTable) -> None:
    """What was put off is done; then the turn ends."""
    bring_tokens(table)
    if table.state.turn.is_cut:
        cut_turn(table)
        return
    try_the_rest(table)
    settle_powers(table)
    lose_due(table)
    end_turn(table)


def _is_halted_within(table: InwoTable) -> bool:
    """Line by line; whether the game stops before the last."""
    while table.state.turn.script and not table.state.questions and not table.state.turn.is_cut:
        line, *rest = table.state.turn.script
        if is_passed_over(table, line, rest) or is_put_off(table, line, rest):
            continue
        is_more = isinstance(line.order, od.EndSegment)
        if _stops(table) if is_more else _is_stopped_by(table, line):
            return True
        is_over = table.state.seat(table.state.turn.seat).is_out or is_decided(table.state)
        if isinstance(line.order, od.Knock) or is_over:
            return False
    return False


def _stops(table: InwoTable) -> bool:
    """MORE: what is announced is settled first; as the last line it asks for the rest (I31.3)."""
    if is_halted(table):
        return True
    settle_powers(table)
    run_triggers(table)
    turn = table.state.turn
    is_last = len(turn.script) <= 1
    table.emit(ev.LinesTaken(turn.seat, 1))
    if is_last:
        table.emit(ev.Asked(OpenAsk(f"script-{turn.number}", "script", (turn.seat,))))
    return is_last


def _asks_again(table: InwoTable) -> bool:
    """Whether his script has stopped as his takeover was undone: he is asked anew (I38.45)."""
    turn = table.state.turn
    used = table.state.seat(turn.seat).used
    if turn.is_cut or used.count(PICKS_AGAIN) == used.count(ASKED_AGAIN):
        return False
    table.emit(ev.OnceUsed(turn.seat, ASKED_AGAIN))
    table.emit(ev.Asked(OpenAsk(f"script-{turn.number}", "script", (turn.seat,))))
    return True


def _is_stopped_by(table: InwoTable, line: od.InwoLine) -> bool:
    """A line is carried out; whether a window opens behind it."""
    if is_late_halted(table) or waits_for_draw(table, line):
        return True
    table.emit(ev.LinesTaken(table.state.turn.seat, 1))
    if isinstance(line.order, od.Knock):
        return False
    bring_tokens(table, line)
    takes_over, came = is_takeover(table, line), table.state.turn.came
    run_line(table, table.state.turn.seat, line, str(line.number))
    if isinstance(line.order, od.TakeOver):
        open_moment(table, "takeover")
    if isinstance(line.order, od.BuyPlot) and open_moment(table, "drawn"):
        return True
    try_unanswered(table)
    run_triggers(table)
    is_segment = table.state.attack is not None or table.state.options.pace == "table"
    is_segment = is_segment or any(ends_turn(play) for play in table.state.segment)
    is_segment = is_segment or bool(table.state.waiting)
    # One move is finished before the next begins, if it cannot be undone (I5.5, I22.10).
    is_segment = is_segment or any(
        play.what == "move" and play.waits for play in table.state.segment
    )
    is_segment = is_segment or (table.state.turn.step == "b3" and takes_over)
    if is_segment and is_halted(table):
        return True
    if isinstance(line.order, od.LaunchAttack) and table.state.turn.came != came:
        open_moment(table, "takeover")
    settle_powers(table)
    run_triggers(table)
    return False


def is_decided(state: InwoState) -> bool:
    """Whether all but one are out: he wins at once (I26.11)."""
    return sum(not seat.is_out for seat in state.seats) == 1
