"""What is said beside an order: what it costs, what is foolish in it, what was added to it."""

from dataclasses import replace

import pytest

from engine.illuminati.orders import Attack, Order
from pbem.games.illuminati.language import (
    Vocabulary,
    cost_of,
    format_line,
    need_at_ceiling,
    read,
    warnings,
)
from tests.support.each import each
from tests.support.strategies import NAMES


def order_of(text: str, names: Vocabulary = NAMES) -> Order:
    (line,) = read(text, names)
    assert line.order is not None, line.problem
    return line.order


@each(
    ("text", "now", "most"),
    [
        ("ATTACK Yuppies WITH Mafia", 0, 0),
        ("ATTACK Yuppies WITH Mafia SPEND 3", 3, 3),
        ("ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati UP TO 9", 5, 9),
        ("ATTACK Yuppies WITH Mafia SPEND 3 UNTIL 8", 3, None),
        ("ATTACK Yuppies WITH Mafia ALL IN", 0, None),
        ("ATTACK Yuppies WITH Mafia SPEND 3 PRIVILEGED FOR 5 MB", 8, 8),
        ("ATTACK Yuppies WITH Mafia PRIVILEGED BY Bribery", 0, 0),
        ("GUARD ALL MAX 4 EACH, 10 A ROUND", 0, 4),
        ("OPPOSE bob UNTIL 5", 0, None),
        ("STAND ASIDE", 0, 0),
        ("GIVE 10 TO bob", 10, 10),
        ("OFFER bob 5 MB FOR Trekkies", 0, 5),
        ("TRANSFER 5 FROM Mafia TO CIA", 0, 0),
        ("PASS", 0, 0),
    ],
)
def test_what_an_order_costs(text: str, now: int, most: int | None) -> None:
    cost = cost_of(order_of(text), NAMES)
    assert (cost.now, cost.most) == (now, most)


@each(
    ("clauses", "need", "at_ceiling"),
    [
        ("SPEND 3", 6, 6),
        ("SPEND 3 UP TO 9", 2, 8),
        ("SPEND 3 UP TO 9", 6, 10),
        ("SPEND 3 UP TO 9 OVERSHOOT 2", 6, 12),
        ("UP TO 9 UNTIL 8", 2, 8),
        ("UP TO 3 UNTIL 8 SAVE", 2, 2),
        ("UP TO 3 UNTIL 8", 2, 5),
        ("UP TO 3", 11, 11),
    ],
)
def test_the_need_with_all_he_allows(clauses: str, need: int, at_ceiling: int) -> None:
    order = order_of(f"ATTACK Yuppies WITH Mafia {clauses}")
    assert isinstance(order, Attack)
    assert need_at_ceiling(order, need) == at_ceiling


@each(
    ("text", "need", "word"),
    [
        ("DESTROY Texas WITH Mafia", 5, "your own"),
        ("ATTACK Yuppies WITH Mafia SPEND 5 UP TO 3", 5, "UP TO 3"),
        ("ATTACK Yuppies WITH Mafia UP TO 9 UNTIL 12", 5, "OVERSHOOT"),
        ("ATTACK Yuppies WITH Mafia SPEND 4", 15, "Without these 4 MB"),
        ("ATTACK Yuppies WITH Mafia UP TO 9 UNTIL 4", 6, "The need is 6 already"),
        ("GUARD ALL UNTIL 0", None, "UNTIL 0 pays for nothing more (R5.8)."),
        ("OFFER bob 5 MB", None, "nothing in return"),
        ("OPPOSE ann", None, "attacks of your own"),
        ("SUPPORT ann MAX 4", None, "attacks of your own"),
        ("SUPPORT bob MAX 2 ONLY AGAINST ann", None, "only defends"),
        ("OPPOSE bob ONLY AGAINST bob", None, "unless bob destroys"),
        ("OPPOSE bob CONTROLLING ANY Weird ONLY AGAINST bob", None, "bob takes no groups"),
        ("GUARD Yuppies MAX 4", None, "It can do nothing now: you do not hold Yuppies. If you"),
    ],
)
def test_a_foolish_order_is_warned_of(text: str, need: int | None, word: str) -> None:
    (said,) = warnings(order_of(text), need, NAMES)
    assert word in said


