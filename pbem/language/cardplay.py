"""Reading PLAY and USE: what comes behind the name of a card, as the card wants it (R9.6)."""

from __future__ import annotations

from engine.illuminati import abilities as ab
from engine.illuminati import orders
from engine.illuminati.cards import CARDS, SPECIALS
from pbem.language import slots
from pbem.language.fates import Misread
from pbem.language.names import card_name
from pbem.language.reader import Reader

_AFTER_CARD = ("on", "under", "at", "against", "to", "for", "if", "by", "in")
_AFTER_POWER = (*_AFTER_CARD, "add", "remove", "reverse")
_RULED_NOW = (ab.Gain, ab.Bribe, ab.Spy, ab.RepeatIncome, ab.Revive, ab.RearrangeMoney)


def play(reader: Reader) -> orders.Play:
    return _played(reader, reader.name(slots.special(reader.names), _AFTER_CARD))


def _played(reader: Reader, card: str) -> orders.Play:
    """What comes after the name of a Special, as its effect wants it."""
    match SPECIALS[card].effect:
        case ab.Bribe():
            return _bribe(reader, card)
        case ab.Spy():
            return _spy(reader, card)
        case ab.Revive():
            on = reader.name(slots.dead(reader.names)) if reader.take("on") else None
            return orders.Play(card, on=on)
        case ab.RearrangeMoney():
            reader.take(":")
            return orders.Play(card, amounts=amounts_of(reader) if not reader.is_done else ())
        case ab.SkipTurn():
            against = None
            if reader.take("on", "against"):
                against = reader.name(slots.seat(reader.names), ("on",))
            return _unread_rest(reader, orders.Play(card, against=against))
        case effect if isinstance(effect, _RULED_NOW):
            return orders.Play(card)
        case _:
            return _unread_rest(reader, orders.Play(card))


def _bribe(reader: Reader, card: str) -> orders.Play:
    on = master = arrow = None
    if reader.take("on"):
        on = reader.name(slots.uncontrolled(reader.names), ("under", "at"))
    if reader.take("under"):
        master = reader.name(slots.own_card(reader.names), ("at",))
    if reader.take("at"):
        arrow = reader.arrow()
    return orders.Play(card, on=on, master=master, arrow=arrow)


def _spy(reader: Reader, card: str) -> orders.Play:
    if not reader.take("on"):
        return orders.Play(card)
    seat = slots.plain_seat(reader.names)
    slot, found = reader.name_of((slots.any_card(reader.names), seat))
    if slot.index is seat.index:
        return orders.Play(card, against=found)
    return orders.Play(card, on=found)


def _unread_rest(reader: Reader, order: orders.Play) -> orders.Play:
    """Specials the game does not run yet: it refuses them whatever else the line says."""
    if not reader.is_done:
        reader.assumed.append(f'"{reader.text(reader.at)}" left unread')
        reader.at = len(reader.tokens)
    return order


def use(reader: Reader) -> orders.UseRealign | orders.UseBuyCard | orders.Play:
    kinds = (slots.power(reader.names), slots.special(reader.names))
    _, card = reader.name_of(kinds, _AFTER_POWER)
    if card in SPECIALS:
        return _played(reader, card)
    if CARDS[card].ability(ab.BuyCard) is not None:
        return orders.UseBuyCard(card)
    return _realign(reader, card)


_CHANGES: dict[str, tuple[orders.Change, tuple[str, ...]]] = {
    "add": ("add", ("to",)),
    "remove": ("remove", ("from", "of")),
    "reverse": ("reverse", ("of", "on", "for")),
}


def _realign(reader: Reader, card: str) -> orders.UseRealign:
    reader.take("to")
    found = _CHANGES.get(reader.peek())
    if found is None:
        raise Misread(f"I expected ADD, REMOVE or REVERSE after {card_name(card)}")
    reader.at += 1
    change, links = found
    slot = slots.alignment(reader.names)
    word = reader.name(slot, links)
    alignment = next(a for a in ab.ALIGNMENTS if a == word)
    reader.need(*links)
    return orders.UseRealign(card, change, alignment, reader.name(slots.any_card(reader.names)))


def amounts_of(reader: Reader) -> tuple[tuple[str, int], ...]:
    """n ON card, n ON card: what treasuries hold afterwards, each named once."""
    found: dict[str, int] = {}

    def item() -> None:
        amount = reader.amount()
        reader.need("on", "to")
        card = reader.name(slots.own_card(reader.names), ("and",))
        if card in found:
            raise Misread(f"{card_name(card)} is named twice")
        found[card] = amount

    reader.series(item, reader.is_amount)
    return tuple(found.items())
