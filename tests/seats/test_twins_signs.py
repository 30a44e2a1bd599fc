"""Signs that one person plays two seats: address, device, times; shown to the operator alone."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.mail.origin import device_of, mailbox_of
from pbem.models import Person
from pbem.service.named_games import NoSuchGame
from pbem.service.players.twins import Sign, signs_of_twins
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table

PHONE = (
    "Received: from mx.example.net ([198.51.100.7]) by mx.example.org",
    "Received: from phone ([203.0.113.9]) by mx.example.net",
    "User-Agent: Nib/3.1 (phone)",
)


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def test_there_is_no_sign_at_an_honest_table(table: Table) -> None:
    for seat in ("bob", "cat"):
        table.read(table.send(seat, "HELP"))
    assert signs_of_twins(table.service) == []


@pytest.mark.long
def test_one_device_and_the_same_minutes_are_signs(table: Table) -> None:
    for _ in range(5):
        table.clock.on(hours=3)
        table.read(table.send("bob", "HELP", headers=PHONE))
        table.clock.on(minutes=2)
        table.read(table.send("cat", "HELP", headers=PHONE))
        table.clock.on(hours=1)
        table.read(table.send("dee", "HELP"))
    (game,) = {sign.game for sign in signs_of_twins(table.service)}
    assert signs_of_twins(table.service, game) == [
        Sign(game, ("bob", "cat"), "device", "both write with Nib/3.1 (phone) at 203.0.113.9"),
        Sign(
            *(game, ("bob", "cat"), "times"),
            "5 of 5 letters of one came within 5 minutes of the other's",
        ),
    ]
    with pytest.raises(NoSuchGame):
        signs_of_twins(table.service, "Fnord-99")


def test_a_tag_is_a_sign(table: Table) -> None:
    with table.database.write() as session:
        dee = session.exec(select(Person).where(Person.email == "dee@example.org")).one()
        dee.email = "bob+dee@example.org"
        session.add(dee)
    (sign,) = signs_of_twins(table.service)
    assert set(sign.seats) == {"bob", "dee"} and sign.kind == "address"


@pytest.mark.parametrize(
    ("email", "mailbox"),
    [
        ("Bob+x+y@Example.org", "bob@example.org"),
        ("b.o.b+1@gmail.com", "bob@gmail.com"),
        ("b.o.b@example.org", "b.o.b@example.org"),
    ],
)
def test_the_mailbox_behind_an_address(email: str, mailbox: str) -> None:
    assert mailbox_of(email) == mailbox


@pytest.mark.parametrize("raw", [b"", b"User-Agent: Nib\n\n", b"Received: [203.0.113.9]\n\n"])
def test_a_program_or_a_machine_alone_is_no_device(raw: bytes) -> None:
    assert device_of(raw) == ""
