"""Reading PLAY and USE: what comes behind the name of a card, as the card wants it (R9.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import orders
from engine.illuminati.cards import CARDS, SPECIALS
from pbem.games.illuminati.language.forms import waiting
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.forms.raises import once
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import card_name
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import plain_seat_slot

PlayOrder: TypeAlias = (
    orders.Play | orders.FixRoll | orders.Abolish | orders.JoinIn | orders.Cancel | orders.SkipTurn
)
"""What PLAY may come to; the effect of the card decides which."""

_MOMENT_WORDS = ("before", "after", "when")
_BEFORE_MOMENT = (*_MOMENT_WORDS, "on", "in", "and")
_AFTER_CARD = (*_BEFORE_MOMENT, "under", "at", "against", "to", "for", "if", "by")
_AFTER_POWER = (*_AFTER_CARD, "add", "remove", "reverse")
_MOMENTS: dict[tuple[str, str], orders.Window] = {
    ("when", "announced"): "W1",
    ("before", "dice"): "W2",
    ("before", "roll"): "W2",
    ("after", "dice"): "W3",
    ("after", "roll"): "W3",
    ("after", "result"): "W4",
    ("before", "turn"): "T1",
    ("before", "script"): "T1",
    ("before", "victory"): "T2",
}


def play(reader: GameReader) -> PlayOrder:
    return _played(reader, reader.name(slots.special(reader.names), _AFTER_CARD))


def _played(reader: GameReader, card: str) -> PlayOrder:
    """What comes after the name of a Special, as its effect wants it."""
    effect = SPECIALS[card].effect
    if isinstance(effect, ab.DestroyPowerless):
        told = card_name(card)
        raise ParseError(f"{told} goes with its attack: DESTROY group WITH card BY {told}")
    wait = _WAITS.get(type(effect))
    if wait is not None:
        return wait(reader, card)
    order = _moment(reader, orders.Play(card))
    match effect:
        case ab.Bribe():
            order = _bribe(reader, order)
        case ab.Spy():
            order = _spy(reader, order)
        case ab.Revive() if reader.take("on"):
            order = changed(order, on=reader.name(slots.dead(reader.names), _BEFORE_MOMENT))
        case ab.RearrangeMoney():
            reader.take(":")
            if reader.is_amount():
                order = changed(order, amounts=amounts_of(reader))
    return _moment(reader, order)


_WAITS: dict[type[ab.Effect], Callable[[GameReader, str], PlayOrder]] = {
    ab.SetRoll: waiting.fix_roll,
    ab.AbolishPrivilege: waiting.abolish_by,
    ab.Interfere: waiting.join_in,
    ab.CancelSpecial: waiting.cancel,
    ab.SkipTurnEffect: waiting.skip_turn,
}


def _moment(reader: GameReader, order: orders.Play) -> orders.Play:
    """ON n, BEFORE DICE, BEFORE VICTORY …: what the card is kept for (R12.6)."""
    while True:
        if reader.peek() in _MOMENT_WORDS:
            once("BEFORE or AFTER", order.window)
            order = changed(order, window=_window(reader))
        elif reader.peek() in ("on", "in") and _is_line(reader):
            once("ON", order.line)
            reader.at += 1
            reader.take("attack")
            reader.take("line")
            order = changed(order, line=reader.number())
        else:
            return order


def _is_line(reader: GameReader) -> bool:
    return is_line(reader, 1) or reader.peek(1) in ("attack", "line")


def _window(reader: GameReader) -> orders.Window:
    word = reader.peek()
    reader.at += 1
    reader.take("the", "is")
    window = _MOMENTS.get((word, reader.peek()))
    if window is None:
        raise ParseError("I expected BEFORE DICE, AFTER DICE, AFTER RESULT or BEFORE VICTORY")
    reader.at += 1
    reader.take("check", "roll")
    return window


def _bribe(reader: GameReader, order: orders.Play) -> orders.Play:
    on = master = arrow = None
    if reader.take("on"):
        on = reader.name(slots.uncontrolled(reader.names), ("under", "at"))
    if reader.take("under"):
        master = reader.name(slots.own_card(reader.names), ("at",))
    if reader.take("at"):
        arrow = reader.arrow()
    if on is None:
        on = reader.only(slots.uncontrolled(reader.names), "ON")
    return changed(order, on=on, master=master, arrow=arrow)


def _spy(reader: GameReader, order: orders.Play) -> orders.Play:
    if not reader.take("on"):
        return order
    seat = plain_seat_slot(reader.names)
    card = slots.any_card(reader.names)
    kinds = [card, seat]
    if reader.take("player"):
        kinds = [seat]
    elif reader.take("card", "group"):
        kinds = [card]
    slot, found = reader.name_of(kinds, _BEFORE_MOMENT)
    if slot.index is seat.index:
        return changed(order, against=found)
    return changed(order, on=found)


def use(reader: GameReader) -> orders.UseRealign | orders.UseBuyCard | PlayOrder:
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


def _realign(reader: GameReader, card: str) -> orders.UseRealign:
    reader.take("to")
    found = _CHANGES.get(reader.peek())
    if found is None:
        raise ParseError(f"I expected ADD, REMOVE or REVERSE after {card_name(card)}")
    reader.at += 1
    change, links = found
    slot = slots.alignment(reader.names)
    word = reader.name(slot, links)
    alignment = next(a for a in ab.ALIGNMENTS if a == word)
    reader.need(*links)
    return orders.UseRealign(card, change, alignment, reader.name(slots.any_card(reader.names)))


def amounts_of(reader: GameReader) -> tuple[tuple[str, int], ...]:
    """n ON card, n ON card: what treasuries hold afterwards, each named once."""
    found: dict[str, int] = {}

    def item() -> None:
        amount = reader.amount()
        reader.need("on", "to")
        card = reader.name(slots.own_card(reader.names), _BEFORE_MOMENT)
        if card in found:
            raise ParseError(f"{card_name(card)} is named twice")
        found[card] = amount

    reader.series(item, reader.is_amount)
    return tuple(found.items())
