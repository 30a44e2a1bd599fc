"""Cards that name the uncontrolled area, where there is one (I29; the standard play: rulings)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.inwo_adjudication import result

ROOT = "church-of-the-subgenius"


def _group(id_: str, arrow: str, master: str = ROOT) -> str:
    return f'{{ id = "{id_}", master = "{master}", arrow = "{arrow}", tokens = 1 }}'


def _after(tmp_path: Path, plot: str, area: str, line: str, step: str = "main") -> dict[str, Any]:
    """Ann has Connie Dobbs and the Glorps, Bob the FisTemples with the Democrats under them."""
    head = f'game = "inwo"\nto_move = "ann"\nstep = "{step}"\n'
    head += 'options = { game_form = "subgenius" }\nplot_deck = ["jihad", "hoax"]\n'
    head += f'group_deck = ["eff", "kkk", "pinks"]\nuncontrolled = {area}\n'
    mine = f"{_group('connie-dobbs', 'N')}, {_group('www-subgenius-com', 'E')}"
    his = f"{_group('subgenius-fistemples', 'N')}, "
    his += _group("democrats", "W", "subgenius-fistemples")
    held = f'["{plot}"]' if plot else "[]"
    seats = "".join(
        f'[[seat]]\nname = "{name}"\nilluminati = "{ROOT}"\ntokens = 3\n'
        f"plots = {plots}\ngroups = [{groups}]\n"
        for name, plots, groups in (("ann", held, mine), ("bob", "[]", his))
    )
    return result(tmp_path, head + seats, line, "1+1")


@pytest.mark.parametrize(
    ("plot", "line", "area", "holds"),
    [
        ("miraculous-manifestation", "ann: PLAY Miraculous Manifestation", "TH+eff kkk", ""),
        ("rain-of-prairie-squid", "ann: PLAY Rain of Prairie Squid", "eff kkk", ""),
        ("smite-them-all", "ann: PLAY Smite Them All!\nbob: CHOOSE Hackers", "", ""),
        ("rant", "ann: PLAY Rant! ON Hackers PAYING Connie Dobbs", "trekkies", "hackers"),
        (
            "fake-healing",
            "ann: PLAY Fake Healing ON Hackers\n"
            "ann: ATTACK Hackers WITH Illuminati ONLY IF NEED >= 7",
            "trekkies",
            "hackers",
        ),
        (
            "youd-pay-to-know-what-you-really-think",
            "ann: PLAY You'd Pay to Know What You Really Think ON WWW",
            "TH+www-subgenius-com",
            "eff",
        ),
    ],
)
def test_a_plot_reaches_the_area(
    tmp_path: Path, plot: str, line: str, area: str, holds: str
) -> None:
    after = _after(tmp_path, plot, '["trekkies", "hackers"]', f"{line}\n")["after"]
    wanted = area.replace("TH+", "trekkies hackers ").split()
    assert after["uncontrolled"] == wanted
    assert after["group_hand"] == {"ann": [], "bob": []}
    assert not holds or holds in after["holds"]["ann"]


def test_saint_of_sales_takes_a_resource_that_lies_there(tmp_path: Path) -> None:
    line = "ann: PLAY Saint of Sales ON Janor Device\n"
    after = _after(tmp_path, "saint-of-sales", '["janor-device"]', line)["after"]
    assert (after["resources"]["ann"], after["uncontrolled"]) == (["janor-device"], [])


def test_the_world_ends_tomorrow_takes_a_group_there_and_its_sum_stays(tmp_path: Path) -> None:
    plot = "the-world-ends-tomorrow-and-you-may-die"
    line = "ann: ATTACK Moral Minority WITH Connie Dobbs PLAY The World Ends Tomorrow\n"
    found = _after(tmp_path, plot, '["moral-minority"]', line)
    (attack,) = found["attacks"]
    assert (attack["result"], attack["roll"], attack["success"]) == ("captured", None, True)
    assert [part["what"] for part in attack["parts"]] == ["power", "alignment", "resistance"]
    assert found["after"]["uncontrolled"] == []


def test_schizm_leaves_target_and_puppets_there(tmp_path: Path) -> None:
    line = "ann: DESTROY FisTemples WITH Illuminati PLAY Schizm\n"
    after = _after(tmp_path, "schizm", "[]", line)["after"]
    assert sorted(after["uncontrolled"]) == ["democrats", "subgenius-fistemples"]
    assert after["eliminated"] == ["bob"] and after["piles"]["ann"] == ["schizm"]


def test_xists_destroyed_lie_there_again(tmp_path: Path) -> None:
    after = _after(tmp_path, "", '["xists"]', "ann: DESTROY Xists WITH Illuminati\n")
    assert after["after"]["uncontrolled"] == ["xists"]
    assert after["after"]["destroyed"]["ann"] == []


def test_the_page_of_the_church_turns_one_more_up(tmp_path: Path) -> None:
    assert _after(tmp_path, "", "[]", "ann: KNOCK\n", "b1")["after"]["uncontrolled"] == [
        "eff",
        "kkk",
    ]
