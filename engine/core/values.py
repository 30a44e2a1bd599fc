"""Frozen values: what states, orders, events and views are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # The same contract, and mypy checks field names and types.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["Kind", "Value", "changed", "field", "kind_name", "kinds_of"]

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen value of its annotated fields, compared by them.

    It may be left to reference counting (`gc=False`), as what never changes is in no cycle.
    """


def kinds_of(base: type[V]) -> tuple[type[V], ...]:
    """The classes that a value of this base may have, as they are written one below the other."""
    below = base.__subclasses__()
    return tuple(kind for one in below for kind in kinds_of(one) or (one,))


class Kind(Value):
    """A value that card files call by the name of its class."""

    @property
    def kind(self) -> str:
        return kind_name(type(self))


def kind_name(kind: type) -> str:
    """A class as card files call it: "far-transfer" is FarTransfer."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__)
    return words.lower().removesuffix("-effect")
