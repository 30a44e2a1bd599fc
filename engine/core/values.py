"""A quick way from one frozen value to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["changed"]

if TYPE_CHECKING:
    # The same contract, and mypy checks its field names and types.
    from dataclasses import replace as changed
else:

    def changed(value, /, **changes):
        """`dataclasses.replace` for slotted dataclasses without __post_init__, at a third of its
        price; KeyError for a field there is not. Rules do little but make the next state.
        """
        setters, read, places = _slots(type(value))
        values = list(read(value))
        for name, new_value in changes.items():
            values[places[name]] = new_value
        new = object.__new__(type(value))
        for put, new_value in zip(setters, values, strict=True):
            put(new, new_value)
        return new


_Slots = tuple[
    tuple[Callable[[Any, Any], None], ...], Callable[[Any], tuple[Any, ...]], dict[str, int]
]


@lru_cache(maxsize=64)
def _slots(kind: type) -> _Slots:
    """How to write each slot of a class, how to read them all, and where each is; two at least."""
    names: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]
    setters = tuple(kind.__dict__[name].__set__ for name in names)
    return setters, attrgetter(*names), {name: at for at, name in enumerate(names)}
