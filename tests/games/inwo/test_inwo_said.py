"""What single lines of INWO do in a run: tentative attacks, dice orders, what is given up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll
from engine.inwo.placing import place
from engine.inwo.view import inwo_view
from pbem.games.inwo import rules, story
from pbem.games.inwo.adjudication.result import as_plain
from pbem.games.inwo.adjudication.turn import InOrder, InwoRun, adjudicate_turn
from tests.support.each import each
from tests.support.inwo_cases import position_of

ANN = "ufos +1 | the-mafia N +1 | pentagon E +1 | group_hand: loan-sharks | plots: jihad"
BOB = "the-network +1 | c-i-a N +1 | f-b-i E +1 | plots: hoax, jihad"


def run(orders: str, *rolls: Roll, step: str = "main", **seats: str) -> InwoRun:
    state = place(position_of({"step": step, "seats": {"ann": ANN, "bob": BOB, **seats}}))
    return adjudicate_turn(state, step, orders, LoadedDice(rolls, InOrder()))


def plain(orders: str, *rolls: Roll, **more: str) -> dict[str, Any]:
    return as_plain(run(orders, *rolls, **more))


def rulings(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(row["status"], row["reason"]) for row in found["rulings"]]


# --- tentative attacks (I11.8, I11.9) -------------------------------------------------------

TENTATIVE = "ann: ATTACK Loan Sharks WITH Mafia AID Pentagon TENTATIVE"


def test_a_tentative_attack_is_called_off_for_nothing() -> None:
    """I11.8: answers go back, tokens too; I11.9: after the first round, if its condition holds."""
    found = plain(f"{TENTATIVE} CALL OFF IF bob JOINS\nbob: OPPOSE 1 WITH FBI")
    (attack,) = found["attacks"]
    assert (attack["called_off"], attack["cancelled"], attack["roll"]) == (True, False, None)
    assert found["after"]["tokens"]["the-mafia"] == found["after"]["tokens"]["pentagon"] == 1
    assert found["after"]["tokens"]["f-b-i"] == 1, "it went back"


def test_a_tentative_attack_is_committed_where_nothing_speaks_against_it() -> None:
    found = plain(f"{TENTATIVE} CALL OFF IF bob JOINS", (6, 6))
    (attack,) = found["attacks"]
    assert (attack["called_off"], attack["roll"]) == (False, [6, 6])
    assert "aid" in [part["what"] for part in attack["parts"]]
    assert found["after"]["tokens"]["the-mafia"] == found["after"]["tokens"]["pentagon"] == 0


def test_the_need_is_asked_with_what_is_meant() -> None:
    """Aid that is named counts for CALL OFF IF NEED, though it is not spent yet."""
    need = plain("ann: ATTACK Loan Sharks WITH Mafia AID Pentagon", (6, 6))["attacks"][0]["need"]
    for limit, is_off in ((need, False), (need + 1, True)):
        found = plain(f"{TENTATIVE} CALL OFF IF NEED < {limit}", (6, 6))
        assert found["attacks"][0]["called_off"] is is_off


def test_the_attacker_may_say_so_himself() -> None:
    found = plain(f"{TENTATIVE}\nann: CALL OFF 1")
    assert found["attacks"][0]["called_off"] and rulings(found) == [("ok", ""), ("ok", "")]
    found = plain("ann: DESTROY CIA WITH Mafia\nann: CALL OFF 1", (6, 6))
    assert rulings(found)[1] == ("illegal", "committed")
    assert plain(f"{TENTATIVE}\nann: COMMIT 1", (6, 6))["attacks"][0]["roll"] == [6, 6]


def test_others_are_told_what_is_meant_but_not_when_it_is_off() -> None:
    done = run(f"{TENTATIVE} CALL OFF IF NEED < 3\nbob: OPPOSE 1 WITH FBI", (6, 6))
    event = next(event for event in done.events if type(event).__name__ == "AttackAnnounced")
    state = rules.evolve(done.before, event)
    seen, own = inwo_view(state, "bob").attack, inwo_view(state, "ann").attack
    assert seen and seen.intent and seen.intent.aid and not seen.intent.call_off
    assert own and own.intent and own.intent.call_off
    assert "It is tentative, with Pentagon" in story.format_event(event, "bob")


def test_call_off_needs_the_word_tentative() -> None:
    found = plain("ann: DESTROY CIA WITH Mafia CALL OFF IF NEED < 3")
    assert found["rulings"][0]["status"] == "unreadable"


# --- dice orders (I31.12) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "roll", "is_made"),
    [
        ("IF IT SUCCEEDS", (1, 1), True),
        ("IF IT SUCCEEDS BY <= 2", (1, 1), False),
        ("IF ROLL <= 4", (1, 1), True),
        ("IF ROLL <= 4", (2, 3), False),
        ("IF IT FAILS", (1, 1), False),
    ],
)
def test_a_card_for_dice_waits_for_how_they_lie(asked: str, roll: Roll, is_made: bool) -> None:
    bob = BOB.replace("jihad", "murphys-law")
    found = plain(
        f"ann: ATTACK Loan Sharks WITH Mafia\nbob: PLAY Murphys Law ON 1 {asked}", roll, bob=bob
    )
    made = rulings(found)[1]
    assert made == (("ok", "") if is_made else ("skipped", "not-fired")), found["attacks"]


# --- Plots given up (I7.8), leads (I4.6), standing aside (I31.7) ----------------------------


def test_plots_go_where_each_is_to_go() -> None:
    ann = "ufos | the-mafia N | plots: jihad, martyrs, slush-fund, martial-law, infobahn, hoax"
    more = ann + ", cold-fusion, gun-control"
    found = plain("ann: SHED Jihad TO TOP, Hoax TO DISCARDS, NEWEST TO BOTTOM", ann=more)
    assert rulings(found) == [("ok", "")]
    assert found["after"]["plots"]["ann"] == [
        "martyrs",
        "slush-fund",
        "martial-law",
        "infobahn",
        "cold-fusion",
    ]
    assert found["after"]["piles"]["ann"] == ["hoax"]
    assert found["after"]["decks"]["ann"][0] == 2


def test_any_of_a_word_goes() -> None:
    ann = "ufos | the-mafia N | plots: hail-eris, jihad, martyrs, slush-fund, martial-law, infobahn"
    found = plain("ann: SHED ANY Goal TO DISCARDS", ann=ann)
    assert found["after"]["piles"]["ann"] == ["hail-eris"]


def test_a_lead_may_be_any_of_a_word() -> None:
    """I4.6: of them the one of most Power."""
    ann = "ufos | group_deck: goldfish-fanciers, the-mafia, pentagon"
    found = plain("ann: LEAD ANY Criminal", step="leads", ann=ann, bob="the-network")
    assert found["after"]["holds"]["ann"] == ["the-mafia"]


@pytest.mark.parametrize(
    ("on", "is_defended"), [("bob", False), ("Boy Sprouts", False), ("CIA", True)]
)
def test_who_stands_aside_defends_nothing_there(on: str, is_defended: bool) -> None:
    bob = "the-network | boy-sprouts N +1 | c-i-a E"
    orders = "ann: DESTROY Boy Sprouts WITH UFOs AID Mafia, Pentagon\nbob: GUARD ALL UNTIL 1\n"
    found = plain(f"{orders}bob: STAND ASIDE ON {on}", (6, 6), bob=bob)
    assert (found["after"]["tokens"]["boy-sprouts"] == 0) is is_defended


def test_zaps_are_removed_by_the_illuminati_alone() -> None:
    found = plain("ann: REMOVE ZAPS FROM ME PAYING Mafia")
    first = found["rulings"][0]
    assert (first["status"], first["reason"]) == ("illegal", "cost-not-met")


# --- declaring (I26.13), sides of an attack (I36.4), names with a keyword -------------------

THREE = {
    "ann": "ufos | the-mafia N | japan E",
    "bob": "the-network | canada N | new-york E",
    "cat": "gnomes-of-zurich | texas N | england E",
}


@each(
    ("orders", "winners"),
    [
        ("", ["ann", "bob", "cat"]),
        ("ann: DECLARE IF bob DECLARES", ["ann", "bob", "cat"]),
        ("ann: DECLARE IF bob DECLARES\nbob: DECLARE NEVER", ["cat"]),
        ("ann: DECLARE IF SHARED WITH cat BUT NOT bob", ["bob", "cat"]),
        ("ann: DECLARE IF SHARED WITH cat BUT NOT bob\nbob: DECLARE NEVER", ["ann", "cat"]),
        ("ann: DECLARE IF bob DECLARES\nbob: DECLARE IF cat DECLARES", ["ann", "bob", "cat"]),
        ("ann: DECLARE IF bob DECLARES\nbob: DECLARE IF ann DECLARES", ["cat"]),
    ],
)
def test_who_declares_may_look_at_who_else_does(orders: str, winners: list[str]) -> None:
    row = {"seats": THREE, "options": {"basic_goal": 3}, "players_began": 3}
    done = adjudicate_turn(place(position_of(row)), "main", orders, InOrder())
    assert list(done.after.winners) == winners


@pytest.mark.parametrize(("side", "change"), [("FOR", 4), ("AGAINST", -2)])
def test_a_card_in_play_helps_the_side_that_is_named(side: str, change: int) -> None:
    """I38.53: of the Weather Satellite +4 or -2."""
    bob = "the-network | japan N | resources: weather-satellite"
    attack = "ann: DESTROY Japan WITH UFOs AID Mafia, Pentagon\n"
    need = plain(attack, (6, 6), bob=bob)["attacks"][0]["need"]
    found = plain(f"{attack}bob: USE Weather Satellite ON 1 {side}", (6, 6), bob=bob)
    assert found["attacks"][0]["need"] == need + change, found["rulings"]


def test_a_group_joins_the_side_that_is_named() -> None:
    """INWO-ORDERS: the action joins and ends the privilege (I35.23)."""
    ann = ANN.replace("ufos +1", "bavarian-illuminati +1")
    cat = "gnomes-of-zurich | moonies N +1"
    orders = "ann: ATTACK Loan Sharks WITH Mafia PRIVILEGED\ncat: USE Moonies ON 1 AGAINST"
    found = plain(orders, (6, 6), ann=ann, cat=cat)
    assert rulings(found) == [("ok", ""), ("ok", "")]
    assert "oppose" in [part["what"] for part in found["attacks"][0]["parts"]]


def test_a_near_miss_waits_for_a_place_to_be_destroyed() -> None:
    """I35.22, I31.12: destroyed, not Devastated alone."""
    ann = "servants-of-cthulhu | the-mafia N | plots: atomic-monster"
    bob = "the-network | finland N | plots: near-miss"
    orders = "ann: PLAY Atomic Monster ON Finland\n"
    orders += "bob: PLAY Near Miss ON 1 IF Finland WOULD BE DESTROYED"
    found = plain(orders, (1, 1), ann=ann, bob=bob)
    assert rulings(found)[1] == ("ok", "")
    assert (found["attacks"][0]["success"], found["attacks"][0]["result"]) == (True, "devastated")
    spared = plain(orders, (4, 4), ann=ann, bob=bob)
    assert rulings(spared)[1] == ("skipped", "not-fired")
    assert spared["attacks"][0]["result"] == "devastated"


def test_an_offer_ends_with_the_turn_that_it_names() -> None:
    """(I21.4.) A day is for who knows the time; within one turn it has no end."""
    for day, status in (("FRI", "ok"), ("TURN 9", "ok"), ("TURN 0", "illegal")):
        orders = f"ann: OFFER bob Jihad FOR Hoax EXPIRES {day}\nbob: ACCEPT 1"
        assert plain(orders)["rulings"][1]["status"] == status
