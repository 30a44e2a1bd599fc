"""Victory declared by a line, and a declaration taken back (I26.7, I26.13)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.goals import goals_held, met_goals
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import DECLARES


def declare_now(table: InwoTable, seat: str) -> Refusal | None:
    """In the victory window at once, if he meets a Goal; before it, at the knock of this turn."""
    if table.state.turn.step != "e3":
        table.emit(ev.OnceUsed(seat, DECLARES))
        return None
    goals = met_goals(table.state, seat)
    if not goals:
        return refuse(rl.NO_GOAL, seat=seat)
    table.emit(ev.VictoryDeclared(seat, goals))
    return None


def withdraw(table: InwoTable, seat: str) -> Refusal | None:
    """He no longer wins by what he has shown; a Goal card goes back to the hand, exposed."""
    shown = table.state.turn.declared.get(seat)
    if shown is None:
        return refuse(rl.NOT_DECLARED, seat=seat)
    table.emit(ev.VictoryWithdrawn(seat))
    show_goals(table, seat, shown)
    return None


def show_goals(table: InwoTable, seat: str, shown: tuple[str, ...]) -> None:
    """Goals of the hand that were shown stay exposed (I26.10)."""
    for card in goals_held(table.state, seat):
        if card in shown and card not in table.state.seat(seat).exposed:
            table.emit(ev.PlotExposed(seat, card))
