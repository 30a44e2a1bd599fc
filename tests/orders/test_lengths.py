"""Reports of the length each player likes: sent, left out, and told later without a gap."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Person
from pbem.settings import Settings
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.service_rows import Table, new_table

HERE = TESTS / "reports"
Golden = Callable[[Path, str], None]


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    return new_table(sqlite_database, settings)


def wish(table: Table, seat: str, length: str) -> None:
    """What SET LENGTH keeps."""
    with table.database.write() as session:
        player = session.exec(select(Person).where(Person.email == f"{seat}@example.org")).one()
        player.preferences = {"length": length}
        session.add(player)


def run(table: Table, orders: str = "PASS") -> None:
    table.write(table.mover(), orders)
    table.run_turn()


def test_a_digest_comes_for_the_own_turn_and_tells_all_since(table: Table) -> None:
    wish(table, "cat", "digest")
    table.write("ann", "SAY TO ALL: Hear ye.")
    run(table)
    assert len(table.mails("cat", "turn")) == 1, "only the first report of the game"
    run(table)
    text = table.report("cat").text
    assert table.mover() == "cat" and len(table.mails("cat", "turn")) == 2
    assert "* TURN 5: ann" in text and "* TURN 6: bob" in text and "| Hear ye." in text
    run(table)
    again = table.report("cat").text
    assert "* TURN 7: You" in again and "* TURN 6" not in again and "Hear ye" not in again


def test_a_digest_comes_when_something_happens_to_its_reader(table: Table) -> None:
    wish(table, "dee", "digest")
    run(table, "GIVE 3 TO dee")
    assert len(table.mails("dee", "turn")) == 2
    assert "3 MB to you" in table.report("dee").text


def test_others_get_every_report_and_are_told_each_turn_once(table: Table) -> None:
    wish(table, "cat", "brief")
    for _ in range(3):
        run(table)
    for name in ("ann", "bob", "cat"):
        texts = [mail.text for mail in table.mails(name, "turn")]
        assert len(texts) == 4
        for number, seat in ((5, "ann"), (6, "bob"), (7, "cat")):
            who = "You" if seat == name else seat
            assert sum(f"* TURN {number}: {who}" in text for text in texts) in (1, 2)
    assert "== THE WORLD" not in table.report("cat").text
    assert "- Passed." in table.report("cat").text
    assert "== THE WORLD" in table.report("bob").text


def test_the_thread_goes_back_to_the_own_last_turn(table: Table) -> None:
    for _ in range(4):
        run(table)
    text = table.report("ann").text
    assert "- Turn 6, bob: passed." in text and "- Turn 7, cat: " in text
    assert "- Turn 5" not in text and "* TURN 8: dee" in text and "* TURN 7" not in text
    assert "groups after turn    5    6    7    8" in text


def test_what_was_sent_again_is_the_same(table: Table) -> None:
    table.write("bob", "SAY TO ALL: Hear ye.\n\nRUMOUR: x")
    run(table)
    first = table.report("bob")
    table.clock.on(hours=1)
    table.write("bob", "RESEND")
    again = table.mails("bob", "turn")[-1]
    assert again.id != first.id and again.text == first.text
    assert timedelta(0) < again.created_at - first.created_at


@pytest.mark.long
@pytest.mark.parametrize("length", ["brief", "digest"])
def test_short_reports_of_a_round(
    sqlite_database: Database, settings: Settings, golden: Golden, length: str
) -> None:
    """Two rounds; the second is told to the reader in one mail, each turn of it once."""
    table = new_table(sqlite_database, settings, pace="conclave")
    wish(table, "cat", length)
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3")
    table.run_turn()
    table.write(
        "ann", "SAY TO ALL: Hear ye.\n\nATTACK Trekkies WITH Yuppies\nATTACK IRS WITH Mafia"
    )
    table.write("bob", "ATTACK Hackers WITH CIA SPEND 4")
    table.write("cat", "ATTACK Trekkies WITH IRS SPEND 3")
    table.run_turn()
    text = table.report("cat").text
    for heading in ("* TURN 6: bob", "* TURN 7: You", "* TURN 8: dee", "* TURN 9: ann"):
        assert text.count(heading) == 1
    golden(HERE / f"conclave_{length}.txt", whole(table.report("cat")))


@pytest.mark.parametrize("length", ["brief", "digest"])
def test_short_reports_between_the_parts_of_a_turn(
    sqlite_database: Database, settings: Settings, golden: Golden, length: str
) -> None:
    """At a table a turn pauses after each attack; its digest comes to whom it concerns."""
    table = new_table(sqlite_database, settings, pace="table")
    for seat in ("cat", "dee"):
        wish(table, seat, length)
    table.write("ann", "ATTACK IRS WITH Mafia SPEND 3\nMORE\nREADY")
    assert table.adjudicate()
    table.write("cat", "GUARD 1 MAX 2")
    table.run_turn()
    golden(HERE / f"table_{length}.txt", whole(table.report("cat")))
    assert len(table.mails("dee", "turn")) == (1 if length == "digest" else 2)


def test_history_and_reports_tell_a_turn_in_the_same_words(table: Table) -> None:
    for _ in range(4):
        run(table)
    thread = table.report("ann").text.partition("SINCE YOU LAST ACTED")[2].partition("\n\n")[0]
    (history,) = table.read(table.send("ann", "HISTORY"))
    told = [line for line in thread.splitlines() if line.startswith("- ")]
    assert len(told) == 2
    assert told[1] in history.text, "the first of them opened in the own turn before"
