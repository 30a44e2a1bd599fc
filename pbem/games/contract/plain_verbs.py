"""The verbs of a small game, and the language that they make with those of any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.games.contract.spoken import spoken_for
from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.commands.spec import CommandSpec, VerbKind
from pbem.grammar.orders.language import HelpTexts, Language, Names, OrderVerb
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.talk import TALK_VERBS

_HEADINGS: tuple[tuple[tuple[VerbKind, ...], str], ...] = (
    (("script", "answer", "deal", "act"), "ORDERS"),
    (("standing",), "STANDING ORDERS, until you change them"),
    (("talk",), "TEXTS, up to a blank line or END"),
    (("control",), "WORDS TO THE REFEREE"),
)


class PlainOrder(NamedTuple):
    """An order of one verb, and its number where it has one."""

    verb: str
    number: int | None = None


def _format(order: PlainOrder, _names: object) -> str:
    return order.verb if order.number is None else f"{order.verb} {order.number}"


def plain_verb(name: str, about: str, *, number: bool = False) -> OrderVerb:
    """The row of a verb that stands alone, or has a number behind it."""
    form = f"{name} n" if number else name

    def parse(reader: Reader[Names]) -> PlainOrder:
        return PlainOrder(name, reader.number() if number else None)

    example = f"{name} 3" if number else name
    return OrderVerb(
        name, "script", about, (form,), (example,), parse=parse, makes=(PlainOrder,), format=_format
    )


def _read_resign(reader: Reader[Names]) -> PlainOrder:
    """RESIGN, or with the code that confirms it."""
    reader.code = "" if reader.is_done else reader.text(reader.at, reader.at + 1)
    reader.at += bool(reader.code)
    return RESIGN


RESIGN = PlainOrder("RESIGN")
RESIGNING = OrderVerb(
    "RESIGN",
    "act",
    "Leaves the game. The answer tells you a code to confirm it with.",
    ("RESIGN", "RESIGN code"),
    ("RESIGN", "RESIGN K7PX"),
    guarded=True,
    gloss="leave; you are asked again",
    parse=_read_resign,
    makes=(PlainOrder,),
    format=_format,
)
"""How a seat leaves, in any game."""


def language_of(
    verbs: Sequence[OrderVerb], looks: Sequence[CommandSpec], introduction: str, **words: Any
) -> Language:
    """The language of a game's own verbs, its looks, and the words that any game has."""
    every = (*verbs, *PLAYERS, *looks, *TALK_VERBS)
    spoken = spoken_for(verb.name for verb in every)
    return Language(every, HelpTexts(introduction, _HEADINGS, {}), spoken=spoken, **words)
