"""What a destroyed card still counts for (I14.5, I38.41, I38.42)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo.cards import card_id, card_of
from engine.inwo.state import InwoState, Ruin


def _is(state: InwoState, copy: str, what: str) -> bool:
    return any(one.stat == what and one.on == copy and not one.off for one in state.changes)


def is_credited(copy: str) -> bool:
    """Whether it counts for its destroyer: a Group, of which not any number may be in play, unless
    its text says so (I14.5, I36.7)."""
    many = card_of(copy).ability(ab.Many)
    return card_of(copy).family == "group" and (many is None or many.credit)


def is_beyond(state: InwoState, ruin: Ruin) -> bool:
    """Whether nothing brings a destroyed card back."""
    return ruin.beyond or is_buried(state, ruin.copy)


def is_buried(state: InwoState, copy: str) -> bool:
    """Whether a card in a pile is to stay there."""
    return _is(state, copy, "beyond")


def credited(state: InwoState, seat: str) -> list[Ruin]:
    """The destroyed cards that a seat has the credit for."""
    ruins = (ruin for ruin in state.seat(seat).destroyed if ruin.credit)
    return [ruin for ruin in ruins if not _is(state, ruin.copy, "unburied")]


def bars_copies(state: InwoState, id_: str) -> bool:
    """Whether a destroyed copy keeps others of a card from play (I25.1)."""
    return any(
        card_id(ruin.copy) == id_ and not _is(state, ruin.copy, "unburied")
        for seat in state.seats
        for ruin in seat.destroyed
    )
