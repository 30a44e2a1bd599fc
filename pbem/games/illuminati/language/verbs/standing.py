"""What holds until it is changed, or is said once: RESERVE, PAY, FOREGO, GOAL, RESIGN."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from engine.illuminati import orders
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, first_with_upkeep
from pbem.games.illuminati.language.verbs.trades import Gift, give
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import EVERYBODY, NOBODY, plain_seat_slot

StandingOrder: TypeAlias = (
    orders.PayTaxFrom
    | orders.ForegoTax
    | orders.PayUpkeepFrom
    | orders.Reserve
    | orders.ChooseGoal
    | orders.Resign
)


def pay(reader: GameReader) -> orders.PayTaxFrom | orders.PayUpkeepFrom | Gift:
    if reader.is_amount():
        return give(reader)
    if reader.take("tax"):
        return _pay_tax(reader)
    if plain_seat_slot(reader.names).find(1, reader.peek()):
        return give(reader)
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
    found = reader.series(lambda: reader.name(slots.own_card(reader.names), ("and",)))
    return orders.PayTaxFrom(tuple(dict.fromkeys(found)))


def forego(reader: GameReader) -> orders.ForegoTax:
    reader.need("tax")
    reader.need("on")
    if reader.take(*NOBODY):
        return orders.ForegoTax(())
    if reader.take(*EVERYBODY):
        return orders.ForegoTax(reader.names.others)
    return orders.ForegoTax(reader.seats())


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


def _format(order: StandingOrder, _: Vocabulary) -> str:
    match order:
        case orders.PayTaxFrom(cards):
            return f"PAY TAX FROM {', '.join(card_name(card) for card in cards) or 'ANY'}"
        case orders.ForegoTax(seats):
            return f"FOREGO TAX ON {', '.join(seats) or 'NOBODY'}"
        case orders.PayUpkeepFrom(from_master):
            payer = "MASTER" if from_master else "ILLUMINATI"
            return f"PAY {card_name(first_with_upkeep()).upper()} FROM {payer}"
        case orders.Reserve(amount):
            return f"RESERVE {amount}"
        case orders.Resign():
            return "RESIGN"
        case orders.ChooseGoal(illuminati):
            return f"GOAL {card_name(illuminati)}"
        case _:
            assert_never(order)


RESERVE_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "RESERVE",
        "standing",
        "Keeps that many MB on your Illuminati, whatever else is raised.",
        ("RESERVE n",),
        ("RESERVE 5",),
        "R12.8",
        guarded=True,
        gloss="money never spent for you",
        parse=reserve,
        makes=(orders.Reserve,),
        format=_format,
    ),
)

STANDING_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "PAY",
        "standing",
        "Says where tax and upkeep are paid from, until you say otherwise.",
        (
            "PAY TAX FROM card, card",
            "PAY TAX FROM ANY (the usual order)",
            "PAY POST OFFICE FROM MASTER  |  FROM ILLUMINATI",
        ),
        ("PAY TAX FROM Mafia", "PAY POST OFFICE FROM MASTER"),
        "R2.2",
        guarded=True,
        gloss="what pays tax and upkeep",
        parse=pay,
        makes=(orders.PayTaxFrom, orders.PayUpkeepFrom),
        format=_format,
    ),
    OrderVerb(
        "FOREGO",
        "standing",
        "Says whom you do not tax, until you say otherwise.",
        ("FOREGO TAX ON player, player", "FOREGO TAX ON NOBODY"),
        ("FOREGO TAX ON bob",),
        "R2.2",
        ("FORGO",),
        guarded=True,
        gloss="whom you do not tax",
        parse=forego,
        makes=(orders.ForegoTax,),
        format=_format,
    ),
)

ACT_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "GOAL",
        "act",
        "Chooses your secret goal before the first turn (the UFOs).",
        ("GOAL illuminati",),
        ("GOAL Network",),
        "R1.5",
        gloss="the UFOs choose in secret",
        parse=goal,
        makes=(orders.ChooseGoal,),
        format=_format,
    ),
    OrderVerb(
        "RESIGN",
        "act",
        "Leaves the game. The answer tells you a code to confirm it with.",
        ("RESIGN", "RESIGN code"),
        ("RESIGN", "RESIGN K7PX"),
        "R10.3",
        guarded=True,
        gloss="leave; you are asked again",
        parse=resign,
        makes=(orders.Resign,),
        format=_format,
    ),
)
