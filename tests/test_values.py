"""The quick replacement does what the standard library's does."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from engine.core.values import changed


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    two: tuple[str, ...] = ()


def test_changed_is_replace() -> None:
    pair = Pair(1, ("a",))
    for changes in ({}, {"one": 2}, {"two": ("b", "c")}, {"one": 3, "two": ()}):
        assert changed(pair, **changes) == replace(pair, **changes)
    assert pair == Pair(1, ("a",))


def test_what_it_makes_is_frozen_and_an_unknown_field_is_an_error() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Pair(1), one=2).one = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        changed(Pair(1), three=3)  # type: ignore[call-arg]
