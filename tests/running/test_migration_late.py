"""What the migration of late letters does to games that run: the count stays, both ways."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import command

from pbem.database import open_database
from pbem.migrations import alembic_config
from pbem.settings import Settings


def add(connection: sa.Connection, to: str, **known: object) -> None:
    """A row of a table as it is now, with something in every column that needs it."""
    table = sa.Table(to, sa.MetaData(), autoload_with=connection)
    needed = {
        column.name: 1 if isinstance(column.type, sa.Integer) else "2026-11-21 12:00:00"
        for column in table.columns
        if not column.nullable and column.server_default is None
    }
    values = sa.text(
        f"INSERT INTO {to} ({', '.join(needed | known)}) "
        f"VALUES ({', '.join(f':{key}' for key in needed | known)})"
    )
    connection.execute(values, needed | known)


def test_a_count_of_late_letters_is_kept_both_ways(empty: Settings) -> None:
    database = open_database(empty)
    with database.engine.begin() as connection:
        config = alembic_config(connection)
        command.upgrade(config, "0008")
        add(connection, "player", id=1, email="ann@example.org")
        add(connection, "game", id=1, phase="running")
        for place, late in enumerate((0, 3), 1):
            add(
                connection,
                "seat",
                **{"id": place, "game_id": 1, "player_id": 1, "place": place, "late": late},
                **{"name": f"seat{place}", "token_hash": f"{place}"},
            )
        command.upgrade(config, "0009")
        wanted = sa.text("SELECT late_turns FROM seat ORDER BY id")
        assert connection.execute(wanted).scalars().all() == ["[]", "[0, 0, 0]"]
        command.downgrade(config, "0008")
        wanted = sa.text("SELECT late FROM seat ORDER BY id")
        assert connection.execute(wanted).scalars().all() == [0, 3]
    database.close()
