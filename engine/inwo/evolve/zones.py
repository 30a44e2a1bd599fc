"""Cards go from zone to zone of the seats (I7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import is_made
from engine.inwo.state import SHOWN_PLOTS, InwoSeat, InwoState

EvolveRow = Callable[[InwoState, Any], InwoState]
EvolveTable = Mapping[type, EvolveRow]
"""What comes of each kind of event."""


def with_seat(state: InwoState, seat: InwoSeat) -> InwoState:
    seats = tuple(seat if old.name == seat.name else old for old in state.seats)
    return changed(state, seats=seats)


def in_seat(state: InwoState, name: str, **changes: Any) -> InwoState:
    """The state with something else about a seat."""
    return with_seat(state, changed(state.seat(name), **changes))


def in_turn(state: InwoState, **changes: Any) -> InwoState:
    """The state with something else about the turn."""
    return changed(state, turn=changed(state.turn, **changes))


def without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    lost = tuple(gone)
    return tuple(card for card in cards if card not in lost)


def _placed(cards: tuple[str, ...], new: tuple[str, ...], zone: str, place: int) -> tuple[str, ...]:
    """Hands take new cards last, piles and decks at a place from the top."""
    if zone in ("plots", "groups", "bounced", "removed", "hidden") or place < 0:
        return (*cards, *new)
    return (*cards[:place], *new, *cards[place:])


def take(state: InwoState, name: str, zone: str, cards: tuple[str, ...]) -> InwoState:
    seat = state.seat(name)
    fields: dict[str, Any] = {zone: without(getattr(seat, zone), cards)}
    if zone == "plots":
        fields["exposed"] = without(seat.exposed, cards)
        kept = {plot: host for plot, host in seat.stored.items() if plot not in cards}
        fields["stored"] = kept if len(kept) < len(seat.stored) else seat.stored
    if zone == "groups":
        fields["failed"] = without(seat.failed, cards)
    return with_seat(state, changed(seat, **fields))


def put(
    state: InwoState, name: str, zone: str, cards: tuple[str, ...], place: int = 0
) -> InwoState:
    # What a card has made ceases to be when it leaves the table (I33.12).
    kept = tuple(copy for copy in cards if not is_made(copy))
    return put_all(state, name, zone, _placed(getattr(state.seat(name), zone), kept, zone, place))


def put_all(state: InwoState, name: str, zone: str, cards: tuple[str, ...]) -> InwoState:
    fields: dict[str, Any] = {zone: cards}
    return with_seat(state, changed(state.seat(name), **fields))


def moved(state: InwoState, event: ev.CardsMoved) -> InwoState:
    to = event.to_seat or event.seat
    was_open = [card for card in event.cards if card in state.seat(event.seat).exposed]
    state = take(state, event.seat, event.source, event.cards)
    state = put(state, to, event.target, event.cards, event.place)
    if event.target == "plots" and (was_open or event.is_open):
        seat = state.seat(to)
        shown = tuple(event.cards if event.is_open else was_open)
        state = with_seat(state, changed(seat, exposed=(*seat.exposed, *shown)))
    is_anothers = to != event.seat and event.source != "discards"
    return _spared(state, to) if event.target == "plots" and is_anothers else state


def _spared(state: InwoState, name: str) -> InwoState:
    """Who gets a Plot card from a rival is not asked for one so soon (I38.62)."""
    used = state.seat(name).used
    return state if SHOWN_PLOTS in used else in_seat(state, name, used=(*used, SHOWN_PLOTS))
