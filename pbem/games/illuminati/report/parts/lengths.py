"""How long a player likes his reports, and when one is due who wants few of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati import events as ev
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.reports import Issue, Length

_CONCERNED = ("seat", "owner", "against", "by", "to")


def due_length(
    context: MailContext, issue: Issue, events: Sequence[ev.Event], *, is_out: bool
) -> Length | None:
    """How long the report is that is sent now, None for none.

    Who is out gets a farewell as he liked his reports. A DIGEST comes only if it asks or tells
    something of the reader's; what is not told now is told in the next one, except to whoever is
    out of the game.
    """
    is_late = is_out and not is_farewell(events, context.seat)
    length = issue.length_out if is_late and not issue.is_asked else issue.length
    if (
        length != "digest"
        or issue.is_asked
        or context.opened_secret is not None
        or context.is_first
    ):
        return length
    is_due = context.seat == context.to_move or context.seat in context.wanted
    is_due = is_due or any(concerns(event, context.seat) for event in events)
    return length if is_due else None


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
