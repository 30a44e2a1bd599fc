"""Resources that lie hidden, and come to light (I8.7, I33.13, I37)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.devastation import ruin_resource
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.ruins import bars_copies
from engine.inwo.state import SEEN, InwoState, OnTable

HIDDEN_NOW = "hidden"
"""What a seat has used in this turn, once for each Resource hidden in it."""


def store_of(state: InwoState) -> str | None:
    """The card in play under which Resources lie hidden."""
    return next((c for c in state.table if card_of(c).ability(ab.HidesResources)), None)


def reveal(table: InwoTable, seat: str, name: str) -> bool:
    """A hidden Resource comes to light, with its tokens if it did not come in this turn.

    A copy of one that is Unique may have come meanwhile: then it is discarded (I8.7).
    """
    holder = table.state.seat(seat)
    copy = find(holder.hidden, name)
    if copy is None:
        return False
    if "unique" in card_of(copy).words and _is_there(table.state, copy):
        table.discard(seat, copy, "hidden", "copy-in-play")
        return True
    is_new = copy in holder.hidden[len(holder.hidden) - holder.used.count(HIDDEN_NOW) :]
    card = OnTable(copy, seat, host=holder.illuminati, marks=(SEEN,))
    table.emit(ev.CameIntoPlay(card, "hidden", "to-light", is_new))
    number = card_of(copy).action_tokens
    if number and not is_new:
        table.emit(ev.TokensPlaced(seat, ((copy, number),)))
    return True


def _is_there(state: InwoState, copy: str) -> bool:
    same = card_id(copy)
    return bars_copies(state, same) or any(card_id(other) == same for other in state.table)


def show_copies(table: InwoTable, seat: str, name: str) -> None:
    """Who hides a copy of a Unique Resource that a rival plays shows it, if he may (I8.7)."""
    held = find(table.state.may_come(seat), name)
    if held is None or "unique" not in card_of(held).words:
        return
    for other in table.state.seats:
        kept = [card_id(one.card) for one in table.policies_of(other.name, od.HiddenPolicy)]
        if other.name != seat and card_id(held) not in kept:
            reveal(table, other.name, card_id(held))


def follow_store(table: InwoTable) -> None:
    """What lies hidden is captured, destroyed or discarded with the card that hides it."""
    for holder in table.state.seats:
        if not holder.hidden:
            continue
        store = store_of(table.state)
        taker = table.state.controller(store) if store else None
        if taker == holder.name:
            continue
        if taker is not None:
            cards = holder.hidden
            moved = ev.CardsMoved(holder.name, cards, "hidden", "hidden", "captured", to_seat=taker)
            table.emit(moved)
        else:
            _lose_all(table, holder.name)


def _lose_all(table: InwoTable, seat: str) -> None:
    """They are destroyed without credit where their store was, else discarded (I14.5)."""
    piles = ((one.name, ruin.copy) for one in table.state.seats for ruin in one.destroyed)
    by = next((name for name, c in piles if card_of(c).ability(ab.HidesResources)), None)
    for copy in table.state.seat(seat).hidden:
        if by is None:
            table.discard(seat, copy, "hidden", "store-lost")
        else:
            root = table.state.seat(seat).illuminati
            table.emit(ev.CameIntoPlay(OnTable(copy, seat, host=root), "hidden", "to-light"))
            ruin_resource(table, by, copy)
