"""What players say to each other, in print: framed, so that it passes for nothing else."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.documents.layout.plain import WIDTH, one_line

FRAME = "| "
"""What stands before every line of a player's text, and before nothing of the referee's."""
MOST_LINE = 2000

PlayerTextKind = Literal["say", "rumour", "diary", "promise", "letter"]


@dataclass(frozen=True, slots=True)
class PlayerText:
    """A player's text; `seat` wrote it in that turn, `to` is None where it is for all, and empty
    where it is for the moderators.

    `signed` is the name it bears where that is not its writer's, "" for nobody's.
    """

    kind: PlayerTextKind
    seat: str
    to: tuple[str, ...] | None
    text: str
    turn: int
    signed: str | None = None

    def by(self, reader: str | None) -> NamedPlayer:
        """Whose word it is to a reader: his own, or that of the name on it."""
        if self.kind == "rumour":
            return SOMEBODY
        if self.signed is None or self.seat == reader:
            return person(self.seat, reader)
        return person(self.signed, None) if self.signed else SOMEBODY


SOMEBODY = NamedPlayer("somebody")


@dataclass(frozen=True, slots=True)
class PrintedText:
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


def printed(said: PlayerText, reader: str | None) -> PrintedText:
    """A text as one reader's copy has it; a rumour is nobody's, whoever reads it."""
    if said.kind == "rumour":
        lead = "Rumour has it:"
    elif said.kind == "diary":
        lead = f"Turn {said.turn}, {said.by(reader).of} diary:"
    else:
        lead = _lead(said, reader)
    return PrintedText(lead, framed(said.text))


def _lead(said: PlayerText, reader: str | None) -> str:
    """Who says or promises something to whom."""
    by = said.by(reader)
    to = "everybody" if said.to is None else _hearers(said.to, reader)
    if said.kind == "promise":
        return f"{by.cap} promise{by.s} {to}:"
    who = f"{by.cap}{_own_signature(said)}" if by.is_you else by.cap
    if said.kind == "letter":
        return f"{'Somebody' if by is SOMEBODY else who} write{by.s}:"
    return f"{'Somebody' if by is SOMEBODY else who} to {to}:"


def _own_signature(said: PlayerText) -> str:
    """What the writer's own copy says of the name on his text."""
    if said.signed is None:
        return ""
    return f" (signed {said.signed})" if said.signed else " (unsigned)"


def _hearers(to: Sequence[str], reader: str | None) -> str:
    return listed([str(person(seat, reader)) for seat in to]) or "the moderator"
