"""Merging letters into a script, sorting lines, and the table of verbs behind it."""

import re
from dataclasses import fields

import pytest

from engine.core.dice import SecretDice
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.options import options
from engine.illuminati.orders import Drop, LineResult, Not, Pass, Resign
from engine.illuminati.rulings import REASONS
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import new_game
from pbem.games.illuminati.language import (
    explain,
    format_line,
    format_order,
    help_text,
    merge,
    read,
    script_of,
    split,
    vocabulary_for,
)
from pbem.games.illuminati.language.reasons.refusals import TEXTS
from pbem.games.illuminati.language.verbs.table import VERBS
from pbem.grammar.orders.help import WIDTH
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.strategies import CAST, NAMES

OLD = read("DROP Trekkies\nPLAY Slush Fund\nPASS", NAMES)


def on_file(letter: str) -> list[str]:
    return [format_line(line, NAMES) for line in merge(OLD, read(letter, NAMES))]


@each(
    ("letter", "expected"),
    [
        ("2: none", ["1: DROP Trekkies", "3: PASS"]),
        ("2: DROP Texas", ["1: DROP Trekkies", "2: DROP Texas", "3: PASS"]),
        ("7) DROP Texas", ["1: DROP Trekkies", "2: PLAY Slush Fund", "3: PASS", "7: DROP Texas"]),
        ("DROP Texas", ["1: DROP Texas"]),
        ("3. DROP Texas\nPASS", ["3: DROP Texas", "4: PASS"]),
        ("PAY TAX FROM Mafia\nREADY", ["1: DROP Trekkies", "2: PLAY Slush Fund", "3: PASS"]),
        ("2: DRIP Texas\nhello", ["1: DROP Trekkies", "2: PLAY Slush Fund", "3: PASS"]),
        ("DRIP Texas\nPASS", ["2: PASS"]),
        ("2: PASS\n2: DROP Texas", ["1: DROP Trekkies", "2: DROP Texas", "3: PASS"]),
        ("", ["1: DROP Trekkies", "2: PLAY Slush Fund", "3: PASS"]),
    ],
)
def test_merge(letter: str, expected: list[str]) -> None:
    assert on_file(letter) == expected


def test_unnumbered_lines_are_counted_around_given_numbers() -> None:
    lines = read("PASS\n2: PASS\nDROP Texas\nPAY TAX FROM Mafia\nDROP CIA", NAMES)
    assert [line.number for line in lines] == [1, 2, 3, 0, 4]


def test_counting_begins_where_it_is_told() -> None:
    assert [line.number for line in read("PASS\nhello\nDROP CIA", NAMES, first=5)] == [5, 0, 6]


def test_split_sorts_every_understood_line() -> None:
    lines = read("PASS\nFOREGO TAX ON bob\nGOAL UFOs\nRESIGN K7\nHELP DROP\nzap\nDROP x", NAMES)
    found = split(lines)
    assert [line.number for line in found.script] == [1]
    assert len(found.policies) == 1
    assert [line.code for line in found.acts] == ["", "K7"]
    assert isinstance(found.acts[1].order, Resign)
    (control,) = found.controls
    assert control.word.line == "HELP DROP"


LETTER = """
ATTACK Yuppies WITH Mafia
OPPOSE 7 MAX 3
GUARD ALL MAX 3
PLAY Murphys Law ON 7 IF IT SUCCEEDS
PLAY Assassination ON ANY ATTACK BY bob
PLAY Secrets ON ANY Special
PLAY Senate ON bob
PLAY Slush Fund ON 7
PLAY Slush Fund BEFORE VICTORY
ABOLISH PRIVILEGE ON 7 WITH Deep Agent
PLAY Interference ON 7
PLAY Interference ON ANY ATTACK BY bob
CHEAT RESISTANCE 1 FOR Mafia
CHEAT BANK 3
OFFER bob 5 MB
ACCEPT 41
DECLINE 41
CATCH TURN 3 LINE 4
ACCEPT GROUPS FROM bob
RESERVE 5
GOAL UFOs
"""
DEALS = ["OFFER bob 5 MB", "ACCEPT 41", "DECLINE 41", "CATCH TURN 3 LINE 4"]


