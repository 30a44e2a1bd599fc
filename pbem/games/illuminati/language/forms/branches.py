"""Reading where cards are laid: MOVE, and the places and puppets of a branch (R8.3 to R8.5)."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.arrangement import Laid
from engine.core.geometry import Side
from engine.illuminati.orders import Move, Wish
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.slots import NameSlot


def wishes(reader: GameReader, stops: Collection[str] = ()) -> tuple[Wish, ...]:
    """card AT arrow, card DROPPED: how the puppets of a branch are laid (R8.3)."""
    found: list[Wish] = []

    def item() -> None:
        card = reader.name(slots.any_card(reader.names), ("at", "dropped"))
        found.append(Wish(card, None if reader.take("dropped") else arrow_of(reader)))

    reader.series(item, lambda: reader.peek() not in stops)
    return tuple(found)


def arrow_of(reader: GameReader) -> Side:
    """AT arrow."""
    reader.need("at")
    return reader.arrow()


def places(reader: GameReader, card_slot: NameSlot, master_slot: NameSlot) -> tuple[Laid, ...]:
    """card UNDER card AT arrow, one or more."""
    found: list[Laid] = []

    def item() -> None:
        card = reader.name(card_slot, ("under", "at"))
        reader.need("under")
        master = reader.name(master_slot, ("at",))
        found.append(Laid(card, master, arrow_of(reader)))

    reader.series(item, lambda: reader.peek() != "with")
    return tuple(found)


def move(reader: GameReader) -> Move:
    """MOVE group UNDER card AT arrow WITH …"""
    card = reader.name(slots.own_card(reader.names), ("under", "to", "onto"))
    reader.need("under", "to", "onto")
    master = reader.name(slots.own_card(reader.names), ("at", "with"))
    arrow = arrow_of(reader) if reader.peek() == "at" else None
    laid = wishes(reader) if reader.take("with") else ()
    return Move(card, master, arrow, laid)
