"""What all tables are made with: names of constraints, JSON columns, and the key of a row."""

from typing import Any, Protocol

from sqlalchemy import JSON, Dialect, String
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from pbem.models.packing import unpacked

metadata = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
# JSON and not JSONB: nothing looks into a value, keys keep their order, any text may stand in it.
_JSON = JSON(none_as_null=True)


class PackableText(TypeDecorator[str]):
    """A text that is stored as it is, or packed once it is old; either way it is read as it was."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """The text."""
        return None if value is None else unpacked(value)


def packable_text(default: str = "") -> Any:
    """A text that `pbem prune` may pack."""
    return Field(default=default, sa_type=PackableText, nullable=False)


def packable_or_none() -> Any:
    """The same, null at first."""
    return Field(default=None, sa_type=PackableText, nullable=True)


class Keyed(Protocol):
    """A row with a number of its own."""

    id: int | None


def json_list() -> Any:
    """A JSON list, empty at first."""
    return Field(default_factory=list, sa_type=_JSON, nullable=False)


def json_object() -> Any:
    """A JSON object, empty at first."""
    return Field(default_factory=dict, sa_type=_JSON, nullable=False)


def json_or_none() -> Any:
    """Any JSON, null at first."""
    return Field(default=None, sa_type=_JSON, nullable=True)


def key_of(row: Keyed) -> int:
    """The id of a row that has been flushed; a row without one is a bug."""
    assert row.id is not None, f"{type(row).__name__} was not flushed"
    return row.id
