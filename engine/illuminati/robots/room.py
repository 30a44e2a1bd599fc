"""What a robot gives up when no arrow of its structure is open (R8.2, R8.6)."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.cards import CARDS
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of, groups_of, open_places, puppets_of


def make_room(state: State, seat: str) -> od.Drop | None:
    """Drop the weakest of the groups without puppets, if nothing else can be taken; never the last.

    The dropped group had an arrow, which is open then. A very long game is over when nobody has
    an open arrow, and would never be if groups were given up in it (R11.1).
    """
    groups = groups_of(state, seat)
    if len(groups) < 2 or state.options.length == "very-long":
        return None
    if open_places(state, seat, cards_of(state, seat)):
        return None
    masters = puppets_of(state, seat)
    leaves = [card for card in groups if card not in masters]
    return od.Drop(min(leaves, key=lambda card: (CARDS[card].power, CARDS[card].income, card)))
