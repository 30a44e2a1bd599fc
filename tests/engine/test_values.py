"""Values that are quickly made, anew or from another, are those of the standard library."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, field, replace

import pytest

from engine.core.values import changed, changer, dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    two: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odd:
    """Its fields have the names that a function which makes it might use itself."""

    kind: str
    value: int
    twin: int = 2
    new: Mapping[str, int] = field(default_factory=dict)
    belong: tuple[int, ...] = (1,)


@dataclasses.dataclass(frozen=True, slots=True)
class Plain:
    kind: str
    value: int
    twin: int = 2
    new: Mapping[str, int] = field(default_factory=dict)
    belong: tuple[int, ...] = (1,)


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


def test_a_value_is_made_as_the_standard_library_makes_it() -> None:
    calls = [
        (("a", 1), {}),
        (("a", 1, 3, {"x": 1}, ()), {}),
        (("a",), {"value": 4, "belong": (2, 3)}),
        ((), {"kind": "b", "value": 5, "new": {"y": 2}}),
    ]
    for args, named in calls:
        quick, plain = Odd(*args, **named), Plain(*args, **named)  # type: ignore[arg-type]
        assert dataclasses.astuple(quick) == dataclasses.astuple(plain)
        assert repr(quick) == repr(plain).replace("Plain", "Odd")
        assert type(quick) is Odd
    assert Odd("a", 1).new is not Odd("a", 1).new


def test_its_class_is_a_dataclass_like_any_other() -> None:
    odd = Odd("a", 1, new={"x": 1})
    assert pickle.loads(pickle.dumps(odd)) == copy.copy(odd) == copy.deepcopy(odd) == odd
    assert replace(odd, value=2) == changed(odd, value=2) == Odd("a", 2, new={"x": 1})
    assert hash(Pair(1)) == hash(Pair(1))
    quick, plain = inspect.signature(Odd), inspect.signature(Plain)
    assert str(quick) == str(plain)
    with pytest.raises(FrozenInstanceError):
        odd.kind = "b"  # type: ignore[misc]


def test_wrong_arguments_are_errors() -> None:
    with pytest.raises(TypeError, match="value"):
        Odd("a")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="other"):
        Odd("a", 1, other=2)  # type: ignore[call-arg]


def test_what_is_changed_again_and_again_can_be_kept() -> None:
    with_two = changer(Odd, "value", "kind")
    assert with_two(Odd("a", 1), 7, "b") == Odd("b", 7)
    assert with_two is changer(Odd, "value", "kind")
