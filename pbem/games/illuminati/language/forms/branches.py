"""Where cards are laid: the places and puppets of a branch (R8.3 to R8.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.core.arrangement import Laid
from engine.core.geometry import Side
from engine.illuminati.orders import PuppetPlace
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import card_name
from pbem.grammar.orders.slots import NameSlot


def wishes(reader: GameReader, stops: Collection[str] = ()) -> tuple[PuppetPlace, ...]:
    """card AT arrow, card DROPPED: how the puppets of a branch are laid (R8.3)."""

    def wish() -> PuppetPlace:
        card = reader.name(slots.any_card(reader.names), ("at", "dropped"))
        return PuppetPlace(card, None if reader.take("dropped") else arrow_of(reader))

    return reader.series(wish, lambda: reader.peek() not in stops)


def arrow_of(reader: GameReader) -> Side:
    """AT arrow."""
    reader.need("at")
    return reader.arrow()


def places(reader: GameReader, card_slot: NameSlot, master_slot: NameSlot) -> tuple[Laid, ...]:
    """card UNDER card AT arrow, one or more."""

    def laid() -> Laid:
        card = reader.name(card_slot, ("under", "at"))
        reader.need("under")
        master = reader.name(master_slot, ("at",))
        return Laid(card, master, arrow_of(reader))

    return reader.series(laid, lambda: reader.peek() != "with")


def format_wishes(wishes: Iterable[PuppetPlace]) -> str:
    """ " WITH card AT arrow, card DROPPED", or "" without any."""
    places = [f"{card_name(w.card)} {f'AT {w.arrow}' if w.arrow else 'DROPPED'}" for w in wishes]
    return f" WITH {', '.join(places)}" if places else ""


def format_places(laid: Iterable[Laid]) -> str:
    """card UNDER card AT arrow, one or more."""
    return ", ".join(
        f"{card_name(row.card)} UNDER {card_name(row.master)} AT {row.arrow}" for row in laid
    )
