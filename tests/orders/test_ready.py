"""READY waits for a mend where a line of its letter came to nothing; READY ANYWAY does not."""

from __future__ import annotations

import pytest

from pbem.database import Database
from tests.support.service_rows import Table, one_line, table_at

GOOD = "ATTACK Yuppies WITH Mafia"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return table_at(sqlite_database)


def announced(database: Database) -> Table:
    """A table at which ann's attack is announced and waits for answers."""
    table = table_at(database, "announce")
    table.write("ann", f"{GOOD}\nREADY")
    assert table.adjudicate()
    return table


AMISS = {
    "ATTACK KGB WITH CIA": '"ATTACK KGB WITH CIA" was refused',
    "GIVE 5 TO zed": '"GIVE 5 TO zed" was not understood',
    "ACCEPT 41": '"ACCEPT 41" was refused',
    "SAY TO zed: fnord": '"SAY TO zed: fnord" was not understood',
    "Hmm, I would oppose this with 3 MB": '"Hmm, I would oppose this with 3 MB" was not read',
    "Mafia attacks Hackers": '"Mafia attacks Hackers" was not read',
    "trade bob my bribery for 5": '"trade bob my bribery for 5" was not read',
    "UNDO 7": '"UNDO 7" was refused',
    "> DROP Mafia": '"DROP Mafia" was not read',
    "\n-- \nDROP Mafia": '"DROP Mafia" was not read',
}


@pytest.mark.long
@pytest.mark.parametrize("line", AMISS)
def test_ready_is_held_beside_any_line_that_came_to_nothing(table: Table, line: str) -> None:
    told = one_line(table.write("ann", f"READY\n{GOOD}\n{line}"))
    assert f"HELD READY READY is held back: {AMISS[line]}" in told
    assert "send READY ANYWAY" in told
    assert "marked READY" not in told and "run now" not in told
    assert table.filed("ann") == [f"1: {GOOD}"]
    assert not table.adjudicate()
    assert one_line(table.write("ann", "READY")).startswith("COVERED")
    assert table.adjudicate()


def test_lines_that_came_to_nothing_are_counted(table: Table) -> None:
    told = one_line(table.write("ann", f"{GOOD}\nACCEPT 41\nACCEPT 42\nACCEPT 43\nREADY"))
    assert 'READY is held back: "ACCEPT 41" and 2 more lines were refused.' in told


@pytest.mark.parametrize("line", [*AMISS])
def test_ready_anyway_goes_on_all_the_same(table: Table, line: str) -> None:
    told = one_line(table.write("ann", f"READY ANYWAY\n{GOOD}\n{line}"))
    assert "held back" not in told and "READY: your turn is run" in told
    assert table.adjudicate()


def test_what_is_put_right_in_a_later_letter_needs_a_ready_of_its_own(table: Table) -> None:
    table.write("ann", f"{GOOD}\nTRANSFER 2 FORM Mafia TOO zed\nREADY")
    told = one_line(table.write("ann", "2: TRANSFER 2 FROM Mafia TO Illuminati\nREADY"))
    assert "held back" not in told and "run now" in told


@pytest.mark.parametrize(
    "line",
    [
        "Hi all, and thanks for a fine round!",
        "bob attacks me again",
        "I would not attack Hackers with Mafia",
        "I hope that my attack goes well. See you on Friday",
        "SET ZONE Atlantis",
        "AWAY UNTIL Thursday",
        "HISTORY 99",
    ],
)
def test_ready_counts_beside_chat_and_what_has_nothing_to_do_with_the_turn(
    table: Table, line: str
) -> None:
    told = one_line(table.write("ann", f"{line}\n\n{GOOD}\nREADY"))
    assert "held back" not in told
    assert table.adjudicate()


@pytest.mark.parametrize("line", ["GUARD 1", "OPPOSE 9 MAX 3", "I would also oppose it with 2"])
def test_whoever_answers_is_waited_for_until_his_letter_is_put_right(
    sqlite_database: Database, line: str
) -> None:
    table = announced(sqlite_database)
    for seat in ("cat", "dee"):
        table.write(seat, "STAND ASIDE")
    told = one_line(table.write("bob", f"OPPOSE 1 MAX 3 ALL IN\n{line}"))
    assert f'The game still waits for you: "{line}" was' in told
    assert "nobody waits for you" not in told
    assert not table.adjudicate()
    assert "held back" not in one_line(table.write("bob", "READY"))
    assert table.adjudicate()


def test_an_answer_beside_chat_is_an_answer(sqlite_database: Database) -> None:
    table = announced(sqlite_database)
    told = one_line(table.write("bob", "Well, well.\n\nOPPOSE 1 MAX 3 ALL IN"))
    assert "nobody waits for you" in told


def test_lines_not_read_are_named_with_their_places(table: Table) -> None:
    chat = "\n".join(f"DRAW {n}, as I like" for n in range(1, 9))
    told = one_line(table.write("ann", f"{GOOD}\n\n{chat}\n\n> GIVE 3 TO bob\n\n-- \nDROP Mafia"))
    assert '8 lines were not read as orders: "DRAW 1, as I like" (line 3 of your letter), ' in told
    assert '"DRAW 5, as I like" (line 7) and 3 more. An order begins' in told
    assert "These look like orders but were not read, because of where they stand." in told
    assert "GIVE 3 TO bob (quoted) DROP Mafia (below your signature)" in told
