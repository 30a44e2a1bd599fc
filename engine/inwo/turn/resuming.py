"""What was asked is answered, and the turn goes on from where it stopped (I31.8, I33.3)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds.agreed import begin_exchange, deal_due
from engine.inwo.deeds.lent_actions import close_as_agreed
from engine.inwo.deeds.settling_powers import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import LATE
from engine.inwo.turn.ending import begin_next_turn, go_on_ending, victory_round
from engine.inwo.turn.moments import is_late_halted
from engine.inwo.turn.script import run_script
from engine.inwo.turn.start import go_on_beginning
from engine.inwo.turn.triggers import run_triggers
from engine.inwo.turn.windows import (
    answer_rolls,
    answer_window,
    is_halted,
    is_moment_resumed,
    is_use_halted,
)


def take_script(table: InwoTable, key: str, script: tuple[od.InwoLine, ...]) -> None:
    """The mover's lines are carried out, up to what is asked next (I31.2)."""
    table.emit(ev.AskClosed(key))
    table.emit(ev.ScriptTaken(table.state.turn.seat, script))
    run_script(table)


def close_or_go_on(table: InwoTable, key: str) -> None:
    """A round of answers; when the window closes the script goes on, if it had begun."""
    kind = next(ask.kind for ask in table.state.asks if ask.key == key)
    if kind == "victory":
        victory_round(table, key)
        return
    if (answer_rolls if kind == "rolls" else answer_window)(table, key):
        return
    go_on(table)


def go_on(table: InwoTable) -> None:
    """Nothing is open any more: what the turn has left comes next."""
    settle_powers(table)
    run_triggers(table)
    if is_deal_halted(table) or is_moment_resumed(table):
        return
    if table.state.turn.step not in ("e3", "over") and is_late_halted(table):
        return
    if table.state.turn.step == "e3":
        victory_round(table, "")
        return
    if table.state.turn.step in ("e1", "e4"):
        (go_on_ending if table.state.turn.step == "e1" else begin_next_turn)(table)
        return
    if table.state.is_beginning:
        go_on_beginning(table)
        return
    if not any(ask.kind == "script" for ask in table.state.asks):
        run_script(table)


def answer_question(table: InwoTable, key: str) -> None:
    """A question is answered; the script goes on if it waited for it."""
    question = next((one for one in table.state.questions if one.key == key), None)
    if question is not None and question.kind in LATE:
        if is_use_halted(table, question):
            return
    elif close_as_agreed(table, key, question) and is_halted(table):
        return
    if is_deal_halted(table):
        return
    is_open = any(ask.kind in ("script", "answers", "rolls", "victory") for ask in table.state.asks)
    if not table.state.questions and not is_open:
        run_script(table)


def is_deal_halted(table: InwoTable) -> bool:
    """Trades whose parties have answered are carried out; whether a lie stops the game (M11)."""
    while (deal := deal_due(table.state)) is not None:
        if begin_exchange(table, deal) and is_halted(table):
            return True
    return False
