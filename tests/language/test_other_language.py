"""The grammar reads another game's letters when it is given verbs, words and forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import HelpTexts, Language, Names, OnFile, OrderVerb
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.overlooked import carries_order, has_order, meant_in
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import seat_slot
from pbem.grammar.orders.talk import TALK_VERBS
from tests.support.each import each


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


def outcome(reader: Reader[Any]) -> tuple[tuple[int, bool], ...]:
    """IF 1 FAILS: the only condition of an auction."""
    line, succeeds = reader.number(), reader.take("succeeds")
    if not succeeds and not reader.take("fails"):
        raise ParseError("I expected SUCCEEDS or FAILS")
    reader.take(":", ",")
    return ((line, succeeds),)


def format_outcome(chosen: tuple[tuple[int, bool], ...], names: Names) -> str:
    return "".join(f"IF {line} {'SUCCEEDS' if ok else 'FAILS'}: " for line, ok in chosen)


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
    is_attack=True,
)
AUCTION = Language((ROW, *PLAYERS, *TALK_VERBS), HELP)
CONDITIONAL = Language(
    (ROW, *PLAYERS),
    HELP,
    read_if=outcome,
    format_if=format_outcome,
    harmless=frozenset(("fails", "succeeds")),
    on_file=OnFile(lines=frozenset(("bid", "bids")), idle="STAKE 0"),
)


class Bidders(Names):
    """Names at an auction."""

    language = AUCTION


class Gamblers(Names):
    """Names where one bid may depend on another."""

    language = CONDITIONAL


GAMBLERS = Gamblers(("ann", "bob", "cat"), "ann", turn=3)
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
    assert (line.status, line.order) == ("order", order), line.problem


def test_words_and_texts_are_those_of_any_game() -> None:
    lines = read(
        "READY\nSET ZONE Berlin\nAWAY UNTIL fri\nSAY TO bob: fnord\nI stake you well", NAMES
    )
    assert [line.status for line in lines[:3]] == ["control"] * 3
    assert lines[3].talk is not None and lines[3].talk.to == ("bob",)


def test_what_cannot_be_read_says_why_and_two_slips_are_asked_about() -> None:
    refused, asked, conditional = read("STAKE much\nSTAEK 4 to bbo\nIF 1 FAILS: STAKE 4", NAMES)
    assert refused.status == "unreadable" and "I expected a number" in refused.problem
    assert asked.status == "ambiguous" and asked.suggestions == ("STAKE 4 TO bob",)
    assert "no conditions in this game" in conditional.problem


def test_help_is_made_from_its_rows() -> None:
    assert "STAKE 5" in help_on(AUCTION) and "what you would pay" in help_on(AUCTION)
    assert "Bids so much for the lot." in help_on(AUCTION, "stake")


@each(
    ("typed", "told"),
    [
        ("if it fails stake 4", "IF 1 FAILS: STAKE 4"),
        ("if 1 fials: stake 4", "IF 1 FAILS: STAKE 4"),
        ("uf 1 fails: stake 4", "IF 1 FAILS: STAKE 4"),
        ("cancel 2", "2: none"),
        ("change line 2 to stake 7", "2: STAKE 7"),
        ("3x: stake 7", "3: STAKE 7"),
        ("cancel my bid", "STATUS"),
        ("no action", "STAKE 0"),
        ("scrap everything", "CLEAR"),
    ],
)
def test_what_is_meant_of_a_line_or_a_condition_is_asked(typed: str, told: str) -> None:
    *_, line = read(f"STAKE 5\n{typed}", GAMBLERS)
    assert line.suggestions[0] == told


def test_an_order_within_a_sentence_is_told_and_a_text_with_one_known() -> None:
    assert meant_in(["I shall stake 5 to bob"], NAMES) == (
        "I shall stake 5 to bob",
        "STAKE 5 TO bob",
    )
    assert meant_in(["I would not stake 5 to bob"], NAMES) is None
    assert has_order("Hello\nstake much", AUCTION) and not has_order("Hello", AUCTION)
    assert carries_order("stake 5", NAMES) and not carries_order("Help is near", NAMES)
