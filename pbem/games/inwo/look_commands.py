"""Words of INWO that only show something, as they are typed."""

from __future__ import annotations

from typing import Any

from pbem.grammar.commands.spec import CommandSpec, Fields
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import seat_slot


def _of_a_seat(reader: Reader[Any]) -> tuple[Fields, str]:
    """Nothing, or a player."""
    if reader.is_done:
        return {}, ""
    name = reader.name(seat_slot(reader.names))
    return {"value": name}, name


def _numbered(reader: Reader[Any]) -> tuple[Fields, str]:
    """Nothing, or the number of an attack."""
    if reader.is_done:
        return {}, ""
    number = reader.number()
    return {"number": number}, str(number)


def _order(reader: Reader[Any]) -> tuple[Fields, str]:
    """The rest of the line."""
    text = reader.text(reader.at)
    reader.at = len(reader.tokens)
    if not text:
        raise ParseError("say WHATIF and an order, as in WHATIF ATTACK Mafia WITH CIA")
    return {"text": text}, text


def _look(name: str, about: str, gloss: str, *examples: str, **more: Any) -> CommandSpec:
    return CommandSpec(
        name,
        "control",
        about,
        (name, *more.pop("forms", ())),
        examples or (name,),
        gloss=gloss,
        begins_prose=True,
        looks=True,
        **more,
    )


LOOKS: tuple[CommandSpec, ...] = (
    _look("HAND", "Shows your hand, with what each card could do now.", "your hand"),
    _look("TABLE", "Shows all structures, with tokens and what is linked.", "all structures"),
    _look(
        "PILES",
        "Shows what was discarded and destroyed, by one player or by all.",
        "discarded, destroyed",
        "PILES",
        forms=("PILES player",),
        read=_of_a_seat,
    ),
    _look(
        "COUNT",
        "Shows how near everybody is to winning, as far as that is public.",
        "the way to the Goals",
        "COUNT",
        forms=("COUNT player",),
        read=_of_a_seat,
    ),
    _look(
        "SUM",
        "Shows the open attack part by part, with every play so far.",
        "the open attack",
        "SUM",
        "SUM 1",
        forms=("SUM n",),
        read=_numbered,
    ),
    CommandSpec(
        "WHATIF",
        "control",
        "Tries an order on paper: need, chance and cost. Nothing is filed.",
        ("WHATIF order",),
        ("WHATIF ATTACK Mafia WITH CIA",),
        looks=True,
        read=_order,
    ),
    _look("STANDING", "Lists your standing orders by their numbers.", "your standing orders"),
)