def sorted_as(letter: str, *, is_mover: bool) -> dict[str, list[str]]:
    found = split(read(letter, NAMES), is_mover=is_mover)
    return {
        field.name: [line.text for line in getattr(found, field.name)] for field in fields(found)
    }


def test_split_of_a_letter_in_anothers_turn() -> None:
    assert sorted_as(LETTER, is_mover=False) == {
        "script": ["ATTACK Yuppies WITH Mafia", "CHEAT BANK 3"],
        "policies": [
            "GUARD ALL MAX 3",
            "PLAY Assassination ON ANY ATTACK BY bob",
            "PLAY Secrets ON ANY Special",
            "PLAY Senate ON bob",
            "PLAY Interference ON ANY ATTACK BY bob",
            "ACCEPT GROUPS FROM bob",
            "RESERVE 5",
        ],
        "acts": ["GOAL UFOs"],
        "controls": [],
        "answers": [
            "OPPOSE 7 MAX 3",
            "PLAY Murphys Law ON 7 IF IT SUCCEEDS",
            "PLAY Slush Fund ON 7",
            "PLAY Slush Fund BEFORE VICTORY",
            "ABOLISH PRIVILEGE ON 7 WITH Deep Agent",
            "PLAY Interference ON 7",
            "CHEAT RESISTANCE 1 FOR Mafia",
        ],
        "deals": DEALS,
        "ahead": [],
    }


def test_split_of_a_letter_in_his_own_turn() -> None:
    found = sorted_as(LETTER, is_mover=True)
    assert (found["deals"], found["acts"]) == (DEALS, ["GOAL UFOs"])
    assert found["answers"] == [
        "OPPOSE 7 MAX 3",
        "ABOLISH PRIVILEGE ON 7 WITH Deep Agent",
        "PLAY Interference ON 7",
    ], "nobody takes a side in his own attack"
    assert found["policies"] == [
        "GUARD ALL MAX 3",
        "PLAY Senate ON bob",
        "PLAY Interference ON ANY ATTACK BY bob",
        "ACCEPT GROUPS FROM bob",
        "RESERVE 5",
    ]
    every = [row for row in LETTER.strip().split("\n") if row]
    taken = {*found["policies"], *found["answers"], *DEALS, "GOAL UFOs"}
    assert found["script"] == [row for row in every if row not in taken]


AHEAD = "ATTACK Yuppies WITH Mafia\nPLAY Assassination ON 1 IF IT FAILS\nOPPOSE 1 MAX 3"


def test_a_special_for_an_attack_of_the_same_letter_stays_with_it() -> None:
    found = sorted_as(AHEAD, is_mover=False)
    assert found["script"] == AHEAD.split("\n")[:2]
    assert found["answers"] == ["OPPOSE 1 MAX 3"]
    assert sorted_as(AHEAD, is_mover=True) == found


@pytest.mark.parametrize("is_mover", [False, True])
def test_an_answer_leaves_the_script_on_file_alone(is_mover: bool) -> None:
    answer = read("PLAY Assassination ON 7 IF IT FAILS", NAMES)
    merged = merge(OLD, answer, is_mover=is_mover)
    assert merged == (answer if is_mover else OLD)


def test_a_special_may_be_added_to_an_attack_on_file() -> None:
    old = read("ATTACK Yuppies WITH Mafia", NAMES)
    added = read("2: PLAY Assassination ON 1 IF IT FAILS", NAMES)
    assert merge(old, added) == (*old, *added)


def test_what_may_be_a_line_of_a_script_is_counted() -> None:
    lines = read(LETTER, NAMES)
    found = split(lines, is_mover=True)
    script = [line for line in lines if line in (*found.script, *found.answers)]
    assert [line.number for line in script] == list(range(1, len(script) + 1))
    assert all(line.number == 0 for line in lines if line not in script)
    assert [line.number for line in script_of(lines)] == [line.number for line in found.script]


