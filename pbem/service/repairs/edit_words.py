"""What may be said aloud of an edit: no hidden Illuminati is named (R11.3)."""

from __future__ import annotations

from engine.illuminati.advanced.hidden import is_hidden
from engine.illuminati.cards import CARDS
from engine.illuminati.state import State


def aloud(before: State, after: State, said: str) -> str:
    """A sentence for all players, with stand-ins for the Illuminati that lie face down.

    What was hidden before the edit, or is after it, is.
    """
    for state in (before, after):
        for seat in state.seats:
            if is_hidden(state, seat) and seat.illuminati in CARDS:
                masked = f"the hidden Illuminati of {seat.name}"
                said = said.replace(CARDS[seat.illuminati].name, masked)
                said = said.replace(seat.illuminati, masked)
    return said[:1].upper() + said[1:] if said.startswith("the hidden") else said
