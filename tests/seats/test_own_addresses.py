"""ADDRESS: a person's own addresses are his to change, and nobody else's."""

from __future__ import annotations

import json
import re

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Attachment
from pbem.service.players.addresses import list_addresses
from pbem.settings import Settings
from tests.support.newcomers import code_in, mails_to, write_from
from tests.support.service_rows import Table, new_table, one_line

ANN, WORK = "ann@example.org", "ann@work.example"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return new_table(sqlite_database, Settings.model_validate({"mail": mail}))


def asks(table: Table, sender: str, body: str) -> str:
    """What the writer of a letter is told, once he has sent back the code that he is asked for."""
    question = write_from(table, sender, body)
    assert question is not None and question.kind == "lobby_confirm", question
    write_from(table, sender, code_of(question.subject))
    return one_line(table.mails(kind="lobby")[-1].text)


def code_of(subject: str) -> str:
    (code,) = re.findall(r"\(([A-Z2-7]{8})\)", subject)
    return str(code)


def add(table: Table, email: str = WORK) -> None:
    assert f"A code is on its way to {email}" in asks(table, ANN, f"ADDRESS ADD {email}")
    asked = mails_to(table, email)[-1]
    write_from(table, email, f"CONFIRM {code_in(asked)}")


def addresses(table: Table) -> list[str]:
    """Ann's proved addresses, her main one first."""
    rows = list_addresses(table.service, ANN)
    assert isinstance(rows, list)
    return [row.email for row in rows if row.is_proved or row.is_first]


def test_an_address_is_added_made_main_and_removed(table: Table) -> None:
    add(table)
    assert addresses(table) == [ANN, WORK]
    told = mails_to(table, ANN)[-1]
    assert told.kind == "address_yours" and f"ADDRESS REMOVE {WORK}" in told.text
    assert f"All mail for you goes to {WORK} now." in asks(table, ANN, f"ADDRESS MAIN {WORK}")
    assert addresses(table) == [WORK, ANN]
    assert "stays for now" in asks(table, WORK, f"ADDRESS REMOVE {ANN}")
    table.clock.on(days=4)
    assert "no longer yours" in asks(table, WORK, f"ADDRESS REMOVE {ANN}")


def test_the_old_address_takes_it_back_for_three_days(table: Table) -> None:
    add(table)
    asks(table, ANN, f"ADDRESS MAIN {WORK}")
    word = mails_to(table, ANN)[-1]
    assert word.kind == "address_main" and WORK in word.text
    write_from(table, ANN, code_of(word.subject))
    assert addresses(table) == [ANN, WORK], "a reply is enough"
    asks(table, ANN, f"ADDRESS MAIN {WORK}")
    word = next(m for m in mails_to(table, ANN)[::-1] if m.kind == "address_main")
    table.clock.on(days=3, hours=1)
    write_from(table, ANN, code_of(word.subject))
    assert addresses(table) == [WORK, ANN], "too late"


def test_another_address_changes_nothing_but_takes_a_new_one_back(table: Table) -> None:
    add(table)
    for line in (f"ADDRESS MAIN {WORK}", "ADDRESS ADD eve@example.net"):
        assert "Only a letter from your main address" in asks(table, WORK, line)
    table.clock.on(days=4)
    add(table, "ann@home.example")
    told = mails_to(table, WORK)[-1]
    assert told.kind == "address_yours" and "ann@home.example" in told.text
    assert "no longer yours" in asks(table, WORK, "ADDRESS REMOVE ann@home.example")
    assert addresses(table) == [ANN, WORK]


def test_a_code_is_asked_for_whoever_vouches_and_beside_another_code(table: Table) -> None:
    question = write_from(table, ANN, "PROFILE")
    assert question is not None and question.kind == "lobby_confirm"
    write_from(table, ANN, f"{code_of(question.subject)}\nADDRESS ADD eve@example.net")
    assert mails_to(table, "eve@example.net") == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ADDRESS ADD ann@my_home", "is not a mail address"),
        ("ADDRESS ADD game@example.org", "the referee's own address"),
        (f"ADDRESS ADD {ANN}", "is yours already"),
        ("ADDRESS MAIN bob@example.org", "is no address of yours"),
        (f"ADDRESS REMOVE {ANN}", "That is your main address"),
        (f"ADDRESS MAIN {ANN}", "goes to ann@example.org already"),
    ],
)
def test_what_cannot_be_done_is_told(table: Table, line: str, why: str) -> None:
    assert why in asks(table, ANN, line)


def test_a_person_gets_all_that_is_kept_of_him_and_nothing_of_others(table: Table) -> None:
    table.write("ann", "DIARY: Never trust bob.\nSAY TO bob: The Mafia stays mine.")
    table.write("bob", "DIARY: ann is weak.")
    assert "holds all that is kept of you" in asks(table, ANN, "EXPORT MY DATA")
    mail = table.mails(kind="lobby")[-1]
    assert mail.rcpt == ANN
    with table.database.read() as session:
        (file,) = session.exec(select(Attachment).where(Attachment.outbox_id == mail.id)).all()
    kept = json.loads(file.content)
    (seat,) = kept["seats"]
    assert (kept["main_address"], seat["game"], seat["seat"]) == (ANN, "Fnord-7", "ann")
    assert [text["text"] for text in seat["said"]] == ["Never trust bob.", "The Mafia stays mine."]
    assert len(kept["letters"]) == 1 and kept["letters_left_out"] == 0
    assert b"ann is weak" not in file.content and b"bob@example.org" not in file.content
