"""A database that is full or away sets no letter aside and pauses no game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from sqlalchemy.exc import OperationalError

from pbem.database import Database
from pbem.games.illuminati import running
from pbem.models import DONE, NEW, RUNNING, SENT
from pbem.service.letters import reading
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table

pytestmark = pytest.mark.long


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def away(*_arguments: object, **_more: object) -> object:
    raise OperationalError("COMMIT", {}, Exception("server closed the connection unexpectedly"))


def wait_out(table: Table, seconds: int) -> None:
    for _ in range(seconds):
        table.clock.on(seconds=1)
        table.sweep()


def test_a_letter_waits_until_the_database_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = table.send("ann", "PASS")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", away)
        wait_out(table, 90)
    row = table.letter(letter)
    assert (row.state, row.attempts) == (NEW, 0)
    wait_out(table, 6)
    assert table.letter(letter).state == DONE
    assert table.filed("ann") == ["1: PASS"]
    assert not [mail for mail in table.mails() if mail.kind == "held_problem"]


def test_a_turn_waits_until_the_database_is_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write("ann", "PASS")
    table.to_deadline()
    with monkeypatch.context() as patch:
        patch.setattr(running, "resolve", away)
        wait_out(table, 90)
    game = table.game()
    assert (game.phase, game.attempts, len(table.turns())) == (RUNNING, 0, 0)
    wait_out(table, 6)
    assert len(table.turns()) == 1


def full(database: Database, spare: int) -> Callable[[], None]:
    """Let the file grow by so many pages and no more; what is given makes room again."""

    def limit(pages: int) -> None:
        with database.exclusive(), database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    with database.exclusive(), database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    limit(pages + spare)
    return lambda: limit(1_000_000)


@pytest.mark.long
@pytest.mark.parametrize("spare", [0, 1, 2])
def test_a_full_disk_loses_nothing(sqlite_database: Database, spare: int) -> None:
    settings = Settings.model_validate(
        {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )
    table = new_table(sqlite_database, settings)
    letters = [table.send("ann", f"IF MONEY >= {n}: PASS") for n in range(100, 104)]
    make_room = full(sqlite_database, spare)
    try:
        wait_out(table, 90)
        assert {table.letter(letter).state for letter in letters} <= {NEW, DONE}
        assert {mail.state for mail in table.mails()} <= {NEW, SENT}
        assert {mail.state for mail in table.mails()} != {SENT}
    finally:
        make_room()
    wait_out(table, 130)
    assert [table.letter(letter).state for letter in letters] == [DONE] * 4
    assert table.filed("ann") == ["1: IF MONEY >= 103: PASS"]
    assert len([m for m in table.mails("ann") if m.key.startswith("ack:")]) == 4
    assert {mail.state for mail in table.mails()} == {SENT}
    assert len(table.post.sent) == len(table.mails())


def fill(database: Database) -> None:
    """Leave no free page in a file that cannot grow."""
    with database.exclusive(), database.engine.connect() as connection:
        for size in (100_000, 4_000):
            with suppress(OperationalError):
                while True:
                    connection.exec_driver_sql(f"INSERT INTO filler VALUES (zeroblob({size}))")
                    connection.commit()
            connection.rollback()


@pytest.mark.parametrize("spare", [0, 2, 8])
def test_a_turn_on_a_full_disk_is_run_once_there_is_room(
    sqlite_database: Database, spare: int
) -> None:
    settings = Settings.model_validate(
        {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )
    table = new_table(sqlite_database, settings)
    table.write("ann", "PASS")
    wait_out(table, 5)
    with sqlite_database.write() as session:
        session.connection().exec_driver_sql("CREATE TABLE filler (content BLOB)")
    full(sqlite_database, 0)
    fill(sqlite_database)
    make_room = full(sqlite_database, spare)
    try:
        table.to_deadline()
        for _ in range(60):
            # Where not even a claim can be written the sweeper tries again in its next round.
            with suppress(OperationalError):
                wait_out(table, 1)
        game = table.game()
        assert (game.phase, game.attempts, game.error) == (RUNNING, 0, None)
        assert not table.turns()
    finally:
        make_room()
    wait_out(table, 130)
    assert len(table.turns()) == 1
    assert {mail.state for mail in table.mails()} == {SENT}
    assert len(table.post.sent) == len(table.mails()) == len({m.key for m in table.mails()})