@each(
    ("text", "need"),
    [
        ("DESTROY Yuppies WITH Mafia SPEND 3", 6),
        ("ATTACK Yuppies WITH Mafia SPEND 4", 13),
        ("ATTACK Yuppies WITH Mafia UP TO 9 UNTIL 12 OVERSHOOT 2", 5),
        ("ATTACK Yuppies WITH Mafia UP TO 9 UNTIL 8", 6),
        ("GUARD ALL UNTIL 1", None),
        ("GUARD Texas MAX 4", None),
        ("GUARD ALL AGAINST bob", None),
        ("OPPOSE bob MAX 4", None),
        ("OPPOSE ALL MAX 4", None),
        ("SUPPORT bob MAX 2 ONLY AGAINST cat", None),
        ("OPPOSE bob TAKING Texas MAX 4", None),
        ("STAND ASIDE", None),
        ("OFFER bob 5 MB FOR Trekkies", None),
        ("DROP Texas", None),
    ],
)
def test_other_orders_are_not(text: str, need: int | None) -> None:
    assert warnings(order_of(text), need, NAMES) == ()


ALONE = replace(NAMES, targets=("yuppies",), uncontrolled=("yuppies",))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ATTACK WITH Mafia", "ATTACK Yuppies WITH Mafia"),
        ("PLAY Bribery UNDER Mafia", "PLAY Bribery ON Yuppies UNDER Mafia"),
    ],
)
def test_the_only_thing_legal_is_added_and_told(typed: str, told: str) -> None:
    (line,) = read(typed, ALONE)
    assert format_line(line.unnumbered, ALONE) == told
    assert len(line.assumed) == 1
    (line,) = read(typed, replace(ALONE, targets=NAMES.targets, uncontrolled=NAMES.uncontrolled))
    assert line.assumed == ()
    assert line.order is None or "Yuppies" not in format_line(line, NAMES)


@each(
    ("typed", "told"),
    [
        ("KILL Hackers WITH CIA", "ATTACK TO DESTROY Hackers WITH C.I.A."),
        ("SEIZE Hackers WITH CIA", "ATTACK Hackers WITH C.I.A."),
        ("RELOCATE Texas UNDER CIA", "MOVE Texas UNDER C.I.A."),
        ("SKIP", "PASS"),
        ("SEND 5 TO bob", "GIVE 5 TO bob"),
        ("PAY 5 TO bob", "GIVE 5 TO bob"),
        ("DONATE Bribery TO bob", "GIVE Bribery TO bob"),
        ("REVEAL Bribery TO bob", "SHOW Bribery TO bob"),
        ("BLOCK bob MAX 3", "OPPOSE bob MAX 3"),
        ("REFUSE 41", "DECLINE 41"),
        ("REVERT", "UNDO"),
        ("FORECAST", "PREVIEW"),
        ("TELL bob: hm", "SAY TO bob: hm"),
    ],
)
def test_natural_words_for_the_same(typed: str, told: str) -> None:
    (line,) = read(typed, NAMES)
    assert line.assumed == ()
    assert format_line(line.unnumbered, NAMES) == told


@each(
    ("typed", "told"),
    [
        ("cancel 2", ("2: none",)),
        ("Delete line 2.", ("2: none",)),
        ("drop line 2", ("2: none",)),
        ("2 none", ("2: none",)),
        ("1 and 2: none", ("1: none; 2: none",)),
        ("cancel all", ("CLEAR",)),
        ("delete my orders", ("CLEAR",)),
        ("none", ("PASS",)),
        ("no orders this turn", ("PASS",)),
        ("change line 2 to pass", ("2: PASS",)),
        (
            "replace 2 with attack yuppies with mafia",
            ("2: ATTACK Yuppies WITH Mafia",),
        ),
        ("cancel offer 3", ("WITHDRAW 3",)),
    ],
)
def test_who_means_to_change_a_line_is_asked_with_the_line_to_send(
    typed: str, told: tuple[str, ...]
) -> None:
    (line,) = read(typed, NAMES)
    assert (line.status, line.number, line.suggestions) == ("ambiguous", 0, told)


