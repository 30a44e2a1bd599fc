"""The grammar reads another game's letters when it is given verbs, words and forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import HelpTexts, Language, Names, OrderVerb
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import seat_slot
from pbem.grammar.orders.talk import TALK_VERBS


@dataclass(frozen=True)
class Bid:
    """So much, to be paid to somebody or to the bank."""

    amount: int
    to: str = ""


def bid(reader: Reader[Any]) -> Bid:
    amount = reader.number()
    return Bid(amount, reader.name(seat_slot(reader.names)) if reader.take("to") else "")


def format_bid(order: Bid, names: Names) -> str:
    return f"STAKE {order.amount}" + (f" TO {order.to}" if order.to else "")


HELP = HelpTexts("One bid a round.", ((("script",), "BIDS"), (("control",), "WORDS")), {})
ROW = OrderVerb(
    "STAKE",
    "script",
    "Bids so much for the lot.",
    ("STAKE n", "STAKE n TO player"),
    ("STAKE 5", "STAKE 5 TO bob"),
    aliases=("OFFER",),
    gloss="what you would pay",
    parse=bid,
    makes=(Bid,),
    format=format_bid,
)
AUCTION = Language((ROW, *PLAYERS, *TALK_VERBS), HELP)


class Bidders(Names):
    """Names at an auction."""

    language = AUCTION


NAMES = Bidders(("ann", "bob", "cat"), "ann", turn=3)


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("stake 5", Bid(5)),
        ("1: STAKE 7 to bob", Bid(7, "bob")),
        ("please offer 3 to BOB, thanks", Bid(3, "bob")),
        ("STAEK 4", Bid(4)),
        ("Stake 4 to bbo", Bid(4, "bob")),
    ],
)
def test_an_order_of_another_game_is_read(typed: str, order: Bid) -> None:
    (line,) = read(typed, NAMES)
    assert (line.fate, line.order) == ("order", order), line.problem


def test_words_and_texts_are_those_of_any_game() -> None:
    lines = read(
        "READY\nSET ZONE Berlin\nAWAY UNTIL fri\nSAY TO bob: fnord\nI stake you well", NAMES
    )
    assert [line.fate for line in lines[:3]] == ["control"] * 3
    assert lines[3].talk is not None and lines[3].talk.to == ("bob",)


def test_what_cannot_be_read_says_why_and_two_slips_are_asked_about() -> None:
    refused, asked, conditional = read("STAKE much\nSTAEK 4 to bbo\nIF 1 FAILS: STAKE 4", NAMES)
    assert refused.fate == "unreadable" and "I expected a number" in refused.problem
    assert asked.fate == "ambiguous" and asked.suggestions == ("STAKE 4 TO bob",)
    assert "no conditions in this game" in conditional.problem


def test_help_is_made_from_its_rows() -> None:
    assert "STAKE 5" in help_on(AUCTION) and "what you would pay" in help_on(AUCTION)
    assert "Bids so much for the lot." in help_on(AUCTION, "stake")
