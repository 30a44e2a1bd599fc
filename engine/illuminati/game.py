"""The game in a handful of functions: set it up, check, act, play a turn, begin the next."""

from __future__ import annotations

from dataclasses import replace

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati import goals, upkeep
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.audit import audit
from engine.illuminati.cards import SPECIALS
from engine.illuminati.checking import check
from engine.illuminati.evolve import evolve, replay
from engine.illuminati.gametable import Answers, GameTable, Policies
from engine.illuminati.hidden import settle_stated
from engine.illuminati.leaving import eliminate_bereft
from engine.illuminati.legality import (
    AT_ANY_TIME,
    choosable_goals,
    needs_own_turn,
    refuse,
    run,
)
from engine.illuminati.options import Option, options
from engine.illuminati.outcome import Outcome, ruling_of, rulings_of
from engine.illuminati.rulings import Refusal
from engine.illuminati.script import run_script, unmet
from engine.illuminati.setup import new_game
from engine.illuminati.specials import skip_turn, window_plays
from engine.illuminati.state import GameOptions, State
from engine.illuminati.trades import close_stale, refuse_now
from engine.illuminati.view import seen, view

__all__ = [
    "GameOptions",
    "Option",
    "Outcome",
    "act",
    "audit",
    "begin_turn",
    "check",
    "evolve",
    "new_game",
    "options",
    "play_turn",
    "refuse_act",
    "replay",
    "resolve",
    "seen",
    "view",
]


def _outcome(table: GameTable) -> Outcome:
    return Outcome(table.state, tuple(table.events), rulings_of(table.events))


def begin_turn(state: State, policies: Policies, dice: Dice) -> Outcome:
    """Income, tax, upkeep and draw of the seat whose turn comes next (R2.1 to R2.6)."""
    table = GameTable(state, dice, policies)
    _begin_next(table)
    return _outcome(table)


def _begin_next(table: GameTable) -> None:
    state = table.state
    following = next(state.seats_after(state.turn.seat), None)
    seat = following or state.seat(state.turn.seat)
    if not seat.is_out:
        upkeep.begin(table, seat.name, state.turn.number + 1, table.policies)
        close_stale(table)


def play_turn(
    state: State,
    script: od.Script,
    policies: Policies,
    dice: Dice,
    answers: Answers | None = None,
) -> Outcome:
    """The turn of the seat to move, from after its income and draw, through the victory check."""
    table = GameTable(state, dice, policies, answers)
    _play(table, script)
    return _outcome(table)


def _play(table: GameTable, script: od.Script) -> None:
    seat, number = table.state.turn.seat, table.state.turn.number
    if number == 1:
        _draw_goals(table)
    settle_stated(table, seat)
    if not table.state.seat(seat).is_out and not skip_turn(table, seat):
        run_script(table, seat, script)
    window_plays(table, "T2")
    table.emit(ev.TurnEnded(seat, number))
    eliminate_bereft(table)
    won = goals.winners(table.state)
    if won:
        table.emit(ev.Won(won))


def _draw_goals(table: GameTable) -> None:
    """Who has not chosen his secret goal by the first deadline gets one (R1.5)."""
    choices = choosable_goals()
    for seat in table.state.seats:
        if goals.chooses_goal(table.state, seat) and seat.goal is None:
            # A stream of its own: the numbers of public draws must not tell that he did not choose.
            draw = table.state.seats.index(seat)
            chosen = choices[table.dice.pick(draw, "goal", len(choices))]
            table.emit(ev.GoalChosen(seat.name, chosen, draw))


def resolve(
    state: State, script: od.Script, answers: Answers, policies: Policies, dice: Dice
) -> Outcome:
    """Play the turn of the seat to move; unless somebody has won, begin the next."""
    table = GameTable(state, dice, policies, answers)
    _play(table, script)
    if not table.state.winners:
        _begin_next(table)
    return _outcome(table)


def act(
    state: State,
    seat: str,
    lines: od.Script,
    dice: Dice,
    policies: Policies | None = None,
    answers: Answers | None = None,
) -> Outcome:
    """Carry out now what needs no turn: gifts, any-time Specials, a secret goal, leaving (R9.1)."""
    table = GameTable(state, dice, policies, answers)
    rulings = []
    results: dict[int, bool] = {}
    for line in lines:
        known = replace(table.state, turn=replace(table.state.turn, results=results))
        refusal = unmet(known, known, seat, lines, line)
        refusal = refusal or refuse_act(table.state, seat, line.order)
        refusal = refusal or refuse_now(table, seat, line.order)
        if refusal is None:
            run(table, seat, line.number, line.order)
            eliminate_bereft(table)
        results = {**results, line.number: refusal is None}
        rulings.append(ruling_of(line.number, refusal))
    return Outcome(table.state, tuple(table.events), tuple(rulings))


def refuse_act(state: State, seat: str, order: od.Order) -> Refusal | None:
    """Why the order cannot be carried out at once, outside a script."""
    if not isinstance(order, AT_ANY_TIME):
        return Refusal(rl.NOT_YOUR_TURN, {"seat": state.turn.seat})
    if isinstance(order, od.Play) and order.card in SPECIALS and needs_own_turn(order):
        return Refusal(rl.NOT_YOUR_TURN, {"card": order.card, "seat": state.turn.seat})
    return refuse(state, state, seat, order)
