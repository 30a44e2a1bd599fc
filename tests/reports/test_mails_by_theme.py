"""Whole mails of the clock, absence, seats, moderation and rollbacks, to everybody who gets one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.clock import clock_from
from pbem.database import Database
from pbem.documents.html.page import to_html
from pbem.documents.layout.plain import WIDTH
from pbem.grammar.commands import Command, read_commands
from pbem.grammar.commands.lobby import read_lobby
from pbem.models import Outbox
from pbem.service.clocks import set_clock
from pbem.service.seats.standby_list import add_standby
from pbem.settings import Settings
from tests.support.examples import check_read, commented
from tests.support.mail_diaries import Diary, chair, with_zones
from tests.support.newcomers import take_line, write_from
from tests.support.places import TESTS
from tests.support.service_rows import Table, change, new_table, open_anew

HERE = TESTS / "reports" / "themes"
MAIL = {"address": "game@example.org", "answer_gap_seconds": 0}
Golden = Callable[[Path, str], None]


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return with_zones(new_table(sqlite_database, Settings.model_validate({"mail": MAIL})))


@pytest.fixture
def kept(golden: Golden) -> Iterator[Callable[[Diary, str], None]]:
    """Compare a diary with its golden file, and look at each of its mails."""

    def keep(diary: Diary, name: str) -> None:
        for mail in diary.mails:
            check(mail)
        golden(HERE / f"{name}.txt", diary.text())

    yield keep


def check(mail: Outbox) -> None:
    """Its lines are short, what it says can be sent is read, its HTML can be made."""
    assert max(map(len, mail.text.splitlines())) <= WIDTH, mail.subject
    assert "None" not in mail.subject + mail.text
    assert not re.search(r"[a-z][.;][A-Z]|\n\n\n\n|<\d{4}-", mail.text), mail.text
    assert "<html" in to_html(mail.body, subject=mail.subject)
    for line in commented(mail.text):
        if line.startswith("PROFILE "):
            assert isinstance(read_lobby(line)[0], Command), line
        elif mail.moderator_id:
            assert isinstance(read_commands(line)[0], Command), line
        elif not line.startswith(("TAKE ", "STANDBY")):
            check_read(line)


@pytest.mark.long
def test_the_clock(table: Table, kept: Callable[[Diary, str], None]) -> None:
    eve = chair(table)
    rules = {"script": {"next": "3d", "grace": "2d"}, "answers": {"next": "1d"}}
    change(table, lambda game: set_clock(game, clock_from(rules)))
    change(table, lambda game: open_anew(game, table.clock()))
    diary = Diary(table)
    diary.ring("at half time")
    diary.write("ann", "TRANSFER 2 FROM Mafia TO Illuminati")
    diary.ring("twelve hours before the deadline")
    for line in (
        "EXTEND 24h BECAUSE bob is ill",
        "SHORTEN 12h",
        "SET DEADLINE Fri 18:00 BECAUSE we meet that evening",
        "PAUSE UNTIL 2 Dec BECAUSE of snow",
    ):
        diary.command(eve, line)
    diary.write("bob", "STATUS")
    diary.command(eve, "RESUME")
    diary.command(eve, "SET SCRIPT NEXT 2d\nSET RELEASE on")
    diary.due("the deadline passes, and results wait")
    diary.write("ann", "PASS")
    diary.write("bob", "STATUS")
    diary.command(eve, "STATUS")
    diary.command(eve, "RELEASE TURN 5")
    diary.command(eve, "SET RELEASE off")
    diary.due("bob's deadline passes, and his script is missing")
    diary.write("bob", "PASS")
    table.adjudicate()
    diary.command(eve, "PROCESS TURN 7")
    kept(diary, "clock")


@pytest.mark.long
def test_absence(table: Table, kept: Callable[[Diary, str], None]) -> None:
    eve, diary = chair(table), Diary(table)
    diary.write("ann", "AWAY UNTIL 26 Nov")
    diary.write("ann", "AWAY OFF")
    diary.write("bob", "AWAY FROM 24 Dec TO 3 Jan")
    diary.write("ann", "AWAY UNTIL 3 Mar")
    diary.ring("the moderator hears of it")
    diary.command(eve, "APPROVE ann")
    diary.write("cat", "AWAY UNTIL 3 Mar")
    diary.command(eve, "REFUSE cat BECAUSE it is a long winter.")
    diary.write("cat", "SET SILENCE bot")
    asked = diary.write("cat", "DELEGATE TO bob UNTIL 3 Dec")
    found = re.search(r"DELEGATE TO bob UNTIL [\w ]+ CODE \w{8}", asked)
    assert found is not None
    diary.write("cat", found[0])
    diary.write("cat", "TRANSFER 1 FROM I.R.S. TO Illuminati", sender="bob@example.org")
    diary.write("cat", "DELEGATE OFF")
    kept(diary, "absence")


@pytest.mark.long
def test_seats_that_are_left(table: Table, kept: Callable[[Diary, str], None]) -> None:
    eve, diary = chair(table), Diary(table)
    diary.write("bob", "STANDBY")
    diary.command(eve, "STANDBY ADD fay@example.org NAMED Fay")
    with diary.page("whoever runs the service adds gus"):
        add_standby(table.service, "gus@example.org", name="Gus")
    diary.write("dee", "RESIGN")
    diary.write("dee", resign_line(table))
    diary.write("dee", "STAY")
    diary.command(eve, "OFFER ann BECAUSE she is silent")
    diary.write("ann", "STATUS")
    diary.command(eve, "OFFER ann BECAUSE she is silent again")
    wrong, line = "TAKE Fnord-7 ann AAAAAAAA", take_line(table, "gus@example.org")
    late = take_line(table, "fay@example.org")
    for sender, text in (("gus", wrong), ("gus", line), ("fay", late)):
        with diary.page(f"{sender} writes: {text}"):
            write_from(table, f"{sender}@example.org", text)
    diary.command(eve, "REPLACE dee BY hal@example.org NAMED Hal BECAUSE she asked for it")
    diary.command(eve, "EJECT cat BECAUSE of threats")
    diary.write("bob", "RESIGN")
    diary.write("bob", resign_line(table, "bob"))
    diary.ring("a day later", hours=25)
    kept(diary, "seats")


def resign_line(table: Table, seat: str = "dee") -> str:
    found = re.search(r"RESIGN [A-Z2-7]{8}", " ".join(table.mails(seat)[-1].text.split()))
    assert found is not None
    return found[0]


@pytest.mark.long
def test_moderation(table: Table, kept: Callable[[Diary, str], None]) -> None:
    diary = Diary(table)
    with diary.page("Eve Adams is made a moderator"):
        eve = chair(table)
    diary.command(
        eve,
        "Hi,\n\nextnd 24h because bob is ill\nPROCESS TURN 11\nNOTICE The referee moves house."
        "\nBe kind.\n\nRULE A pass said by mistake stands.\n\nset fnord 3\n\nBest,\nEve",
    )
    diary.command(eve, "STATUS\nWHO\nLETTERS")
    diary.command(eve, "PROMOTE bob")
    diary.command(eve, "EXTEND 24h", sender="eve@work.example")
    code = re.search(r"^ {4}([A-Z2-7]{8})$", table.mails(kind="moderator_confirm")[-1].text, re.M)
    assert code is not None
    diary.command(eve, f"CONFIRM {code[1]}")
    diary.command(eve, "BECOME dee: OPPOSE ann MAX 5")
    diary.command(eve, "ALLOW bob BECAUSE they agreed")
    diary.command(eve, "EDIT HAND OF cat ADD Bribery BECAUSE of a slip")
    diary.write("ann", "WHO")
    diary.write("ann", "LOG")
    diary.write("ann", "EXTEND 24h")
    diary.command(eve, "PROMOTE kim@example.org NAMED Kim\nDEMOTE kim@example.org")
    diary.command(eve, "NOTICE The last word.")
    diary.command(eve, "TERMINATE BECAUSE all are asleep")
    diary.command(eve, "ARCHIVE")
    diary.write("ann", "STATUS")
    last = [mail for mail in table.mails("ann") if mail.kind == "turn"][-1]
    assert "The last word." in last.text and "all are asleep" in last.text
    kept(diary, "moderation")


@pytest.mark.long
def test_going_back_and_forward(table: Table, kept: Callable[[Diary, str], None]) -> None:
    eve = chair(table)
    table.write("dee", "SET LENGTH digest")
    for _ in range(4):
        table.clock.on(minutes=5)
        table.write(table.mover(), "PASS\nREADY")
        assert table.adjudicate()
    diary = Diary(table)
    diary.command(eve, "ROLLBACK TO TURN 7 BECAUSE a rule was misread")
    diary.command(eve, "ROLLFORWARD")
    diary.command(eve, "ROLLBACK TO TURN 6 FRESH DICE")
    diary.write("bob", "LOG")
    diary.write("ann", "HISTORY")
    diary.command(eve, "EDIT MONEY OF Mafia 7 BECAUSE of a slip")
    diary.command(eve, "EDIT MONEY OF Mafia 9 TRY BECAUSE of a doubt")
    kept(diary, "rollback")
