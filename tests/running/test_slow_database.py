"""A database that is slow, or that another program has locked: all is done, later, and once."""

from __future__ import annotations

import smtplib
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa

import pbem.database
import pbem.engines
from pbem.cli.serving import AllInOneServer
from pbem.database import Database
from pbem.models import DONE, NEW, RUNNING
from pbem.settings import Settings
from tests.support.killing import is_settled, letters_of
from tests.support.post_office import (
    Outside,
    addresses,
    found_game,
    outbox_of,
    outside,
    settings_for,
    turns_of,
)
from tests.support.servers import wait_for
from tests.support.service_rows import Table, new_table
from worker.tasks import run_hint

pytestmark = pytest.mark.long

A_STATEMENT = 0.2
"""Seconds that each statement takes longer than it should."""
PATIENCE = 300.0


@contextmanager
def held_by_another_thread(database: Database) -> Iterator[None]:
    """Somebody else writes, and does not come to an end."""
    holds, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with database.exclusive():
            holds.set()
            may_end.wait(PATIENCE)

    thread = threading.Thread(target=write)
    thread.start()
    assert holds.wait(PATIENCE)
    try:
        yield
    finally:
        may_end.set()
        thread.join(PATIENCE)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Another program writes to the file, and does not come to an end."""
    path = url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


# --- whoever waits too long for his turn to write ---------------------------------------------


@pytest.fixture
def table(sqlite_database: Database, settings_of_sqlite: Settings) -> Table:
    return new_table(sqlite_database, settings_of_sqlite)


@pytest.fixture
def settings_of_sqlite(sqlite_url: str) -> Settings:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})


def test_a_letter_that_got_no_turn_to_write_has_not_failed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pbem.database, "WAIT_SECONDS", 0.05)
    letter, work = table.send("ann", "PASS"), table.work()
    with held_by_another_thread(table.database):
        for _ in range(5):
            run_hint("read_letter", work.read_letter, letter, work)
    row = table.letter(letter)
    assert (row.state, row.attempts, row.error) == (NEW, 0, None)
    table.clock.on(minutes=1)
    table.sweep()
    assert table.letter(letter).state == DONE and table.filed("ann") == ["1: PASS"]


def test_a_turn_that_got_no_turn_to_write_has_not_failed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pbem.database, "WAIT_SECONDS", 0.05)
    table.to_deadline()
    work = table.work()
    with held_by_another_thread(table.database):
        for _ in range(5):
            run_hint("adjudicate", work.adjudicate, table.game_id, work)
    game = table.game()
    assert (game.phase, game.attempts, game.error) == (RUNNING, 0, None)
    table.clock.on(minutes=1)
    table.sweep()
    assert len(table.turns()) == 1


# --- a file that another program has locked ---------------------------------------------------


def page(house: AllInOneServer, path: str) -> tuple[int, str]:
    """What a browser is shown."""
    url = f"http://127.0.0.1:{house.web.port}{path}"
    wanted = urllib.request.Request(url, headers={"Accept": "text/html"})
    try:
        with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def answer_to(world: Outside, house: AllInOneServer, to: dict[str, str], identity: str) -> int:
    """The code that a mail server gets for a letter of ann's."""
    try:
        world.write(house.listener.port, "ann", to["ann"], "STATUS", message_id=identity)
    except smtplib.SMTPRecipientsRefused as error:
        return next(iter(error.recipients.values()))[0]
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    return 250


def test_a_locked_file_puts_senders_off_and_harms_nothing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (pbem.database, pbem.engines):
        monkeypatch.setattr(module, "WAIT_SECONDS", 2.0)
    with outside() as world, AllInOneServer(settings_for(sqlite_url, world.box.port)) as house:
        to = addresses(house.database, found_game(house))
        assert answer_to(world, house, to, "<before@example.org>") == 250
        wait_for(lambda: is_settled(house.database), "everything to settle", PATIENCE, 0.1)
        with locked(sqlite_url):
            assert answer_to(world, house, to, "<during@example.org>") == 451
            assert page(house, "/")[0] == 200, "reading goes on"
            code, said = page(house, "/health/ready")
            assert code == 503 and "cannot be written" in said
        wait_for(
            lambda: answer_to(world, house, to, "<during@example.org>") == 250,
            "the letter to be taken",
            PATIENCE,
        )
        wait_for(lambda: len(letters_of(house.database)) == 2, "both letters", PATIENCE, 0.1)
        wait_for(lambda: is_settled(house.database), "everything to settle", PATIENCE, 0.1)
        check_all_done_once(house.database, world)


# --- every statement takes long ---------------------------------------------------------------


@contextmanager
def slow(database: Database) -> Iterator[None]:
    """Every statement takes longer by A_STATEMENT."""
    is_slow = True

    def wait(*_statement: object) -> None:
        if is_slow:
            time.sleep(A_STATEMENT)

    for engine in {database.engine, database.read_engine}:
        sa.event.listen(engine, "before_cursor_execute", wait)
    yield
    # The listener stays: it cannot be taken away while statements run.
    is_slow = False


def test_a_slow_database_is_only_slow(database_url: str) -> None:
    """Letters take longer than claims of the sweeper last, and are hinted at again and again."""
    with outside() as world, AllInOneServer(settings_for(database_url, world.box.port)) as house:
        game = found_game(house, turn=timedelta(seconds=12))
        to = addresses(house.database, game)
        with slow(house.database):
            for seat in ("bob", "cat", "dee"):
                world.write(house.listener.port, seat, to[seat], "GIVE 1 TO ann")
            assert page(house, "/")[0] == 200
            wait_for(lambda: turns_of(house.database, game), "a turn", PATIENCE, 2)
            wait_for(
                lambda: all(row.state == DONE for row in letters_of(house.database)),
                "the letters",
                PATIENCE,
                2,
            )
        with house.database.write() as session:
            session.execute(sa.text("UPDATE game SET phase = 'paused', version = version + 1"))
        wait_for(lambda: is_settled(house.database), "everything to settle", PATIENCE, 0.5)
        turns = [turn.number for turn in turns_of(house.database, game)]
        assert turns == list(range(1, len(turns) + 1))
        check_all_done_once(house.database, world)


def check_all_done_once(database: Database, world: Outside) -> None:
    """Each letter has one answer, each mail went out once, nothing has failed."""
    rows, mails = letters_of(database), outbox_of(database)
    assert {(row.state, row.attempts, row.error) for row in rows} == {(DONE, 0, None)}
    keys = Counter(mail.key for mail in mails)
    assert {*keys.values()} == {1} and {f"ack:{row.id}" for row in rows} <= keys.keys()
    readers = {mail.rcpt for mail in mails}
    got = Counter(str(mail["Message-ID"]) for rcpt in readers for mail in world.mails(rcpt))
    assert {*got.values()} == {1} and len(got) == len(mails)
