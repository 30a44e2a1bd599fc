"""The game in a handful of functions: set it up, advance what it waits for, ask, audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.core.dice import Dice
from engine.core.values import Value, changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.sides import straighten
from engine.inwo.evolve import evolve_inwo, replay_inwo
from engine.inwo.inwotable import InwoAnswers, InwoPolicies, InwoTable
from engine.inwo.orders import ANY_TIME
from engine.inwo.state import InwoOptions, InwoState
from engine.inwo.turn.leaving import leave_table
from engine.inwo.turn.moments import is_play_halted
from engine.inwo.turn.resuming import answer_question, close_or_go_on, take_script
from engine.inwo.turn.script_lines import run_line
from engine.inwo.turn.setup import (
    asks_before_turns,
    new_inwo_game,
    settle_illuminati,
    settle_leads,
)
from engine.inwo.turn.start import begin_turn_of

__all__ = [
    "Advanced",
    "act",
    "advance",
    "asks_before_turns",
    "evolve_inwo",
    "leave",
    "new",
    "replay_inwo",
]


T = TypeVar("T")


class Advanced(Value):
    """A state and the events that led to it."""

    state: InwoState
    events: tuple[ev.InwoEvent, ...]


def new(decks: Mapping[str, Sequence[str]], options: InwoOptions, dice: Dice) -> Advanced:
    """A game whose leads are asked next; decks are lists of ids, the Illuminati first (I4)."""
    table = new_inwo_game(decks, with_house(options), dice)
    return Advanced(table.state, tuple(table.events))


def with_house(options: InwoOptions) -> InwoOptions:
    """The options with what a table's house rules set (I30.5)."""
    if options.house != "pittsburgh":
        return options
    return changed(options, hand_in_play=True, cards="free", devastated_half="last", basic_goal=12)


def advance(
    state: InwoState,
    key: str,
    answers: InwoAnswers,
    policies: InwoPolicies,
    dice: Dice,
) -> Advanced:
    """Close what the game waits for under this key with what was filed for it (I31).

    `answers` are the lines of each seat for it: its leads, the mover's script, answers to an
    attack. The state stops at the next thing to ask, or is over.
    """
    ask = next(ask for ask in state.asks if ask.key == key)
    script: tuple[od.InwoLine, ...] = ()
    on_file = dict(answers)
    if ask.kind == "script":
        lines = on_file.get(state.turn.seat, ())
        script = tuple(line for line in lines if not is_on_file(line))
        on_file[state.turn.seat] = tuple(line for line in lines if is_on_file(line))
    table = InwoTable(state, dice, policies, on_file)
    if ask.kind == "illuminati":
        settle_illuminati(table, _last(answers, od.NameIlluminati))
    elif ask.kind == "leads":
        settle_leads(table, answers, policies)
        begin_turn_of(table, table.state.first)
    elif ask.kind == "script":
        take_script(table, key, script)
    elif ask.kind == "question":
        answer_question(table, key)
    else:
        close_or_go_on(table, key)
    return _left_sound(table)


def _left_sound(table: InwoTable) -> Advanced:
    """What has come of it, once what lost its hold is laid anew (I37)."""
    straighten(table)
    return Advanced(table.state, tuple(table.events))


def is_on_file(line: od.InwoLine) -> bool:
    """Whether a line of the mover is an answer, or for dice (I39.4)."""
    is_for_dice = isinstance(line.order, od.PlayPlot | od.UseAbility) and line.order.when != ""
    is_answer = isinstance(
        line.order, od.Choose | od.CallOff | od.CommitAttack | od.WithdrawVictory
    )
    return bool(line.window) or is_for_dice or is_answer


def _last(answers: InwoAnswers, kind: type[T]) -> dict[str, T]:
    """Of each seat its last order of a kind."""
    return {
        seat: line.order
        for seat, lines in answers.items()
        for line in lines
        if isinstance(line.order, kind)
    }


_ANSWERS = (od.JoinAttack, od.DefendTarget, od.SendAgents)
"""What needs an attack under way."""


def act(
    state: InwoState,
    seat: str,
    lines: Sequence[od.InwoLine],
    dice: Dice,
    policies: InwoPolicies | None = None,
) -> Advanced:
    """Carry out now what needs no turn: purchases, discards, Plots at any time (I31.13).

    Lines of the turn are refused; while an attack is under way, and from the start of a turn
    until its tokens are placed, a rival's wait for their window and are refused as well. So are the
    mover's own while a window is open before he is asked for his script.
    """
    table = InwoTable(state, dice, policies)
    for line in lines:
        is_early = state.turn.step == "b3" and seat != state.turn.seat
        is_early = is_early or (state.is_beginning and bool(state.asks))
        is_shut = is_early or state.attack is not None or state.turn.step == "leads"
        reason = rl.NOT_NOW if is_shut else None
        if not isinstance(line.order, ANY_TIME):
            reason = rl.NO_ATTACK if isinstance(line.order, _ANSWERS) else rl.NOT_MAIN
        if reason is None:
            run_line(table, seat, line)
            is_play_halted(table)
        else:
            table.emit(ev.LineSettled(seat, line.number, "illegal", reason.code, reason.rule))
    return _left_sound(table)


def leave(
    state: InwoState, seat: str, dice: Dice, policies: InwoPolicies | None = None
) -> Advanced:
    """A player leaves the game: his Groups go with him (I27.4, I27.5)."""
    table = InwoTable(state, dice, policies)
    leave_table(table, seat)
    return Advanced(table.state, tuple(table.events))
