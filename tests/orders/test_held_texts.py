"""Talk that tells who its writer is: held back, and sent when he says so."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.grammar.leaks import leaks_in
from pbem.models import Person, Talk
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    found = new_table(sqlite_database, settings)
    with found.database.write() as session:
        ann = session.get_one(Person, found.seat("ann").person_id)
        ann.name = "Ann Fitzroy"
        session.add(ann)
    return found


LEAKS = {
    "a mail address": [
        "write to ann@example.org",
        "ann (at) example dot org",
        "ａnn＠example.org",
        "a\u200bnn@exam\u200bple.org",
    ],
    "a link": ["https://fnord.example/x", "WWW.fnord", "see fnord.com", "tel:1234"],
    "a phone number": ["+49 171 2345678", "0171/2345678", "555-123-4567", "(555) 123-4567"],
    "your own name": ["ann fitzroy sends her love", "Fitzroy knows", "yours, Ann Fitzroy"],
}
HARMLESS = [
    "Ann says: attack the C.I.A. at 7, or I.R.S. with KGB.",
    "I pay 10 MB, 20 MB and 30 MB on 2026-12-24 at 18:00, or on 24.12.2026.",
    "We meet at noon. Me too, at it. Dot your i.",
    "0 1 2 3 4 5 6 7 8 9",
    "no. de facto 12345678",
]


def test_what_gives_a_writer_away_is_found_and_nothing_else() -> None:
    for what, texts in LEAKS.items():
        for text in texts:
            assert leaks_in(text, "Ann Fitzroy", ("ann", "bob")) == (what,), text
    for text in HARMLESS:
        assert leaks_in(text, "Ann Fitzroy", ("ann", "bob")) == (), text
    assert leaks_in("ann, says ann", "ann", ("ann",)) == ()


def told_texts(table: Table) -> list[str]:
    with table.database.read() as session:
        return [row.text for row in session.exec(select(Talk).order_by(col(Talk.id))).all()]


def test_a_text_with_an_address_waits_until_its_writer_says_so(table: Table) -> None:
    """Real-identity leak filter."""
    answer = one_line(table.write("ann", "SAY TO bob: write to me@example.net\n\nRUMOUR: boo"))
    assert "HELD" in answer and "It has a mail address" in answer and "SEND ANYWAY 1" in answer
    assert told_texts(table) == ["boo"] and not table.mails(kind="word")
    assert "Waiting for you: 1." in one_line(table.write("ann", "SEND ANYWAY 2"))
    assert "No text is waiting" in one_line(table.write("bob", "SEND ANYWAY 1"))
    assert "has gone out as it was" in one_line(table.write("ann", "SEND ANYWAY 1"))
    (word,) = table.mails("bob", "word")
    assert "ann to you:\n| write to me@example.net" in word.text
    assert "No text is waiting" in one_line(table.write("ann", "SEND ANYWAY 1"))
    assert len(table.mails(kind="word")) == 1


def test_a_preview_and_a_diary_hold_nothing_back(table: Table) -> None:
    answer = one_line(table.write("ann", "PREVIEW\nSAY TO bob: +49 171 2345678"))
    assert "would be held back" in answer
    assert "SEND ANYWAY" not in table.write("ann", "DIARY: call +49 171 2345678")
    assert "No text is waiting" in one_line(table.write("ann", "SEND ANYWAY 1"))


def test_of_a_late_letter_too_it_is_told(table: Table) -> None:
    first = table.report("ann") if table.mails("ann", "turn") else table.mails("ann")[0]
    headers = table.reply_to(first)
    table.run_turn()
    body = "ATTACK Yuppies WITH Mafia\n\nSAY TO bob: Fitzroy it is"
    letter = table.send("ann", body, headers=headers)
    (late,) = (mail for mail in table.read(letter) if mail.kind == "too_late")
    assert "held back. It has your own name" in one_line(late.text)
    assert told_texts(table) == []
    assert "has gone out" in one_line(table.write("ann", "SEND ANYWAY 1"))
