"""`pbem adjudicate` with game = "inwo": positions of I39.7, results of I39.12 (I39)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.inwo_adjudication import EXAMPLE, ORDERS, adjudicated, result
from tests.support.inwo_cases import InwoCase, inwo_cases, position_of


def test_the_example_of_the_rules(tmp_path: Path) -> None:
    found = result(tmp_path, EXAMPLE, ORDERS, "1+2")
    assert found["rulings"][0] == {
        **{"seat": "ann", "line": 1, "text": "AID Mafia"},
        **{"status": "illegal", "reason": "no-token", "rule": "I12.1"},
    }
    (attack,) = found["attacks"]
    wanted: dict[str, Any] = {
        "n": "1",
        "by": "ann",
        "attacker": "servants-of-cthulhu",
        "target": "kkk",
    }
    wanted |= {"kind": "destroy", "need": 7, "roll": [1, 2], "total": 3, "success": True}
    wanted["result"] = "destroyed"
    assert {key: attack[key] for key in wanted} == wanted
    assert [(part["what"], part["who"], part["value"]) for part in attack["parts"]] == [
        ("power", "servants-of-cthulhu", 9),
        ("bonus", "servants-of-cthulhu", 4),
        ("agents", "kkk", 10),
        ("target_power", "kkk", -2),
        ("position", "kkk", -10),
        ("oppose", "kkk", -4),
    ]
    after = found["after"]
    assert after["holds"] == {"ann": ["the-mafia"], "bob": ["eff"]}
    assert after["plots"] == {"ann": ["jihad"], "bob": []}
    assert after["destroyed"] == {"ann": [{"id": "kkk", "killed": False}], "bob": []}
    assert after["to_move"] == "bob" and found["winners"] == []


def test_a_view_counts_what_it_may_not_know(tmp_path: Path) -> None:
    views = result(tmp_path, EXAMPLE, ORDERS, "1+2")["views"]
    assert views["bob"]["plots"] == {"ann": 1, "bob": []}
    assert views["ann"]["plots"] == {"ann": ["jihad"], "bob": 0}
    assert views["bob"]["piles"] == {"ann": ["kkk"], "bob": []}


def test_a_view_with_windows_knows_no_hand_of_others(tmp_path: Path) -> None:
    """(I23.1, I31.16.)"""
    views = []
    for held, drawn in (("i-lied", "embezzlement"), ("martyrs", "hoax")):
        seats = {
            "ann": "ufos +1 | the-mafia N +1 | plots: jihad",
            "bob": f"the-network +1 | canada N +1 | plots: bribery, {held} | plot_deck: {drawn}",
            "cat": "gnomes-of-zurich +1 | finland N +1 | plots: crusade",
        }
        options = {"pace": "announce", "windows": ["M5", "M6", "M9", "M11"]}
        position = toml_of(position_of({"seats": seats, "options": options}))
        orders = (
            "cat: OFFER bob Crusade FOR Bribery\nbob: ACCEPT 1\nbob: CHOOSE KEEP\n"
            "bob: BUY PLOT WITH Network\nann: DISCARD Jihad"
        )
        found = result(tmp_path, position, orders, "")
        assert found["after"]["plots"]["bob"][-1] == drawn
        views.append([found["views"][seat] for seat in ("ann", "cat")])
    assert views[0] == views[1]


def test_it_is_told_to_a_person(tmp_path: Path) -> None:
    _, output = adjudicated(tmp_path, EXAMPLE, ORDERS, "--dice", "1+2")
    assert "ann 1  AID Mafia  illegal: no-token (I12.1)" in output
    assert "    need 7, dice 1+2, total 3: destroyed" in output
    assert "next to move: bob" in output


def test_upkeep_draws_and_places_tokens(tmp_path: Path) -> None:
    position = EXAMPLE.replace('group_hand = ["kkk"]', 'plots = ["hoax"]')
    found = result(tmp_path, position, "")
    assert found["after"]["plots"]["ann"] == ["hoax"]
    begun = result(tmp_path, position.replace("[[seat]]", 'step = "b0"\n[[seat]]', 1), "")
    assert begun["after"]["plots"]["ann"] == ["hoax", "jihad"]
    assert begun["after"]["tokens"]["the-mafia"] == 1


def test_lines_that_are_no_orders_are_told(tmp_path: Path) -> None:
    lines = "ann: FROBNICATE\nann: ATTACK Xyzzy WITH Mafia\nzoe: PASS\nbob: PASS\nann: MORE\n"
    rulings = result(tmp_path, EXAMPLE, lines)["rulings"]
    found = [(one["seat"], one["line"], one["status"]) for one in rulings]
    assert found[:3] == [
        ("ann", 1, "unreadable"),
        ("ann", 2, "unreadable"),
        ("", None, "unreadable"),
    ]
    assert found[3] == ("bob", None, "ok")


def test_a_prefixed_line_is_for_one_window(tmp_path: Path) -> None:
    late = result(tmp_path, EXAMPLE, ORDERS.replace("bob: DEFEND 1", "bob@2: DEFEND"), "1+2")
    assert late["attacks"][0]["need"] == 11
    meant = result(tmp_path, EXAMPLE, ORDERS.replace("bob: DEFEND 1", "bob@1: DEFEND"), "1+2")
    assert meant["attacks"][0]["need"] == 7


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id = "eff"', 'id = "efff"', "no such card as 'efff'; near: eff"),
        ('illuminati = "ufos"', 'illuminati = "kkk"', "kkk is not an Illuminati"),
        ("tokens = 1\nplot", "tokens = -1\nplot", "tokens must be a whole number from 0"),
        ("plot_deck", "plotdeck", "unknown key 'plotdeck'; did you mean 'plot_deck'?"),
        ('to_move = "ann"', 'to_move = "zoe"', "to_move: 'zoe' is not a seat"),
        ('master = "ufos", arrow = "E"', 'master = "cia", arrow = "E"', "eff: no master cia"),
        ('arrow = "E"', 'arrow = "X"', "arrow must be one of N, E, S, W"),
        ('name = "bob"', 'name = "ann"', "seat ann is there twice"),
        ('to_move = "ann"', 'to_move = "ann"\nstep = "b9"', "step must be one of leads"),
        ('["jihad"]', '["kkk"]', "kkk is not a Plot"),
        ("tokens = 1\nplot", 'failed = ["cia"]\nplot', "no such card as 'cia'; near"),
        ("tokens = 1\nplot", 'failed = ["eff"]\nplot', "failed: eff is not in group_hand"),
        ('id = "eff"', 'owner = "zoe", id = "eff"', "eff: 'zoe' is no seat"),
        ("tokens = 1\nplot", "token = 1\nplot", "position: seat ann: unknown key 'token'"),
        ('arrow = "E"', 'arow = "E"', "position: seat bob: groups eff: unknown key 'arow'"),
        (', arrow = "E"', "", "position: seat bob: groups eff has no arrow"),
        ('name = "bob"', "eliminated = true", "position: seat 2 has no name"),
        ('name = "bob"', "name = 7", "position: seat 2: name must be a text, not 7"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert old in EXAMPLE
    code, output = adjudicated(tmp_path, EXAMPLE.replace(old, new), ORDERS)
    assert code == 2 and fault in output


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    wrong = EXAMPLE.replace('id = "eff"', 'id = "efff"').replace('["jihad"]', '["jihaad"]')
    _, output = adjudicated(tmp_path, wrong, ORDERS)
    assert "'efff'" in output and "'jihaad'" in output


def test_a_run_begins_at_the_step_it_is_given(tmp_path: Path) -> None:
    def after(step: str) -> dict[str, Any]:
        position = EXAMPLE.replace("[[seat]]", f'step = "{step}"\n[[seat]]', 1)
        found: dict[str, Any] = result(tmp_path, position, "ann: EXPOSE Jihad")["after"]
        return found

    assert after("b0")["exposed"]["ann"] == ["jihad"]
    assert after("b4")["tokens"]["the-mafia"] == 1
    assert after("main")["tokens"]["the-mafia"] == 0
    assert after("e1")["decks"]["ann"] == [1, 0]


SET_UP = """
game = "inwo"
to_move = "ann"
step = "leads"
[[seat]]
name = "ann"
illuminati = "servants-of-cthulhu"
plot_deck = ["jihad", "hoax", "martial-law", "bribery-of-nobody"]
group_deck = ["c-i-a", "hackers", "kkk"]
[[seat]]
name = "bob"
illuminati = "ufos"
plot_deck = ["hoax"]
group_deck = ["pentagon", "kkk"]
"""


def test_a_run_from_the_leads_is_the_set_up_alone(tmp_path: Path) -> None:
    """Each draws up to three Plots, leads, draws Groups; the first is rolled for (I39.2)."""
    position = SET_UP.replace(', "bribery-of-nobody"', ', "emergency-powers"')
    orders = "ann: LEAD KKK, Hackers\nbob: LEAD KKK, Pentagon\n"
    found = result(tmp_path, position, orders, "1+2,3+4")
    after = found["after"]
    assert after["plots"] == {"ann": ["jihad", "hoax", "martial-law"], "bob": ["hoax"]}
    assert after["holds"] == {"ann": ["hackers"], "bob": ["pentagon"]}, "both wished for KKK"
    assert after["first"] == after["to_move"] == "bob"
    assert [one["status"] for one in found["rulings"]] == ["ok", "ok"]


def set_up(tmp_path: Path, decks: dict[str, str], orders: str, dice: str) -> dict[str, Any]:
    """What comes of a set-up with these Group decks."""
    position = 'game = "inwo"\nto_move = "ann"\nstep = "leads"\n'
    for (name, deck), root in zip(
        decks.items(), ("ufos", "shangri-la", "the-network"), strict=False
    ):
        cards = ", ".join(f'"{card}"' for card in deck.split())
        position += f'[[seat]]\nname = "{name}"\nilluminati = "{root}"\ngroup_deck = [{cards}]\n'
    return result(tmp_path, position, orders, dice)


def test_several_lines_of_leads_are_one_list_of_wishes(tmp_path: Path) -> None:
    """(I4.6.) Each card goes to the side of its own line."""
    decks = {"ann": "c-i-a the-mafia pentagon", "bob": "c-i-a kkk hackers"}
    orders = "ann: LEAD C.I.A.\nann: LEAD Mafia AT E\nbob: LEAD C.I.A., KKK\n"
    found = set_up(tmp_path, decks, orders, "3+3,1+1")
    assert found["after"]["holds"] == {"ann": ["the-mafia"], "bob": ["kkk"]}
    assert found["after"]["arrow"] == {"the-mafia": "E", "kkk": "N"}
    assert {one["status"] for one in found["rulings"]} == {"ok"}


def test_no_resource_and_no_card_of_others_is_a_lead(tmp_path: Path) -> None:
    """(I4.3.) The seat leads as if it had said nothing (I4.6)."""
    orders = "ann: LEAD Eliza\nbob: LEAD Texas\n"
    found = set_up(tmp_path, {"ann": "eliza eff", "bob": "nasa"}, orders, "1+2,3+4")
    assert [(one["reason"], one["rule"]) for one in found["rulings"]] == [
        ("lead-unfit", "I4.3"),
        ("lead-unfit", "I4.3"),
    ]
    assert found["after"]["holds"] == {"ann": ["eff"], "bob": ["nasa"]}


def test_of_equal_leads_the_first_of_the_deck_is_taken(tmp_path: Path) -> None:
    """By lot is the first that qualifies in the list (I4.6, I39.3)."""
    found = set_up(tmp_path, {"ann": "eff texas c-i-a", "bob": "nasa"}, "", "1+2,3+4")
    assert found["after"]["holds"]["ann"] == ["texas"]


def test_a_lead_may_have_a_side_of_its_own(tmp_path: Path) -> None:
    decks = {"ann": "eff hackers kkk", "bob": "nasa eff", "cat": "f-b-i"}
    orders = "ann: LEAD EFF AT E, Hackers AT S, ANY Violent\nbob: LEAD EFF, NASA AT W\n"
    found = set_up(tmp_path, decks, orders, "1+2,3+4,1+1")
    assert found["after"]["arrow"] == {"hackers": "S", "nasa": "W", "f-b-i": "N"}


def test_who_may_only_lie_under_a_personality_does_not_lead(tmp_path: Path) -> None:
    """Dittoheads (I37); and OPEC rolls as it comes, before it is known who begins (I38.20)."""
    decks = {"ann": "dittoheads eff", "bob": "opec"}
    found = set_up(tmp_path, decks, "ann: LEAD Dittoheads\n", "5+4,1+2,3+4")
    assert found["after"]["holds"]["ann"] == ["eff"]
    assert found["after"]["values"]["opec"]["power"] == 7
    assert found["after"]["first"] == "bob"


def test_a_run_from_b2_draws_no_plot(tmp_path: Path) -> None:
    deck = EXAMPLE.replace('plot_deck = ["jihad"]', 'plot_deck = ["jihad"]\ngroup_deck = ["c-i-a"]')
    drawn = {
        step: result(tmp_path, deck.replace("[[seat]]", f'step = "{step}"\n[[seat]]', 1), "")
        for step in ("b1", "b2", "b3")
    }
    assert drawn["b1"]["after"]["decks"]["ann"] == [0, 0]
    assert drawn["b2"]["after"]["decks"]["ann"] == [1, 0]
    assert drawn["b3"]["after"]["decks"]["ann"] == [1, 1]


def test_notes_and_stores_are_known_to_their_player_alone(tmp_path: Path) -> None:
    texas = '{ id = "texas", master = "ufos", arrow = "E", stores = ["martial-law"] }'
    ark = 'resources = [{ id = "the-holy-grail", note = "finland" }]\n'
    position = EXAMPLE.replace('{ id = "eff", master = "ufos", arrow = "E" }', texas) + ark
    found = result(tmp_path, position, "bob: WRITE the-holy-grail: canada")
    assert found["after"]["plots"]["bob"] == ["martial-law"]
    assert found["views"]["ann"]["plots"]["bob"] == 1
    assert found["rulings"][-1]["reason"] == "note-fixed"
    _, refused = adjudicated(tmp_path, position.replace("finland", "nowhere"), "")
    assert "note: no such card as 'nowhere'" in refused


def test_the_last_seat_with_groups_wins_at_the_end_of_the_turn(tmp_path: Path) -> None:
    position = EXAMPLE[: EXAMPLE.rindex("groups =")]
    assert result(tmp_path, position, "")["winners"] == ["ann"]


# --- rulings, from files ------------------------------------------------------------------------


def toml_of(position: Mapping[str, Any]) -> str:
    top = {key: value for key, value in position.items() if key != "seat"}
    rows = ['game = "inwo"', *(f"{key} = {_inline(value)}" for key, value in top.items())]
    for seat in position["seat"]:
        rows += ["[[seat]]", *(f"{key} = {_inline(value)}" for key, value in seat.items())]
    return "\n".join(rows)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


TYPED = (
    *((" +", " BOOST "), (" CHOOSING", ":"), (": down", ": DOWN"), (" NAMING ", ": ")),
    *((" GIVING ", " "), ("IF NEED 9", "IF NEED >= 9"), ("a-token", "A TOKEN")),
    *(("CHOOSE consent", "CONSENT"), ("CHOOSE refuse", "REFUSE"), (" CALLED ", ": ")),
    ("ASK international", "ASK ALL: international"),
    *(("IF SUCCESS", "IF IT SUCCEEDS"), ("IF FAILURE", "IF IT FAILS")),
)
"""How rulings write what players type."""


def typed_cases() -> list[InwoCase]:
    """The rulings that run a turn; lines for the victory window alone are no orders of players."""
    return [
        case
        for case in inwo_cases()
        if case.row.get("orders") and "@victory" not in "".join(case.row["orders"])
        if not case.row.get("beyond")
    ]


@pytest.mark.long
@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", typed_cases(), ids=lambda case: case.number)
def test_a_ruling_comes_out_the_same_from_files(tmp_path: Path, case: InwoCase) -> None:
    orders = "\n".join(case.row["orders"])
    for short, typed in TYPED:
        orders = orders.replace(short, typed)
    orders = re.sub(r"\bTURN ", "MOVE ", orders)
    orders = re.sub(r"DISCARDS (\d+)", r"DISCARDING \1 PLOTS", orders)
    # What is told stands before what pays.
    orders = re.sub(r"( PAYING [\w-]+)(: [A-Z]+)$", r"\2\1", orders, flags=re.MULTILINE)
    position = toml_of(position_of(case.row))
    found = result(tmp_path, position, orders, case.row.get("dice", ""))
    unread = [one for one in found["rulings"] if one["status"] in ("unreadable", "ambiguous")]
    assert unread == []
    if "results" in case.row:
        assert [attack["result"] for attack in found["attacks"]] == case.row["results"]
    if "winners" in case.row:
        assert found["winners"] == case.row["winners"]
    if "next" in case.row and not found["winners"]:
        assert found["after"]["to_move"] == case.row["next"]
    for seat, held in case.row.get("holds", {}).items():
        assert re.sub(r"#\d+", "", ", ".join(found["after"]["holds"][seat])) == held
    tokens = found["after"]["tokens"]
    for card, number in case.row.get("tokens", {}).items():
        assert tokens.get(card, tokens.get(f"{card}#1", 0)) == number
    if "needs" in case.row:
        rolled = [attack for attack in found["attacks"] if not attack["cancelled"]]
        assert [attack["need"] for attack in rolled] == case.row["needs"]


def test_a_line_before_the_step_is_done_then_or_never(tmp_path: Path) -> None:
    position = EXAMPLE.replace(
        'illuminati = "ufos"', 'illuminati = "ufos"\nplots = ["hoax", "jake-day"]'
    )
    orders = "ann: PASS\nbob@0: DISCARD Hoax!\nbob@0: DISCARD Jihad\n"
    found = result(tmp_path, position, orders)
    told = [(one["text"], one["status"]) for one in found["rulings"] if one["seat"] == "bob"]
    assert told == [("DISCARD Hoax!", "ok"), ("DISCARD Jihad", "illegal")]
    assert found["after"]["plots"]["bob"] == ["jake-day"]
    assert found["after"]["piles"]["bob"] == ["hoax"]


@pytest.mark.parametrize(
    ("asked", "is_met"),
    [
        ("IF 1 FAILS", False),
        ("IF 1 SUCCEEDS", True),
        ("IF NOT 1 FAILS", True),
        ("IF NEED 1 >= 2", True),
        ("IF NEED 1 < 2", False),
        ("IF ROLL 1 <= 3", True),
        ("IF ROLL 1 > 3", False),
        ("IF 1 SUCCEEDS BY >= 0", True),
        ("IF Mafia HAS TOKEN", False),
        ("IF I HOLD KKK", False),
        ("IF Mafia IS MINE", True),
        ("IF EFF IS bob's", True),
        ("IF EFF IS MINE", False),
        ("IF bob HAS < 2 PLOTS", True),
        ("IF Mafia IS DEVASTATED", False),
        ("IF Mafia IS IN PLAY AND 1 SUCCEEDS", True),
    ],
)
def test_a_line_behind_an_if_is_carried_out_if_it_is_so(
    tmp_path: Path, asked: str, is_met: bool
) -> None:
    """(I39.12: skipped with condition-false.)"""
    orders = f"ann: DESTROY KKK WITH Illuminati AGENTS\nann: {asked}: REMOVE TOKEN FROM Mafia\n"
    found = result(tmp_path, EXAMPLE, orders, "1+2")
    told = found["rulings"][-1]
    if is_met:
        assert told["reason"] != "condition-false"
    else:
        assert (told["status"], told["reason"]) == ("skipped", "condition-false")


def test_else_turns_the_if_before_it_round(tmp_path: Path) -> None:
    orders = (
        "ann: DESTROY KKK WITH Illuminati\n"
        "ann: IF 1 SUCCEEDS: DISCARD KKK\n"
        "ann: ELSE: DISCARD KKK\n"
    )
    found = result(tmp_path, EXAMPLE, orders, "1+2")
    told = {one["line"]: (one["status"], one["reason"]) for one in found["rulings"]}
    assert told[2] == ("skipped", "condition-false")
    assert told[3] == ("ok", "")
    assert found["after"]["group_hand"]["ann"] == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("IF the moon IS FULL: KNOCK", "is not a condition"),
        ("ELSE: KNOCK", "needs an IF"),
        ("IF zoe HAS < 2 PLOTS: KNOCK", "is no player"),
    ],
)
def test_a_condition_that_is_none_is_told(tmp_path: Path, line: str, why: str) -> None:
    (told,) = result(tmp_path, EXAMPLE, f"ann: {line}\n")["rulings"]
    assert told["status"] == "unreadable" and why in told["reason"]


THREE = (
    EXAMPLE
    + """
