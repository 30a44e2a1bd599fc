"""How far each seat has been told everything, and how often its row is written for that."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.database import Database
from pbem.settings import Settings
from tests.support.service_rows import CAST, Table, new_table


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def test_nothing_is_saved_up_for_who_is_out_and_gets_no_report(table: Table) -> None:
    table.write("dee", "SET LENGTH digest")
    table.resign("dee")
    table.run_turn()
    for _ in range(3):
        reports = len(table.mails("dee", "turn"))
        before = table.game().seq
        table.run_turn()
        assert table.seat("dee").reported_seq > before
        assert len(table.mails("dee", "turn")) == reports
    assert table.seat("dee").reported_seq == table.seat("ann").reported_seq


def test_all_is_saved_up_for_a_digest_of_who_plays_on(table: Table) -> None:
    table.write("dee", "SET LENGTH digest")
    told = table.seat("dee").reported_seq
    table.run_turn()
    assert table.seat("dee").reported_seq == told < table.seat("ann").reported_seq


def test_a_turn_writes_a_seats_row_once(table: Table) -> None:
    table.write("ann", "OPPOSE bob UNTIL 5")
    written: list[int] = []

    def count(_c: object, cursor: object, statement: str, values: object, *_: object) -> None:
        if statement.startswith("UPDATE seat ") and "SET mails=" not in statement:
            written.append(len(values) if isinstance(values, list) else 1)

    table.to_deadline()
    sa.event.listen(table.database.engine, "before_cursor_execute", count)
    try:
        assert table.adjudicate()
    finally:
        sa.event.remove(table.database.engine, "before_cursor_execute", count)
    counted_misses = 1
    assert 0 < sum(written) <= len(CAST) + counted_misses
