"""Victory declared by a line, and a declaration taken back (I26.7, I26.13)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import is_made
from engine.inwo.goals import goals_held, may_win, met_goals
from engine.inwo.inwotable import InwoTable, OrderRules, OrderTable, allowed
from engine.inwo.rulings import refuse
from engine.inwo.state import DECLARES, InwoState


def refuse_declaring(state: InwoState, seat: str) -> Refusal | None:
    """Why he cannot declare as things stand (I26.7, I26.9)."""
    if not may_win(state):
        return refuse(rl.TOO_EARLY, seat=seat)
    return None if met_goals(state, seat) else refuse(rl.NO_GOAL, seat=seat)


def declare_now(table: InwoTable, seat: str, number: int) -> Refusal | None:
    """In the victory window at once, if he meets a Goal; before it, at the knock of this turn."""
    if table.state.turn.step != "e3":
        table.emit(ev.OnceUsed(seat, f"{DECLARES}{number}"))
        return None
    refusal = refuse_declaring(table.state, seat)
    if refusal is None:
        table.emit(ev.VictoryDeclared(seat, met_goals(table.state, seat)))
    return refusal


def declares_now(state: InwoState, seat: str) -> bool:
    """Whether he has said so for this knock."""
    return any(mark.startswith(DECLARES) for mark in state.seat(seat).used)


def tell_undeclared(table: InwoTable) -> None:
    """Who was to declare at this knock and cannot is told why (I26.7)."""
    for seat in table.state.seats:
        refusal = None if seat.is_out else refuse_declaring(table.state, seat.name)
        if refusal is None:
            continue
        code, rule = refusal.reason.code, refusal.reason.rule
        for number in _lines(table, seat.name):
            table.emit(ev.LineSettled(seat.name, number, "illegal", code, rule))


def _lines(table: InwoTable, seat: str) -> list[int]:
    """The lines by which a seat was to declare: of its script, and on file."""
    marks = [mark for mark in table.state.seat(seat).used if mark.startswith(DECLARES)]
    filed = [
        line.number
        for line in table.answers.get(seat, ())
        if isinstance(line.order, od.DeclareVictory) and not line.window
    ]
    return [*(int(mark.removeprefix(DECLARES)) for mark in marks), *filed]


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


def claim_copy(table: InwoTable, seat: str, made: str) -> Refusal | None:
    """A Goal counts only if he wins by it now: at the knock of his turn, or in the window."""
    if made not in met_goals(table.state, seat) or not may_win(table.state):
        return refuse(rl.NO_GOAL, seat=seat)
    if table.state.turn.step == "e3":
        table.emit(ev.VictoryDeclared(seat, (made,)))
    else:
        number = table.line if table.line.isdecimal() else "0"
        table.emit(ev.OnceUsed(seat, f"{DECLARES}{number}"))
    return None


def end_copies(table: InwoTable) -> None:
    """Goals that did not win are gone."""
    for seat in table.state.seats:
        for plot in seat.plots:
            if is_made(plot):
                table.discard(seat.name, plot, "plots", "unused")


ORDERS: OrderTable = {
    od.DeclareVictory: OrderRules(
        lambda state, seat, _order: refuse_declaring(state, seat),
        lambda table, seat, line: declare_now(table, seat, line.number),
    ),
    od.WithdrawVictory: OrderRules(allowed, lambda table, seat, _line: withdraw(table, seat)),
}
"""Orders of this module as they are refused and carried out."""
