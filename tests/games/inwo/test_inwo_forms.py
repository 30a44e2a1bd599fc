"""The uncontrolled area, common decks, the forms of the game, in positions (I29, I30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.inwo_adjudication import EXAMPLE, adjudicated, result

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
        ('options = { windows = ["M12"] }', "M12"),
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
    assert (told["status"], told["reason"]) == ("illegal", "not-turned-up")


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


# --- set-up with common decks ---------------------------------------------------------------

PLOTS = 'plot_deck = ["hoax", "jihad", "martyrs", "bribery", "slush-fund", "infobahn"]'
SEATS = """
[[seat]]
name = "ann"
illuminati = "church-of-the-subgenius"
{}
[[seat]]
name = "bob"
illuminati = "church-of-the-subgenius"
{}
"""


def set_up(form: str, groups: str, step: str = "leads") -> str:
    head = f'game = "inwo"\nto_move = "ann"\nstep = "{step}"\noptions = {{ {form} }}\n'
    return f"{head}{PLOTS}\ngroup_deck = {groups}\n"


def test_subgenius_leads_with_one_of_three_and_shows_the_others_at_his_first_turn(
    tmp_path: Path,
) -> None:
    """(I29.2.) The one may be a Resource; the others go to the area as his first turn begins."""
    form = 'game_form = "subgenius"'
    groups = '["pentagon", "texas", "eliza", "japan", "canada", "mossad", "kkk"]'
    position = set_up(form, groups) + SEATS.format("", "")
    found = result(tmp_path, position, "ann: LEAD Eliza\nbob: LEAD Canada\n", "1+1,2+3")["after"]
    assert found["resources"]["ann"] == ["eliza"] and found["holds"]["bob"] == ["canada"]
    assert found["group_hand"] == {"ann": ["pentagon", "texas"], "bob": ["japan", "mossad"]}
    assert found["uncontrolled"] == []
    hand = 'turns_taken = 0\ngroup_hand = ["pentagon", "texas"]'
    position = set_up(form, '["mossad", "kkk"]', "b1") + SEATS.format(hand, "")
    found = result(tmp_path, position, "ann: KNOCK\n")["after"]
    assert found["uncontrolled"] == ["pentagon", "texas", "mossad"]
    assert found["group_hand"]["ann"] == []


def test_one_big_deck_deals_ten_and_turns_four_groups_up(tmp_path: Path) -> None:
    """(I30.1.) A Resource turned up goes under the deck; who bounces keeps the card."""
    names = "pentagon texas japan canada mossad kkk hackers nasa finland brazil england germany "
    names += "italy france russia israel trekkies wargamers elvis moonbase eliza cycle-gangs "
    names += "hawaii ninjas goldfish-fanciers the-mafia"
    groups = str(names.split()).replace("'", '"')
    position = set_up('game_form = "one-big-deck"', groups) + SEATS.format("", "")
    found = result(tmp_path, position, "ann: LEAD Eliza, Texas\n", "1+1,2+3")["after"]
    assert found["holds"] == {"ann": ["texas"], "bob": ["germany"]}
    assert [len(found["group_hand"][seat]) for seat in ("ann", "bob")] == [9, 9]
    assert found["uncontrolled"] == ["cycle-gangs", "hawaii", "ninjas", "goldfish-fanciers"]
    assert found["decks"]["ann"] == [0, 2]


def test_a_common_group_deck_beside_plot_decks_of_ones_own(tmp_path: Path) -> None:
    """(I30.4.)"""
    own = set_up('decks = "common-groups"', '["mossad", "kkk"]', "b1").replace(f"{PLOTS}\n", "")
    bob = 'turns_taken = 0\nplot_deck = ["hoax", "martyrs"]'
    position = own + SEATS.format('turns_taken = 0\nplot_deck = ["jihad"]', bob)
    found = result(tmp_path, position, "ann: KNOCK\n")["after"]
    assert found["plots"]["ann"] == ["jihad"] and found["group_hand"]["ann"] == ["mossad"]
    assert found["decks"] == {"ann": [0, 1], "bob": [2, 1]}


def test_subgenius_is_for_four_at_most(tmp_path: Path) -> None:
    """(I30.7.) Every other form is for eight."""
    more = "".join(f'[[seat]]\nname = "p{n}"\nilluminati = "ufos"\n' for n in range(3))
    position = set_up('game_form = "subgenius"', "[]") + SEATS.format("", "") + more
    code, output = adjudicated(tmp_path, position, "")
    assert code == 2 and "2 to 4 play SubGenius" in output
    code, _ = adjudicated(tmp_path, position.replace("subgenius", "one-big-deck", 1), "")
    assert code == 0


def test_self_defense_of_subgenius_is_multiplied(tmp_path: Path) -> None:
    """(I29.13.) By 2, as everywhere."""
    root = "church-of-the-subgenius"
    ann = f'groups = [{{ id = "the-mafia", master = "{root}", arrow = "N", tokens = 1 }}]'
    bob = ann.replace("the-mafia", "japan")
    position = set_up('game_form = "subgenius"', "[]", "main") + SEATS.format(ann, bob)
    found = result(tmp_path, position, "ann: DESTROY Japan WITH Mafia\nbob: DEFEND 1\n", "1+1")
    assert parts(found)["oppose"] == -12


def test_the_groups_of_who_is_eliminated_go_to_the_area(tmp_path: Path) -> None:
    """(I30.2.) Resources of his hand do not."""
    groups = 'groups = [{ id = "japan", master = "church-of-the-subgenius", arrow = "N" }]'
    more = '[[seat]]\nname = "cat"\nilluminati = "ufos"\n'
    more += groups.replace("japan", "canada").replace("church-of-the-subgenius", "ufos")
    position = set_up('game_form = "one-big-deck"', "[]", "main")
    position += SEATS.format('group_hand = ["texas", "eliza"]', groups) + more
    found = result(tmp_path, position, "ann: KNOCK\n")["after"]
    assert found["eliminated"] == ["ann"] and found["uncontrolled"] == ["texas"]


def test_general_disorder_comes_back_to_the_area_where_nobody_had_him(tmp_path: Path) -> None:
    """(I37.) Power 6 against 1; he has no old master, and no player."""
    position = top(f'{ONE_BIG_DECK}uncontrolled = ["general-disorder"]', COMMON)
    found = result(tmp_path, position, "ann: DESTROY General Disorder WITH Mafia\n", "1+1")
    assert found["attacks"][0]["result"] == "destroyed"
    assert found["after"]["uncontrolled"] == ["general-disorder"]
    assert found["after"]["destroyed"]["ann"] == []


def test_the_church_of_violentology_strikes_back_for_nobody_in_the_area(tmp_path: Path) -> None:
    """(I37.) A failure gives its controller Plots; where it lies uncontrolled there is none."""
    position = top(f'{ONE_BIG_DECK}uncontrolled = ["church-of-violentology"]', COMMON)
    line = "ann: DESTROY Church of Violentology WITH Mafia\n"
    found = result(tmp_path, position, line, "6+6")
    assert found["attacks"][0]["result"] == "none"
    assert found["after"]["uncontrolled"] == ["church-of-violentology"]
    assert found["after"]["holds"]["ann"] == ["the-mafia"]
