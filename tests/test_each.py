"""A test of many cases tries all of them, and names each that fails."""

from __future__ import annotations

import pytest

from tests.support.each import each


@each("left, right", [(1, 1), (2, 3), (4, 5)], ids=["one", "two", "four"])
@each("more", [0])
def equal(left: int, right: int, more: int) -> None:
    assert left == right + more


@each("nothing", [])
def never(nothing: str) -> None:
    raise ValueError(nothing)


def test_all_that_fail_are_named_and_nothing_else() -> None:
    with pytest.raises(AssertionError) as why:
        equal()
    first, *rows = str(why.value).splitlines()
    assert first == "2 of 3"
    assert "one: " not in str(why.value)
    assert any(row.startswith("two: ") for row in rows)
    assert any(row.startswith("four: ") for row in rows)


def test_no_case_is_no_success() -> None:
    with pytest.raises(AssertionError, match="nothing to try"):
        never()
