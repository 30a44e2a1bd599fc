"""Cards put by hand where a moderator wants them; nothing here asks whether that is sound."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.core.values import changed
from engine.illuminati.state import Holding, State


def given(state: State, card: str, seat: str, master: str, arrow: Side) -> State:
    """The group under another master, its own puppets and all their money with it."""
    moved = _subtree(state, card)
    old = state.holdings.get(card)
    head = Holding(card, seat, master, arrow, old.money if old else 0)
    rest = {name: held for name, held in state.holdings.items() if name not in moved}
    below = {name: changed(state.holdings[name], seat=seat) for name in moved if name != card}
    loose = state if old else _without(state, card)
    return changed(loose, holdings={**rest, card: head, **below})


def hand_over(state: State, special: str, seat: str) -> State:
    """The Special in that hand, taken from wherever it was."""
    loose = _without(state, special)
    seats = tuple(
        changed(row, hand=(*row.hand, special)) if row.name == seat else row for row in loose.seats
    )
    return changed(loose, seats=seats)


def put_away(state: State, card: str, place: str) -> State:
    """The card alone at the end of a pile: "uncontrolled", "dead", "deck" or "discards"."""
    loose = _without(state, card)
    match place:
        case "uncontrolled":
            return changed(loose, uncontrolled=(*loose.uncontrolled, card))
        case "dead":
            return changed(loose, dead=(*loose.dead, card))
        case "deck":
            return changed(loose, deck=(*loose.deck, card))
        case _:
            return changed(loose, discards=(*loose.discards, card))


def _without(state: State, card: str) -> State:
    """The state with the card nowhere."""

    def less(pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in pile if one != card)

    return changed(
        state,
        seats=tuple(changed(row, hand=less(row.hand)) for row in state.seats),
        holdings={name: held for name, held in state.holdings.items() if name != card},
        uncontrolled=less(state.uncontrolled),
        dead=less(state.dead),
        deck=less(state.deck),
        discards=less(state.discards),
    )


def _subtree(state: State, card: str) -> list[str]:
    """The card and all below it, masters first."""
    found = [card]
    for name in found:
        found += [
            one for one, held in state.holdings.items() if held.master == name and one not in found
        ]
    return found
