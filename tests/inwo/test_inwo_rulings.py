"""Every ruling of tests/inwo/rulings comes out as it is written; each cites a rule there is."""

from __future__ import annotations

import re

from tests.support.each import each
from tests.support.inwo_cases import InwoCase, inwo_cases, rule, told

CASES = inwo_cases()
EXPECTED = (
    *("needs", "parts", "results", "refused", "winners", "out", "next", "holds", "plots", "hand"),
    *(
        "piles",
        "destroyed",
        "deck",
        "tokens",
        "values",
        "words",
        "master",
        "devastated",
        "exposed",
        "numbers",
        "unseen",
        "shown",
    ),
)


@each("case", CASES, ids=[case.number for case in CASES])
def test_ruling(case: InwoCase) -> None:
    ruled = rule(case)
    wanted = {key: case.row[key] for key in EXPECTED if key in case.row}
    wanted.setdefault("refused", [])
    found = told(case, ruled)
    assert {key: found[key] for key in wanted} == wanted


def test_every_number_is_used_once_and_every_case_expects_something() -> None:
    numbers = [case.number for case in CASES]
    assert sorted(set(numbers)) == sorted(numbers)
    assert all(re.fullmatch(r"I\d+\.\d+-\d+", number) for number in numbers)
    known = {"id", "title", "seats", "orders", "dice", "to_move", "step", "first", "options"}
    known |= {"off_hours", "uncontrolled", "plot_deck", "group_deck"}
    known |= {"nwos", "changes", "players_began", "turn_number", "beyond", "lines", *EXPECTED}
    assert [case.number for case in CASES if set(case.row) - known] == []
