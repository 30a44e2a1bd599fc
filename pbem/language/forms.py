"""Reading the plain verbs: one function a verb, from words to an order; and who reads which."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.arrangement import Laid
from engine.illuminati import orders
from engine.illuminati.cards import CARDS
from pbem.language import attacks, cardplay, slots
from pbem.language.cardplay import amounts_of
from pbem.language.fates import Misread
from pbem.language.names import card_name
from pbem.language.reader import Reader

_EVERYBODY = ("all", "everybody", "everyone")
_NOBODY = ("nobody", "none", "noone")


def transfer(reader: Reader) -> orders.Transfer:
    amount = reader.amount()
    ends: dict[str, str] = {}
    while reader.peek() in ("from", "to"):
        word = reader.peek()
        reader.take(word)
        if word in ends:
            raise Misread(f"{word.upper()} stands twice in the line")
        ends[word] = reader.name(slots.own_card(reader.names), ("from", "to", "as"))
    if len(ends) < 2:
        raise Misread("I expected FROM one card TO another")
    as_action = reader.take("as")
    if as_action:
        reader.take("an")
        reader.need("action")
    return orders.Transfer(amount, ends["from"], ends["to"], as_action)


def move(reader: Reader) -> orders.Move | orders.Transfer:
    return transfer(reader) if reader.is_amount() else attacks.move(reader)


def drop(reader: Reader) -> orders.Drop:
    return orders.Drop(reader.name(slots.own_card(reader.names)))


def pass_(reader: Reader) -> orders.Pass:
    return orders.Pass()


def give(reader: Reader) -> orders.GiveMoney | orders.GiveSpecial:
    """GIVE n TO player; GIVE player n is as clear."""
    seat = slots.plain_seat(reader.names).find(1, reader.peek())
    if len(seat) == 1 and len(reader.tokens) > reader.at + 1 and reader.peek(1) != "to":
        reader.at += 1
        if reader.is_amount():
            return orders.GiveMoney(seat[0], reader.amount())
        return orders.GiveSpecial(seat[0], reader.name(slots.special(reader.names)))
    if reader.is_amount():
        amount = reader.amount()
        reader.need("to")
        return orders.GiveMoney(reader.name(slots.seat(reader.names)), amount)
    kinds = (slots.special(reader.names), slots.own_card(reader.names))
    slot, card = reader.name_of(kinds, ("to",))
    if card in CARDS:
        raise Misread(f"{card_name(card)} is a group; groups cannot be given yet")
    reader.need("to")
    return orders.GiveSpecial(reader.name(slots.seat(reader.names)), card)


def show(reader: Reader) -> orders.Show:
    card = reader.name(slots.special(reader.names), ("to",))
    reader.need("to")
    if reader.take(*_EVERYBODY):
        return orders.Show(card, reader.names.others)
    return orders.Show(card, _seats(reader))


def _seats(reader: Reader) -> tuple[str, ...]:
    found: list[str] = []

    def item() -> None:
        found.append(reader.name(slots.seat(reader.names), ("and",)))

    reader.series(item, lambda: True)
    return tuple(dict.fromkeys(found))


def arrange(reader: Reader) -> orders.Arrange:
    laid: list[Laid] = []

    def item() -> None:
        card = reader.name(slots.own_card(reader.names), ("under",))
        reader.need("under")
        master = reader.name(slots.own_card(reader.names), ("at",))
        reader.need("at")
        laid.append(Laid(card, master, reader.arrow()))

    reader.series(item, lambda: True)
    return orders.Arrange(tuple(laid))


def spread(reader: Reader) -> orders.Spread:
    return orders.Spread(amounts_of(reader))


# --- standing instructions and acts ----------------------------------------------------


def pay(reader: Reader) -> orders.PayTaxFrom | orders.PayUpkeepFrom:
    if reader.take("tax"):
        return _pay_tax(reader)
    reader.name(slots.upkeep(reader.names), ("from",))
    reader.need("from")
    reader.take("its", "my", "the")
    if reader.take("master"):
        return orders.PayUpkeepFrom(True)
    reader.need("illuminati")
    return orders.PayUpkeepFrom(False)


def _pay_tax(reader: Reader) -> orders.PayTaxFrom:
    reader.need("from")
    if reader.take("any"):
        return orders.PayTaxFrom(())
    found: list[str] = []

    def item() -> None:
        found.append(reader.name(slots.own_card(reader.names), ("and",)))

    reader.series(item, lambda: True)
    return orders.PayTaxFrom(tuple(dict.fromkeys(found)))


def forego(reader: Reader) -> orders.ForegoTax:
    reader.need("tax")
    reader.need("on")
    if reader.take(*_NOBODY):
        return orders.ForegoTax(())
    if reader.take(*_EVERYBODY):
        return orders.ForegoTax(reader.names.others)
    return orders.ForegoTax(_seats(reader))


def goal(reader: Reader) -> orders.ChooseGoal:
    return orders.ChooseGoal(reader.name(slots.illuminati(reader.names)))


PARSERS: dict[str, Callable[[Reader], orders.Order]] = {
    "ATTACK": attacks.attack,
    "TAKE": lambda reader: attacks.attack(reader, "control"),
    "NEUTRALIZE": lambda reader: attacks.attack(reader, "neutralize"),
    "DESTROY": lambda reader: attacks.attack(reader, "destroy"),
    "TRANSFER": transfer,
    "MOVE": move,
    "DROP": drop,
    "PASS": pass_,
    "GIVE": give,
    "SHOW": show,
    "PLAY": cardplay.play,
    "USE": cardplay.use,
    "ARRANGE": arrange,
    "SPREAD": spread,
    "PAY": pay,
    "FOREGO": forego,
    "GOAL": goal,
}
"""How each verb of the table is read; controls and RESIGN are read in `reading`."""