def test_a_script_for_the_engine() -> None:
    script = script_of(read("2: IF 1 FAILS: PASS\n3: ELSE: DROP CIA\n1: DROP Texas\nREADY", NAMES))
    assert [(line.number, line.order) for line in script] == [
        (1, Drop("texas")),
        (2, Pass()),
        (3, Drop("cia")),
    ]
    assert script[1].conditions == (LineResult(1, False),)
    assert script[2].conditions == (Not(LineResult(1, False)),)
    assert script[0].text == "DROP Texas"


def test_names_of_a_real_game() -> None:
    state = new_game(CAST, GameOptions(), SecretDice(b"language")).state
    names = vocabulary_for(state, "bob")
    assert (names.me, names.seats) == ("bob", tuple(seat.name for seat in state.seats))
    assert names.mine == (state.seat("bob").illuminati,)
    assert names.targets == state.uncontrolled
    attack = f"ATTACK {CARDS[state.uncontrolled[0]].name}"
    (line,) = read(attack, names)
    assert line.status == "order"
    assert line.assumed == (
        f"WITH {CARDS[names.mine[0]].name.removeprefix('The ')} added, your only card",
    )


@pytest.mark.parametrize("secret", [b"one", b"two", b"three"])
def test_whatever_is_offered_can_be_written(secret: bytes) -> None:
    state = new_game(CAST, GameOptions(), SecretDice(secret)).state
    names = vocabulary_for(state, state.turn.seat)
    offered = options(state, state.turn.seat)
    assert offered
    for option in offered:
        (line,) = read(format_order(option.order, names), names)
        assert (line.order, line.assumed) == (option.order, ())


def test_a_hand_is_no_other_players_business() -> None:
    state = new_game(CAST, GameOptions(), SecretDice(b"hands")).state
    for seat in CAST:
        assert vocabulary_for(state, seat).hand == state.seat(seat).hand


# --- reasons and help ----------------------------------------------------------------------

FACTS = {
    "card": "mafia",
    "target": "cia",
    "seat": "bob",
    "to": "bob",
    "money": 3,
    "needed": 9,
    "arrow": "N",
    "alignment": "weird",
    "open": "E S",
    "line": 4,
    "attacker": "fbi",
    "master": "kgb",
    "other": "texas",
}


def test_every_reason_has_its_words_and_no_other() -> None:
    assert set(TEXTS) == {reason.code for reason in REASONS}


@each("reason", REASONS, ids=lambda reason: reason.code)
@each("facts", [{}, FACTS, {"card": 3, "open": "", "x": "?"}], ids=str)
def test_a_reason_is_told(reason, facts) -> None:  # type: ignore[no-untyped-def]
    told = explain(reason.code, facts, NAMES)
    assert told.endswith(f"({reason.rule})")
    assert not re.search(r"[{}|]", told)
    assert len(told) > 20


def test_facts_are_told_by_name() -> None:
    facts = {"card": "mafia", "arrow": "N", "open": "E S"}
    assert explain("arrow-not-open", facts, NAMES) == (
        "Arrow N of Mafia is not open. Open now: E, S. "
        "Without AT the best open arrow is taken. (R8.4)"
    )


def test_an_unknown_reason_is_told() -> None:
    assert explain("brand-new", {"a": 1}, NAMES) == "This is not allowed: brand-new."


@each("verb", [None, "", "nonsense", *(verb.name for verb in VERBS)])
def test_help_fits_a_mail(verb: str | None) -> None:
    text = help_text(verb)
    assert all(len(row) <= WIDTH for row in text.split("\n"))
    if verb in {v.name for v in VERBS}:
        assert text.startswith(f"{verb}: ")
    else:
        assert all(f"  {v.name}" in text for v in VERBS)
        assert len(text.split("\n")) <= 72


def test_help_knows_aliases() -> None:
    assert help_text("capture") == help_text("TAKE")


def test_no_card_id_in_the_language() -> None:
    source = ROOT / "pbem" / "games" / "illuminati" / "language"
    ids = "|".join(sorted((*CARDS, *SPECIALS), key=len, reverse=True))
    quoted = re.compile(rf"""["']({ids})["']""")
    found = [quoted.findall(path.read_text(encoding="utf-8")) for path in source.rglob("*.py")]
    assert len(found) > 10
    assert not any(found)
