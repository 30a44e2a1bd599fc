"""What one does with what one has: TRANSFER, MOVE, DROP, PASS, MORE, ARRANGE, SPREAD (R2, R8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from engine.illuminati import orders
from engine.illuminati.orders import Move
from pbem.games.illuminati.language.forms.branches import (
    arrow_of,
    format_places,
    format_wishes,
    places,
    wishes,
)
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.values import changed

DeedOrder: TypeAlias = (
    orders.Transfer
    | orders.Move
    | orders.Drop
    | orders.Pass
    | orders.More
    | orders.Arrange
    | orders.Spread
)


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
    return transfer(reader) if reader.is_amount() else _moved(reader)


def _moved(reader: GameReader) -> Move:
    """MOVE group UNDER card AT arrow WITH …"""
    card = reader.name(slots.own_card(reader.names), ("under", "to", "onto"))
    reader.need("under", "to", "onto")
    master = reader.name(slots.own_card(reader.names), ("at", "with"))
    arrow = arrow_of(reader) if reader.peek() == "at" else None
    laid = wishes(reader) if reader.take("with") else ()
    return Move(card, master, arrow, laid)


def drop(reader: GameReader) -> orders.Drop:
    slot = slots.own_card(reader.names)
    groups = slots.parted_with(reader.names)
    return orders.Drop(reader.name(changed(slot, here=groups.legal(), never=groups.never)))


def pass_(reader: GameReader) -> orders.Pass:
    return orders.Pass()


def more(reader: GameReader) -> orders.More:
    return orders.More()


def arrange(reader: GameReader) -> orders.Arrange:
    own = slots.own_card(reader.names)
    return orders.Arrange(places(reader, own, own))


def spread(reader: GameReader) -> orders.Spread:
    return orders.Spread(amounts_of(reader))


_STOPS = ("before", "after", "when", "on", "in", "and")


def amounts_of(reader: GameReader) -> tuple[tuple[str, int], ...]:
    """n ON card, n ON card: what treasuries hold afterwards, each named once."""
    found: dict[str, int] = {}

    def item() -> None:
        amount = reader.amount()
        reader.need("on", "to")
        card = reader.name(slots.own_card(reader.names), _STOPS)
        if card in found:
            raise ParseError(f"{card_name(card)} is named twice")
        found[card] = amount

    reader.series(item, reader.is_amount)
    return tuple(found.items())


def _format(order: DeedOrder, _: Vocabulary) -> str:
    match order:
        case orders.Transfer(amount, source, to, as_action):
            ending = " AS ACTION" if as_action else ""
            return f"TRANSFER {amount} FROM {card_name(source)} TO {card_name(to)}{ending}"
        case orders.Move():
            place = f" AT {order.arrow}" if order.arrow else ""
            laid = format_wishes(order.wishes)
            return f"MOVE {card_name(order.card)} UNDER {card_name(order.master)}{place}{laid}"
        case orders.Drop(card):
            return f"DROP {card_name(card)}"
        case orders.Pass():
            return "PASS"
        case orders.More():
            return "MORE"
        case orders.Arrange(laid):
            return f"ARRANGE {format_places(laid)}"
        case orders.Spread(amounts):
            return f"SPREAD {format_amounts(amounts)}"
        case _:
            assert_never(order)


def format_amounts(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{amount} ON {card_name(card)}" for card, amount in amounts)


_BRANCH = "AT arrow WITH card AT arrow, card DROPPED (how its branch is laid)"

DEED_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "TRANSFER",
        "script",
        "Moves money to an adjacent card: two after your actions, or AS ACTION.",
        ("TRANSFER n FROM card TO card", "TRANSFER n FROM card TO card AS ACTION"),
        (
            "TRANSFER 5 FROM Mafia TO Illuminati",
            "TRANSFER 5 MB FROM Mafia TO CIA AS ACTION",
        ),
        "R2.9",
        misspelt=("TRANFER", "TRANSFERE", "TRASFER"),
        gloss="move money between neighbours",
        parse=transfer,
        makes=(orders.Transfer,),
        format=_format,
    ),
    OrderVerb(
        "MOVE",
        "script",
        "Moves a group with its branch to another card of yours. An action.",
        ("MOVE group UNDER card", "MOVE group UNDER card AT arrow", _BRANCH),
        (
            "MOVE Hackers UNDER CIA AT S",
            "MOVE Hackers UNDER CIA AT S WITH Yuppies AT E, KGB DROPPED",
        ),
        "R8.5",
        ("REORGANIZE", "REORGANISE", "RELOCATE"),
        gloss="move a group elsewhere",
        parse=move,
        makes=(orders.Move,),
        format=_format,
    ),
    OrderVerb(
        "DROP",
        "script",
        "Lets a group and its branch go; their money goes to the bank. Free.",
        ("DROP group",),
        ("DROP Trekkies",),
        "R8.6",
        ("RELEASE", "ABANDON"),
        guarded=True,
        gloss="let a group go",
        parse=drop,
        makes=(orders.Drop,),
        format=_format,
    ),
    OrderVerb(
        "PASS",
        "script",
        "Does nothing this turn and brings you 5 MB.",
        ("PASS",),
        ("PASS",),
        "R2.11",
        ("SKIP",),
        gloss="no action: 5 MB instead",
        parse=pass_,
        makes=(orders.Pass,),
        format=_format,
    ),
    OrderVerb(
        "MORE",
        "script",
        "Stops the script here: you are told how it went, and asked for the rest of your turn.",
        ("MORE (transfers and special powers come with the rest)",),
        ("MORE",),
        "R12.1",
        guarded=True,
        gloss="pause, see, then go on",
        parse=more,
        makes=(orders.More,),
        format=_format,
    ),
)

REBUILDING_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ARRANGE",
        "script",
        "Lays your structure anew (the Bermuda Triangle, after its actions).",
        ("ARRANGE group UNDER card AT arrow, group UNDER card AT arrow",),
        ("ARRANGE CIA UNDER Mafia AT E, KGB UNDER Illuminati AT N",),
        "R2.10",
        ("REARRANGE",),
        gloss="the Bermuda Triangle rebuilds",
        parse=arrange,
        makes=(orders.Arrange,),
        format=_format,
    ),
    OrderVerb(
        "SPREAD",
        "script",
        "Spreads your money anew (the Gnomes of Zurich, after their actions).",
        ("SPREAD n ON card, n ON card (the rest goes to the Illuminati)",),
        ("SPREAD 10 ON Mafia, 5 ON CIA",),
        "R2.10",
        guarded=True,
        gloss="the Gnomes move their money",
        parse=spread,
        makes=(orders.Spread,),
        format=_format,
    ),
)