[[seat]]
name = "cat"
illuminati = "the-network"
tokens = 1
groups = [{ id = "hackers", master = "the-network", arrow = "N", tokens = 1 },
          { id = "pentagon", master = "the-network", arrow = "E", tokens = 1 }]
"""
)


@pytest.mark.parametrize(
    ("line", "joins"),
    [
        ("cat: SUPPORT ann WITH Illuminati UNTIL 12", ["aid"]),
        ("cat: SUPPORT ann AGAINST bob WITH Illuminati UNTIL 12", ["aid"]),
        ("cat: SUPPORT ann AGAINST cat WITH Illuminati UNTIL 12", []),
        ("cat: SUPPORT bob WITH Illuminati UNTIL 12", []),
        ("cat: OPPOSE ann TAKING ANY Violent WITH Illuminati UNTIL 0", ["oppose"]),
        ("cat: OPPOSE ann TAKING ANY Computer WITH Illuminati UNTIL 0", []),
        ("cat: OPPOSE ann TAKING KKK WITH Illuminati UNTIL 0", ["oppose"]),
    ],
)
def test_standing_orders_join_for_whom_and_what_they_say(
    tmp_path: Path, line: str, joins: list[str]
) -> None:
    orders = f"ann: DESTROY KKK WITH Illuminati AGENTS\n{line}\n"
    (attack,) = result(tmp_path, THREE, orders, "1+2")["attacks"]
    assert [play["text"].split()[0] for play in attack["plays"] if play["seat"] == "cat"] == joins


def test_a_defense_by_named_groups_is_theirs_alone(tmp_path: Path) -> None:
    orders = "ann: DESTROY KKK WITH Illuminati AGENTS\nbob: DEFEND 1 WITH KKK, EFF\n"
    found = result(tmp_path, EXAMPLE, orders, "1+2")
    (attack,) = found["attacks"]
    assert [play["text"] for play in attack["plays"] if play["seat"] == "bob"] == [
        "self-defense kkk"
    ], "EFF has no token"


def test_what_is_played_beside_the_sum_is_among_the_plays(tmp_path: Path) -> None:
    """(I39.13, I31.20.) Its need is that with its effect: 9 + 4 + 10 less 2 x 3 and 10."""
    position = EXAMPLE.replace('illuminati = "ufos"', 'illuminati = "ufos"\nplots = ["good-polls"]')
    orders = ORDERS.replace("bob: DEFEND 1", "bob: PLAY Good Polls: Violent\nbob: DEFEND 1")
    (attack,) = result(tmp_path, position, orders, "1+2")["attacks"]
    assert [(play["no"], play["seat"], play["need"]) for play in attack["plays"]] == [
        ("1.2", "ann", 11),
        ("1.3", "bob", 7),
        ("1.4", "bob", -1),
    ]


def test_a_run_from_the_end_of_the_turn_has_no_main_phase(tmp_path: Path) -> None:
    """(I39.1, I5.6.) From e1 the failed Groups go, from e3 they have gone; a purchase is free."""
    failed = 'group_hand = ["kkk", "eff"]\nfailed = ["eff"]'
    position = EXAMPLE.replace('group_hand = ["kkk"]', failed).replace(
        '{ id = "eff"', '{ id = "nasa"'
    )
    orders = "ann: ATTACK EFF WITH Illuminati\nann: BUY PLOT WITH Illuminati\nann: KNOCK\n"
    for step, hand in (("e1", ["kkk"]), ("e3", ["kkk", "eff"])):
        text = position.replace("[[seat]]", f'step = "{step}"\n[[seat]]', 1)
        found = result(tmp_path, text, orders)
        told = [(one["status"], one["reason"], one["rule"]) for one in found["rulings"]]
        assert told == [("illegal", "not-main-phase", "I5.5"), ("ok", "", ""), ("ok", "", "")]
        assert found["after"]["group_hand"]["ann"] == hand
        assert found["after"]["plots"]["ann"] == ["jihad"]


def test_an_extra_turn_changes_nothing_in_the_order_of_play(tmp_path: Path) -> None:
    """(I5.9, I39.1.) It comes before the turn of who is to move; the next in order follows him."""
    cat = (
        '\n[[seat]]\nname = "cat"\nilluminati = "the-network"\ntokens = 1\n'
        'plots = ["seize-the-time"]\n'
        'groups = [{ id = "nasa", master = "the-network", arrow = "N" }]\n'
    )
    position = EXAMPLE.replace("[[seat]]", 'step = "b0"\n[[seat]]', 1) + cat
    after = result(tmp_path, position, "cat: PLAY Seize The Time\n")["after"]
    assert after["tokens"]["nasa"] == 1 and after["tokens"]["the-network"] == 0
    assert after["plots"]["ann"] == ["jihad"] and after["to_move"] == "bob"
