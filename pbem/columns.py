"""Kinds of columns the tables are made of, and the key of a row."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import Column, Text
from sqlmodel import Field


class Keyed(Protocol):
    """A row with a number of its own."""

    id: int | None


def long_text(default: str = "") -> str:
    """A text column without a limit, never null."""
    field: str = Field(default=default, sa_column=Column(Text, nullable=False))
    return field


def long_or_none() -> str | None:
    """A text column without a limit, null at first."""
    field: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    return field


def number(default: int) -> int:
    """A whole number that the database too sets to the default."""
    field: int = Field(default=default, sa_column_kwargs={"server_default": str(default)})
    return field


def short_text(default: str) -> str:
    """A text column with a default that is not empty, which the database sets too."""
    field: str = Field(default=default, sa_column_kwargs={"server_default": default})
    return field


def list_text() -> str:
    """A JSON list as text, empty at first."""
    column = Column(Text, nullable=False, server_default="[]")
    field: str = Field(default="[]", sa_column=column)
    return field


def object_text() -> str:
    """A JSON object as text, empty at first."""
    column = Column(Text, nullable=False, server_default="{}")
    field: str = Field(default="{}", sa_column=column)
    return field


def key_of(row: Keyed) -> int:
    """The id of a row that has been flushed; a row without one is a bug."""
    assert row.id is not None, f"{type(row).__name__} was not flushed"
    return row.id
