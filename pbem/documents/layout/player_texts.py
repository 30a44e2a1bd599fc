"""What players say to each other, in print: framed, so that it passes for nothing else."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
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

    `signed` is the name it bears where that is not its writer's, "" for nobody's. `shown_to` are
    those whom each reader sees named beside himself, where they are not those whom it is for.
    """

    kind: PlayerTextKind
    seat: str
    to: tuple[str, ...] | None
    text: str
    turn: int
    signed: str | None = None
    shown_to: tuple[str, ...] | None = None

    def by(self, reader: str | None) -> NamedPlayer:
        """Whose word it is to a reader: his own, or that of the name on it."""
        if self.kind == "rumour":
            return SOMEBODY
        if self.signed is None or self.seat == reader:
            return person(self.seat, reader)
        return person(self.signed, None) if self.signed else SOMEBODY

    def as_seen_by(self, reader: str) -> PlayerText:
        """The text with those for whom it is as far as a reader knows; its writer knows all."""
        if self.shown_to is None or reader == self.seat:
            return self
        first = () if reader in self.shown_to else (reader,)
        return replace(self, to=(*first, *self.shown_to), shown_to=None)


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


def printed(text: PlayerText, reader: str | None, *, is_open: bool = False) -> PrintedText:
    """A text as one reader's copy has it; a rumour is nobody's, whoever reads it.

    One that `is_open` tells everybody what its writer's own copy does.
    """
    if text.kind == "rumour":
        lead = "Rumour has it:"
    elif text.kind == "diary":
        lead = f"Turn {text.turn}, {text.by(reader).of} diary:"
    else:
        knows_all = is_open or text.seat == reader
        lead = _open_lead(text, reader) if knows_all else _lead(text, reader)
    return PrintedText(lead, framed(text.text))


def _lead(text: PlayerText, reader: str | None) -> str:
    """Who says or promises something to whom, as far as a reader is told."""
    by = text.by(reader)
    seen = text if reader is None else text.as_seen_by(reader)
    return _headline(text.kind, by, by.cap, _hearers(seen.to, reader))


def _open_lead(text: PlayerText, reader: str | None) -> str:
    """The same for its writer, or for everybody once talk is open: both names, all for whom it is
    and seemed to be."""
    by = person(text.seat, reader)
    to = _hearers(text.to, reader)
    if text.shown_to is not None:
        to += f", as if to {_hearers(text.shown_to, reader)}"
    return _headline(text.kind, by, by.cap + _signature(text), to)


def _signature(text: PlayerText) -> str:
    """The name on a text that is not its writer's."""
    if text.signed is None:
        return ""
    return f" (signed {text.signed})" if text.signed else " (unsigned)"


def _headline(kind: PlayerTextKind, by: NamedPlayer, who: str, to: str) -> str:
    if kind == "promise":
        return f"{by.cap} promise{by.s} {to}:"
    who = "Somebody" if by is SOMEBODY else who
    return f"{who} write{by.s}:" if kind == "letter" else f"{who} to {to}:"


def _hearers(to: Sequence[str] | None, reader: str | None) -> str:
    if to is None:
        return "everybody"
    return listed([str(person(seat, reader)) for seat in to]) or "the moderator"
