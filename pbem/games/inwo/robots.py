"""Letters of robots, who know what their seat may know and write as people do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.deeds.questions import choices_of
from engine.inwo.robots import INWO_ROBOTS, Pick
from engine.inwo.robots.dice import answers_to_dice
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.view import inwo_view
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Ask, GameDice
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.formats import TypedOrder, as_typed, format_order
from pbem.games.inwo.rules import key_of
from pbem.games.inwo.suggestions import suggested

KINDS = tuple(INWO_ROBOTS)
STAND_IN = "greedy"


def writes(_state: InwoState, seat: str, asks: Sequence[Ask]) -> bool:
    """Whether a letter of the seat could matter: it is asked."""
    return any(seat in ask.seats for ask in asks)


_MAY_PASS = ("script", "answers", "rolls", "victory")


def letter(
    robot: RobotSeat, state: InwoState, asks: Sequence[Ask], dice: GameDice
) -> tuple[str, ...]:
    """The lines of its letter; a stand-in plays its turns alone."""
    keys = {ask.key for ask in asks}
    view = inwo_view(state, robot.seat)
    lines: list[str] = []
    for ask in view.asks:
        is_asked = key_of(ask) in keys and robot.seat in ask.seats
        if is_asked and ask.kind in ("illuminati", "leads"):
            lines += [line.text for line in suggested(state, robot.seat)]
        elif is_asked and (ask.kind == "script" or not robot.is_stand_in):
            lines += _typed_lines(view, robot, ask, _picks(dice, robot.seat, key_of(ask)))
    return (*lines, "READY") if lines else ()


def _picks(dice: GameDice, seat: str, key: str) -> Pick:
    """Numbers from dice of the robot's own, one after the other."""
    made = 0

    def pick(sides: int) -> int:
        nonlocal made
        made += 1
        return dice.pick(made, f"robot {seat} {key}", sides)

    return pick


def _typed_lines(view: InwoState, robot: RobotSeat, ask: OpenAsk, pick: Pick) -> Iterator[str]:
    """What it writes for one ask; what cannot be told by names alone is left out."""
    orders = list(_orders(view, robot, ask, pick))
    texts = [text for order in orders if (text := _typed(view, robot.seat, order))]
    yield from texts or (["PASS"] if ask.kind in _MAY_PASS else [])


def _orders(
    view: InwoState, robot: RobotSeat, ask: OpenAsk, pick: Pick
) -> Iterator[od.InwoOrder | od.InwoPolicy]:
    mind = INWO_ROBOTS[robot.kind]
    if ask.kind == "script":
        yield from mind.policies(view, robot.seat, pick)
        yield from (line.order for line in mind.lines(view, robot.seat, pick))
    elif ask.kind == "question":
        question = next(one for one in view.questions if one.key == ask.key)
        if question.kind == "rearrange":
            yield od.PassRound()
            return
        choices = choices_of(view, question)
        yield od.Choose(choices[: min(question.number, len(choices))])
    elif ask.kind in ("answers", "victory"):
        yield from (line.order for line in mind.answers(view, robot.seat, pick))
    elif ask.kind == "rolls":
        yield from answers_to_dice(view, robot.seat)


def _typed(view: InwoState, seat: str, order: od.InwoOrder | od.InwoPolicy) -> str:
    """The order as a line; "" where the line would say something else."""
    if isinstance(order, od.LaunchAttack) and not order.from_hand:
        # That is left to be understood, as what is in play comes before the hand.
        order = changed(order, from_hand=None)
    typed = TypedOrder(as_typed(order, view, seat))
    try:
        text = format_order(typed)
        read = read_order(text, view, seat)
    except (KeyError, NoSuchLine):
        return ""
    return text if read.order == typed.order else ""
