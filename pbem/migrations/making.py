"""What migrations make tables of: columns by kind, and constraints named by one rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from alembic import op


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be made; several columns in one string are together unique, or one index.

    `refers` says of which table's id a column is; without a `key` the table gets an id of its own.
    """

    name: str
    columns: tuple[sa.Column[Any], ...]
    key: str = "id"
    refers: Mapping[str, str] = field(default_factory=dict)
    unique: tuple[str, ...] = ()
    checks: Mapping[str, str] = field(default_factory=dict)
    indexes: tuple[str, ...] = ()
    sqlite_autoincrement: bool = False

    def make(self) -> None:
        """Create it with its constraints and indexes."""
        own = (number("id"),) if self.key == "id" else ()
        options = {"sqlite_autoincrement": self.sqlite_autoincrement}
        op.create_table(self.name, *own, *self.columns, *self._constraints(), **options)
        for names in map(str.split, self.indexes):
            op.create_index(self._called("ix", *names), self.name, names)

    def _constraints(self) -> list[sa.Constraint]:
        made: list[sa.Constraint] = [
            sa.PrimaryKeyConstraint(*self.key.split(), name=self._called("pk"))
        ]
        for column, other in self.refers.items():
            called = self._called("fk", column, other)
            made.append(sa.ForeignKeyConstraint([column], [f"{other}.id"], name=called))
        for names in map(str.split, self.unique):
            made.append(sa.UniqueConstraint(*names, name=self._called("uq", *names)))
        for what, condition in self.checks.items():
            made.append(sa.CheckConstraint(condition, name=self._called("ck", what)))
        return made

    def _called(self, kind: str, *names: str) -> str:
        return op.f("_".join((kind, self.name, *names)))


def number(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """A whole number; the database counts an `id` by itself."""
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=name == "id")


def real(name: str) -> sa.Column[Any]:
    """A number with a fraction."""
    return sa.Column(name, sa.Float(), nullable=False)


def text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """A text of any length."""
    return sa.Column(name, sa.String(), nullable=nullable)


def json(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """A value as JSON."""
    return sa.Column(name, sa.JSON(), nullable=nullable)


def moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """A point of time, in UTC."""
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def octets(name: str) -> sa.Column[Any]:
    """Bytes as they came."""
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def flag(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """True or false."""
    return sa.Column(name, sa.Boolean(), nullable=nullable)
