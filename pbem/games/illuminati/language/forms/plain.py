"""Reading the plain verbs: one function a verb, from words to an order."""

from __future__ import annotations

from dataclasses import replace

from engine.illuminati import orders
from pbem.games.illuminati.language.forms import (
    branches,
    trades,
)
from pbem.games.illuminati.language.forms.branches import places
from pbem.games.illuminati.language.forms.cardplay import amounts_of
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import plain_seat_slot, seat_slot

_EVERYBODY = ("all", "everybody", "everyone")
_NOBODY = ("nobody", "none", "noone")


def transfer(reader: GameReader) -> orders.Transfer:
    amount = reader.amount()
    ends: dict[str, str] = {}
    while reader.peek() in ("from", "to"):
        word = reader.peek()
        reader.take(word)
        if word in ends:
            raise ParseError(f"{word.upper()} stands twice in the line")
        ends[word] = reader.name(slots.own_card(reader.names), ("from", "to", "as"))
    if len(ends) < 2:
        here, missing = (reader.at, reader.at), "to" if "from" in ends else "from"
        own = (reader.names.my_illuminati or "",) if missing == "to" and reader.is_done else ()
        problem = "I expected FROM one card TO another"
        raise ParseError(problem, span=here, instead=own, lead=missing)
    as_action = reader.take("as")
    if as_action:
        reader.take("an")
        reader.need("action")
    return orders.Transfer(amount, ends["from"], ends["to"], as_action)


def move(reader: GameReader) -> orders.Move | orders.Transfer:
    return transfer(reader) if reader.is_amount() else branches.move(reader)


def drop(reader: GameReader) -> orders.Drop:
    slot = slots.own_card(reader.names)
    groups = slots.parted_with(reader.names)
    return orders.Drop(reader.name(replace(slot, here=groups.legal(), never=groups.never)))


def pass_(reader: GameReader) -> orders.Pass:
    return orders.Pass()


def more(reader: GameReader) -> orders.More:
    return orders.More()


def show(reader: GameReader) -> orders.Show:
    card = reader.name(slots.special(reader.names), ("to",))
    reader.need("to")
    if reader.take(*_EVERYBODY):
        return orders.Show(card, reader.names.others)
    return orders.Show(card, _seats(reader))


def _seats(reader: GameReader) -> tuple[str, ...]:
    found: list[str] = []

    def item() -> None:
        found.append(reader.name(seat_slot(reader.names), ("and",)))

    reader.series(item, lambda: True)
    return tuple(dict.fromkeys(found))


def arrange(reader: GameReader) -> orders.Arrange:
    own = slots.own_card(reader.names)
    return orders.Arrange(places(reader, own, own))


def spread(reader: GameReader) -> orders.Spread:
    return orders.Spread(amounts_of(reader))


# --- standing instructions and acts ----------------------------------------------------


def pay(
    reader: GameReader,
) -> (
    orders.PayTaxFrom
    | orders.PayUpkeepFrom
    | orders.GiveMoney
    | orders.GiveSpecial
    | orders.GiveGroup
):
    if reader.is_amount():
        return trades.give(reader)
    if reader.take("tax"):
        return _pay_tax(reader)
    if plain_seat_slot(reader.names).find(1, reader.peek()):
        return trades.give(reader)
    reader.name(slots.upkeep(reader.names), ("from",))
    reader.need("from")
    reader.take("its", "my", "the")
    if reader.take("master"):
        return orders.PayUpkeepFrom(True)
    reader.need("illuminati")
    return orders.PayUpkeepFrom(False)


def _pay_tax(reader: GameReader) -> orders.PayTaxFrom:
    reader.need("from")
    if reader.take("any"):
        return orders.PayTaxFrom(())
    found: list[str] = []

    def item() -> None:
        found.append(reader.name(slots.own_card(reader.names), ("and",)))

    reader.series(item, lambda: True)
    return orders.PayTaxFrom(tuple(dict.fromkeys(found)))


def forego(reader: GameReader) -> orders.ForegoTax:
    reader.need("tax")
    reader.need("on")
    if reader.take(*_NOBODY):
        return orders.ForegoTax(())
    if reader.take(*_EVERYBODY):
        return orders.ForegoTax(reader.names.others)
    return orders.ForegoTax(_seats(reader))


def goal(reader: GameReader) -> orders.ChooseGoal:
    return orders.ChooseGoal(reader.name(slots.illuminati(reader.names)))


def reserve(reader: GameReader) -> orders.Reserve:
    return orders.Reserve(reader.amount())


def resign(reader: GameReader) -> orders.Resign:
    """RESIGN, or with the code that confirms it."""
    reader.code = _code(reader)
    return orders.Resign()


def _code(reader: GameReader) -> str:
    """A code as we send it: in capitals, or with a digit in it; another word is none."""
    if reader.is_done:
        return ""
    found = reader.text(reader.at, reader.at + 1).strip("?.!'\"")
    if not (found.isupper() or any(map(str.isdecimal, found))):
        raise ParseError("RESIGN stands alone on its line, or with the code that we sent")
    reader.at += 1
    return found
