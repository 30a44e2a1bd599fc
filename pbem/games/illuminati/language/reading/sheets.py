"""What is on file: merging letters into a script, and sorting lines by what they are.

A line number behind ON, or behind OPPOSE and the like, is that of an attack of the script of the
seat to move. So a Special or a cheat that names one is a line of his own script if the seat to
move writes it, as is any FixRoll or Cancel of his; of anybody else it is an answer. One exception
keeps a script that is sent ahead together: a Special or a cheat on an attack of the same letter
belongs to it. What takes a side is an answer whoever writes it: nobody opposes his own attack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from engine.illuminati.orders import (
    Abolish,
    Answer,
    Attack,
    Cancel,
    Catch,
    Cheat,
    ChooseGoal,
    DealOrder,
    FixRoll,
    JoinIn,
    Line,
    Order,
    Play,
    Policy,
    Resign,
    Script,
    Stance,
)
from pbem.grammar.orders.language import Names
from pbem.grammar.orders.letters import reread
from pbem.grammar.orders.parsed import ParsedLine
from pbem.grammar.times.kept import kept_moment

OrderKind = Literal["script", "policy", "act", "answer", "deal"]

_ANSWER = get_args(Answer)
_POLICY = get_args(Policy)
_DEAL = (*get_args(DealOrder), Catch)
_SIDES = (Stance, Abolish, JoinIn)


@dataclass(frozen=True, slots=True)
class Split:
    """The lines of a letter by what they are; those without an order or control are in none.

    `acts` (GOAL, RESIGN) and `deals` (offers and answers to them, CATCH) are done when the letter
    is read; `policies` stand until changed; `answers` are for the announced script alone.
    `ahead` are lines behind TURN n: and REPEAT:, of any sort, which are in none of the others.
    """

    script: tuple[ParsedLine, ...] = ()
    policies: tuple[ParsedLine, ...] = ()
    acts: tuple[ParsedLine, ...] = ()
    controls: tuple[ParsedLine, ...] = ()
    answers: tuple[ParsedLine, ...] = ()
    deals: tuple[ParsedLine, ...] = ()
    ahead: tuple[ParsedLine, ...] = ()


def split(lines: Iterable[ParsedLine], *, is_mover: bool = False) -> Split:
    """The lines of a seat's letter sorted by what they are, each kind in the order typed."""
    whole = tuple(lines)
    every = tuple(line for line in whole if not line.is_ahead)
    own = _attacks(every)

    sorted_lines = [(line, _sort_of(line.order, own, is_mover)) for line in every]

    def of(sort: OrderKind) -> tuple[ParsedLine, ...]:
        return tuple(line for line, its in sorted_lines if its == sort)

    return Split(
        script=of("script"),
        policies=of("policy"),
        acts=of("act"),
        controls=tuple(line for line in every if line.status == "control"),
        answers=of("answer"),
        deals=of("deal"),
        ahead=tuple(line for line in whole if line.is_ahead),
    )


def may_be_script(order: Order | None) -> bool:
    """Whether it is a line of a script where the seat to move writes it; such lines are counted."""
    return _sort_of(order, (), is_mover=True) == "script" or (
        isinstance(order, _SIDES) and attack_named(order) is not None
    )


def _sort_of(order: Order | None, own: Collection[int], is_mover: bool) -> OrderKind | None:
    """What an order is, of a letter whose own attacks are these."""
    if order is None:
        return None
    if isinstance(order, _DEAL):
        return "deal"
    if isinstance(order, ChooseGoal | Resign):
        return "act"
    line = attack_named(order)
    if isinstance(order, _ANSWER):
        return _sort_of_answer(order, line, own, is_mover)
    if isinstance(order, _POLICY):
        return "policy"
    if is_mover or not _waits(order) or line in own:
        return "script"
    return "answer"


def _sort_of_answer(
    order: Order, line: int | None, own: Collection[int], is_mover: bool
) -> OrderKind:
    if is_mover and isinstance(order, FixRoll | Cancel):
        return "script"
    if line is None:
        return "policy"
    return "script" if isinstance(order, FixRoll) and line in own else "answer"


def _waits(order: Order) -> bool:
    """Whether a line that could be a script's is kept for an attack or a moment of a turn."""
    if isinstance(order, Play):
        return order.line is not None or order.window is not None
    return isinstance(order, Cheat) and (order.line is not None or order.what == "resistance")


def attack_named(order: Order) -> int | None:
    """The line of the attack that an order is for, if it names one."""
    match order:
        case Play(line=line) | Cheat(line=line):
            return line
        case Stance() | FixRoll() | Abolish() | JoinIn():
            return order.pattern.line
        case _:
            return None


def _attacks(lines: Iterable[ParsedLine]) -> frozenset[int]:
    return frozenset(line.number for line in lines if isinstance(line.order, Attack))


def merge(
    old: Iterable[ParsedLine], new: Iterable[ParsedLine], *, is_mover: bool = False
) -> tuple[ParsedLine, ...]:
    """The script on file after a letter of its seat, in the order of its numbers.

    Numbered lines take the place of their numbers and `n: none` takes one away; a letter with
    unnumbered lines of a script replaces it whole. Lines not understood change nothing.
    """
    letter = tuple(line for line in new if not line.is_ahead)
    filed = {line.number: line for line in old if may_be_script(line.order)}
    own = _attacks((*filed.values(), *letter))
    script = [line for line in letter if _sort_of(line.order, own, is_mover) == "script"]
    kept = {} if any(not line.numbered for line in script) else filed
    for line in letter:
        if line.status == "removed":
            kept.pop(line.number, None)
        elif line in script:
            kept[line.number] = line
    return tuple(kept[number] for number in sorted(kept))


def script_of(lines: Iterable[ParsedLine]) -> Script:
    """The lines of the seat to move as the engine takes them, in the order of their numbers."""
    return as_given(merge((), lines, is_mover=True))


def as_given(lines: Iterable[ParsedLine]) -> Script:
    """Lines as the engine takes them, as they stand."""
    return tuple(
        Line(line.number, line.order, line.conditions, line.text)
        for line in lines
        if line.order is not None
    )


def policies_in(texts: Iterable[str], names: Names, at: datetime | None) -> tuple[Policy, ...]:
    """What standing orders say, oldest first, without what is over by then."""
    then = "" if at is None else kept_moment(at)
    orders = (line.order for text in texts for line in reread(text, names))
    return tuple(
        order for order in orders if isinstance(order, Policy) and not _is_over(order, then)
    )


def _is_over(order: Policy, then: str) -> bool:
    return isinstance(order, Stance) and (order.until_at or then) < then
