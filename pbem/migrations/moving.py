"""All rows of one database into another of a different kind, both with the newest tables."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import Connection, Table
from sqlmodel import SQLModel

from pbem.database import Database

ROWS = 500
"""Rows that are copied at once."""


def copy_rows(source: Database, target: Database) -> int:
    """Copy every row in one transaction; how many there were.

    `target` holds none but what its migrations wrote, and that gives way. Nothing else uses either.
    """
    tables = SQLModel.metadata.sorted_tables
    with source.read_engine.connect() as read, target.engine.begin() as write:
        for table in reversed(tables):
            write.execute(sa.delete(table))
        return sum(_copy_table(table, read, write) for table in tables)


def _copy_table(table: Table, read: Connection, write: Connection) -> int:
    """What refers to another row of its own table comes after it, by its number."""
    copied = 0
    for rows in _batches(table, read):
        write.execute(sa.insert(table), rows)
        copied += len(rows)
    if "id" in table.primary_key.columns:
        _count_on(table, write)
    return copied


def _batches(table: Table, read: Connection) -> Iterator[list[dict[str, object]]]:
    rows = read.execute(sa.select(table).order_by(*table.primary_key.columns))
    for part in rows.partitions(ROWS):
        yield [dict(row._mapping) for row in part]


def _count_on(table: Table, write: Connection) -> None:
    """Let new rows be numbered from the last one on."""
    sequence = sa.func.pg_get_serial_sequence(table.name, "id")
    last = sa.select(sa.func.max(table.c.id)).scalar_subquery()
    write.execute(sa.select(sa.func.setval(sequence, last)).where(last.is_not(None)))
