"""Every order that the language promises, as it is promised."""

from dataclasses import replace

import pytest
from strategies import CAST, NAMES

from engine.core.dice import SecretDice
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.cards import SPECIALS
from engine.illuminati.game import new_game
from engine.illuminati.state import GameOptions
from pbem.language import ReadLine, format_order, names_for, read

PROMISED = """
ATTACK Yuppies WITH Mafia AID CIA, FBI SPEND 3 UP TO 9
ATTACK TO NEUTRALIZE Hackers WITH CIA
TAKE Hackers WITH CIA
CONTROL Hackers WITH CIA
NEUTRALIZE Hackers WITH CIA
DESTROY Hackers WITH CIA
ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati
ATTACK Yuppies WITH Mafia AIM 8
ATTACK Yuppies WITH Mafia ALL IN
ATTACK Yuppies WITH Mafia SAVE
ATTACK Yuppies WITH Mafia OVERSHOOT 4
ATTACK Yuppies WITH Mafia ONLY IF NEED >= 7
ATTACK Yuppies WITH Mafia PRIVILEGED BY Deep Agent
ATTACK Yuppies WITH Mafia PRIVILEGED FOR 5 MB
ATTACK Yuppies WITH Mafia AT N
ATTACK Yuppies WITH Mafia SHIP 4
IF 1 FAILS: ATTACK Yuppies WITH Bavaria
IF Yuppies IS MINE: PASS
IF Yuppies IS FREE: PASS
IF Yuppies IS BOB'S: PASS
IF MONEY >= 10: PASS
IF NEED 2 < 6: PASS
TRANSFER 5 FROM Mafia TO Illuminati
TRANSFER 5 FROM Mafia TO Illuminati AS ACTION
MOVE Hackers UNDER CIA AT S
DROP Trekkies
PASS
GIVE 10 TO bob
GIVE Bribery TO bob
GIVE Trekkies TO bob
SHOW Bribery TO ALL
PLAY Bribery ON Texas UNDER Mafia AT E
PLAY Slush Fund
PLAY Media Campaign ON KGB
PLAY Murphys Law ON 1 IF IT SUCCEEDS
PLAY Assassination ON 2 IF IT FAILS
PLAY Senate ON bob ON HIS NEXT TURN
PLAY Secrets ON ANY Special AGAINST ME
PLAY Secrets ON ANY Special BY bob
PLAY Secrets ON Murphys Law BY bob
ABOLISH PRIVILEGE ON 1 WITH Deep Agent
ABOLISH PRIVILEGE ON 1 WITH Bribery, Slush Fund
USE Lasers TO ADD Weird TO Texas
USE Lasers TO REMOVE Violent FROM Texas
USE Lasers TO REVERSE Straight OF Pentagon
USE Recyclers
ARRANGE CIA UNDER Mafia AT E, KGB UNDER Illuminati AT N
SPREAD 10 ON Mafia, 5 ON CIA
DESTROY Trekkies WITH CIA BY Whispering Campaign
PLAY White Collar Crime: 10 ON Mafia, 5 ON CIA
PLAY Computer Espionage ON Mafia
PLAY Computer Espionage ON bob
ATTACK Hackers WITH CIA AT N WITH Yuppies AT S, KGB DROPPED
MOVE Hackers UNDER CIA AT N WITH Yuppies AT S, KGB DROPPED
OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES TURN 16
ACCEPT 41
DECLINE 41
COUNTER 41 5 MB FOR Trekkies
GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND
GUARD Mafia ALL IN
OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3
SUPPORT cat MAX 2 ONLY AGAINST bob
OPPOSE 1 UNTIL 5 MAX 6
INTERFERE WITH bob
HINDER bob
ASSIST bob
HELP bob
DEFEND Mafia
STAND ASIDE
RESERVE 5
PAY TAX FROM Mafia
FOREGO TAX ON bob
PAY POST OFFICE FROM MASTER
ACCEPT GROUPS FROM bob
GOAL Network
ACCUSE bob OF Cthulhu
POWER 6
INCOME 5
CHEAT DICE DOWN ON 1
CHEAT BANK 3
CHEAT POWER 1 ON 1
CHEAT RESISTANCE 1 FOR Mafia
CHEAT PEEK 3
CHEAT STACK Yuppies, Mafia
CATCH TURN 14 LINE 7
""".strip().split("\n")


def only(text: str) -> ReadLine:
    (line,) = read(text, NAMES)
    return line


def order_of(text: str) -> od.Order:
    line = only(text)
    assert line.order is not None, line.problem
    return line.order


@pytest.mark.parametrize("text", PROMISED)
def test_what_is_promised_is_read_and_told_back(text: str) -> None:
    line = only(text)
    assert (line.fate, line.assumed, line.problem) == ("order", (), "")
    assert line.order is not None
    assert order_of(format_order(line.order, NAMES)) == line.order


def test_days_of_an_offer_are_not_taken_yet_and_it_says_so() -> None:
    line = only("OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES FRI")
    assert line.fate == "unreadable"
    assert "not yet on a day" in line.problem
    (instead,) = line.suggestions
    expected = od.Goods(5, ("bribery",)), od.Goods(groups=("trekkies",))
    assert order_of(instead) == od.Offer("bob", *expected, until_turn=18)


@pytest.mark.parametrize(
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
    ab.SkipTurn: od.SkipTurn,
}
"""What PLAY comes to by the effect of the card; the others are plays."""
BEHIND = {
    ab.SkipTurn: "ON bob",
    ab.CancelSpecial: "ON ANY Special",
    **dict.fromkeys((ab.SetRoll, ab.AbolishPrivilege, ab.Interfere), "ON 1"),
}


@pytest.mark.parametrize("special", SPECIALS.values(), ids=lambda special: special.id)
def test_the_effect_of_a_card_decides_what_a_play_is(special) -> None:  # type: ignore[no-untyped-def]
    effect = type(special.effect)
    line = only(f"PLAY {special.name} {BEHIND.get(effect, '')}")
    if effect is ab.DestroyPowerless:
        assert line.fate == "unreadable" and "BY" in line.problem
    else:
        assert type(line.order) is KINDS.get(effect, od.Play)


def test_turns_are_counted_from_the_one_now_open() -> None:
    (line,) = read("OPPOSE bob FOR 3 TURNS", replace(NAMES, turn=None))
    assert line.fate == "unreadable" and "UNTIL TURN" in line.problem
    state = new_game(CAST, GameOptions(), SecretDice(b"turns")).state
    (line,) = read("OPPOSE bob FOR 3 TURNS", names_for(state, "ann"))
    assert isinstance(line.order, od.Stance)
    assert line.order.until_turn == state.turn.number + 2


def test_a_hidden_illuminati_is_nobodys_name() -> None:
    state = new_game(CAST, GameOptions(hidden_illuminati=True), SecretDice(b"hidden")).state
    names = names_for(state, "ann")
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
