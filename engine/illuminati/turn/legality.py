"""One question for check and resolve alike: may this seat do this now (R12.1)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati import winning
from engine.illuminati.advanced import cheating, hidden
from engine.illuminati.attacks import course, specials
from engine.illuminati.deals import trades
from engine.illuminati.deeds import moves, powers
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.turn import parts
from engine.illuminati.turn.waiting import is_policy, refuse_policy, refuse_waiting, waits

_DEEDS = {
    **course.DEEDS,
    **moves.DEEDS,
    **powers.DEEDS,
    **trades.DEEDS,
    **specials.DEEDS,
    **hidden.DEEDS,
    **cheating.DEEDS,
    **parts.DEEDS,
    **winning.DEEDS,
}


def refuse(state: State, start: State, seat: str, order: od.Order) -> Refusal | None:
    """Why the order is not allowed now, or None; `start` is the state the script was read in."""
    if state.winners:
        return Refusal(rl.GAME_OVER, {})
    if state.seat(seat).is_out:
        return Refusal(rl.SEAT_OUT, {"seat": seat})
    if is_policy(order):
        return refuse_policy(state, seat, order)
    if waits(order):
        return refuse_waiting(state, seat, order)
    is_own_turn = state.turn.seat == seat
    if not is_own_turn and not isinstance(order, od.AT_ANY_TIME):
        return Refusal(rl.NOT_YOUR_TURN, {"seat": state.turn.seat})
    if is_own_turn and state.turn.has_passed and not isinstance(order, od.AFTER_PASS):
        return Refusal(rl.ALREADY_PASSED, {})
    refusal = _DEEDS[type(order)].refuse(state, start, seat, order)
    return refusal or parts.refuse_second(state, start, order)


def refuse_aloud(state: State, start: State, seat: str, order: od.Order) -> Refusal | None:
    """`refuse` for an order that is carried out: what the seat may know decides first.

    So a reason names a hidden Illuminati as the seat knows it, whatever the order named (R11.3);
    what is left are refusals by which a rule brings a secret out, such as an immunity (R4.7).
    """
    shown = hidden.known(state, seat)
    if shown is not state:
        refusal = refuse(shown, hidden.known(start, seat), seat, order)
        if refusal is not None:
            return refusal
    return refuse(state, start, seat, order)


def run(table: GameTable, seat: str, line: int, order: od.Order) -> bool:
    """Carry out a legal order; False only for an attack or a guess that failed."""
    deed = _DEEDS.get(type(order))
    return deed is None or deed.run(table, seat, line, order) is not False or not deed.may_fail


def carry_out(table: GameTable, seat: str, line: int, order: od.Order) -> bool:
    """`run`, and whoever has lost his last group by it is out (R10.3)."""
    succeeded = run(table, seat, line, order)
    winning.eliminate_bereft(table)
    return succeeded
