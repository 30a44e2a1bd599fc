"""Standing orders with WHEN: what sets them off, what they do, that nobody else learns of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll
from engine.inwo.placing import place
from engine.inwo.view import inwo_seen, inwo_view
from pbem.games.inwo.adjudication.lines import read_line
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.adjudication.result import as_plain
from pbem.games.inwo.adjudication.turn import InOrder, InwoRun, adjudicate_turn
from pbem.games.inwo.formats import TypedOrder, format_order
from tests.support.each import each
from tests.support.inwo_cases import position_of

ANN = "ufos +1 | the-mafia N +1 | group_hand: texas"
BOB = "the-network +1 | c-i-a N +1 | f-b-i E +1 | plots: hoax, jake-day"


def run(orders: str, *rolls: Roll, **seats: str) -> InwoRun:
    state = place(position_of({"seats": {"ann": ANN, "bob": BOB, **seats}}))
    return adjudicate_turn(state, "main", orders, LoadedDice(rolls, InOrder()))


def rulings(run: InwoRun) -> dict[str, tuple[str, str]]:
    return {row["text"]: (row["status"], row["reason"]) for row in as_plain(run)["rulings"]}


def needs(run: InwoRun) -> list[int]:
    return [attack["need"] for attack in as_plain(run)["attacks"]]


DEFEND = "WHEN ann ATTACKS ME: OPPOSE WITH FBI"


def test_an_attack_on_him_sets_a_trigger_off() -> None:
    """I31.14."""
    attack = "ann: DESTROY CIA WITH Mafia\n"
    without = run(attack, (1, 1))
    done = run(attack + f"bob: {DEFEND}", (1, 1))
    assert needs(done)[0] < needs(without)[0]
    assert rulings(done)[DEFEND] == ("ok", "")
    assert done.after.tokens[next(copy for copy in done.after.tokens if "f-b-i" in copy)] == 0


@pytest.mark.parametrize(
    "trigger",
    [
        "WHEN cat ATTACKS ME: OPPOSE WITH FBI",
        "WHEN ANYBODY ATTACKS ME TO CONTROL: OPPOSE WITH FBI",
        "WHEN ann ATTACKS FBI: OPPOSE WITH FBI",
        "WHEN bob ATTACKS ANY OF MINE: OPPOSE WITH FBI",
        "WHEN A Plot IS PLAYED AGAINST ME: PLAY Hoax",
    ],
)
def test_what_is_not_meant_sets_nothing_off(trigger: str) -> None:
    """I31.14, I39.12."""
    cat = "gnomes-of-zurich | canada N"
    done = run(f"ann: DESTROY CIA WITH Mafia\nbob: {trigger}", (6, 6), cat=cat)
    assert rulings(done)[trigger] == ("skipped", "not-fired")


def test_a_trigger_that_cannot_be_made_says_why() -> None:
    """I39.5: refused with the reason of its last try."""
    line = "WHEN ann ATTACKS ME: PLAY Market Manipulation"
    done = run(f"ann: DESTROY CIA WITH Mafia\nbob: {line}", (6, 6))
    assert rulings(done)[line] == ("illegal", "not-in-hand")


def test_a_capture_sets_a_trigger_off() -> None:
    """I31.14: WHEN I CAPTURE A Group."""
    line = "WHEN I CAPTURE A Group: EXPOSE Hoax THEN DISCARD Hoax"
    ann = "ufos +1 | the-mafia N +1 | pentagon E | group_hand: texas | plots: hoax"
    orders = f"ann: {line}\nann: ATTACK Texas FROM HAND WITH Mafia"
    done = run(orders, (1, 1), ann=ann)
    assert as_plain(done)["attacks"][0]["result"] == "captured"
    assert rulings(done)[line] == ("ok", "")
    assert as_plain(done)["after"]["piles"]["ann"] == ["hoax"]
    failed = run(orders, (6, 6), ann=ann)
    assert rulings(failed)[line] == ("skipped", "not-fired")


def test_the_second_order_waits_for_the_first() -> None:
    """I31.14: THEN runs the next if the one before was legal."""
    line = "WHEN ann KNOCKS: DISCARD Jihad THEN DISCARD Hoax"
    done = run(f"ann: PASS\nbob: {line}")
    assert rulings(done)[line] == ("illegal", "not-in-hand")
    assert as_plain(done)["after"]["plots"]["bob"] == ["hoax", "jake-day"]


@pytest.mark.parametrize("order", ["ATTACK Hackers WITH CIA", "TAKEOVER Texas", "DRAW GROUP"])
def test_nobody_plays_his_turn_in_that_of_another(order: str) -> None:
    """I11.1, I31.13: what is of the main phase waits for no moment of others."""
    line = f"WHEN ann KNOCKS: {order}"
    bob = BOB + " | group_hand: hackers, texas"
    done = run(f"ann: PASS\nbob: {line}", (1, 1), bob=bob)
    assert rulings(done)[line][0] == "illegal"
    assert (
        not as_plain(done)["attacks"]
        and done.after.seat("bob").groups == done.before.seat("bob").groups
    )


def test_a_turn_that_begins_sets_a_trigger_off_before_the_tokens() -> None:
    """I31.13: what must come before the tokens is put on file."""
    state = place(position_of({"seats": {"ann": ANN, "bob": BOB}, "step": "b0"}))
    line = "WHEN ann'S TURN BEGINS: EXPOSE Hoax"
    done = adjudicate_turn(state, "b0", f"bob: {line}", LoadedDice([], InOrder()))
    assert rulings(done)[line] == ("ok", "")
    kinds = [type(event).__name__ for event in done.events]
    assert kinds.index("PlotExposed") < kinds.index("StepBegan")


def test_others_learn_nothing_of_a_trigger() -> None:
    """I31.16: triggers are told to nobody else."""
    done = run(f"ann: DESTROY CIA WITH Mafia\nbob: {DEFEND}", (6, 6))
    (tested,) = [event for event in done.events if type(event).__name__ == "TriggerTested"]
    assert inwo_seen(tested, "bob") == tested
    assert inwo_seen(tested, "ann") is None and inwo_seen(tested, None) is None
    assert done.after.turn.fired
    assert inwo_view(done.after, "ann").turn.fired == ()
    assert inwo_view(done.after, "bob").turn.fired == done.after.turn.fired


def read(text: str) -> Any:
    return read_line(text, place(position_of({"seats": {"ann": ANN, "bob": BOB}})), "bob").order


@each(
    "line",
    [
        DEFEND,
        "WHEN ANYBODY ATTACKS ANY OF MINE TO DESTROY: OPPOSE WITH Pentagon UNTIL 4",
        "WHEN A Plot IS PLAYED AGAINST ME BY ann OTHER THAN Jihad: PLAY Hoax PAYING The Mafia",
        "WHEN ann ANNOUNCES AN ACTION OF Texas: USE Nuclear Power Companies",
        "WHEN ann TAKES OVER ANY Science: PLAY Botched Contact PAYING CIA",
        "WHEN ANY Gadget IS DISCARDED: PLAY Cover of Darkness",
        "WHEN bob CAPTURES A Group: PLAY Blitzkrieg ON IT",
        "WHEN ann DECLARES VICTORY: PLAY Earthquake ON Japan THEN PLAY Upheaval",
    ],
)
def test_a_trigger_is_told_in_words_that_read_back(line: str) -> None:
    told = format_order(TypedOrder(read(line)))
    assert read(told) == read(line)


@each(
    ("line", "said"),
    [
        ("WHEN ann ATTACKS ME OPPOSE WITH FBI", "colon"),
        ("WHEN the moon IS FULL: KNOCK", "not something to wait for"),
        ("WHEN zed ATTACKS ME: DEFEND", "not a player"),
        ("WHEN ANY Purple IS KILLED: KNOCK", "not an alignment"),
        ("WHEN ann ATTACKS ME: GUARD ALL", "cannot wait"),
        ("WHEN ann ATTACKS ME: FROBNICATE", "does not begin"),
        ("WHEN ann KNOCKS: " * 2000 + "KNOCK", "inside another"),
        ("WHEN " + "a " * 20000 + "IS KILLED: KNOCK", "not an alignment"),
        ("PLAY Hoax ON 1 " + "IF a " * 20000 + "WOULD BE DESTROYED", "stands twice|no card|cannot"),
    ],
)
def test_what_is_no_trigger_is_said_so(line: str, said: str) -> None:
    with pytest.raises(NoSuchLine, match=said):
        read(line)
