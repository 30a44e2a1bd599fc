"""Anonymous games: nothing that anybody gets tells who plays which seat before the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.grammar.preferences import QUIET
from pbem.models import Address, Attachment, Outbox, Person
from pbem.service.listing import games_page
from pbem.settings import Settings
from tests.support.moderating_letters import EVE, make, write
from tests.support.service_rows import NOON, Table, change, copy_of, new_table, one_line, put_copy

READERS = ("ann", "dee")


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    values = {
        "database": {"url": str(sqlite_database.engine.url)},
        "mail": {"answer_gap_seconds": 0, "letters_an_hour": 100},
    }
    found = new_table(sqlite_database, Settings.model_validate(values))
    change(found, lambda game: setattr(game, "settings", {"anonymous": True}))
    return found


def rename(table: Table, seat: str, name: str, email: str, zone: str) -> None:
    """Let somebody else have a seat from the beginning."""
    with table.database.write() as session:
        person = session.get_one(Person, table.seat(seat).person_id)
        for row in session.exec(select(Address).where(Address.person_id == person.id)).all():
            row.email = email
            session.add(row)
        person.name, person.email, person.zone = name, email, zone
        person.preferences = QUIET.changed(person.preferences, "22:00-07:00")
        session.add(person)


def walk(table: Table, email: str) -> None:
    """Much that a player may do and others hear of."""
    table.write("bob", "SAY TO ann, dee: hello\n\nSAY TO ALL: fnord\n\nRUMOUR: boo", sender=email)
    table.write("bob", "AWAY FROM 25 Nov TO 27 Nov", sender=email)
    table.write("bob", "DELEGATE TO dee UNTIL Friday", sender=email)
    table.write("bob", "SAY TO MODERATOR: who am I?", sender=email)
    table.write("dee", "REPORT bob: spam")
    for line in ("WHO", "STATUS", "LOG", "HISTORY", "RESEND"):
        table.write("ann", line)
    table.run_turn()
    table.write("dee", "PROMISE bob: peace\n\nWHO")
    table.write("bob", "ATTACK Yuppies WITH CIA\n\nAWAY OFF", sender=email)
    table.run_turn()
    for line in ("WHO", "RESEND FULL"):
        table.write("ann", line)


def told(table: Table, readers: tuple[str, ...] = READERS) -> list[object]:
    """All that the others have got, each mail with its headers and files, and the public page."""
    with table.database.read() as session:
        ids = [table.seat(seat).id for seat in readers]
        rows = session.exec(select(Outbox).where(col(Outbox.seat_id).in_(ids)))
        mails = []
        for row in sorted(rows, key=lambda row: (row.seat_id, row.message_id)):
            files = session.exec(
                select(Attachment.content, Attachment.view, Attachment.name)
                .where(Attachment.outbox_id == row.id)
                .order_by(col(Attachment.place))
            ).all()
            thread = (row.message_id, row.in_reply_to, *row.references, row.reply_to)
            mails.append((row.rcpt, row.to_name, row.subject, row.body, thread, *files))
    return [*mails, games_page(table.database)]


@pytest.mark.long
def test_another_name_address_and_zone_change_no_byte_that_others_get(table: Table) -> None:
    file = Path((table.database.engine.url.database or "").removeprefix("file://"))
    image, found = copy_of(file), []
    for name, email, zone in (
        ("Bob Fitzroy", "bob@example.org", "America/Lima"),
        ("Zoe Quux", "zoe@quux.example", "Asia/Tokyo"),
    ):
        put_copy(file, image)
        table.clock.now = NOON
        rename(table, "bob", name, email, zone)
        walk(table, email)
        found.append(told(table))
        seen = repr(found[-1])
        assert name.split()[1] not in seen and email not in seen and zone not in seen
    assert len(found[0]) > 12
    for one, other in zip(*found, strict=True):
        assert one == other


@pytest.mark.long
@pytest.mark.parametrize("sender", ["anonymous", "faked"])
def test_whoever_writes_without_his_name_the_others_get_the_same_bytes(
    table: Table, sender: str
) -> None:
    change(table, lambda game: setattr(game, "settings", {"sender": sender}))
    file = Path((table.database.engine.url.database or "").removeprefix("file://"))
    image, found = copy_of(file), []
    how = " AS cat" if sender == "faked" else ""
    for writer in ("ann", "dee"):
        put_copy(file, image)
        table.clock.now = NOON
        for text in ("one", "two"):
            table.write(writer, f"SAY TO bob{how}: {text}\n\nSAY TO ALL{how}: {text}\n\nRUMOUR: x")
            table.write(writer, f"SAY TO EDITOR{how}: {text}")
            table.write("bob", "SAY TO ann, dee: who is it?")
        table.write("bob", "REPORT SOMEBODY: spam" if sender == "anonymous" else "REPORT cat: spam")
        table.run_turn()
        for reader in ("bob", "cat"):
            table.write(reader, "RESEND")
        found.append(told(table, ("bob", "cat")))
    for one, other in zip(*found, strict=True):
        assert one == other


def test_a_moderator_who_plays_is_told_nobodys_name(table: Table) -> None:
    rename(table, "bob", "Bob Fitzroy", "bob@example.org", "Asia/Tokyo")
    rename(table, "ann", "Ann Quux", "ann@example.org", "UTC")
    moderator = make(table, "ann@example.org")
    told_him = write(table, moderator, "WHO", sender="ann@example.org")
    assert "bob: not told before the game is over" in told_him
    assert "Fitzroy" not in told_him and "bob@" not in told_him and "Tokyo" not in told_him
    write(table, moderator, "NOTICE Be quick.\n\nSET REMINDERS off", sender="ann@example.org")
    heard = "".join(mail.subject + mail.text for mail in table.mails("dee"))
    assert "player who moderates" in heard and "Quux" not in heard + table.write("dee", "LOG")
    assert "Moderated by one of the players" in one_line(table.write("dee", "WHO"))


def test_a_newcomer_is_somebody_else(table: Table) -> None:
    moderator = make(table, EVE)
    answer = write(table, moderator, "REPLACE cat BY kim@example.org NAMED Kim Quux")
    assert "Kim Quux (kim@example.org) plays cat" in one_line(answer)
    others = "".join(m.subject + m.text for seat in READERS for m in table.mails(seat))
    assert "Somebody else plays cat" in others
    assert "Kim" not in others + table.write("ann", "LOG") + table.write("ann", "WHO")


@pytest.mark.long
def test_it_stays_so_until_the_end_and_then_all_is_told(table: Table) -> None:
    rename(table, "bob", "Bob Fitzroy", "bob@example.org", "UTC")
    moderator = make(table, EVE)
    refused = one_line(write(table, moderator, "SET ANONYMOUS off"))
    assert "stays anonymous until it is over" in refused
    answer = one_line(table.write("bob", "SAY TO ann: I am Fitzroy, bob@example.net"))
    assert "REFUSED" in answer and "nobody here may learn who you are" in answer
    assert "No text is waiting" in one_line(table.write("bob", "SEND ANYWAY"))
    assert "nobody can write for you" in one_line(table.write("bob", "DELEGATE TO dee UNTIL Fri"))
    assert "Nobody is told who plays which seat" in one_line(table.write("ann", "WHO"))
    for seat in ("ann", "cat", "dee"):
        table.resign(seat)
    table.run_turn()
    assert table.game().phase == "finished"
    assert "Bob Fitzroy" in table.write("ann", "WHO")
