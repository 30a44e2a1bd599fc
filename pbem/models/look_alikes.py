"""Names that look alike have one skeleton (after UTS 39, for the letters that a name may have)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlmodel import Field

_ALIKE = str.maketrans("01|I5$8", "olllssb", "-_ ")


def skeleton(name: str) -> str:
    """What a name looks like: two that look alike have the same."""
    return name.translate(_ALIKE).casefold().replace("i", "l").replace("rn", "m").replace("vv", "w")


def _of_name(context: Any) -> str | None:
    """None for a row without a name, which the database refuses."""
    name = context.get_current_parameters()["name"]
    return None if name is None else skeleton(name)


def skeleton_of_name() -> Any:
    """The skeleton of the column `name`, kept with the row that is added."""
    column = sa.Column("skeleton", sa.String(), default=_of_name, nullable=True)
    return Field(default=None, sa_column=column)
