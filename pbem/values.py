"""Frozen values of the service's side, quickly made and changed.

The engine's values (`engine.core.values`) are alike; commands that only read load no engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field
from msgspec.structs import asdict as as_dict

if TYPE_CHECKING:
    # The same contract, and mypy checks field names and types.
    from dataclasses import replace as changed
else:
    from msgspec.structs import replace as changed

__all__ = ["Frozen", "as_dict", "changed", "field"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Struct, frozen=True, gc=False):
    """A frozen value of its annotated fields, compared by them; it may be in no cycle."""
