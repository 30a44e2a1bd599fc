"""Lines of INWO as people type them: slips, parts of names, other words, other games' orders."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.inwo.placing import place
from pbem.games.contract.orders import GameInput, JudgedLine, LetterInput
from pbem.games.inwo.language import LANGUAGE
from tests.support.each import each
from tests.support.inwo_cases import position_of

ANN = (
    "ufos +1 | the-mafia N +1 | texas E | plots: jihad, law-and-order | group_hand: silicon-valley"
)
BOB = "the-network +1 | trekkies N | new-york E | boy-sprouts S"
STATE = place(position_of({"seats": {"ann": ANN, "bob": BOB}}))


def read(text: str) -> tuple[JudgedLine, ...]:
    """What becomes of each line of a letter of ann's."""
    names = LANGUAGE.vocabulary(STATE, "ann")
    game = GameInput(STATE, lambda _: names, {}, SecretDice(b"slips"))
    return LANGUAGE.judge(game, LetterInput("ann", text)).lines


@each(
    ("typed", "told", "assumed"),
    [
        ("attack trekies with the mafia", "ATTACK Trekkies WITH The Mafia", "trekies"),
        ("attack silicon vally with ufos", "ATTACK Silicon Valley WITH UFOs", "silicon vally"),
        ("attack silicon with ufos", "ATTACK Silicon Valley WITH UFOs", "silicon"),
        ("attack new y with ufos", "ATTACK New York WITH UFOs", "new y"),
        ("atack trekkies with mafia", "ATTACK Trekkies WITH The Mafia", "atack"),
        ("attack trekkies wiht mafia", "ATTACK Trekkies WITH The Mafia", "wiht"),
        ("takover silicon valley", "TAKEOVER Silicon Valley", "takover"),
        ("play law & ordr", "PLAY law-and-order", "law & ordr"),
    ],
)
def test_a_slip_or_a_part_of_a_name_is_read_and_told(typed: str, told: str, assumed: str) -> None:
    (line,) = read(typed)
    assert (line.status, line.understood) in {("ASSUMED", told), ("WARNING", told)}
    assert line.note.startswith(f"Assumed: {assumed} read as ")


@each(
    ("typed", "told"),
    [
        ("oppose attack 2 with mafia until 4", "OPPOSE 2 WITH The Mafia UNTIL 4"),
        ("take over silicon valley", "TAKEOVER Silicon Valley"),
        ("please attack trekkies w/ mafia", "ATTACK Trekkies WITH The Mafia"),
        ("attack bob's trekkies with my mafia", "ATTACK Trekkies WITH The Mafia"),
        ("attack trekkies of bob with mafia", "ATTACK Trekkies WITH The Mafia"),
        (
            "attack trekkies with ufos aid mafia and texas",
            "ATTACK Trekkies WITH UFOs AID The Mafia, Texas",
        ),
        ("draw a group", "DRAW GROUP"),
        ("buy a plot with illuminati", "BUY PLOT WITH UFOs"),
        ("offer bob: my Law and Order for your trekkies", "OFFER bob law-and-order FOR Trekkies"),
    ],
)
def test_other_ways_to_say_it_are_read(typed: str, told: str) -> None:
    (line,) = read(typed)
    assert line.understood == told and line.status != "ASK"


@each(
    ("typed", "question"),
    [
        ("atack trekies with mafia", "Two words are misspelt"),
        ("attack trekkies", "Say WITH and the Group that attacks: UFOs or The Mafia."),
        (
            "attack trekkies with mafia, ufos",
            "One Group attacks, others AID it: WITH The Mafia AID UFOs.",
        ),
        ("destory trekkies with mafia", "DESTROY?"),
        ("attack texs with mafia", "may be Texas, which is yours; give the full name"),
        ("attack zzyzx with mafia", "No card is called 'zzyzx'."),
        ("attack boy sprots of bob with mafiaa", "Two words are misspelt"),
        ("attack texas of bob with mafia", "Bob does not control Texas."),
        ("play Hoax#x", "'Hoax#x': a number comes after #, as in Hoax#2."),
        ("play Hoax#! on 3.2", "'Hoax#!': a number comes after #, as in Hoax#2."),
        ("use texas#99999999999999999999 on bob", "is too large a number"),
        ("draw a plot", "A Plot is drawn as your turn begins; for another one write BUY PLOT WITH"),
        ("draw twice", "Write DRAW in one of these forms: DRAW GROUP | DRAW BOTH."),
        ("buy a plot", "Say who pays: BUY PLOT WITH Illuminati, or WITH two other Groups."),
        ("drop texas", "DROP is an order of the other game"),
        ("transfer 3 from texas", "tokens are not given to others (I21.3)"),
    ],
)
def test_what_may_mean_two_things_is_asked_about(typed: str, question: str) -> None:
    (line,) = read(typed)
    assert line.status == "ASK" and question in line.note


def test_the_only_group_with_a_token_attacks() -> None:
    seats = {"ann": ANN.replace("ufos +1", "ufos"), "bob": BOB}
    state = place(position_of({"seats": seats}))
    names = LANGUAGE.vocabulary(state, "ann")
    game = GameInput(state, lambda _: names, {}, SecretDice(b"slips"))
    (line,) = LANGUAGE.judge(game, LetterInput("ann", "attack trekkies")).lines
    assert line.understood == "ATTACK Trekkies WITH The Mafia"
    assert "Assumed: the attacker is The Mafia, which alone has a token." in line.note


@pytest.mark.parametrize(
    "typed", ["we should make peace", "pass the salt, please", "I will attack you all one day!"]
)
def test_talk_is_no_order(typed: str) -> None:
    assert [line.status for line in read(typed)] == ["IGNORED"]
