"""What people say instead of our keywords: it is asked about, with the whole line put right."""

import pytest

from pbem.games.illuminati.language import ParsedLine, format_line, read
from tests.support.each import each
from tests.support.strategies import NAMES

ATTACK = "ATTACK Yuppies WITH Mafia"


def only_line(text: str) -> ParsedLine:
    (line,) = read(text, NAMES)
    return line


@each(
    ("typed", "told"),
    [
        ("attack yuppies w mafia", ATTACK),
        ("attack yuppies with mafia + 3", f"{ATTACK} SPEND 3"),
        ("attack yuppies with mafia, 3 mb", f"{ATTACK} SPEND 3"),
        ("attack yuppies with mafia for 3 mb", f"{ATTACK} SPEND 3"),
        ("attack yuppies with mafia for three megabucks", f"{ATTACK} SPEND 3"),
        ("attack yuppies with mafia spend up to 3", f"{ATTACK} UP TO 3"),
        ("attack yuppies with mafia, no more than 3", f"{ATTACK} UP TO 3"),
        ("attack yupies mafia 3", f"{ATTACK} SPEND 3"),
        ("attack yuppies w mafia 3mb, aid cia", f"{ATTACK} AID C.I.A. SPEND 3"),
        (
            "attack yuppies with mafia, use 3 from mafia and 2 from illuminati",
            f"{ATTACK} SPEND 3 FROM Mafia, 2 FROM Bavarian Illuminati",
        ),
        (
            "attack yuppies with mafia for 3 privileged for 5 mb",
            f"{ATTACK} SPEND 3 PRIVILEGED FOR 5 MB",
        ),
        (
            "attack yuppies with mafia spend 2, then attack hackers with cia",
            f"{ATTACK} SPEND 2; ATTACK Hackers WITH C.I.A.",
        ),
        ("kill yuppies w mafia 3", "ATTACK TO DESTROY Yuppies WITH Mafia SPEND 3"),
        ("defend mafia with up to 4 mb", "GUARD Mafia MAX 4"),
        ("guard mafia, spend no more than 5", "GUARD Mafia MAX 5"),
        ("protect my groups", "GUARD ALL"),
        ("guard all my groups with 3 for 2 turns", "GUARD ALL MAX 3 UNTIL TURN"),
        ("oppose bob with 5", "OPPOSE bob MAX 5"),
        ("support bob for 5 mb", "SUPPORT bob MAX 5"),
    ],
)
def test_the_whole_line_is_suggested(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is None
    assert line.suggestions
    assert line.suggestions[0].startswith(told)


@each(
    ("typed", "told"),
    [
        (f"{ATTACK} PRIVILEGED FOR 3 MB", f"{ATTACK} PRIVILEGED FOR 5 MB"),
        (f"{ATTACK} SPEND 3 whatever 9", f"{ATTACK} SPEND 3"),
        (f"{ATTACK} SHIP 4 whatever", f"{ATTACK} SHIP 4"),
        (f"{ATTACK} ONLY IF NEED >= 7 whatever", f"{ATTACK} ONLY IF NEED >= 7"),
        ("GUARD Mafia FOR 3 TURNS whatever", "GUARD Mafia UNTIL TURN 16"),
        ("GUARD Mafia UNTIL 5 whatever", "GUARD Mafia UNTIL 5"),
        ("OPPOSE 1 with 3 UNTIL 5", "OPPOSE 1 UNTIL 5 MAX 3"),
    ],
)
def test_a_number_keeps_to_its_own_keyword(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is None
    assert line.suggestions[0] == told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("take over yuppies with mafia", ATTACK),
        ("attack yuppies with mafia at the east arrow", f"{ATTACK} AT E"),
        ("attack yuppies with mafia at north side spend 3", f"{ATTACK} SPEND 3 AT N"),
    ],
)
def test_what_can_mean_one_thing_alone_is_read(typed: str, told: str) -> None:
    line = only_line(typed)
    assert line.order is not None
    assert format_line(line, NAMES).removeprefix("1: ") == told


def test_an_if_may_call_its_line_an_attack() -> None:
    text = "attack yuppies with mafia\nif attack 1 fails attack hackers with cia"
    _, line = read(text, NAMES)
    assert format_line(line, NAMES) == "2: IF 1 FAILS: ATTACK Hackers WITH C.I.A."
    assert line.assumed == ("attack 1 read as the line's number",)
