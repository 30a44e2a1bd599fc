"""What is done at once and needs no turn: gifts, Specials for any time, a secret goal (R9.1)."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.deals.trades import refuse_now
from engine.illuminati.gametable import NO_INSTRUCTIONS, GameTable, Instructions
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import NO_DICE
from engine.illuminati.turn.committed import refuse_meanwhile
from engine.illuminati.turn.conditions import unmet
from engine.illuminati.turn.legality import carry_out, refuse_aloud
from engine.illuminati.turn.outcome import Outcome, ruling_of
from engine.illuminati.turn.waiting import needs_own_turn, waits


def act(
    state: State,
    seat: str,
    lines: od.Script,
    dice: Dice,
    instructions: Instructions = NO_INSTRUCTIONS,
) -> Outcome:
    """Carry out now what needs no turn: gifts, any-time Specials, a secret goal, leaving (R9.1)."""
    table = GameTable(state, dice, instructions)
    rulings = []
    results: dict[int, bool] = {}
    for line in lines:
        known = changed(table.state, turn=changed(table.state.turn, results=results))
        refusal = unmet(known, known, seat, lines, line)
        refusal = refusal or refuse_act(table.state, seat, line.order)
        refusal = refusal or refuse_meanwhile(table, seat, line)
        refusal = refusal or refuse_now(table, seat, line.order)
        if refusal is None:
            carry_out(table, seat, line.number, line.order)
        results = {**results, line.number: refusal is None}
        rulings.append(ruling_of(line.number, refusal))
    return Outcome(table.counted_state(), tuple(table.events), tuple(rulings))


def refuse_act(state: State, seat: str, order: od.Order) -> Refusal | None:
    """Why the order cannot be carried out at once, outside a script."""
    if not isinstance(order, od.AT_ANY_TIME):
        return Refusal(rl.NOT_YOUR_TURN, {"seat": state.turn.seat})
    if isinstance(order, od.Play) and needs_own_turn(order):
        return Refusal(rl.NOT_YOUR_TURN, {"card": order.card, "seat": state.turn.seat})
    if isinstance(order, od.Play) and waits(order):
        return Refusal(rl.NOT_PLAYABLE, {"card": order.card})
    return refuse_aloud(state, state, seat, order)


def must_wait(state: State, seat: str, line: od.Line, instructions: Instructions) -> Refusal | None:
    """Why what would be allowed waits for an announced script, for a seat that only asks."""
    refusal = refuse_act(state, seat, line.order)
    return refusal or refuse_meanwhile(GameTable(state, NO_DICE, instructions), seat, line)
