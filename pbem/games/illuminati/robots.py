"""Robots as correspondents: letters in the language of people, written from their view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.dice import Dice
from engine.illuminati import robots
from engine.illuminati.orders import Order, Script
from engine.illuminati.robots import ROBOTS, Chooser, chooser, known_state
from engine.illuminati.state import GameOptions, State
from engine.illuminati.view import View, view
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Ask
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    format_line,
    format_order,
    read,
    script_of,
    vocabulary_for,
)

__all__ = ["ROBOTS", "RobotLetter", "deals_letter", "goal_letter", "policy_letter", "turn_letter"]


ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class RobotLetter:
    """What a robot wrote, and what of it is read: its script, or else its other orders.

    `misread` are lines that are not read as they were meant: a fault of the language.
    """

    text: str
    script: Script = ()
    orders: tuple[Order, ...] = ()
    misread: tuple[str, ...] = ()


def writes(state: State, seat: str, asks: Sequence[Ask]) -> bool:
    """Whether a letter of the seat could matter now; where scripts are announced not before.

    In the first turn everybody may have a goal to choose (R1.5).
    """
    if state.seat(seat).is_out or any(ask.kind == ANSWERS for ask in asks):
        return _asked(seat, asks) is not None and not state.seat(seat).is_out
    return bool(_asked(seat, asks)) or not state.options.is_announced or state.turn.number == 1


def letter(robot: RobotSeat, state: State, asks: Sequence[Ask], dice: Dice) -> tuple[str, ...]:
    """Whatever the robot has to say: its goal, its script, its policies and its deals."""
    seat, turn, ask = robot.seat, state.turn, _asked(robot.seat, asks)
    known, options = view(state, seat), state.options
    choose = chooser(dice, f"{turn.number}:{turn.parts}:{asks[0].kind if asks else ''}")
    if robot.is_stand_in:
        return (*turn_letter(robot.kind, known, options, choose).text.splitlines(), "READY")
    letters = [goal_letter(robot.kind, known, options, choose)]
    if ask is not None and ask.kind != ANSWERS:
        letters.append(turn_letter(robot.kind, known, options, choose))
    if turn.seat != seat:
        letters.append(policy_letter(robot.kind, known, options, choose))
    letters.append(deals_letter(robot.kind, known, options, choose))
    lines = [line for one in letters for line in one.text.splitlines()]
    return (*lines, "READY") if ask is not None else tuple(lines)


def _asked(seat: str, asks: Sequence[Ask]) -> Ask | None:
    """What the seat is asked for."""
    return next((ask for ask in asks if seat in ask.seats), None)


def turn_letter(robot: str, view: View, options: GameOptions, choose: Chooser) -> RobotLetter:
    """The script of the robot whose turn it is."""
    names = _names(view, options)
    meant = robots.script_of(robot, view, options, choose)
    lines = [
        format_line(ParsedLine(n.number, True, n.text, "order", n.order, n.conditions), names)
        for n in meant
    ]
    text = "\n".join(lines)
    script = script_of(read(text, names))
    as_read = {line.number: (line.order, line.conditions) for line in script}
    misread = tuple(
        text
        for line, text in zip(meant, lines, strict=True)
        if as_read.get(line.number) != (line.order, line.conditions)
    )
    return RobotLetter(text, script, (), misread)


def policy_letter(robot: str, view: View, options: GameOptions, choose: Chooser) -> RobotLetter:
    """What the robot wants done in the turn of another."""
    return _letter(robots.policies_of(robot, view, options, choose), _names(view, options))


def goal_letter(robot: str, view: View, options: GameOptions, choose: Chooser) -> RobotLetter:
    """The secret goal of a robot that may choose one and has not; empty of the others."""
    goal = robots.goal_of(robot, view, options, choose)
    return _letter((goal,) if goal else (), _names(view, options))


def deals_letter(robot: str, view: View, options: GameOptions, choose: Chooser) -> RobotLetter:
    """Offers the robot makes, takes and declines."""
    return _letter(robots.deals_of(robot, view, options, choose), _names(view, options))


def _names(view: View, options: GameOptions) -> Vocabulary:
    return vocabulary_for(known_state(view, options), view.seat)


def _letter(meant: Iterable[Order], names: Vocabulary) -> RobotLetter:
    lines = [format_order(order, names) for order in meant]
    orders: list[Order] = []
    misread = []
    for text, order in zip(lines, meant, strict=True):
        found = [line.order for line in read(text, names) if line.order is not None]
        orders += found
        if found != [order]:
            misread.append(text)
    return RobotLetter("\n".join(lines), (), tuple(orders), tuple(misread))
