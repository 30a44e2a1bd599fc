"""Whose data is deleted is named by his address nowhere any more, moderators' commands included."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Act
from pbem.service.context import begin
from pbem.service.notices import add_notice
from pbem.service.players.deleting import delete_person
from pbem.settings import Settings
from tests.support.moderating_letters import make, write
from tests.support.service_rows import new_table

EVE, MO = "eve@example.org", "mo@example.org"


def test_an_address_goes_out_of_what_moderators_commanded_and_were_told(
    sqlite_database: Database, settings: Settings
) -> None:
    table = new_table(sqlite_database, settings)
    moderator = make(table, MO)
    commands = (
        "REPLACE bob BY EVE@example.org NAMED Eve",
        "REPLACE bob BY steve@example.org NAMED Steve",
    )
    for line in commands:
        table.clock.on(minutes=5)
        write(table, moderator, line, sender=MO)
    with begin(table.service, table.clock()) as tx:
        add_notice(tx, "mail", f"Mail to {EVE} comes back.", "one", table.game_id)
    assert EVE in everything(table.database).lower()
    deleted = delete_person(table.service, EVE)
    assert isinstance(deleted, dict)
    assert deleted["acts of moderators that named him"] == 1 and deleted["notices about him"] == 1
    left = everything(table.database).lower()
    assert EVE not in left.replace("steve@", "") and "steve@example.org" in left
    with table.database.read() as session:
        lines = session.exec(select(Act.command).order_by(col(Act.number))).all()
    assert lines == ["REPLACE bob BY [deleted] NAMED Eve", commands[1]]
    assert delete_person(table.service, EVE, is_dry=True) != {}


def everything(database: Database) -> str:
    """Every value of every row."""
    engine = database.read_engine
    with engine.connect() as rows:
        return " ".join(
            str(tuple(row))
            for name in sorted(sa.inspect(engine).get_table_names())
            for row in rows.execute(sa.text(f'SELECT * FROM "{name}"'))
        )
