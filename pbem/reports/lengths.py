"""How long a player likes his reports, and when one is due who wants few of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.illuminati import events as ev
from pbem.reports.about import About
from pbem.reports.talk import Said

Length = Literal["full", "brief", "digest"]
FULL: Length = "full"
Chance = Callable[[int, str, int], int]
"""A number from 0 to one less than the last argument, for a draw and a purpose; always the same."""

_CONCERNED = ("seat", "owner", "against", "by", "to")


@dataclass(frozen=True, slots=True)
class Count:
    """How many groups each seat held after a turn, Illuminati counted."""

    turn: int
    groups: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Issue:
    """What a report tells beside the turn's events.

    `since` is everything since the reader's own last turn, as `seen` by him; `talk` the texts he
    has not read; `counts` one row for each of the last turns, oldest first; `notices` the
    moderator's sentences; `chance` the game's own, by which the news is chosen.
    """

    length: Length = FULL
    since: Sequence[ev.Event] = ()
    talk: Sequence[Said] = ()
    counts: Sequence[Count] = ()
    notices: Sequence[str] = ()
    chance: Chance | None = None


def as_length(text: str) -> Length:
    """The length of that name; whatever else a table holds is "full"."""
    lengths: Mapping[str, Length] = {"brief": "brief", "digest": "digest"}
    return lengths.get(text, FULL)


def is_due(length: Length, about: About, events: Sequence[ev.Event], *, is_over: bool) -> bool:
    """Whether a report is sent now; for DIGEST only if it asks or tells something of the reader's.

    What is not told now is told in the next one: nothing of it is lost.
    """
    if length != "digest" or is_over or about.is_first:
        return True
    if about.seat == about.to_move or about.seat in about.wanted:
        return True
    return any(concerns(event, about.seat) for event in events)


def concerns(event: ev.Event, seat: str) -> bool:
    """Whether a seat did it, or had it done to it."""
    for name in _CONCERNED:
        who = getattr(event, name, None)
        if who == seat or (isinstance(who, tuple) and seat in who):
            return True
    return False
