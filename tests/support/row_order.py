"""A database of tests that gives rows without ORDER BY in another order than is usual."""

import sqlite3
from typing import Any


def order_is_not_promised(connection: Any, _entry: object) -> None:
    """Have SQLite turn the order round of every SELECT that asks for none."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA reverse_unordered_selects=ON")
