"""Reports and bulletins that a player asks for again, as they were or at another length."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Game, Outbox, Seat
from pbem.settings import Settings
from tests.support.service_rows import CAST, Table, new_table, one_line

ATTACK = "ATTACK Yuppies WITH Cthulhu SPEND 4"


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    return new_table(sqlite_database, settings)


@pytest.fixture
def announce(sqlite_database: Database, settings: Settings) -> Table:
    return new_table(sqlite_database, settings, pace="announce")


def run(table: Table, orders: str = "PASS") -> None:
    table.write(table.mover(), orders)
    table.run_turn()
    table.clock.on(minutes=1)


def asked(table: Table, text: str, seat: str = "bob") -> list[Outbox]:
    return table.read(table.send(seat, text))


def told(mail: Outbox) -> str:
    """What a report tells, without its head, its form and when it was written."""
    text = mail.text.partition("+\n\n")[2].partition("== SMALL PRINT")[0]
    return re.sub(r"== (?:YOUR OPTIONS|ORDERS FOR).*?\nEND\n+", "", text, flags=re.S)


def play(table: Table) -> None:
    """Four turns in which money is given, things are said and orders are sent ahead."""
    table.clock.on(minutes=1)
    table.write("bob", "SAY TO ALL: Hear ye.\n\nDIARY: ann is up to something.\n\nGIVE 2 TO cat")
    run(table, f"{ATTACK}\nATTACK Hackers WITH Mafia")
    table.write("dee", "ATTACK Trekkies WITH KGB\n")
    table.write("cat", "SAY TO dee: psst")
    run(table, "ATTACK Hackers WITH CIA SPEND 3")
    table.write("ann", "GIVE 1 TO dee\nSAY TO ALL: Too late.")
    run(table)
    table.write("bob", "GIVE 1 TO ann")
    run(table)


@pytest.mark.long
def test_an_old_report_is_made_anew_as_its_reader_knew_it_then(table: Table) -> None:
    play(table)
    for seat in CAST:
        for turn in (6, 7, 8):
            (first,) = (mail for mail in table.mails(seat, "turn") if mail.turn == turn)
            (again,) = asked(table, f"RESEND {turn} FULL", seat)
            assert told(again) == told(first)
            assert again.subject == f"[Fnord-7] Turn {turn} - the report again, FULL"
            assert "turn 9 is open now" in one_line(again.text.replace("|", ""))
            assert "--- orders below" not in again.text and "YOU ACT" not in again.text


@pytest.mark.long
def test_an_old_report_can_be_had_in_brief_and_as_a_digest(table: Table) -> None:
    play(table)
    (brief,) = asked(table, "RESEND 7 BRIEF")
    assert "* TURN 6: You" in brief.text and "== THE WORLD" not in brief.text
    (digest,) = asked(table, "RESEND 7 DIGEST")
    assert "== THE WORLD" in digest.text and "This is a DIGEST" in one_line(digest.text)
    assert "TURN 8" not in brief.text + digest.text


def test_the_newest_report_is_made_anew_from_how_things_stand(table: Table) -> None:
    play(table)
    first = table.report("ann")
    table.write("dee", "GIVE 2 TO ann")
    (again,) = asked(table, "RESEND BRIEF", "ann")
    assert again.subject == first.subject and "YOU ACT by" in again.text
    assert "== THE WORLD" in first.text and "== THE WORLD" not in again.text
    assert "2 MB" in again.text and "* TURN 8: dee" in again.text
    (full,) = asked(table, "RESEND 9 FULL", "ann")
    assert "== THE WORLD" in full.text and "== YOUR OPTIONS" in full.text
    run(table)
    assert table.report("ann").text.count("* TURN 9: You") == 1


def test_the_first_report_has_one_length(table: Table) -> None:
    run(table)
    first = table.mails("bob", "turn")[0]
    answer, again = asked(table, "RESEND 1 BRIEF")
    assert "the first report has one length; it comes as it was sent" in one_line(answer.text)
    assert again.text == first.text


def test_who_gets_a_digest_can_have_the_turns_that_he_was_not_told(table: Table) -> None:
    asked(table, "SET LENGTH digest", "cat")
    run(table)
    run(table)
    (answer,) = asked(table, "RESEND 6", "cat")
    assert "RESEND 6 FULL makes one now" in one_line(answer.text)
    (mail,) = asked(table, "RESEND 6 FULL", "cat")
    assert "* TURN 5: ann" in mail.text and "* TURN 6" in mail.text
    assert "* TURN 7" not in mail.text


def test_what_is_asked_for_comes_to_who_has_stopped_the_reports(table: Table) -> None:
    run(table)
    with table.database.write() as session:
        seat = session.exec(select(Seat).where(Seat.name == "bob")).one()
        seat.muted = ["turn"]
        session.add(seat)
    assert [mail.kind for mail in asked(table, "RESEND")] == ["turn"]


def test_a_bulletin_that_comes_again_has_the_deadline_of_now(announce: Table) -> None:
    announce.write("ann", f"{ATTACK}\nREADY")
    assert announce.adjudicate()
    with announce.database.write() as session:
        game = session.exec(select(Game)).one()
        game.deadline_at = game.due_at = announce.clock() + timedelta(hours=100)
        session.add(game)
    (again,) = asked(announce, "RESEND BULLETIN")
    assert again.subject == "[Fnord-7] ann attacks Yuppies - answer by Wed 25 Nov 16:00"
    assert "4 days 4 hours left" in again.text
    (own,) = asked(announce, "RESEND BULLETIN", "ann")
    assert own.subject.endswith("your script is announced")
    assert "Wed 25 Nov 2026, 16:00 UTC to answer. 4 days 4" in own.text


def test_a_bulletin_that_comes_again_in_a_pause_tells_no_deadline(announce: Table) -> None:
    announce.write("ann", f"{ATTACK}\nREADY")
    assert announce.adjudicate()
    with announce.database.write() as session:
        game = session.exec(select(Game)).one()
        game.phase = "paused"
        session.add(game)
    for seat in ("bob", "ann"):
        (again,) = asked(announce, "RESEND BULLETIN", seat)
        assert "no deadline is running" in one_line(again.text.replace("|", ""))
        assert "left." not in again.text.partition("== ANNOUNCED")[0]


def test_an_open_bulletin_comes_again(announce: Table) -> None:
    announce.write("ann", f"{ATTACK}\nREADY")
    assert announce.adjudicate()
    (bulletin,) = announce.mails("bob", "bulletin")
    report, again = asked(announce, "RESEND")
    assert (report.kind, again.kind) == ("turn", "bulletin")
    assert again.text == bulletin.text
    announce.clock.on(hours=6)
    (alone,) = asked(announce, "RESEND BULLETIN")
    assert "18 hours left" in bulletin.text and "12 hours left" in alone.text
    assert alone.text.partition("== ANNOUNCED")[2] == bulletin.text.partition("== ANNOUNCED")[2]
    answer = announce.write("bob", "OPPOSE 1 MAX 2", headers=announce.reply_to(alone))
    assert answer.startswith("COVERED") and "YOUR ANSWERS TO ANN, REVISION 1" in answer
    announce.run_turn()
    (answer,) = asked(announce, "RESEND BULLETIN")
    assert "no attack is announced that you could answer now" in one_line(answer.text)
    late = announce.send("bob", "READY", headers=announce.reply_to(alone))
    announce.read(late)
    assert announce.mover() == "bob" and not announce.adjudicate()
