"""How long a player likes his reports, and when one is due who wants few of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.illuminati import events as ev
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.player_texts import PlayerText

Length = Literal["full", "brief", "digest"]
FULL: Length = "full"

_CONCERNED = ("seat", "owner", "against", "by", "to")


@dataclass(frozen=True, slots=True)
class Count:
    """Groups and Power of each seat after a turn, Illuminati counted.

    `power` is "14", or "6+?" where the Illuminati is hidden.
    """

    turn: int
    groups: Mapping[str, int]
    power: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Issue:
    """What a report tells beside the turn's events.

    `since` is everything since the reader's own last turn, as `seen` by him; `talk` the texts he
    has not read; `counts` one row for each of the last turns, oldest first; `notices` the
    moderator's sentences. `legend` asks for
    the key to the tables and what the cards say, as in the first report. `open_turn` is the
    turn now open where an old report is made anew, 0 where it is the newest. `is_anew` says that
    the reader's last report is not what this one goes on from: he is new, or turns were undone.
    `before` counts what had happened before the events, by kinds (`tellings`).
    """

    length: Length = FULL
    since: Sequence[ev.Event] = ()
    talk: Sequence[PlayerText] = ()
    counts: Sequence[Count] = ()
    notices: Sequence[str] = ()
    open_turn: int = 0
    is_anew: bool = False
    legend: bool = False
    before: Mapping[str, int] = field(default_factory=dict)


def as_length(text: str) -> Length:
    """The length of that name; whatever else a table holds is "full"."""
    lengths: Mapping[str, Length] = {"brief": "brief", "digest": "digest"}
    return lengths.get(text, FULL)


def is_due(
    length: Length, about: MailContext, events: Sequence[ev.Event], *, is_over: bool
) -> bool:
    """Whether a report is sent now; for DIGEST only if it asks or tells something of the reader's.

    What is not told now is told in the next one, except to whoever is out of the game.
    """
    if length != "digest" or is_over or about.is_first:
        return True
    if about.seat == about.to_move or about.seat in about.wanted:
        return True
    return any(concerns(event, about.seat) for event in events)


def is_farewell(events: Sequence[ev.Event], seat: str) -> bool:
    """Whether these are the events by which a seat goes out of the game."""
    gone = (event for event in events if isinstance(event, ev.Eliminated | ev.Resigned))
    return any(event.seat == seat for event in gone)


def concerns(event: ev.Event, seat: str) -> bool:
    """Whether a seat did it, or had it done to it."""
    for name in _CONCERNED:
        who = getattr(event, name, None)
        if who == seat or (isinstance(who, tuple) and seat in who):
            return True
    return False