@pytest.mark.parametrize("typed", ["cancel culture", "nothing new here", "make love", "no", "drop"])
def test_who_does_not_is_not(typed: str) -> None:
    (line,) = read(typed, NAMES)
    assert not {"CLEAR", "PASS"} & set(line.suggestions)


@pytest.mark.parametrize(
    "typed", ["I'll attack Yuppies with Mafia", "don't attack Yuppies with Mafia"]
)
def test_an_apostrophe_is_no_slip_of_a_verb(typed: str) -> None:
    (line,) = read(typed, NAMES)
    assert line.status == "ignored"


def test_no_number_is_lost_in_a_name() -> None:
    (line,) = read("ATTACK Yuppies WITH Mafia +3", NAMES)
    assert line.order is None


REAL = replace(
    NAMES,
    seats=("ann", "robert", "carol"),
    me="ann",
    illuminati={"ann": "servants-of-cthulhu"},
    mine=("servants-of-cthulhu", "mafia"),
    targets=("yuppies", "hackers"),
    hand=("slush-fund",),
)


@each(
    ("typed", "told"),
    [
        ("give", "GIVE 10 TO robert"),
        ("give 5 robert", "GIVE 5 TO robert"),
        ("show", "SHOW Slush Fund TO ALL"),
        ("transfer 2 mafia to cthulhu", "TRANSFER 2 FROM Mafia TO Servants of Cthulhu"),
        ("transfer 2 from mafia", "TRANSFER 2 FROM Mafia TO Servants of Cthulhu"),
        ("move mafia e", "MOVE Mafia UNDER Servants of Cthulhu AT S"),
        ("drop", "DROP Mafia"),
        ("forego", "FOREGO TAX ON robert"),
        ("accuse", "ACCUSE robert OF Servants of Cthulhu"),
        ("delegate", "DELEGATE TO robert UNTIL Friday"),
        ("attack yuppies from mafia", "ATTACK Yuppies WITH Mafia"),
        ("attack yuppies (mafia)", "ATTACK Yuppies WITH Mafia"),
        ("attack yuppies with mafia spend three", "ATTACK Yuppies WITH Mafia SPEND 3"),
        *(
            (f"attack yuppies with mafia spend {all_}", "ATTACK Yuppies WITH Mafia ALL IN")
            for all_ in ("all", "max", "everything", "all my money", "it all")
        ),
        *(
            (f"attack yuppies with mafia{dash}spend 3", "ATTACK Yuppies WITH Mafia SPEND 3")
            for dash in ("\u2014", " \u2014 ", "\u2013", " - ")
        ),
        ("attack yuppies with mafia - lol", "ATTACK Yuppies WITH Mafia"),
        ("attack yuppies with mafia - cia", "HELP ATTACK"),
    ],
)
def test_a_line_to_try_has_the_players_and_cards_of_this_table(typed: str, told: str) -> None:
    (line,) = read(typed, REAL)
    assert [one.partition(": ")[2] or one for one in line.suggestions] == [told]


@pytest.mark.parametrize("typed", ["spend -3", "spend - 3", "spend all 5", "spend all in 5"])
def test_a_number_behind_a_dash_is_not_made_another(typed: str) -> None:
    (line,) = read(f"attack yuppies with mafia {typed}", REAL)
    assert line.order is None
    assert not any("SPEND 3" in one or "ALL IN" in one for one in line.suggestions)


@each(
    ("typed", "told"),
    [
        ("if it fails: pass", "IF 2 FAILS: PASS"),
        ("if it fails, attack hackers with mafia", "IF 2 FAILS: ATTACK Hackers WITH Mafia"),
        ("if that attack works drop mafia", "IF 2 SUCCEEDS: DROP Mafia"),
        ("if the attack doesn't succeed: pass", "IF 2 FAILS: PASS"),
        ("if i have the yuppies: pass", "IF Yuppies IS MINE: PASS"),
        ("if i have yuppies attack hackers with mafia", "IF Yuppies IS MINE: ATTACK Hackers WITH"),
        ("if I get the yuppies, then pass", "IF Yuppies IS MINE: PASS"),
        ("if I've got yuppies: pass", "IF Yuppies IS MINE: PASS"),
        ("if i don't have the yuppies: pass", "IF NOT Yuppies IS MINE: PASS"),
        ("if robert has the yuppies: pass", "IF Yuppies IS robert'S: PASS"),
        ("if i have 10 MB: pass", "IF MONEY >= 10: PASS"),
    ],
)
def test_a_condition_in_plain_words_is_told_with_ours(typed: str, told: str) -> None:
    *_, line = read(f"pass\nattack yuppies with mafia\n{typed}", REAL)
    assert line.order is None
    assert line.suggestions[0].startswith(told), line.suggestions


