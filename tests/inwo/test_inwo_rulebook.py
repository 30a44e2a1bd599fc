"""INWO's rules can be looked up: every number that a refusal or a decision names is there."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from engine.core.rulings import Reason
from engine.inwo import rulings
from pbem.cli import main
from pbem.games.inwo.rulebook import BOOK
from tests.support.places import ROOT

KNOWN = {rule.number for rule in BOOK.rules()}


def chapter_of(number: str) -> str:
    return number.partition(".")[0]


def listed() -> set[str]:
    """The numbers of the rules that have rulings of their own."""
    text = (ROOT / "tests" / "inwo" / "rules.txt").read_text(encoding="utf-8")
    return set(re.findall(r"\bI\d+\.\d+\b", text))


def test_every_rule_can_be_looked_up() -> None:
    chapters = {chapter_of(number) for number in KNOWN}
    missing = {number for number in listed() - KNOWN if chapter_of(number) in chapters}
    assert missing == set()
    assert sorted(KNOWN - listed()) == []


def test_every_refusal_names_a_rule_that_is_there() -> None:
    reasons = [one for one in vars(rulings).values() if isinstance(one, Reason)]
    named = {number for one in reasons for number in re.findall(r"I\d+\.\d+", one.rule)}
    chapters = {chapter_of(number) for number in KNOWN}
    assert len(reasons) > 80
    assert {one for one in named if chapter_of(one) in chapters} <= KNOWN


def test_numbers_follow_each_other() -> None:
    numbers = [tuple(map(int, rule.number[1:].split("."))) for rule in BOOK.rules()]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("I16.1", "only the attacker"),
        ("16.1", "only the attacker"),
        ("privilege", "I16.3"),
        ("I4", "I4.7"),
    ],
)
def test_a_rule_is_found_by_number_and_word(asked: str, told: str) -> None:
    result = CliRunner().invoke(main, ["rules", "--ruleset", "inwo", asked])
    assert result.exit_code == 0, result.output
    assert told in " ".join(result.output.split())


def test_what_no_rule_has_is_told() -> None:
    result = CliRunner().invoke(main, ["rules", "--ruleset", "inwo", "I99"])
    assert result.exit_code != 0 and "There are chapters I1 to I33." in result.output
