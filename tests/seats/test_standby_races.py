"""Two who take one seat at the same instant: one has it, the other is told."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.service.letters.reading import read_letter
from pbem.service.seats.standby_list import add_standby
from pbem.settings import Settings
from tests.support.service_rows import Table, letter_text, new_table

SERVICE = "game@example.org"
PEOPLE = ("eve@example.org", "fay@example.org", "gil@example.org")


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def newest(table: Table, email: str) -> Outbox:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id).desc())
        return session.exec(wanted.limit(1)).one()


def code_for_resigning(table: Table, seat: str) -> str:
    asked = " ".join(table.write(seat, "RESIGN").split())
    return asked.partition("send: RESIGN ")[2].split()[0]


def take(table: Table, email: str) -> int:
    """The letter that takes the seat, stored and unread."""
    (line,) = [row for row in newest(table, email).text.split("\n") if row.startswith("# TAKE")]
    raw = letter_text(email, SERVICE, line.removeprefix("# "))
    return accept(table.service, raw, SERVICE, email)


def read_at_once(table: Table, letters: list[int]) -> None:
    start = Barrier(len(letters))

    def read(letter_id: int) -> None:
        start.wait()
        read_letter(table.service, letter_id)

    threads = [Thread(target=read, args=(letter_id,)) for letter_id in letters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_one_of_several_has_the_seat_and_the_others_are_told(table: Table) -> None:
    for email in PEOPLE:
        add_standby(table.service, email)
    table.write("cat", f"RESIGN {code_for_resigning(table, 'cat')}")
    letters = [take(table, email) for email in PEOPLE]
    read_at_once(table, letters)
    with table.database.read() as session:
        owner = session.get_one(Person, table.seat("cat").person_id).email
    assert owner in PEOPLE
    assert newest(table, owner).kind in ("turn", "seat_welcome")
    for email in PEOPLE:
        if email != owner:
            assert "no longer free" in newest(table, email).subject
    assert {table.letter(letter_id).outcome for letter_id in letters} == {"standby"}


def test_the_owner_who_stays_at_that_instant_stays_or_is_gone_but_never_both(table: Table) -> None:
    eve = PEOPLE[0]
    add_standby(table.service, eve)
    table.write("cat", f"RESIGN {code_for_resigning(table, 'cat')}")
    letters = [take(table, eve), table.send("cat", "STAY")]
    read_at_once(table, letters)
    seat = table.seat("cat")
    assert seat.offered_at is None and seat.resigns_at is None
    with table.database.read() as session:
        owner = session.get_one(Person, seat.person_id).email
    stay = table.letter(letters[1])
    if owner == eve:
        assert stay.outcome in ("unused", "held")
    else:
        assert owner == "cat@example.org" and stay.outcome == "orders"
        assert "no longer free" in newest(table, eve).subject
