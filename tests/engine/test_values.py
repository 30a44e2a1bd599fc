"""Frozen values: compared by their fields, changed only into another."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping

import pytest

from engine.core.values import Value, changed, field


class Odd(Value):
    kind: str
    number: int
    new: Mapping[str, int] = field(default_factory=dict)
    belong: tuple[int, ...] = (1,)


def test_changed_is_the_same_but_for_what_changes() -> None:
    odd = Odd("a", 1)
    assert changed(odd, number=2, belong=()) == Odd("a", 2, {}, ())
    assert changed(odd) == odd == Odd("a", 1)
    with pytest.raises(TypeError):
        changed(odd, other=3)  # type: ignore[call-arg]


def test_a_value_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Odd("a", 1).number = 2  # type: ignore[misc]


def test_a_value_is_its_fields() -> None:
    odd = Odd("a", 1, new={"x": 1})
    assert pickle.loads(pickle.dumps(odd)) == copy.copy(odd) == copy.deepcopy(odd) == odd
    assert repr(odd) == "Odd(kind='a', number=1, new={'x': 1}, belong=(1,))"
    assert Odd("a", 1).new is not Odd("a", 1).new
    match odd:
        case Odd(kind, number):
            assert (kind, number) == ("a", 1)


def test_wrong_arguments_are_errors() -> None:
    with pytest.raises(TypeError, match="number"):
        Odd("a")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="other"):
        Odd("a", 1, other=2)  # type: ignore[call-arg]
