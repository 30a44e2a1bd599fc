"""Who may know what of Illuminati."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.illuminati import events as ev
from engine.illuminati.events import Event
from engine.illuminati.state import State
from engine.illuminati.view import seen as seen


def seen_by(seat: str, events: Iterable[Event], state: State) -> tuple[Event, ...]:
    """Events as a seat may know them."""
    found = (seen(event, seat, state) for event in events)
    return tuple(event for event in found if event is not None)


def concerns(event: Event) -> tuple[str, ...]:
    """The seats that a deed between turns concerns beside the one who did it."""
    match event:
        case ev.GaveMoney() | ev.GaveSpecial():
            return (event.to,)
        case ev.Showed():
            return event.to
        case ev.SpiedHand():
            return (event.against,)
        case ev.Offered() | ev.OfferClosed() | ev.Traded():
            return (event.seat, event.to)
        case _:
            return ()


def opened(events: Sequence[Event], state: State) -> tuple[Event, ...]:
    """The events that not everybody had seen whole."""
    return tuple(event for event in events if seen(event, "", state) != event)


def struck(event: Event, _before: State) -> tuple[str, str] | None:
    """Who attacked a group of whom."""
    if isinstance(event, ev.Attacked) and event.owner not in (None, event.seat):
        return event.seat, str(event.owner)
    return None
