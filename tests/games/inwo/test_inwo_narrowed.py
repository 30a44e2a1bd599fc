"""WHEN orders narrowed, more of what sets them off; spare Illuminati, reserves (I31.14, I25.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll
from engine.inwo.placing import place
from pbem.games.contract.orders import JudgedLine
from pbem.games.inwo.adjudication.lines import read_line
from pbem.games.inwo.adjudication.result import as_plain
from pbem.games.inwo.adjudication.turn import InOrder, adjudicate_turn
from pbem.games.inwo.formats import TypedOrder, format_order
from pbem.games.inwo.standing import standing_after
from tests.support.each import each
from tests.support.inwo_cases import position_of

ANN = "ufos +1 | the-mafia N +1 | pentagon E +1 | group_hand: loan-sharks | plots: jihad"
BOB = "the-network +1 | c-i-a N +1 | f-b-i E +1 | plots: hoax, jihad"
ATTACK = "ann: DESTROY CIA WITH Mafia"


def plain(orders: str, *rolls: Roll, step: str = "main", **seats: str) -> dict[str, Any]:
    row = {"step": step, "turn_number": 5, "seats": {"ann": ANN, "bob": BOB, **seats}}
    run = adjudicate_turn(place(position_of(row)), step, orders, LoadedDice(rolls, InOrder()))
    return as_plain(run)


def fate(found: dict[str, Any], text: str) -> tuple[str, str]:
    (row,) = [row for row in found["rulings"] if row["text"].startswith(text)]
    return row["status"], row["reason"]


@each(
    ("narrower", "is_made"),
    [
        ("", True),
        ("UNTIL TURN 9", True),
        ("UNTIL TURN 4", False),
        ("KEEP 2 TOKENS", True),
        ("KEEP 3 TOKENS", False),
        ("NOT IF NEED > 5", True),
        ("NOT IF NEED <= 5", False),
        ("ONCE", True),
    ],
)
def test_a_trigger_is_made_only_where_what_narrows_it_lets_it(narrower: str, is_made: bool) -> None:
    found = plain(f"{ATTACK}\nbob: WHEN ann ATTACKS ME: DEFEND {narrower}")
    assert found["after"]["tokens"]["c-i-a"] == (0 if is_made else 1)
    assert fate(found, "WHEN") == (("ok", "") if is_made else ("skipped", "not-fired"))


@pytest.mark.parametrize(("narrower", "left"), [("", 0), ("ONCE", 1)])
def test_once_is_once_for_all(narrower: str, left: int) -> None:
    """Two attacks are two occasions; ONCE leaves the second alone."""
    orders = (
        "ann: DESTROY CIA WITH Mafia\nann: DESTROY FBI WITH Pentagon\n"
        f"bob: WHEN ann ATTACKS ME: DEFEND {narrower}"
    )
    assert plain(orders, (6, 6), (6, 6))["after"]["tokens"]["f-b-i"] == left


@each(
    ("said", "step", "orders"),
    [
        ("ann IS ABOUT TO DRAW A PLOT", "b0", ""),
        ("ann DRAWS A PLOT", "b0", ""),
        ("ann DRAWS A CARD", "b0", ""),
        ("ann IS ABOUT TO DRAW A PLOT", "main", "ann: BUY PLOT WITH Illuminati\n"),
        ("ann DISCARDS ANY Plot", "main", "ann: DISCARD Jihad\n"),
        ("ann DISCARDS Jihad", "main", "ann: DISCARD Jihad\n"),
        ("ann LOOKS AT MY HAND", "main", "ann: PLAY Agent In Place ON bob PAYING Pentagon\n"),
    ],
)
def test_more_that_sets_a_trigger_off(said: str, step: str, orders: str) -> None:
    ann = ANN + ", agent-in-place | plot_deck: jake-day, martial-law"
    text = f"{orders}ann: KNOCK\nbob: WHEN {said}: EXPOSE Hoax"
    assert fate(plain(text, step=step, ann=ann), "WHEN") == ("ok", "")


@pytest.mark.parametrize("said", ["ann DRAWS A GROUP", "bob DRAWS A PLOT", "ann DISCARDS Hoax"])
def test_what_does_not_happen_sets_nothing_off(said: str) -> None:
    found = plain(f"ann: BUY PLOT WITH Illuminati\nbob: WHEN {said}: EXPOSE Hoax")
    assert fate(found, "WHEN") == ("skipped", "not-fired")


def test_an_offer_is_declined_by_a_trigger() -> None:
    found = plain("ann: OFFER bob Jihad FOR Hoax\nbob: WHEN ann OFFERS: DECLINE IT")
    assert fate(found, "WHEN") == ("ok", "")


def test_dice_set_a_trigger_off() -> None:
    """(M2.) Murphy's Law makes a roll that succeeds fail."""
    bob = BOB.replace("hoax", "murphys-law")
    found = plain(
        "ann: ATTACK Loan Sharks WITH Mafia\nbob: WHEN ann ROLLS: PLAY Murphys Law ON 1",
        (1, 1),
        bob=bob,
    )
    assert found["attacks"][0]["success"] is False
    assert found["after"]["piles"]["bob"] == ["murphys-law"]


