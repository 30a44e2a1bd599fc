"""The rulebook is whole, is found by number and word, and docs/compliance.md keeps to it."""

import json
import re
from itertools import groupby

import pytest
from click.testing import CliRunner, Result

from engine.illuminati.rulings import REASONS
from engine.illuminati.state import GameOptions
from pbem.cli import main
from pbem.games.contract.rulebook import MARKS, Rule
from pbem.games.illuminati.rulebook import BOOK
from tests.support.each import each
from tests.support.places import ROOT

COMPLIANCE = (ROOT / "docs/compliance.md").read_text(encoding="utf-8")
CHAPTERS = {"R1": 5, "R2": 13, "R3": 4, "R4": 7, "R5": 9, "R6": 5, "R7": 5, "R8": 6, "R9": 7}
CHAPTERS |= {"R10": 7, "R11": 6, "R12": 10, "R13": 14}
NUMBERS = {rule.number for rule in BOOK.rules()}
CITED = re.compile(r"\bR\d+\.\d+")


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def numbers_of(found: list[Rule]) -> list[str]:
    return [rule.number for rule in found]


def test_every_rule_a_refusal_cites_is_in_the_book() -> None:
    assert [reason for reason in REASONS if reason.rule not in NUMBERS] == []


def test_numbers_are_contiguous_in_each_chapter() -> None:
    found = {
        chapter: numbers_of(list(inner))
        for chapter, inner in groupby(BOOK.rules(), lambda r: r.chapter)
    }
    assert list(found) == list(CHAPTERS)
    for chapter, count in CHAPTERS.items():
        assert found[chapter] == [f"{chapter}.{at}" for at in range(1, count + 1)]


def test_rules_cite_rules_that_exist() -> None:
    cited = {number for rule in BOOK.rules() for number in CITED.findall(rule.text)}
    assert cited and cited <= NUMBERS


@each("rule", BOOK.rules(), ids=lambda rule: rule.number)
def test_a_rule_is_short_and_marked_only_as_known(rule: Rule) -> None:
    assert rule.text.endswith((".", ").")) and rule.title
    sentences = re.findall(r"[a-z0-9)\"]\.(?= [A-Z]|$)", rule.text)
    assert 1 <= len(sentences) <= 4
    assert set(re.findall(r"\((ours|mail|[a-z]+)\)", rule.text)) <= set(MARKS)


def test_marks_are_those_in_the_text() -> None:
    marks = {rule.number: rule.marks for rule in BOOK.rules()}
    assert marks["R5.1"] == ()
    assert marks["R5.8"] == ("ours",)
    assert marks["R2.6"] == ("mail",)
    assert marks["R2.2"] == ("ours", "mail")


@pytest.mark.parametrize("word", ["R5.4", "r5.4", "5.4", " R5.4 "])
def test_a_number_finds_one_rule(word: str) -> None:
    assert numbers_of(BOOK.rules(word)) == ["R5.4"]


def test_a_chapter_is_not_mixed_up_with_one_that_begins_like_it() -> None:
    assert numbers_of(BOOK.rules("R1")) == [f"R1.{at}" for at in range(1, 6)]
    assert numbers_of(BOOK.rules("R1.1")) == ["R1.1"]


@pytest.mark.parametrize("word", ["assassination", "ASSASSINATION", "Assassin"])
def test_a_word_is_found_whatever_its_case(word: str) -> None:
    assert {"R5.8", "R9.6"} <= set(numbers_of(BOOK.rules(word)))


def test_a_word_is_found_across_the_lines_of_the_file() -> None:
    assert numbers_of(BOOK.rules("the three  safe")) == []
    assert numbers_of(BOOK.rules("whispering   campaign")) == ["R7.5"]


def test_nothing_is_no_word() -> None:
    assert BOOK.rules(" ") == []
    assert ask("").exit_code == 2


def test_the_whole_book_is_printed_within_72_columns() -> None:
    told = ask()
    assert told.exit_code == 0
    assert max(map(len, told.output.splitlines())) <= 72
    assert set(re.findall(r"^R\d+\.\d+", told.output, re.M)) == NUMBERS


def test_one_rule_is_printed_under_its_chapter() -> None:
    assert ask("R7.3").output == (
        "R7 Results\n"
        "R7.3    Neutralized, the target and its branch are uncontrolled, and the\n"
        "        bank takes what lay on them.\n"
    )


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("privlege", "privilege"),
        ("R5.99", "R5 has R5.1 to R5.9"),
        ("R77", "chapters R1 to R13"),
        ("xyzzyx", "a word such as"),
    ],
)
def test_an_unknown_word_says_what_would_have_worked(word: str, hint: str) -> None:
    told = ask(word)
    assert told.exit_code == 2
    assert hint in told.output


def test_what_is_suggested_works() -> None:
    assert ask("privilege").exit_code == ask("R5.4").exit_code == 0


def test_json_has_number_title_text_and_marks() -> None:
    [row] = json.loads(ask("R2.5", "--json").output)
    assert row["number"] == "R2.5"
    assert row["title"] == "The turn"
    assert row["marks"] == ["ours"]
    assert row["text"] == BOOK.rules("R2.5")[0].text
    assert len(json.loads(ask("--json").output)) == len(NUMBERS)


# --- docs/compliance.md -------------------------------------------------------------------------

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in COMPLIANCE.splitlines()
    if line.startswith("| ") and not line.startswith("| Point")
]


def test_every_option_named_is_one_and_all_are_named() -> None:
    named = [name for row in ROWS for name in re.findall(r"`(\w+)`", row[3])]
    assert sorted(named) == sorted(GameOptions.__struct_fields__)


@each("row", ROWS, ids=lambda row: row[0])
def test_every_point_has_a_choice_and_rules_that_exist(row: list[str]) -> None:
    _, choice, cited, option = row
    assert choice
    assert set(cited.split(", ")) <= NUMBERS
    assert option == "-" or option.startswith("`")


def test_every_point_decided_beside_the_rulebook_is_listed() -> None:
    assert {rule.number for rule in BOOK.rules("R13")} <= {
        n for r in ROWS for n in CITED.findall(r[2])
    }
