"""A word to the referee that was not done reads so in its line, with the reason."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from tests.support.service_rows import table_at, with_moderator


def fate_in(mail: str, typed: str) -> str:
    found = re.search(rf"^ {{3,}}([A-Z-]+) +{re.escape(typed)}$", mail, re.MULTILINE)
    assert found is not None, mail
    return found[1]


@pytest.mark.parametrize(
    ("seat", "typed", "why"),
    [
        ("ann", "AWAY UNTIL yesterday", "For example: AWAY FROM"),
        ("ann", "DELEGATE TO zed UNTIL Friday", "zed is no player here"),
        ("ann", "DELEGATE TO bob UNTIL yesterday", "For example: DELEGATE TO bob"),
        ("ann", "UNDO 7", "there is no earlier version"),
        ("ann", "SET ZONE Atlantis", "nothing changed"),
        ("ann", "RESEND 99", "no report of yours"),
        ("bob", "READY", "counts in your own turn"),
        ("bob", "AWAY UNTIL yesterday", "For example: AWAY FROM"),
    ],
)
def test_a_word_that_failed_is_refused_where_it_stands(
    sqlite_database: Database, seat: str, typed: str, why: str
) -> None:
    mail = table_at(sqlite_database).write(seat, typed)
    assert fate_in(mail, typed) == "REFUSED"
    told = " ".join(mail.split())
    assert told.count(why) == 1
    assert "1 line refused" in told
    assert told.startswith("NOT COVERED" if seat == "ann" else "NO NEED TO ACT, 1 line refused")


def test_a_word_that_was_done_is_not(sqlite_database: Database) -> None:
    table = table_at(sqlite_database)
    mail = table.write("ann", "AWAY UNTIL Thursday\nAWAY UNTIL yesterday\nPASS")
    assert fate_in(mail, "AWAY UNTIL Thursday") == "OK"
    assert fate_in(mail, "AWAY UNTIL yesterday") == "REFUSED"
    assert mail.startswith("COVERED\n")
    assert fate_in(table.write("ann", "CLEAR"), "CLEAR") == "OK"


def test_a_word_that_waits_for_more_says_so(sqlite_database: Database) -> None:
    table = table_at(sqlite_database)
    mail = with_moderator(table).write("ann", "AWAY UNTIL 10 Dec")
    assert fate_in(mail, "AWAY UNTIL 10 Dec") == "HELD"
    mail = table.write("ann", "DELEGATE TO bob UNTIL Friday")
    assert fate_in(mail, "DELEGATE TO bob UNTIL Friday") == "ASK"
    assert "1 question above" in mail


def test_a_script_that_is_announced_is_not_taken_back(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.adjudicate()
    for typed in ("CLEAR", "UNDO"):
        assert fate_in(table.write("ann", typed), typed) == "REFUSED"


def test_who_sits_in_is_refused_what_is_the_players_own(sqlite_database: Database) -> None:
    table = table_at(sqlite_database)
    asked = " ".join(table.write("ann", "DELEGATE TO bob UNTIL Friday").split())
    found = re.search(r"send: (DELEGATE TO bob UNTIL .+? CODE \S+)", asked)
    assert found is not None
    table.write("ann", found[1])
    mail = table.write("ann", "AWAY UNTIL Thursday", sender="bob@example.org")
    assert fate_in(mail, "AWAY UNTIL Thursday") == "REFUSED"