def test_it_may_be_an_attack_that_is_asked_about() -> None:
    *_, line = read("pass\nattack yuppies with mafia spend all\nif it fails: pass", REAL)
    assert line.suggestions == ("IF 2 FAILS: PASS",)


@pytest.mark.parametrize("typed", ["if it fails: pass", "if that works, pass"])
def test_it_is_no_attack_that_is_not_in_the_letter(typed: str) -> None:
    (line,) = read(typed, REAL)
    assert line.status in ("unreadable", "ambiguous")
    assert "number" in line.problem and not line.suggestions


@pytest.mark.parametrize(
    "typed", ["if i have the zorks: pass", "if i have yuppies", "if it rains: pass"]
)
def test_what_is_no_condition_of_ours_is_told_without_a_line(typed: str) -> None:
    *_, line = read(f"attack yuppies with mafia\n{typed}", REAL)
    assert line.order is None
    assert not line.suggestions


@pytest.mark.parametrize(
    "typed", ["attack yuppies w/ mafia", "attack the yuppies with my mafia", "pay robert 5"]
)
def test_what_people_write_is_read(typed: str) -> None:
    (line,) = read(typed, REAL)
    assert line.order is not None and not line.assumed


@each(
    "typed",
    [
        *("Orders: ATTACK Yuppies WITH Mafia", "My orders: attack yuppies with mafia"),
        *("Action 1: ATTACK Yuppies WITH Mafia", "a) attack Yuppies with Mafia"),
        *("(b) attack Yuppies with Mafia", "a. attack Yuppies with Mafia"),
    ],
)
def test_what_stands_before_an_order_is_no_part_of_it(typed: str) -> None:
    (line,) = read(typed, REAL)
    assert format_line(line, REAL) == "1: ATTACK Yuppies WITH Mafia"


@pytest.mark.parametrize("typed", ["Orders:", "Action 1: none of it works", "a) is for apple"])
def test_a_label_alone_orders_nothing(typed: str) -> None:
    assert {line.status for line in read(typed, REAL)} == {"ignored"}


@pytest.mark.parametrize(
    ("typed", "control"),
    [
        ("STATUS?", "STATUS"),
        ("who?", "WHO"),
        ("help attack?", "HELP ATTACK"),
        ("card mafia?", "CARD Mafia"),
        ("rules privilege?", "RULES privilege"),
    ],
)
def test_a_word_that_asks_may_be_a_question(typed: str, control: str) -> None:
    (line,) = read(typed, REAL)
    assert line.word.line == control
    assert not line.assumed


@each(
    "typed",
    [
        "BACK",
        "back!",
        "I am back",
        "I'm back.",
        "I\u2019m back again",
        "im back now",
        "We are back",
    ],
)
def test_who_is_back_is_away_no_more(typed: str) -> None:
    (line,) = read(typed, REAL)
    assert line.word.line == "AWAY OFF"


@each(
    "typed",
    [
        *("I am back on Friday", "back to the game", "I'm back to square one", "Back in town"),
        *("I am not back", "I'm backing robert", "hack yuppies", "pack your bags", "I am"),
    ],
)
def test_who_may_not_be_back_is_not(typed: str) -> None:
    assert [line.control for line in read(typed, REAL)] == [None]
    assert [line.status for line in read(typed, REAL)] == ["ignored"]


def test_back_in_a_question_is_asked_about() -> None:
    assert [line.status for line in read("BACK?", REAL)] == ["ambiguous"]


def test_a_word_that_does_may_not() -> None:
    assert [line.status for line in read("READY?\nRESIGN?", REAL)] == ["ambiguous"] * 2
