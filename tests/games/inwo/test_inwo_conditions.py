"""Conditions as people say them: read where one thing is meant, else told in words that work."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo.orders import InwoCondition
from engine.inwo.placing import place
from engine.inwo.turn.conditions import all_hold
from pbem.games.contract.orders import GameInput, JudgedLine, LetterInput
from pbem.games.inwo.adjudication.conditions import read_conditions
from pbem.games.inwo.language import LANGUAGE
from tests.support.each import each
from tests.support.inwo_cases import position_of

ANN = "ufos +1 | the-mafia N | texas E +1 | plots: hoax, law-and-order | group_hand: hackers"
BOB = "the-network +1 | trekkies N | new-york E +1"
SEATS = {"ann": ANN, "bob": BOB}
STATE = place(position_of({"seats": SEATS, "options": {"pace": "announce"}}))
ATTACK = "ATTACK Trekkies WITH UFOs"
AGAIN = "attack trekkies with ufos"


def read(text: str) -> JudgedLine:
    """What becomes of the last line of a letter of ann's."""
    names = LANGUAGE.vocabulary(STATE, "ann")
    game = GameInput(STATE, lambda _: names, {}, SecretDice(b"if"))
    return LANGUAGE.judge(game, LetterInput("ann", text)).lines[-1]


@each(
    ("typed", "told"),
    [
        *((f"mafia {how}", "NOT The Mafia HAS TOKEN") for how in ("has no token", "has 0 tokens")),
        *(
            (f"the mafia {how}", "NOT The Mafia HAS TOKEN")
            for how in ("has no token left", "doesn't have a token", "hasn't got a token")
        ),
        ("mafia is out of tokens", "NOT The Mafia HAS TOKEN"),
        ("mafia still has its token", "The Mafia HAS TOKEN"),
        ("texas has a token left", "Texas HAS TOKEN"),
        ("I have hoax", "I HOLD Hoax"),
        ("I still have hoax", "I HOLD Hoax"),
        ("I don't have hoax", "NOT I HOLD Hoax"),
        ("I have no hoax", "NOT I HOLD Hoax"),
        ("I have texas", "Texas IS ann'S"),
        ("I hold law and order and texas has a token", "I HOLD law-and-order AND Texas HAS TOKEN"),
        ("bob has more than two plots", "bob HAS > 2 PLOTS"),
        ("bob has at least 3 plots", "bob HAS >= 3 PLOTS"),
        ("bob has 3 or more plots", "bob HAS >= 3 PLOTS"),
        ("bob has fewer than 2 plots", "bob HAS < 2 PLOTS"),
        ("bob has no plots", "bob HAS = 0 PLOTS"),
        ("Japan is not in play", "NOT Japan IS IN PLAY"),
        ("Japan isn't on the table", "NOT Japan IS IN PLAY"),
        ("Japan is free", "Japan IS FREE"),
        ("bob controls trekkies", "Trekkies IS bob'S"),
        ("bob does not control trekkies", "NOT Trekkies IS bob'S"),
        ("trekkies belong to bob", "Trekkies IS bob'S"),
        ("I captured trekkies", "Trekkies IS ann'S"),
        ("New York is not devastated", "NOT New York IS DEVASTATED"),
        ("line 1 fails", "1 FAILS"),
        ("attack 1 failed", "1 FAILS"),
        ("1 worked", "1 SUCCEEDS"),
        ("1 doesn't succeed", "NOT 1 SUCCEEDS"),
        ("the need of 1 is above 6", "NEED 1 > 6"),
        ("roll 1 is at most 4", "ROLL 1 <= 4"),
    ],
)
def test_a_condition_is_read_as_it_is_said(typed: str, told: str) -> None:
    line = read(f"if {typed}: attack hackers with texas")
    assert line.understood == f"IF {told}: ATTACK Hackers WITH Texas"
    again = read_conditions(told, STATE, "ann")
    assert again == read_conditions(typed, STATE, "ann")


@each("behind", [": ", ", ", " then ", ", then ", " "])
def test_the_colon_may_be_another_word_or_none(behind: str) -> None:
    line = read(f"if bob has trekkies{behind}{AGAIN}")
    assert line.understood == f"IF Trekkies IS bob'S: {ATTACK}"


@each(
    ("typed", "told"),
    [
        (f"{ATTACK}\notherwise {AGAIN}", f"IF 1 FAILS: {ATTACK}"),
        (f"{ATTACK}\nelse: {AGAIN}", f"IF 1 FAILS: {ATTACK}"),
        (f"{ATTACK}\nunless 1 succeeds: {AGAIN}", f"IF NOT 1 SUCCEEDS: {ATTACK}"),
        (f"if bob has trekkies: {AGAIN}\notherwise: {AGAIN}", f"ELSE: {ATTACK}"),
        (f"{AGAIN} if texas has no token", f"IF NOT Texas HAS TOKEN: {ATTACK}"),
        (f"{AGAIN} unless texas has a token", f"IF NOT Texas HAS TOKEN: {ATTACK}"),
        (f"{AGAIN}, but only if bob has 2 plots", f"IF bob HAS = 2 PLOTS: {ATTACK}"),
        (f"if need >= 7: {AGAIN}", f"{ATTACK} ONLY IF NEED >= 7"),
        (f"if the need is above 6: {AGAIN}", f"{ATTACK} ONLY IF NEED >= 7"),
        (f"2: if need >= 7: {AGAIN}", f"2: {ATTACK} ONLY IF NEED >= 7"),
        (
            "if New York is destroyed: pass",
            "write IF NOT New York IS IN PLAY.",
        ),
    ],
)
def test_what_is_not_taken_is_told_as_it_works(typed: str, told: str) -> None:
    line = read(typed)
    assert line.status == "ASK" and line.note.endswith(told)


@each(
    "typed",
    [
        f"{AGAIN} if need is at least 7",
        f"{AGAIN} only if the need is 7 or better",
        f"{AGAIN}, only if need > 6",
    ],
)
def test_an_attack_asks_for_its_own_need(typed: str) -> None:
    assert read(typed).understood == f"{ATTACK} ONLY IF NEED >= 7"


@each(
    "typed",
    ["otherwise I will be cross", "unless you leave me alone I am cross", "if only I had known"],
)
def test_a_sentence_is_no_condition(typed: str) -> None:
    assert read(f"{ATTACK}\n{typed}").status == "IGNORED"


def test_a_group_that_nobody_controls_is_free() -> None:
    lying = place(position_of({"seats": SEATS, "uncontrolled": ["california"]}))
    for name, is_free in (("california", True), ("texas", False), ("japan", False)):
        asked = InwoCondition("owner", name, owner="")
        assert all_hold(lying, "ann", [asked]) is is_free, name
