"""What people mean by a line that is not an order: it is asked about, and never turned round."""

from dataclasses import replace

import pytest

from pbem.games.illuminati.language import ParsedLine, format_line, read
from tests.support.each import each
from tests.support.strategies import NAMES

WAR = replace(
    NAMES,
    mine=(*NAMES.mine, "video-games", "antiwar-activists"),
    hand=(*NAMES.hand, "whispering-campaign"),
)


def only_line(text: str) -> ParsedLine:
    (line,) = read(text, WAR)
    return line


@each(
    ("typed", "told"),
    [
        ("drop the game", "DROP Video Games"),
        ("abandon war", "DROP Antiwar Activists"),
        ("give bob the game", "GIVE Video Games TO bob"),
        ("send bob trekie", "GIVE Trekkies TO bob"),
        ("offer bob peace for 5", "OFFER bob Antiwar Activists FOR 5 MB"),
        ("give bob hell", "GIVE Hollywood TO bob"),
    ],
)
def test_no_group_is_parted_with_by_a_part_of_its_name(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is None
    assert "give the full name" in line.problem
    assert [one.removeprefix("1: ") for one in line.suggestions] == [told]


@pytest.mark.parametrize("typed", ["drop trekkies", "give bob texas", "offer bob CIA for 5"])
def test_a_full_name_is_enough(typed: str) -> None:
    assert only_line(typed).order is not None


def test_if_is_no_slip_of_of() -> None:
    assert only_line("support cat if bob attacks").order is None


@each(
    ("typed", "told"),
    [
        ("give trekkies to bob for 5 MB", "OFFER bob Trekkies FOR 5 MB"),
        ("give bob trekkies for 5", "OFFER bob Trekkies FOR 5 MB"),
        ("give 5 to bob if 1 fails", "IF 1 FAILS: GIVE 5 TO bob"),
        ("attack yuppies with mafia if 1 fails", "IF 1 FAILS: ATTACK Yuppies WITH Mafia"),
        ("pass trekkies to bob", "GIVE Trekkies TO bob"),
        ("give bob five megabucks", "GIVE 5 TO bob"),
        ("transfer mafia 5 fbi", "TRANSFER 5 FROM Mafia TO F.B.I."),
        ("transfer from mafia to illuminati 5", "TRANSFER 5 FROM Mafia TO Bavarian Illuminati"),
        ("attack to destroy bob's kgb with mafia", "ATTACK TO DESTROY KGB WITH Mafia"),
        ("attack yuppies with cia supported by fbi", "ATTACK Yuppies WITH C.I.A. AID F.B.I."),
        (
            "attack yuppies with cia privileged 5MB",
            "ATTACK Yuppies WITH C.I.A. PRIVILEGED FOR 5 MB",
        ),
        ("attack yuppies with cia 2 times", "ATTACK Yuppies WITH C.I.A."),
        (
            "attack yuppies with cia using bribery",
            "ATTACK Yuppies WITH C.I.A. PRIVILEGED BY Bribery",
        ),
        (
            "destroy hackers with cia, using whispering campaign, spend 3",
            "ATTACK TO DESTROY Hackers WITH C.I.A. BY Whispering Campaign SPEND 3",
        ),
        ("cancel my attack please", "STATUS"),
        ("undo attack", "STATUS"),
        ("undo line 2", "2: none"),
        ("forget it", "CLEAR"),
        ("stop opposing bob", "STAND ASIDE ON bob"),
        ("no longer support cat", "STAND ASIDE ON cat"),
        ("drop all policies", "STAND ASIDE"),
        ("give up", "RESIGN"),
        ("drop out", "RESIGN"),
    ],
)
def test_what_is_meant_is_suggested_and_not_done(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is None and line.control is None
    assert line.suggestions[0].removeprefix("1: ") == told


@each(
    ("typed", "verb"),
    [
        ("oppose everyone but cat max 3", "OPPOSE"),
        ("oppose bob unless he attacks cat", "OPPOSE"),
        ("support nobody", "SUPPORT"),
        ("pass unless bob attacks me", "PASS"),
        ("pass or attack hackers", "PASS"),
        ("give nothing to bob", "GIVE"),
        ("give mafia 5 to bob", "GIVE"),
        ("give bob 1 card", "GIVE"),
        ("drop dead bob", "DROP"),
        ("transfer all from mafia to cia", "TRANSFER"),
    ],
)
def test_nothing_is_suggested_that_says_something_else(typed: str, verb: str) -> None:
    line = only_line(typed)
    assert line.order is None
    assert line.suggestions == (f"HELP {verb}",)


@each(
    ("typed", "told"),
    [
        ("attack yuppies with cia\nand spend 4", "1: ATTACK Yuppies WITH C.I.A. SPEND 4"),
        (
            "attack yuppies with cia spend 4\nand up to 9",
            "1: ATTACK Yuppies WITH C.I.A. SPEND 4 UP TO 9",
        ),
        ("give bob 5\u20ac", "1: GIVE 5 TO bob"),
        ("give \u00a35 to bob", "1: GIVE 5 TO bob"),
        ("accept #2", "ACCEPT 2"),
        ("attack yuppies with cia # the best", "1: ATTACK Yuppies WITH C.I.A."),
    ],
)
def test_what_is_plain_is_read(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is not None, line.problem
    assert format_line(line, WAR) == told


def test_undo_alone_is_undo() -> None:
    line = only_line("undo")
    assert line.control is not None
