"""What the end of a game tells: who came how near, what was hidden, and who did what most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.documents.layout.cast import listed, person


@dataclass(frozen=True, slots=True)
class OpenedSeat:
    """What a seat was after with how near it came, and what it kept to itself, in sentences."""

    seat: str
    wanted: str
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """A title for a seat, with the figures that earned it, in a sentence."""

    title: str
    seats: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Finale:
    """What a game tells when it is over, to everybody alike.

    `headlines` have a turn in a sentence, `secrets` what in a turn not everybody had known, a
    sentence each; both by the number of the turn.
    """

    seats: tuple[OpenedSeat, ...] = ()
    headlines: Mapping[int, str] = field(default_factory=dict)
    secrets: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()


def award(title: str, counts: Mapping[str, int], why: str, *, least: int = 2) -> tuple[Award, ...]:
    """The title for whoever has most of something; none where that is little or most share it.

    `why` has a place for the number.
    """
    most = max(Counter(counts).values(), default=0)
    seats = tuple(seat for seat, number in counts.items() if number == most)
    if most < least or len(seats) > MOST_SHARING:
        return ()
    return (Award(title, seats, why.format(most)),)


MOST_SHARING = 2
"""Seats that may share an award."""


def named(seats: Sequence[str]) -> str:
    """Seats in a sentence that nobody in particular reads."""
    return listed([str(person(seat, None)) for seat in seats])
