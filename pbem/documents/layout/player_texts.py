"""What players say to each other, in print: framed, so that it passes for nothing else."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.plain import WIDTH, one_line

FRAME = "| "
"""What stands before every line of a player's text, and before nothing of the referee's."""
MOST_LINE = 2000

PlayerTextKind = Literal["say", "rumour", "diary", "promise"]


@dataclass(frozen=True, slots=True)
class PlayerText:
    """A player's text; `seat` wrote it in that turn, `to` is None where it is for all."""

    kind: PlayerTextKind
    seat: str
    to: tuple[str, ...] | None
    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class Printed:
    """A text in print: who says it to whom, and its lines in their frame."""

    lead: str
    quote: str


def framed(text: str, most: int = MOST_LINE) -> str:
    """Somebody's text, each line cleaned, wrapped and framed: never a heading, order or cut.

    A line has at most so many characters.
    """
    lines: list[str] = []
    for typed in text.split("\n"):
        line = one_line(typed, most)
        lines += textwrap.wrap(line, WIDTH - len(FRAME), break_on_hyphens=False) if line else []
    return "\n".join(FRAME + line for line in lines)


def printed(said: PlayerText, reader: str | None) -> Printed:
    """A text as one reader's copy has it; a rumour is nobody's, whoever reads it."""
    by = person(said.seat, reader)
    if said.kind == "rumour":
        lead = "Rumour has it:"
    elif said.kind == "diary":
        lead = f"Turn {said.turn}, {by.of} diary:"
    else:
        to = "everybody" if said.to is None else _hearers(said.to, reader)
        lead = f"{by.cap} promise{by.s} {to}:" if said.kind == "promise" else f"{by.cap} to {to}:"
    return Printed(lead, framed(said.text))


def _hearers(to: Sequence[str], reader: str | None) -> str:
    return listed([str(person(seat, reader)) for seat in to])
