"""Every order that the language promises, as it is promised."""

from dataclasses import replace

import pytest

from engine.core.dice import SecretDice
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.cards import SPECIALS
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import new_game
from pbem.games.illuminati.language import (
    ParsedLine,
    format_line,
    format_order,
    read,
    vocabulary_for,
)
from tests.support.each import each
from tests.support.promised import ORDERS, TALK, WORDS, plain
from tests.support.strategies import CAST, NAMES


def only(text: str) -> ParsedLine:
    (line,) = read(text, NAMES)
    return line


def order_of(text: str) -> od.Order:
    line = only(text)
    assert line.order is not None, line.problem
    return line.order


@each("text", ORDERS)
def test_what_is_promised_is_read_and_told_back(text: str) -> None:
    line = only(text)
    assert (line.status, line.assumed, line.problem) == ("order", (), "")
    assert line.order is not None
    assert order_of(format_order(line.order, NAMES)) == line.order


@each("text", [*map(plain, WORDS), *map(plain, TALK)])
def test_words_and_texts_are_read_and_told_back(text: str) -> None:
    (line,) = read(text, NAMES)
    assert line.status in ("control", "talk")
    assert (line.assumed, line.problem) == ((), "")
    (again,) = read(format_line(line, NAMES), NAMES)
    assert (again.control, again.talk) == (line.control, line.talk)


def test_an_offer_ends_on_a_day_or_with_a_turn() -> None:
    terms = od.Goods(5, ("bribery",)), od.Goods(groups=("trekkies",))
    offer = "OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES"
    assert order_of(f"{offer} FRI") == od.Offer("bob", *terms, until_at="fri")
    assert order_of(f"{offer} IN 4 TURNS") == od.Offer("bob", *terms, until_turn=18)


@each(
    ("text", "order"),
    [
        (
            "GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND",
            od.Stance("guard", aim=5, ceiling=4, per_round=10),
        ),
        (
            "OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3",
            od.Stance(
                "oppose",
                od.Pattern(by="bob", alignments=("weird",), forms=("control",)),
                aim=6,
                ceiling=3,
            ),
        ),
        (
            "SUPPORT cat MAX 2 ONLY AGAINST bob",
            od.Stance("support", od.Pattern(by="cat", owner="bob"), ceiling=2),
        ),
        (
            "GUARD Mafia AGAINST bob ALL IN",
            od.Stance("guard", od.Pattern(by="bob", groups=("mafia",)), style="all-in"),
        ),
        ("OPPOSE 1 SAVE", od.Stance("oppose", od.Pattern(line=1), style="save")),
        ("STAND ASIDE FOR 2 TURNS", od.Stance("aside", until_turn=15)),
        ("PLAY Slush Fund ON 2", od.Play("slush-fund", line=2)),
        ("PLAY Slush Fund BEFORE DICE ON 2", od.Play("slush-fund", line=2, window="W2")),
        ("PLAY Slush Fund BEFORE VICTORY", od.Play("slush-fund", window="T2")),
        ("CHEAT DICE DOWN ON 1", od.Cheat("dice", -1, line=1)),
        ("CHEAT RESISTANCE 1 FOR Mafia", od.Cheat("resistance", 1, card="mafia")),
        ("OFFER bob Texas FOR 20 MB EXPIRES IN 2 TURNS",)
        + (od.Offer("bob", od.Goods(groups=("texas",)), od.Goods(20), until_turn=16),),
        ("COUNTER 41 3 MB", od.Offer("", od.Goods(3), counters=41)),
    ],
)
def test_what_it_means(text: str, order: od.Order) -> None:
    assert order_of(text) == order


KINDS = {
    ab.SetRoll: od.FixRoll,
    ab.AbolishPrivilege: od.Abolish,
    ab.Interfere: od.JoinIn,
    ab.CancelSpecial: od.Cancel,
    ab.SkipTurnEffect: od.SkipTurn,
}
"""What PLAY comes to by the effect of the card; the others are plays."""
BEHIND = {
    ab.SkipTurnEffect: "ON bob",
    ab.CancelSpecial: "ON ANY Special",
    **dict.fromkeys((ab.SetRoll, ab.AbolishPrivilege, ab.Interfere), "ON 1"),
}


@each("special", SPECIALS.values(), ids=lambda special: special.id)
def test_the_effect_of_a_card_decides_what_a_play_is(special) -> None:  # type: ignore[no-untyped-def]
    effect = type(special.effect)
    line = only(f"PLAY {special.name} {BEHIND.get(effect, '')}")
    if effect is ab.DestroyPowerless:
        assert line.status == "unreadable" and "BY" in line.problem
    else:
        assert type(line.order) is KINDS.get(effect, od.Play)


def test_turns_are_counted_from_the_one_now_open() -> None:
    (line,) = read("OPPOSE bob FOR 3 TURNS", replace(NAMES, turn=None))
    assert line.status == "unreadable" and "UNTIL TURN" in line.problem
    state = new_game(CAST, GameOptions(), SecretDice(b"turns")).state
    (line,) = read("OPPOSE bob FOR 3 TURNS", vocabulary_for(state, "ann"))
    assert isinstance(line.order, od.Stance)
    assert line.order.until_turn == state.turn.number + 2


def test_a_hidden_illuminati_is_nobodys_name() -> None:
    state = new_game(CAST, GameOptions(hidden_illuminati=True), SecretDice(b"hidden")).state
    names = vocabulary_for(state, "ann")
    theirs = {seat.illuminati for seat in state.seats if seat.name != "ann"}
    assert names.my_illuminati == state.seat("ann").illuminati
    assert not theirs & set(names.illuminati.values())
    for card in theirs:
        (line,) = read(f"GIVE 5 TO {card.replace('-', ' ')}", names)
        assert line.order is None


@pytest.mark.parametrize(
    ("text", "is_order"),
    [("HELP bob", True), ("HELP 1 MAX 2", True), ("HELP", False), ("HELP SUPPORT", False)],
)
def test_help_for_somebody_is_support(text: str, is_order: bool) -> None:
    line = only(text)
    assert isinstance(line.order, od.Stance) == is_order
    assert (line.control is None) == is_order


@pytest.mark.parametrize(
    "text",
    [
        "ATTACK Yuppies WITH Mafia UNTIL 8 UP TO nine",
        "ATTACK Yuppies WITH Mafia ALL IN UP TO nine",
        "OPPOSE bob MAX three",
        "OPPOSE bob 5",
    ],
)
def test_no_suggestion_spends_all_he_has(text: str) -> None:
    line = only(text)
    assert line.order is None
    for suggestion in line.suggestions:
        match order_of(suggestion):
            case od.Attack(aim=aim, ceiling=ceiling, style=style):
                assert ceiling is not None or (aim, style) == (None, None)
            case od.Stance(ceiling=ceiling):
                assert ceiling is not None
