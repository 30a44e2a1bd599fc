"""Of whom a mail speaks: seats as persons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.documents.layout.plain import proper_name


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A seat as a sentence needs it; the reader himself is "you"."""

    name: str
    is_you: bool = False

    def __str__(self) -> str:
        return "you" if self.is_you else self.name

    @property
    def cap(self) -> str:
        """At the start of a sentence; a player's name keeps its own capitals."""
        return "You" if self.is_you else self.name

    @property
    def s(self) -> str:
        """The ending of a verb: you take, bob takes."""
        return "" if self.is_you else "s"

    @property
    def es(self) -> str:
        return "" if self.is_you else "es"

    @property
    def has(self) -> str:
        return "have" if self.is_you else "has"

    @property
    def be(self) -> str:
        return "are" if self.is_you else "is"

    @property
    def of(self) -> str:
        """The possessive: your, bob's."""
        if self.is_you:
            return "your"
        return self.name + ("'" if self.name.endswith("s") else "'s")

    @property
    def yours(self) -> str:
        """The possessive standing alone: yours, bob's."""
        return "yours" if self.is_you else self.of

    @property
    def of_cap(self) -> str:
        """The possessive at the start of a sentence."""
        return "Your" if self.is_you else self.of

    @property
    def own(self) -> str:
        """The possessive after the name was said."""
        return "your" if self.is_you else "their"


NOBODY = NamedPlayer("nobody")
SEATS_KEPT = 4096
"""Pairs of a seat and its reader that are remembered: a report names the same few many times."""


@lru_cache(maxsize=SEATS_KEPT)
def person(seat: str | None, reader: str | None) -> NamedPlayer:
    """A seat as the reader's report calls it."""
    return NOBODY if seat is None else NamedPlayer(proper_name(seat), seat == reader)


def listed(names: list[str]) -> str:
    """`a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
