"""Killed in the midst of a moderator's letter, rung by many at once, taken twice, in the nick."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database, open_database
from pbem.models import DONE, NEW, Act, Game, Letter, Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.due.reminding import ring
from pbem.service.letters.reading import read_letter
from pbem.service.moderating import running
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.seats.standby_list import add_standby
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.service_rows import TURN, Hands, Table, letter_text, new_table

pytestmark = pytest.mark.long

EVE, FAY = "eve@example.org", "fay@example.org"
THREADS = 6
THREE = "EXTEND 24h\nNOTICE fnord\n\nEXTEND 12h"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def do(table: Table, line: str) -> None:
    [obeyed] = run_commands(table.service, table.game_id, line, OPERATOR)
    assert obeyed.is_done, obeyed.answer


def send_as_eve(table: Table, body: str) -> int:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        eve = add_moderator(GameTx(table.service, session, table.clock(), game), EVE, "Eve")
        to = moderators_address(table.service, session, eve)
    return accept(table.service, letter_text(EVE, to, body), to, EVE, {"dmarc": "pass"})


def acts(table: Table) -> list[str]:
    with table.database.read() as session:
        return [act.verb for act in session.exec(select(Act).order_by(col(Act.number))).all()]


# --- killed --------------------------------------------------------------------------------


def read_and_die(settings: Settings, table_now: object, letter: int, place: str, call: int) -> None:
    """Read a letter in a process that is killed when it comes to that place so often."""
    real, count = getattr(running, place), 0

    def dying(*args: object, **more: object) -> object:
        nonlocal count
        count += 1
        if count == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **more)

    setattr(running, place, dying)
    assert isinstance(table_now, Hands)
    read_letter(ServiceContext(open_database(settings), settings, table_now), letter)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(("place", "call"), [("_keep", 2), ("_keep", 3), ("notify_all", 1)])
def test_a_letter_whose_reader_was_killed_is_obeyed_once(
    table: Table, place: str, call: int
) -> None:
    before = table.game().deadline_at
    letter = send_as_eve(table, THREE)
    job = multiprocessing.get_context("spawn").Process(
        target=read_and_die, args=(table.service.settings, table.clock, letter, place, call)
    )
    job.start()
    job.join(120)
    assert job.exitcode == -signal.SIGKILL
    assert acts(table) == [] and table.letter(letter).state == NEW
    assert table.game().deadline_at == before
    table.clock.on(hours=1)
    table.sweep()
    assert acts(table) == ["EXTEND", "NOTICE", "EXTEND"]
    assert before is not None and table.game().deadline_at == before + timedelta(hours=36)
    assert table.letter(letter).state == DONE
    assert not table.read(letter)


# --- many at once --------------------------------------------------------------------------


def all_at_once(*jobs: Callable[[], object]) -> list[object]:
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [one.result(60) for one in [pool.submit(job) for job in jobs]]


def test_many_who_ring_tell_once(table: Table) -> None:
    table.clock.on(hours=TURN.total_seconds() / 3600 / 2)
    now = table.clock()
    all_at_once(*[lambda: ring(table.service, table.game_id, now)] * THREADS)
    assert [mail.kind for mail in table.mails(kind="reminder")] == ["reminder"]
    assert table.game().alarm_at is not None


def test_a_seat_that_two_take_at_once_is_one_players(table: Table) -> None:
    letters = []
    for email in (EVE, FAY):
        add_standby(table.service, email, name=email[:3])
    do(table, "OFFER bob")
    table.clock.on(minutes=1)
    for email in (EVE, FAY):
        line = take_line(table, email)
        raw = letter_text(email, "game@example.org", line)
        letters.append(accept(table.service, raw, "game@example.org", email, {"dmarc": "pass"}))
    first, second = letters
    all_at_once(
        lambda: read_letter(table.service, first),
        lambda: read_letter(table.service, second),
        lambda: read_letter(table.service, first),
    )
    table.clock.on(minutes=1)
    for _ in range(4):
        table.sweep()
        table.clock.on(minutes=10)
    with table.database.read() as session:
        player = session.get_one(Person, table.seat("bob").person_id)
        rows = session.exec(select(Letter).where(col(Letter.id).in_(letters))).all()
    assert player.email in (EVE, FAY)
    assert [row.state for row in rows] == [DONE, DONE]
    assert [mail.rcpt for mail in table.mails(kind="seat_welcome")] == [player.email]
    assert len(mails_to(table, ({EVE, FAY} - {player.email}).pop())) >= 2


def mails_to(table: Table, email: str) -> list[Outbox]:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
        return list(session.exec(wanted).all())


def take_line(table: Table, email: str) -> str:
    mail = [mail for mail in mails_to(table, email) if mail.kind == "standby_offer"][-1]
    (line,) = [row for row in mail.text.split("\n") if row.startswith("# TAKE")]
    return line.removeprefix("# ")


# --- in the nick ---------------------------------------------------------------------------


@pytest.mark.parametrize("late", [0, 1], ids=["at the end of grace", "a microsecond after"])
def test_a_letter_at_the_instant_at_which_the_grace_ends(table: Table, late: int) -> None:
    do(table, "SET SCRIPT GRACE 12h")
    table.to_deadline()
    assert table.adjudicate() and not table.turns()
    due_at = table.game().due_at
    assert due_at is not None and due_at == table.clock() + timedelta(hours=12)
    table.clock.now = due_at + timedelta(microseconds=late)
    letter = table.send("ann", "TRANSFER 1 FROM Mafia TO Cthulhu")
    assert table.adjudicate() == bool(late), "an unread letter that came in time is waited for"
    answers = table.read(letter)
    while table.adjudicate():
        pass
    assert table.mover() == "bob"
    assert len(table.turns()) == 1
    assert table.state().holdings["mafia"].money == (3 if late else 2)
    assert sum(mail.key.startswith(f"ack:{letter}") for mail in answers) == 1
    assert table.seat("ann").late == 1


@pytest.mark.parametrize("is_first", [True, False])
def test_a_letter_and_a_release_at_the_same_instant(table: Table, *, is_first: bool) -> None:
    do(table, "SET RELEASE on")
    table.to_deadline()
    letter = table.send("ann", "TRANSFER 1 FROM Mafia TO Cthulhu") if is_first else 0
    if is_first:
        table.read(letter)
    assert table.adjudicate()
    letter = letter or table.send("ann", "TRANSFER 1 FROM Mafia TO Cthulhu")
    do(table, "RELEASE TURN 5")
    all_at_once(
        lambda: read_letter(table.service, letter),
        table.adjudicate,
        table.adjudicate,
    )
    for _ in range(4):
        table.sweep()
        table.clock.on(minutes=10)
    (turn,) = table.turns()
    assert turn.number == 5
    assert table.letter(letter).state == DONE
    keys = [mail.key for mail in table.mails() if mail.key.startswith(f"ack:{letter}")]
    assert len(keys) == 1
