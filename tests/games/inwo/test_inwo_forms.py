"""The uncontrolled area, common decks, the forms of the game, in positions (I29, I30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inwo_adjudication import EXAMPLE, adjudicated, result

MAFIA = EXAMPLE.replace(
    'arrow = "N" }]\n[[seat]]\nname = "bob"', 'arrow = "N", tokens = 1 }]\n[[seat]]\nname = "bob"'
)
COMMON = MAFIA.replace('plot_deck = ["jihad"]\n', "")


def top(lines: str, position: str = MAFIA) -> str:
    return f"{lines}\n{position}"


def parts(found: dict[str, Any]) -> dict[str, int]:
    (attack,) = found["attacks"]
    return {part["what"]: part["value"] for part in attack["parts"]}


def test_a_group_of_the_area_is_attacked_without_position_and_loyalty(tmp_path: Path) -> None:
    """(I13.5, I29.7, I30.2.) Power 6 and the bonus of none against Resistance 4."""
    position = top('uncontrolled = ["girlie-magazines"]')
    found = result(tmp_path, position, "ann: ATTACK Girlie Magazines WITH Mafia\n", "1+1")
    assert "position" not in parts(found) and "loyalty" not in parts(found)
    assert found["attacks"][0]["result"] == "captured"
    assert found["after"]["holds"]["ann"] == ["the-mafia", "girlie-magazines"]
    assert found["after"]["uncontrolled"] == []
    assert found["after"]["tokens"]["girlie-magazines"] == 0


def test_a_group_of_the_area_is_destroyed_and_failing_leaves_it_there(tmp_path: Path) -> None:
    position = top('uncontrolled = ["girlie-magazines"]')
    line = "ann: DESTROY Girlie Magazines WITH Illuminati\n"
    gone = result(tmp_path, position, line, "1+1")
    assert gone["after"]["destroyed"]["ann"] == [{"id": "girlie-magazines", "killed": False}]
    kept = result(tmp_path, position, line, "6+6")
    assert kept["after"]["uncontrolled"] == ["girlie-magazines"]
    assert kept["views"]["bob"]["uncontrolled"] == ["girlie-magazines"]


def test_what_lies_in_the_area_is_in_play(tmp_path: Path) -> None:
    """(I29.8.) A copy of it cannot be taken from a hand."""
    position = top('uncontrolled = ["girlie-magazines"]').replace('["kkk"]', '["girlie-magazines"]')
    line = "ann: ATTACK Girlie Magazines FROM HAND WITH Mafia\n"
    (told,) = result(tmp_path, position, line)["rulings"]
    assert told["reason"] == "copy-in-play"


def test_others_may_aid_and_oppose_there(tmp_path: Path) -> None:
    position = top('uncontrolled = ["girlie-magazines"]')
    orders = "ann: ATTACK Girlie Magazines WITH Mafia\nbob: OPPOSE 1 WITH KKK\n"
    found = result(tmp_path, position, orders, "1+1")
    assert found["rulings"][1]["status"] in ("ok", "illegal")
    assert found["attacks"][0]["target"] == "girlie-magazines"


ONE_BIG_DECK = 'options = { game_form = "one-big-deck" }\n'


def test_a_common_deck_is_one_deck_for_all(tmp_path: Path) -> None:
    """(I30.1.)"""
    lines = ONE_BIG_DECK + 'plot_deck = ["jihad", "hoax", "martial-law"]\nstep = "b0"'
    found = result(tmp_path, top(lines, COMMON), "bob: BUY PLOT WITH Illuminati\n")
    assert found["after"]["plots"]["ann"] == ["jihad"]
    assert found["after"]["decks"] == {"ann": [2, 0], "bob": [2, 0]}


def test_a_group_that_is_not_taken_goes_to_the_area(tmp_path: Path) -> None:
    """(I30.2.) In the standard game it is discarded (I14.6)."""
    orders = "ann: ATTACK Orbit One FROM HAND WITH Mafia\n"
    hand = COMMON.replace('["kkk"]', '["orbit-one"]')
    found = result(tmp_path, top(ONE_BIG_DECK, hand), orders, "6+6")
    assert found["after"]["uncontrolled"] == ["orbit-one"]
    standard = result(tmp_path, hand, orders, "6+6")
    assert standard["after"]["piles"]["ann"] == ["orbit-one"]


SUBGENIUS = 'options = { game_form = "subgenius" }\n'


@pytest.mark.parametrize(("lying", "more"), [(0, 1), (7, 1), (8, 0)])
def test_a_card_is_turned_up_while_fewer_than_eight_lie_there(
    tmp_path: Path, lying: int, more: int
) -> None:
    """(I29.4.)"""
    cards = ["texas", "eliza", "canada", "japan", "finland", "israel", "russia", "brazil"]
    area = ", ".join(f'"{card}"' for card in cards[:lying])
    lines = f'{SUBGENIUS}uncontrolled = [{area}]\ngroup_deck = ["china", "kkk"]\nstep = "b0"'
    position = top(lines, COMMON.replace('group_hand = ["kkk"]\n', ""))
    found = result(tmp_path, position, "")
    assert len(found["after"]["uncontrolled"]) == lying + more
    assert found["after"]["group_hand"]["ann"] == []


def test_excess_plots_are_discarded_there(tmp_path: Path) -> None:
    """(I29.10.)"""
    plots = '"jihad", "hoax", "martial-law", "jake-day", "power-corrupts", "martyrs"'
    position = COMMON.replace('illuminati = "ufos"', f'illuminati = "ufos"\nplots = [{plots}]')
    found = result(tmp_path, top(SUBGENIUS, position), "")
    assert len(found["after"]["plots"]["bob"]) == 5
    assert sum(map(len, found["after"]["piles"].values())) == 1
    assert found["after"]["decks"]["bob"] == [0, 0]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('plot_deck = ["jihad"]', "without a common deck each"),
        ('group_discards = ["kkk"]', "without a common deck each"),
        ('options = { pace = "conclave" }', "conclave is not offered"),
        ('options = { game_form = "cheating" }', "game_form"),
        ('uncontrolled = ["jihad"]', "jihad is not a Group or a Resource"),
    ],
)
def test_a_position_of_no_form_is_refused(tmp_path: Path, lines: str, fault: str) -> None:
    code, output = adjudicated(tmp_path, top(lines), "")
    assert code == 2 and fault in output


def test_the_house_rules_of_pittsburgh(tmp_path: Path) -> None:
    """(I30.5.) Its Basic Goal is twelve Groups; an option written beside it is overruled."""
    found = result(tmp_path, top('options = { house = "pittsburgh" }'), "ann: KNOCK\n")
    assert found["winners"] == []


CHURCHES = """{lines}
game = "inwo"
to_move = "ann"
options = {{ game_form = "subgenius" }}
[[seat]]
name = "ann"
illuminati = "church-of-the-subgenius"
tokens = {slack}
groups = [{{ id = "the-mafia", master = "church-of-the-subgenius", arrow = "N" }}]
[[seat]]
name = "bob"
illuminati = "church-of-the-subgenius"
plots = ["jihad"]
groups = [{bobs}]
[[seat]]
name = "cat"
illuminati = "church-of-the-subgenius"
groups = [{{ id = "hackers", master = "church-of-the-subgenius", arrow = "N" }}]
"""
ROOT = "church-of-the-subgenius"
LOBBY = f'{{ id = "gun-lobby", master = "{ROOT}", arrow = "N" }}'


def churches(lines: str, slack: int = 2, bobs: str = LOBBY) -> str:
    return CHURCHES.format(lines=lines, slack=slack, bobs=bobs)


def test_a_card_that_he_turned_up_is_taken_for_nothing(tmp_path: Path) -> None:
    """(I29.5.) And then his Illuminati gets no token; one that lay there before is not his."""
    lines = 'step = "b2"\nuncontrolled = ["texas"]\ngroup_deck = ["kkk", "japan"]'
    found = result(tmp_path, churches(lines), "ann: TAKEOVER KKK\n")["after"]
    assert found["holds"]["ann"] == ["the-mafia", "kkk"] and found["uncontrolled"] == ["texas"]
    assert found["tokens"][f"{ROOT}#1"] == 2 and found["tokens"]["kkk"] == 1
    (told,) = result(tmp_path, churches(lines), "ann: TAKEOVER Texas\n")["rulings"]
    assert (told["status"], told["reason"]) == ("illegal", "not-in-hand")


def test_the_church_keeps_its_slack(tmp_path: Path) -> None:
    """(I29.6.)"""
    found = result(tmp_path, churches('step = "b2"\ngroup_deck = ["kkk"]'), "")["after"]
    assert found["tokens"][f"{ROOT}#1"] == 3 and found["tokens"]["the-mafia"] == 1


def test_a_resource_of_the_area_costs_a_token(tmp_path: Path) -> None:
    """(I29.7.) One a turn."""
    position = churches('uncontrolled = ["eliza", "necronomicon"]', slack=3)
    found = result(tmp_path, position, "ann: BRING Eliza\nann: BRING Necronomicon\n")
    assert found["after"]["resources"]["ann"] == ["eliza"]
    assert found["after"]["tokens"][f"{ROOT}#1"] == 2
    assert [row["reason"] for row in found["rulings"]] == ["", "once-a-turn"]


def test_a_group_card_is_bought_for_the_area(tmp_path: Path) -> None:
    """(I29.3, I29.4.) No hand holds it."""
    found = result(tmp_path, churches('group_deck = ["kkk"]'), "ann: DRAW GROUP\n")["after"]
    assert found["uncontrolled"] == ["kkk"] and found["group_hand"]["ann"] == []


def test_secret_is_no_rule_there_and_churches_hate_each_other(tmp_path: Path) -> None:
    """(I29.9, I29.11.)"""
    secret = f'{{ id = "n-s-a", master = "{ROOT}", arrow = "N" }}'
    position = churches("", bobs=secret).replace('arrow = "N" }]', 'arrow = "N", tokens = 1 }]', 1)
    found = result(tmp_path, position, "ann: DESTROY NSA WITH Mafia\n")
    assert parts(found) == {"power": 6, "faction": 5, "target_power": -5, "position": -10}


def test_whoever_removes_the_last_puppet_takes_plots_and_resources(tmp_path: Path) -> None:
    """(I29.12.)"""
    given = 'plots = ["jihad"]\nresources = [{ id = "eliza" }]'
    position = churches("").replace('plots = ["jihad"]', given)
    swapped = position.replace('id = "the-mafia", ', 'id = "trekkies", tokens = 1, ')
    orders = "ann: DESTROY Gun Lobby WITH Illuminati AID Trekkies\n"
    found = result(tmp_path, swapped, orders, "1+1")
    assert found["after"]["eliminated"] == ["bob"]
    assert found["after"]["plots"]["ann"] == ["jihad"]
    assert found["after"]["resources"]["ann"] == ["eliza"]
