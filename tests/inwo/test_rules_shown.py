"""Every rule of INWO is shown by a ruling or a test, or stands on the list of the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import pytest

from tests.support.golden_plugin import Golden
from tests.support.inwo_cases import inwo_cases
from tests.support.places import ROOT, TESTS

FOLDER = TESTS / "inwo"
PAGE = ROOT / "docs" / "inwo-compliance.md"
UNSHOWN = FOLDER / "rules_unshown.txt"
_MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)


class NumberedRule(NamedTuple):
    """A rule: its number and chapter, whether it is for mail, what was decided in it."""

    number: str
    chapter: str
    is_for_mail: bool
    decided: str


@cache
def rules() -> tuple[NumberedRule, ...]:
    found, chapter = [], ""
    for line in (FOLDER / "rules.txt").read_text("utf-8").splitlines():
        if line.startswith("# I"):
            chapter = line.removeprefix("# ").partition(" ")[2]
        elif line.startswith("I"):
            said, _, decided = line.partition(" : ")
            number, *marks = said.split()
            found.append(NumberedRule(number, chapter, "mail" in marks, decided))
    return tuple(found)


@cache
def elsewhere() -> Mapping[str, str]:
    """The ruling of another number, or the test, that shows a rule."""
    lines = (FOLDER / "rules_shown.txt").read_text("utf-8").splitlines()
    return dict(line.split(" ") for line in lines if not line.startswith("#"))  # type: ignore[misc]


@cache
def shown() -> Mapping[str, tuple[str, ...]]:
    """The rulings and tests of each rule."""
    found: dict[str, list[str]] = {}
    for case in inwo_cases():
        found.setdefault(case.number.rpartition("-")[0], []).append(case.number)
    for number, by in elsewhere().items():
        found.setdefault(number, []).append(by)
    return {number: tuple(rows) for number, rows in found.items()}


def test_what_shows_a_rule_is_there() -> None:
    cases = {case.number for case in inwo_cases()}
    text = {path.stem: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    for rule, by in elsewhere().items():
        module, _, name = by.partition("::")
        assert by in cases or f"def {name}(" in text.get(module, ""), (rule, by)
    numbers = [rule.number for rule in rules()]
    assert set(shown()) <= set(numbers)
    assert len(set(numbers)) == len(numbers) == 465


def test_the_rules_that_nothing_shows_only_grow_fewer() -> None:
    known = UNSHOWN.read_text("utf-8").split()
    assert [r.number for r in rules() if r.number not in {*shown(), *known}] == []


def _row(rule: NumberedRule) -> str:
    by = next(iter(shown().get(rule.number, ())), "not yet")
    return f"| {rule.number} | {rule.chapter} | {by.partition('::')[2] or by} |"


def _table(name: str) -> str:
    if name == "decisions":
        rows = [f"| {rule.number} | {rule.decided} |" for rule in rules() if rule.decided]
        return "\n".join(("| Rule | Played here |", "|---|---|", *rows))
    return "\n".join(("| Rule | Chapter | Shown by |", "|---|---|---|", *map(_row, rules())))


def test_the_page_lists_each_decision_and_each_rule(
    golden: Golden, pytestconfig: pytest.Config
) -> None:
    """A rule may be shown by more than the page says, never by less."""
    text = PAGE.read_text("utf-8")
    if pytestconfig.getoption("--accept"):
        golden(PAGE, _MADE.sub(lambda made: f"{made[1]}{_table(made[2])}\n", text))
        return
    assert _table("decisions") in text
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| I")]
    told = {row[0]: row[2] for row in rows if len(row) == 3}
    assert list(told) == [rule.number for rule in rules()]
    for number, by in told.items():
        names = [one.partition("::")[2] or one for one in shown().get(number, ())]
        assert by == "not yet" or by in names, (number, by)
