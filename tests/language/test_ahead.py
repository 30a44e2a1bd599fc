"""Lines for another turn, lines for every turn, and what READY and ASK ME may say beside."""

import pytest

from engine.illuminati.orders import Attack, Pass
from pbem.games.illuminati.language import ParsedLine, format_line, help_text, merge, read, split
from tests.support.each import each
from tests.support.strategies import NAMES


def only_line(text: str) -> ParsedLine:
    (line,) = read(text, NAMES)
    return line


def told(text: str) -> list[str]:
    return [format_line(line, NAMES) for line in read(text, NAMES)]


@pytest.mark.parametrize("typed", ["REPEAT: PASS", "repeat: pass.", "@PASS", "- @Pass", "@ pass"])
def test_a_line_for_every_turn(typed: str) -> None:
    line = only_line(typed)
    assert (line.order, line.repeats, line.turn) == (Pass(), True, None)
    assert format_line(line, NAMES) == "REPEAT: 1: PASS"
    assert only_line("REPEAT: 1: PASS") == ParsedLine(
        1, True, "PASS", "order", order=Pass(), repeats=True
    )


@pytest.mark.parametrize("typed", ["TURN 16: PASS", "turn 16 : pass", "For turn 16: PASS"])
def test_a_line_for_a_later_turn(typed: str) -> None:
    line = only_line(typed)
    assert (line.order, line.repeats, line.turn) == (Pass(), False, 16)
    assert format_line(line, NAMES) == "TURN 16: 1: PASS"


def test_the_turn_that_is_open_needs_no_name() -> None:
    assert only_line("TURN 14: PASS") == only_line("PASS")
    assert only_line("TURN 14: READY").word.line == "READY"
    assert only_line("TURN 14: READY").turn is None


def test_a_ready_for_another_turn_keeps_its_turn() -> None:
    line = only_line("TURN 13: READY")
    assert (line.word.line, line.turn) == ("READY", 13)
    assert format_line(line, NAMES) == "TURN 13: READY"


def test_a_name_of_a_turn_counts_to_the_end_of_its_line() -> None:
    assert told("TURN 16: DROP Texas; PASS\nPASS") == [
        "TURN 16: 1: DROP Texas",
        "TURN 16: 2: PASS",
        "1: PASS",
    ]


def test_a_name_of_a_turn_on_its_own_line_counts_to_the_next() -> None:
    assert told("TURN 16:\nDROP Texas\n\nPASS\nREPEAT:\nPASS\nTURN 14:\nPASS") == [
        "TURN 16: 1: DROP Texas",
        "TURN 16: 2: PASS",
        "REPEAT: 1: PASS",
        "1: PASS",
    ]


def test_conditions_and_numbers_stand_behind_the_turn() -> None:
    line = only_line("TURN 16: 3: IF MONEY >= 10: ATTACK Yuppies WITH Mafia")
    assert isinstance(line.order, Attack)
    assert (line.turn, line.number, line.numbered, len(line.conditions)) == (16, 3, True, 1)
    assert told("REPEAT: IF MONEY >= 10:\nDROP Texas") == ["REPEAT: 1: IF MONEY >= 10: DROP Texas"]
    assert told("3: TURN 16: PASS") == ["TURN 16: 3: PASS"]


@pytest.mark.parametrize("typed", ["REPEAT: none", "TURN 16: none", "REPEAT: 2: none"])
def test_they_are_taken_back(typed: str) -> None:
    line = only_line(typed)
    assert line.status == "removed"
    assert (line.repeats, line.turn) == (("R" in typed[:2]), 16 if "16" in typed else None)
    assert format_line(line, NAMES) == typed


def test_they_are_no_part_of_the_script_of_now() -> None:
    lines = read("TURN 16: PASS\nREPEAT: DROP Texas\nTURN 13: READY\nTURN 15: none", NAMES)
    parts = split(lines, is_mover=True)
    assert (parts.script, parts.controls) == ((), ())
    assert parts.ahead == lines
    filed = read("PASS", NAMES)
    assert merge(filed, lines, is_mover=True) == filed


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("REPAET: PASS", "REPEAT: PASS"),
        ("REPEAT PASS", "REPEAT: PASS"),
        ("TRUN 16: PASS", "TURN 16: PASS"),
        ("turn 16 pass", "TURN 16: PASS"),
        ("@PAS", "REPEAT: PASS"),
    ],
)
def test_what_is_nearly_one_is_asked_about(typed: str, instead: str) -> None:
    line = only_line(typed)
    assert line.order is None or line.assumed
    assert instead in (*line.suggestions, format_line(line, NAMES))


@pytest.mark.parametrize(
    "typed", ["REPEAT: READY", "REPEAT: OPPOSE bob MAX 3", "REPEAT: STATUS", "@GUARD ALL MAX 3"]
)
def test_only_lines_of_a_script_are_repeated(typed: str) -> None:
    line = only_line(typed)
    assert (line.status, line.order, line.control) == ("unreadable", None, None)
    assert "your script" in line.problem


@pytest.mark.parametrize("typed", ["@bob: hi", "@all hello", "Turn 13 was fun", "repeat after me"])
def test_what_only_looks_so_is_prose(typed: str) -> None:
    assert only_line(typed).status == "ignored"


# --- READY and ASK ME ------------------------------------------------------------------------


@each(
    ("typed", "control"),
    [
        ("READY ANYWAY", "READY ANYWAY"),
        ("done anyway", "READY ANYWAY"),
        ("READY UNLESS ATTACKED", "READY UNLESS ATTACKED"),
        ("ready, unless I am attacked", "READY UNLESS ATTACKED"),
        ("READY UNLESS ATTACKED OFF", "READY UNLESS ATTACKED OFF"),
        ("ASK ME", "ASK ME ALWAYS"),
        ("ask me always", "ASK ME ALWAYS"),
        ("ASK ME OWN", "ASK ME OWN"),
        ("ASK ME OFF", "ASK ME OWN"),
        ("ASK ME NEVER", "ASK ME NEVER"),
    ],
)
def test_words_about_waiting(typed: str, control: str) -> None:
    line = only_line(typed)
    assert (line.status, line.word.line, line.assumed) == ("control", control, ())
    assert only_line(format_line(line, NAMES)).control == line.control


@pytest.mark.parametrize(
    "typed", ["READY UNLESS bob attacks", "Ready when you are", "ready or not", "ready to go now"]
)
def test_no_ready_is_made_of_more(typed: str) -> None:
    assert only_line(typed).control is None


@pytest.mark.parametrize("typed", ["Ask bob about it", "ask me anything", "Ask away", "as I said"])
def test_asking_is_mostly_prose(typed: str) -> None:
    assert only_line(typed).status == "ignored"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("stand aside, ready", ["STAND ASIDE", "READY"]),
        ("PASS, and ready.", ["1: PASS", "READY"]),
        ("pass and done", ["1: PASS", "READY"]),
        ("OPPOSE bob MAX 3, READY ANYWAY", ["OPPOSE bob MAX 3", "READY ANYWAY"]),
    ],
)
def test_ready_behind_an_order_is_a_word_of_its_own(typed: str, expected: list[str]) -> None:
    assert told(typed) == expected


@pytest.mark.parametrize("word", ["REPEAT", "TURN", "ASK", "READY"])
def test_help_tells_of_them(word: str) -> None:
    (line,) = read(f"HELP {word}", NAMES)
    assert line.word.line == f"HELP {word}"
    assert help_text(word).startswith(f"{word}:")
