"""Shortcuts for plain lines find what is found without them, letter by letter."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.games.registry import rulesets
from pbem.mail.attribution import is_loose_attribution
from pbem.mail.body import tidy
from pbem.mail.marks import is_bar_quoted, quote_depth
from pbem.mail.sent import is_comment, is_cut_line, key_of, keys_of
from tests.support.each import each
from tests.support.places import TESTS

REPORT = (TESTS / "reports" / "bulletin_bob.txt").read_text(encoding="utf-8")
PLAIN = st.text(st.characters(max_codepoint=127), max_size=60)
LINES = st.one_of(PLAIN, st.text(max_size=60)).map(lambda text: text.replace("\n", " "))
# A letter beyond ASCII and no letter of any order: it makes a text go the long way.
BEYOND = "\u2026"
WORDS = (
    *("attack ", "PASS", "Ready", "if ", "else ", "say ", "to ", "all", "line ", "END", "turn "),
    *("repeat", "dear ", "and ", "then ", "that works", "it fails", "done", "3. ", "a) ", "(2)"),
    *("- ", "*", "_", '"', ";", ". ", ", ", "!", "@", "#", "//", "\n", " ", "\t", "orders", "x"),
)


@given(LINES)
@example("# 1: ATTACK Yuppies, WITH CIA_2")
@example("  > // PASS")
@example("a/b # c")
def test_the_key_of_a_line_is_its_letters_and_digits_in_small(line: str) -> None:
    letters = "".join(letter for letter in line if letter.isalnum()).casefold()
    is_marked = line.lstrip(" \t>|").startswith(("#", "//"))
    assert is_comment(line) is is_marked
    assert key_of(line) == ("#" if letters and is_marked else "") + letters


@given(st.lists(LINES, max_size=6))
@example([])
@example([""])
def test_keys_of_many_lines_are_those_of_each(lines: list[str]) -> None:
    assert keys_of(lines) == [key_of(line) for line in lines]


def test_keys_of_a_report_are_those_of_its_lines() -> None:
    lines = REPORT.splitlines()
    assert keys_of(lines) == [key_of(line) for line in lines]
    assert any(key.startswith("#") for key in keys_of(lines))


@given(PLAIN)
@example("a\r\nb\rc\n\rd\x00\x0b\x1b\x7fe\tf")
def test_plain_text_is_tidied_as_any_other(text: str) -> None:
    assert tidy(text) + BEYOND == tidy(text + BEYOND)


@each(
    ("line", "is_cut"),
    [
        ("# ---- ORDERS BELOW THIS LINE ----", False),
        ("---- ORDERS BELOW THIS LINE ----", True),
        ("_Orders_ below this line", True),
        ("orders below this line" + " " * 80, False),
        ("1 orders below this line", False),
        ("our orders below this line", False),
    ],
)
def test_the_cut_line_is_known_by_its_letters(line: str, is_cut: bool) -> None:
    assert is_cut_line(line) is is_cut


@each(
    ("line", "is_loose"),
    [
        ("Ann wrote:", True),
        ("Ann wrote", True),
        ("Ann wrote - :", True),
        ("Ann Example from Somewhere, by her telephone, wrote --- :", True),
        ("Ann a écrit :", True),
        ("Ann ha scritto:", True),
        ("安 写道：", True),
        ("Анна написал(а):", True),
        ("Ann napisał(a):", True),
        ("Ann wrote to Bob and Cat", False),
        ("Ann wrote!", False),
        ("Ann wrote:" + " " * 111, False),
        (":", False),
        ("", False),
    ],
)
def test_an_undated_attribution_ends_with_its_verb(line: str, is_loose: bool) -> None:
    assert is_loose_attribution(line) is is_loose


@pytest.mark.parametrize(
    ("line", "depth", "content"),
    [
        ("> > a", 2, "a"),
        ("        > a", 1, "a"),
        ("         > a", 0, "         > a"),
        ("a > b", 0, "a > b"),
    ],
)
def test_quote_marks_are_counted_at_the_margin(line: str, depth: int, content: str) -> None:
    assert quote_depth(line) == (depth, content)


@pytest.mark.parametrize(
    ("line", "is_bar"), [("| a", True), ("   |", True), ("    | a", False), ("a | b", False)]
)
def test_a_bar_is_one_at_the_margin(line: str, is_bar: bool) -> None:
    assert is_bar_quoted(line) is is_bar


@given(st.lists(st.sampled_from(WORDS), max_size=9).map("".join))
@example("PASS")
@example("line 3. PASS")
@example("Dear referee, PASS")
@example("END")
def test_whether_a_text_has_an_order_is_what_its_statements_say(text: str) -> None:
    for game in rulesets():
        language = game.language
        assert language.has_order(text) is language.has_order(f"{text}\n# {BEYOND}")
