"""How long a player likes his reports, and when one is due who wants few of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati import events as ev
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.reports import Length

_CONCERNED = ("seat", "owner", "against", "by", "to")


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
