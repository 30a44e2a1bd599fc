"""A secret address in a letter goes no further; what was said in a late letter does."""

from __future__ import annotations

import pytest

from pbem.database import Database
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    url = str(sqlite_database.engine.url)
    return new_table(
        sqlite_database,
        Settings.model_validate({"database": {"url": url}, "mail": {"answer_gap_seconds": 0}}),
    )


SHAPES = ("{token}", "game+{token}@example.org", "<abcdef.{token}@example.org>", "{upper}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "line",
    [
        "SAY TO bob: mine is {}, keep it",
        "SAY TO ALL: write to {}",
        "RUMOUR: {}",
        "PROMISE bob: {} is yours",
        "DIARY: {}",
        "GIVE 3 TO {}",
        "what about {}, then",
        "> GIVE 3 TO {}",
    ],
)
def test_a_secret_is_taken_out_of_a_letter_and_its_writer_told(
    table: Table, line: str, shape: str
) -> None:
    token = table.token("ann")
    secret = shape.format(token=token, upper=token.upper())
    told = one_line(table.write("ann", f"{line.format(secret)}\n\nPASS"))
    assert "Your letter held the secret address of a seat" in told
    table.run_turn()
    for seat in ("ann", "bob", "cat", "dee"):
        for mail in table.mails(seat):
            assert token not in (mail.text + mail.subject).casefold()
    assert table.filed("ann") == [] or table.turns()[0].sheet == ["1: PASS"]


def test_neither_is_one_in_a_subject_or_of_another_shape(table: Table) -> None:
    old = "b" * 26
    table.clock.on(hours=71)
    letter = table.send("ann", f"ATTACK Yuppies WITH Mafia\nSAY TO bob: {old}, and 234567abc")
    mails = table.read(letter)
    assert all(old not in mail.text for mail in mails)
    assert any("234567abc" in mail.text for mail in mails)


def test_a_late_letter_keeps_what_it_says(table: Table) -> None:
    letter = table.send("ann", "nothing yet")
    table.read(letter)
    table.to_deadline(1)
    letter = table.send("ann", "PASS\n\nDIARY: too slow\n\nSAY TO bob: wait!\n\nPROMISE cat: soon")
    assert table.read(letter) == [], "it waits for the turn"
    table.adjudicate()
    mails = table.read(letter)
    mine = [mail for mail in mails if mail.seat_id == table.seat("ann").id]
    assert [mail.kind for mail in mine] == ["too_late"]
    told = one_line(mine[0].text)
    assert "What you said in it still counts: DIARY, SAY and PROMISE were kept" in told
    assert "wait!" in table.mails("bob")[-1].text and "soon" in table.mails("cat")[-1].text
    table.run_turn()
    assert "too slow" in table.report("ann").text
