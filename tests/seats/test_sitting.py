"""DELEGATE: somebody else writes for a seat till a day, with a code, and no longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Outbox, Sitter
from pbem.service.due.reminding import ring
from pbem.service.seats.standby_list import add_standby
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table, one_line

BOB, EVE = "bob@example.org", "eve@example.org"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def said(table: Table, seat: str, body: str, sender: str = "") -> str:
    return one_line(table.write(seat, body, sender=sender))


def delegate(table: Table, seat: str, who: str = "bob", until: str = "Friday") -> str:
    asked = said(table, seat, f"DELEGATE TO {who} UNTIL {until}")
    line = asked.partition("send: ")[2]
    words = line.split(" CODE ")
    said(table, seat, f"{words[0]} CODE {words[1].split()[0]}")
    return one_line(table.mails(seat, "acknowledgement")[-1].text)


def mails_to(table: Table, email: str, kind: str = "") -> list[Outbox]:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
        return [row for row in session.exec(wanted) if kind in ("", row.kind)]


def sitters(table: Table) -> list[Sitter]:
    with table.database.read() as session:
        return list(session.exec(select(Sitter).order_by(col(Sitter.id))).all())


def test_a_sitter_is_named_with_a_code_that_says_what_it_means(table: Table) -> None:
    asked = said(table, "ann", "DELEGATE TO bob UNTIL Friday")
    assert "not done yet" in asked and "learn your secrets" in asked
    assert sitters(table) == []
    assert "in your name until Fri 27 Nov 23:59; everybody" in asked
    assert "send: DELEGATE TO bob UNTIL 27 Nov 2026 CODE" in asked
    assert "bob writes for you until Fri 27 Nov 23:59" in delegate(table, "ann")
    assert sitters(table)[0].until_at == datetime(2026, 11, 27, 23, 59, tzinfo=UTC)
    assert "bob may write for ann" in one_line(table.mails("cat", "sitting")[0].text)
    assert "You write for ann" in mails_to(table, BOB, "sitter")[0].subject


def test_a_code_is_for_one_sitter_and_one_day(table: Table) -> None:
    asked = said(table, "ann", "DELEGATE TO bob UNTIL Friday")
    code = asked.partition(" CODE ")[2].split()[0]
    for line in (f"TO cat UNTIL 2026-11-27 CODE {code}", f"TO bob UNTIL 2026-11-28 CODE {code}"):
        assert "not done yet" in said(table, "ann", f"DELEGATE {line}")
    assert "not done yet" in said(table, "dee", f"DELEGATE TO bob UNTIL 2026-11-27 CODE {code}")
    assert sitters(table) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("DELEGATE TO zed UNTIL Friday", "zed is no player here"),
        ("DELEGATE TO mal@example.org UNTIL Friday", "is no player here"),
        ("DELEGATE TO ann UNTIL Friday", "that is you"),
        ("DELEGATE TO bob UNTIL 1 Mar", "for 42 days at most"),
        ("DELEGATE TO bob UNTIL 1 Mar", "DELEGATE TO bob UNTIL 2 Jan 2027"),
        ("DELEGATE TO bob UNTIL 20 Nov 2026", "is past"),
        ("DELEGATE OFF", "nobody writes for you but yourself"),
        ("DELEGATE TO bob", "DELEGATE TO player UNTIL day"),
    ],
)
def test_what_cannot_be_is_told(table: Table, line: str, told: str) -> None:
    assert told in said(table, "ann", line)
    assert sitters(table) == []


def test_a_sitters_letter_is_the_seats_and_both_hear_who_wrote(table: Table) -> None:
    delegate(table, "ann")
    before = len(mails_to(table, BOB))
    answer = said(table, "ann", "PASS", sender=BOB)
    assert "bob wrote this letter, and sits in for ann." in answer
    assert table.filed("ann") == ["1: PASS"]
    copies = mails_to(table, BOB)[before:]
    assert [mail.kind for mail in copies] == ["copy"]
    assert "bob wrote this letter" in one_line(copies[0].text)
    own = table.mails("ann", "acknowledgement")[-1]
    assert copies[0].reply_to == own.reply_to


def test_the_owner_still_writes_and_the_sitter_hears_of_it(table: Table) -> None:
    delegate(table, "ann")
    answer = said(table, "ann", "PASS")
    assert "wrote this letter" not in answer
    assert "PASS" in mails_to(table, BOB, "copy")[-1].text


def test_reports_come_to_both(table: Table) -> None:
    delegate(table, "ann")
    reports = [mail for mail in table.run_turn() if mail.rcpt == BOB]
    assert sorted(mail.kind for mail in reports) == ["copy", "turn"]


def test_somebody_who_only_plays_elsewhere_may_sit_in(table: Table) -> None:
    add_standby(table.service, EVE, name="Eve")
    assert "Eve writes for you" in delegate(table, "ann", EVE)
    assert "Eve wrote this letter" in said(table, "ann", "PASS", sender=EVE)


def test_a_sitter_may_not_resign_delegate_or_settle_for_the_player(table: Table) -> None:
    delegate(table, "ann")
    answer = said(
        table,
        "ann",
        "RESIGN\nDELEGATE TO cat UNTIL Friday\nSET FORMAT html\nAWAY UNTIL Friday",
        sender=BOB,
    )
    assert "Only ann can resign" in answer and "RESIGN " not in answer.partition("REFUSED")[0]
    for word in ("DELEGATE", "SET", "AWAY"):
        assert f"{word}: only ann can say that." in answer
    assert "send: RESIGN" not in answer
    assert len(sitters(table)) == 1
    assert table.seat("ann").resigns_at is None


def test_one_sitter_at_a_time(table: Table) -> None:
    delegate(table, "ann")
    assert "bob writes for you already" in said(table, "ann", "DELEGATE TO cat UNTIL Friday")


def test_delegate_off_ends_it_at_once_with_a_new_address(table: Table) -> None:
    delegate(table, "ann")
    old = table.address("ann")
    assert "no longer writes for you" in said(table, "ann", "DELEGATE OFF")
    assert table.address("ann") != old
    letter_id = table.send("ann", "RESERVE 9", sender=BOB)
    table.read(letter_id)
    assert table.letter(letter_id).outcome == "held"
    assert table.seat("ann").policies == []
    assert "no longer write" in mails_to(table, BOB, "sitter")[-1].subject


def test_a_sitter_is_over_when_his_time_is(table: Table) -> None:
    delegate(table, "ann", until="tomorrow 18:00")
    old = table.address("ann")
    until = sitters(table)[0].until_at
    alarm_at = table.game().alarm_at
    assert alarm_at is not None and alarm_at <= until
    table.clock.now = until + timedelta(seconds=1)
    assert ring(table.service, table.game_id, table.clock())
    assert sitters(table)[0].ended_at == table.clock()
    assert table.address("ann") != old
    table.clock.on(minutes=1)
    ring(table.service, table.game_id, table.clock())
    assert len(mails_to(table, BOB, "sitter")) == 2, "nothing is told twice"


def test_a_sitter_who_is_late_by_a_second_writes_no_more(table: Table) -> None:
    """Even where the alarm has not rung yet."""
    delegate(table, "ann", until="tomorrow 18:00")
    table.clock.now = sitters(table)[0].until_at
    letter_id = table.send("ann", "RESERVE 9", sender=BOB)
    table.read(letter_id)
    assert table.letter(letter_id).outcome == "held"


def test_the_copy_of_an_answer_that_waits_is_written_anew_with_it(
    database: Database, settings: Settings
) -> None:
    mail = settings.mail.model_copy(update={"answer_gap_seconds": 60})
    table = new_table(database, settings.model_copy(update={"mail": mail}))
    delegate(table, "ann")
    for amount in (3, 4, 5):
        table.clock.on(seconds=1)
        table.read(table.send("ann", f"RESERVE {amount}", sender=BOB))
    own = table.mails("ann", "acknowledgement")[-1]
    copy = mails_to(table, BOB, "copy")[-1]
    assert copy.text == own.text
    assert "RESERVE 5" in copy.text and "RESERVE 4" in copy.text
    assert table.seat("ann").policies == ["RESERVE 5"]


def test_a_sitter_who_answers_a_script_that_has_been_run_is_told_so(
    database: Database, settings: Settings
) -> None:
    """By his own copy of the bulletin, as its player would be."""
    table = new_table(database, settings, pace="announce")
    delegate(table, "cat")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3\nREADY")
    assert table.adjudicate()
    copy = next(mail for mail in mails_to(table, BOB, "copy") if ":bulletin:" in mail.key)
    headers = table.reply_to(copy)
    table.run_turn()
    letter_id = table.send("cat", "OPPOSE 1 UNTIL 5", sender=BOB, headers=headers)
    (answer, _copy) = table.read(letter_id)
    assert answer.text.startswith("TOO LATE")
    assert "ann writes" not in answer.text
