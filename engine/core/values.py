"""Frozen values: what states, orders, events and views are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # The same contract, and mypy checks field names and types.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["Value", "changed", "field"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen value of its annotated fields, compared by them.

    It may be left to reference counting (`gc=False`), as what never changes is in no cycle.
    """
