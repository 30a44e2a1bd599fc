"""The console's pages cost what they show, and not what the tables hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from pbem.database import Database
from pbem.models import Act
from pbem.service.console.access import PAGE
from pbem.settings import Settings
from tests.support.console_visits import Visitor, add_moderator, visitor
from tests.support.rows import NOON, add_game, add_letter, add_mail
from tests.support.service_rows import Table, new_table

OP = "op@example.org"
Asked = list[tuple[str, tuple[object, ...]]]
GROWING = ("game", "letter", "outbox", "act", "turn", "sheet", "record", "absence", "sitter")
"""Tables that grow with every game."""


@contextmanager
def asking(database: Database) -> Iterator[Asked]:
    """Every statement that is put to the database meanwhile."""
    asked: Asked = []

    def keep(_c: object, _k: object, statement: str, values: object, *_: object) -> None:
        asked.append((statement, tuple(values) if isinstance(values, tuple) else ()))

    sa.event.listen(database.read_engine, "before_cursor_execute", keep)
    yield asked
    sa.event.remove(database.read_engine, "before_cursor_execute", keep)


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings)
    add_moderator(sqlite_database, settings, OP, None)
    add_moderator(sqlite_database, settings, "mo@example.org", table.game_id)
    return table


def grow(table: Table, games: int) -> None:
    with table.database.write() as session:
        for n in range(games):
            game = add_game(session, f"game-{n}")
            add_letter(session, f"{n}", game_id=game)
            add_mail(session, f"mail:{n}", game_id=game)
            known = {"game_id": game, "number": 1, "at": NOON, "by": "op", "turn": 1}
            session.add(Act(**known, verb="NOTICE"))


def pages(table: Table) -> list[str]:
    base = f"/console/game/{table.game_id}"
    return ["/console/", base, *(f"{base}/{n}" for n in ("letters", "outbox", "filed", "log"))]


@pytest.fixture
def op(table: Table) -> Visitor:
    visiting = visitor(table)
    visiting.enter(OP)
    return visiting


@pytest.mark.long
@pytest.mark.parametrize("email", [OP, "mo@example.org"])
def test_no_page_reads_a_whole_table(table: Table, email: str) -> None:
    grow(table, 3 * PAGE)
    with table.database.write() as session:
        session.execute(sa.text("ANALYZE"))
    visiting = visitor(table)
    visiting.enter(email)
    with asking(table.database) as asked:
        for page in pages(table):
            visiting.get(page)
    assert len(asked) > 20
    with table.database.read_engine.connect() as connection:
        for statement, values in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            steps = [str(row[3]) for row in plan]
            is_cut = "LIMIT" in statement and not any("TEMP B-TREE" in one for one in steps)
            scans = [s for s in steps if s.startswith("SCAN") and s.split()[1] in GROWING]
            assert not scans or is_cut, (statement, steps)


def test_more_games_mean_no_more_questions(table: Table, op: Visitor) -> None:
    grow(table, PAGE)
    counts = []
    for _ in range(2):
        with asking(table.database) as asked:
            op.get("/console/")
        counts.append(len(asked))
        with table.database.write() as session:
            for n in range(2 * PAGE):
                add_game(session, f"more-{len(counts)}-{n}")
    assert counts[0] == counts[1]