# --- spare Illuminati (I25.6) ---------------------------------------------------------------

DECKS = " | plot_deck: martial-law | group_deck: kkk"


@pytest.mark.parametrize(
    ("card", "more", "fate_"),
    [
        ("the-network", DECKS, ("ok", "")),
        ("the-network", "", ("illegal", "empty-deck")),
        ("servants-of-cthulhu", DECKS, ("illegal", "spare-unfit")),
        ("ufos", DECKS, ("illegal", "spare-unfit")),
        ("the-network", DECKS + " | agents: the-network", ("illegal", "spare-twice")),
    ],
)
def test_a_spare_illuminati_is_laid(card: str, more: str, fate_: tuple[str, str]) -> None:
    found = plain(f"ann: PLAY {card} AS AGENT", ann=f"{ANN}, {card}{more}")
    assert fate(found, "PLAY") == fate_
    if fate_[0] == "ok":
        assert found["after"]["agents"]["ann"] == ["the-network"]
        assert found["after"]["piles"]["ann"] == ["kkk", "martial-law"]
        assert found["views"]["bob"]["agents"]["ann"] == ["the-network"]


def test_a_spare_illuminati_counts_three() -> None:
    found = plain(f"ann: PLAY the-network AS AGENT\n{ATTACK}", ann=f"{ANN}, the-network{DECKS}")
    assert {"what": "faction", "who": "the-network", "value": 3} in found["attacks"][0]["parts"]


# --- reserves (I31.10) ----------------------------------------------------------------------


@pytest.mark.parametrize(("until", "is_played"), [(0, False), (12, True)])
def test_a_plot_among_reserves_is_played_while_it_is_needed(until: int, is_played: bool) -> None:
    ann = ANN.replace("jihad", "swiss-bank-account")
    line = f"ann: ATTACK Loan Sharks WITH Illuminati RESERVES PLAY Swiss Bank Account UNTIL {until}"
    found = plain(line, (6, 6), ann=ann)
    assert (found["after"]["plots"]["ann"] == []) is is_played


# --- what is on file ------------------------------------------------------------------------


@each(
    ("old", "new", "left"),
    [
        ("SUPPORT cat WITH CIA UNTIL 9", "SUPPORT bob WITH CIA UNTIL 9", 2),
        ("SUPPORT cat WITH CIA UNTIL 9", "SUPPORT cat WITH FBI UNTIL 5", 1),
        ("SUPPORT cat WITH CIA UNTIL 9", "SUPPORT cat AGAINST bob WITH CIA UNTIL 9", 2),
        ("STAND ASIDE ON bob", "STAND ASIDE ON cat", 2),
        ("PREFER Hoax", "PREFER NEPHEWS GROUPS", 2),
        ("PREFER Hoax", "PREFER Jihad", 1),
        ("SKIP PLOT DRAW", "DRAW BOTH", 1),
        ("DRAW BOTH", "SKIP PLOT DRAW", 1),
        ("SKIP PLOT DRAW", "SKIP GROUP DRAW", 2),
        ("SKIP PLOT DRAW IN MY TURN 4", "DRAW BOTH", 2),
        ("SKIP PLOT DRAW", "SKIP GROUP DRAW IN MY TURN 4", 2),
        ("TAX bob", "TAX cat", 1),
        ("ALLOW bob Science TAKEOVERS", "ALLOW cat Science TAKEOVERS", 2),
    ],
)
def test_a_standing_order_takes_the_place_of_its_like_alone(old: str, new: str, left: int) -> None:
    state = place(position_of({"seats": {"ann": ANN, "bob": BOB, "cat": "ufos"}}))
    order = TypedOrder(read_line(new, state, "ann").order)
    line = JudgedLine(1, new, "OK", format_order(order), order=order)
    assert len(standing_after((old,), (line,))) == left
