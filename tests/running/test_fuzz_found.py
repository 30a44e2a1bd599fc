"""What `make fuzz` has broken once, and a few new examples for every door."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.fuzzing import (
    FOUND,
    TARGETS,
    check_thrown,
    cpu_limit,
    doors,
    kept_in,
    search,
)

pytestmark = pytest.mark.long
SEED = 16
A_MOMENT = 1.0
"""Seconds for each door here; one round is made whole, however long it takes."""


@pytest.fixture(scope="module", autouse=True)
def are_open() -> Iterator[None]:
    with doors():
        yield


@pytest.mark.parametrize(
    "path", sorted(FOUND.glob("*/*.json")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_what_broke_once_breaks_nothing_now(path: Path) -> None:
    check_thrown(path.parent.name, kept_in(path))


@pytest.mark.parametrize("name", [*TARGETS])
def test_a_moment_of_broken_input_breaks_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.tools.fuzzing.FOUND", tmp_path)
    monkeypatch.setattr("tests.tools.fuzzing.TESTS", tmp_path.parent)
    kept = search(name, A_MOMENT, SEED)
    assert not kept, [kept_in(found) for found in tmp_path.glob("*/*.json")]


def test_a_pattern_that_backtracks_without_end_is_broken_off() -> None:
    with pytest.raises(TimeoutError), cpu_limit(0.1):
        re.fullmatch("(a+)+b", "a" * 64)
