"""Position files that are wrong in ways nobody means: a line each, exit code 2 (I39.7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.inwo_adjudication import EXAMPLE, ORDERS, adjudicated, result

LONG = "x" * 100_000
MAFIA = '{ id = "the-mafia", master = "servants-of-cthulhu", arrow = "N" }'
NAMED = '{ id = "media-sensation", master = "servants-of-cthulhu", arrow = "E", called = "%s" }'


@pytest.mark.parametrize(
    "text",
    [
        'game = "inwo"\nx = ' + "[" * 5000 + "]" * 5000,
        'game = "inwo"\nx = ' + "{ a = " * 3000 + "1" + " }" * 3000,
        'game = "inwo"\n' + ".".join(["a"] * 50_000) + " = 1",
        'game = "inwo"\nx = ' + "9" * 5000,
        "x = " + "[" * 5000,
    ],
)
def test_values_deep_in_each_other_are_no_position(tmp_path: Path, text: str) -> None:
    code, output = adjudicated(tmp_path, text, ORDERS)
    told = output.replace(str(tmp_path), "")
    assert code == 2 and "the position is not TOML" in told and len(told) < 400


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "eff"', f'id = "{LONG}"'),
        ('master = "ufos", arrow = "E"', f'master = "{LONG}", arrow = "E"'),
        ("tokens = 1\nplot", f'tokens = "{LONG}"\nplot'),
        ("tokens = 1\nplot", f'{LONG} = "1"\nplot'),
        ('name = "bob"', f'name = "@{LONG}"'),
        ("tokens = 1\nplot", f"tokens = [{'1, ' * 50_000}]\nplot"),
        ('["jihad"]', f"[{'1, ' * 5000}]"),
    ],
    ids=range(7),
)
def test_a_fault_is_told_in_short(tmp_path: Path, old: str, new: str) -> None:
    assert old in EXAMPLE
    code, output = adjudicated(tmp_path, EXAMPLE.replace(old, new), ORDERS)
    assert code == 2 and len(output) < 10_000
    told = output.replace(str(tmp_path), "")
    assert max(map(len, told.splitlines())) < 400


def test_dice_that_are_none_are_told_in_short(tmp_path: Path) -> None:
    code, output = adjudicated(tmp_path, EXAMPLE, ORDERS, "--dice", LONG)
    told = output.replace(str(tmp_path), "")
    assert code == 2 and "is not a roll" in told and len(told) < 200


def test_one_die_where_two_are_rolled_is_refused(tmp_path: Path) -> None:
    """(I39.3.) It would be a roll that no dice show."""
    line = "ann: DESTROY KKK WITH Illuminati AGENTS\n"
    code, output = adjudicated(tmp_path, EXAMPLE, line, "--dice", "4")
    assert code == 2 and "--dice: two dice are rolled where 4 is one die alone" in output


def test_a_fault_of_the_structure_tells_the_ids_of_the_file(tmp_path: Path) -> None:
    position = EXAMPLE.replace('master = "ufos", arrow = "E"', 'master = "kkk", arrow = "E"')
    code, output = adjudicated(tmp_path, position, ORDERS)
    assert code == 2 and "eff: kkk has no arrow E" in output


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('to_move = "ann"', 'to_move = "ann"\nplayers_began = 9', "2 to 8 play, so not 9"),
        (
            'to_move = "ann"',
            'to_move = "ann"\nnwos = [{ id = "interesting-times", choice = "basic" }]',
            "nwos: choice of interesting-times must be one of BASIC ONLY, PLUS 2, not 'basic'",
        ),
        (
            'to_move = "ann"',
            'to_move = "ann"\nnwos = [{ id = "law-and-order", choice = "basic only" }]',
            "nwos: nothing is chosen for law-and-order",
        ),
        (
            'to_move = "ann"',
            'to_move = "ann"\nchanges = [{ on = "eff", stat = "immune", value = "Fish" }]',
            "changes: value of immune must be one of",
        ),
        (
            "tokens = 1\nplot",
            'destroyed = [{ id = "japan", killed = true }]\nplot',
            "destroyed: japan is not a Personality, so it is not killed (I18.6)",
        ),
        ('name = "bob"', 'name = "ANN"', "seat ann is there twice; in lines case does not matter"),
        (
            "tokens = 1\nplot",
            'agents = ["the-network", "the-network"]\nplot',
            "agents: the-network is laid 2 times, not once (I25.6)",
        ),
        (
            MAFIA,
            MAFIA.replace('"N"', '"N", linked_to = "eff"'),
            "the-mafia is not linked to eff, as neither card says so (I20.1)",
        ),
        (
            'to_move = "ann"',
            'to_move = "ann"\noptions = { house = "x" }',
            'house must be one of "", pittsburgh, not',
        ),
        (MAFIA, NAMED % ("x" * 41), "is called by 1 to 40 letters (I33.10)"),
        (MAFIA, NAMED % "Max\\u001b[31m", "is called by 1 to 40 letters (I33.10)"),
        (MAFIA, NAMED % "Elvis", "is not called like a Personality card (I33.10)"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in EXAMPLE
    code, output = adjudicated(tmp_path, EXAMPLE.replace(old, new), ORDERS)
    assert code == 2 and fault in output, output[:400]


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        ('sets = ["foo"]', "sets must be one of unlimited, assassins, subgenius, not 'foo'"),
        ("copies = -1", "copies must be a whole number from 0 to 44, not -1"),
        ("copies = true", "copies must be a whole number from 0 to 44, not True"),
        ("basic_goal = 0", "basic_goal must be a whole number from 1 to 30, not 0"),
        ("deck_size = 30", "deck_size: only decks common-groups has Plot decks of a size (I30.4)"),
        ('cards = "hex"', "cards must be one of square, portrait, free, not 'hex'"),
        ('pace = "fast"', "pace must be one of announce, table, policies, not 'fast'"),
        ('pace = "conclave"', "conclave is not offered, as turns depend on each other (I31.4)"),
        ("hand_in_play = 1", "hand_in_play must be true or false, not 1"),
        ('windows = ["M12"]', "windows must be one of M1, "),
        (
            'game_form = "subgenius", decks = "common-groups"',
            "decks: in the form subgenius all decks are common (I30.1)",
        ),
        ("cheating = true", "options: unknown key 'cheating'"),
    ],
)
def test_an_option_that_is_none_is_refused(tmp_path: Path, option: str, fault: str) -> None:
    """(I30.6.) Each in a line of its own."""
    text = EXAMPLE.replace('to_move = "ann"', f'to_move = "ann"\noptions = {{ {option} }}')
    code, output = adjudicated(tmp_path, text, ORDERS)
    assert code == 2 and fault in output and len(output.splitlines()) == 1, output


def test_what_is_left_out_may_be_written_as_empty(tmp_path: Path) -> None:
    """(I39.7.) The note, the second end, the owner of the example of the rules."""
    book = '{ id = "necronomicon", linked = "", owner = "", tokens = 0, note = "", stores = [] }'
    linked = '{ id = "new-blood", owner = "", to = "", value = "" }'
    tail = f'linked_to = "", called = "", stores = [], marks = [], linked = [{linked}]'
    mafia = MAFIA.replace('"N"', f'"N", {tail}')
    position = EXAMPLE.replace(MAFIA, mafia)
    position = position.replace("tokens = 1\nplot", f"resources = [{book}]\nplot", 1)
    after = result(tmp_path, position, "")["after"]
    linked_to = {"new-blood": "the-mafia", "necronomicon": "servants-of-cthulhu"}
    assert after["linked"] == linked_to


def test_what_is_linked_to_the_second_copy_of_a_card_may_be_a_table(tmp_path: Path) -> None:
    first, second = (NAMED % name for name in ("Max", "Moritz"))
    first = first.replace('"E"', '"N"')
    second = second.replace("called", 'linked = [{ id = "overman" }], called')
    position = EXAMPLE.replace(MAFIA, f"{first}, {second}")
    after = result(tmp_path, position, "")["after"]
    assert after["linked"] == {"overman": "media-sensation#2"}
