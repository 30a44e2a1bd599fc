"""What is on file: merging letters into a script, and sorting lines by what they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard, get_args

from engine.illuminati.orders import (
    ChooseGoal,
    Line,
    Order,
    Policy,
    Resign,
    Script,
    ScriptOrder,
)
from pbem.language.fates import ReadLine

_SCRIPT = get_args(ScriptOrder)
_POLICY = get_args(Policy)


@dataclass(frozen=True, slots=True)
class Split:
    """The lines of a letter by what they are; those without an order or control are in none.

    `acts` (GOAL, RESIGN) are done when the letter is read; `policies` stand until changed.
    """

    script: tuple[ReadLine, ...] = ()
    policies: tuple[ReadLine, ...] = ()
    acts: tuple[ReadLine, ...] = ()
    controls: tuple[ReadLine, ...] = ()


def split(lines: Iterable[ReadLine]) -> Split:
    """The lines sorted by what they are, each kind in the order typed."""
    every = tuple(lines)
    return Split(
        script=tuple(line for line in every if is_script_line(line)),
        policies=tuple(line for line in every if isinstance(line.order, _POLICY)),
        acts=tuple(line for line in every if isinstance(line.order, ChooseGoal | Resign)),
        controls=tuple(line for line in every if line.fate == "control"),
    )


def is_script_line(line: ReadLine) -> bool:
    """Whether it is an understood line of a script."""
    return line.fate == "order" and _is_script_order(line.order)


def _is_script_order(order: Order | None) -> TypeGuard[ScriptOrder]:
    return isinstance(order, _SCRIPT)


def merge(old: Iterable[ReadLine], new: Iterable[ReadLine]) -> tuple[ReadLine, ...]:
    """The script on file after a letter, in the order of its numbers.

    Numbered lines take the place of their numbers and `n: none` takes one away; a letter with
    unnumbered lines of a script replaces it whole. Lines not understood change nothing.
    """
    letter = tuple(new)
    replaces = any(is_script_line(line) and not line.numbered for line in letter)
    kept = {} if replaces else {line.number: line for line in old if is_script_line(line)}
    for line in letter:
        if is_script_line(line):
            kept[line.number] = line
        elif line.fate == "removed":
            kept.pop(line.number, None)
    return tuple(kept[number] for number in sorted(kept))


def script_of(lines: Iterable[ReadLine]) -> Script:
    """The lines of a script as the engine takes them, in the order of their numbers."""
    return tuple(
        Line(line.number, line.order, line.conditions, line.text)
        for line in merge((), lines)
        if line.order is not None
    )
