"""TURN n: files orders for a turn to come, REPEAT: for every turn; both can be taken back."""

from __future__ import annotations

import pytest

from pbem.database import Database
from tests.support.service_rows import Table, one_line, table_at


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """Turn 5 is ann's; bob, cat and dee follow."""
    return table_at(sqlite_database)


def sheets(table: Table) -> list[str]:
    """The script of every turn that was run."""
    return [turn.sheet for turn in table.turns()]


def run(table: Table, turns: int) -> None:
    for _ in range(turns):
        table.run_turn()


@pytest.mark.long
@pytest.mark.parametrize("typed", ["REPEAT: PASS", "@PASS"])
def test_what_is_repeated_is_every_turns_script(table: Table, typed: str) -> None:
    told = one_line(table.write("bob", typed))
    assert "1 OK REPEAT: PASS" in told
    assert "AHEAD ============" in told and "REPEAT: 1: PASS" in told
    run(table, 6)
    assert sheets(table)[1] == sheets(table)[5] == ["1: PASS"]
    assert sheets(table)[0] == []


def test_it_is_the_script_of_the_open_turn_that_has_no_other(table: Table) -> None:
    told = one_line(table.write("ann", "REPEAT: PASS"))
    assert told.startswith("COVERED") and "ON FILE NOW ==" in told
    table.run_turn()
    assert sheets(table) == [["1: PASS"]]


def test_a_script_of_the_turns_own_takes_its_place_for_once(table: Table) -> None:
    table.write("ann", "REPEAT: PASS")
    told = one_line(table.write("ann", "GIVE 1 TO bob"))
    assert "This replaces your script. Gone: 1: PASS." in told
    run(table, 5)
    assert sheets(table)[0] == ["1: GIVE 1 TO bob"] and sheets(table)[4] == ["1: PASS"]


def test_ready_is_for_the_turn_and_not_for_every_turn(table: Table) -> None:
    table.write("ann", "REPEAT: PASS\nREADY")
    assert table.adjudicate()
    run(table, 3)
    assert table.mover() == "ann" and not table.adjudicate()


def test_it_is_taken_back_by_its_name(table: Table) -> None:
    table.write("ann", "REPEAT: GIVE 1 TO bob\nREPEAT: GIVE 2 TO cat")
    told = one_line(table.write("ann", "REPEAT: 1: none"))
    assert "1 REMOVED REPEAT: none" in told and "REPEAT: 2: GIVE 2 TO cat" in told
    told = one_line(table.write("ann", "REPEAT: none"))
    assert "REMOVED REPEAT: none" in told and "AHEAD" not in told
    told = one_line(table.write("ann", "REPEAT: none"))
    assert "Nothing was on file for it." in told
    table.run_turn()
    assert sheets(table) == [[]]


def test_undo_knows_it(table: Table) -> None:
    table.write("bob", "REPEAT: PASS")
    table.write("bob", "REPEAT: GIVE 1 TO ann")
    told = one_line(table.write("bob", "UNDO"))
    assert "REPEAT: 1: PASS" in told and "is taken back" in told
    told = one_line(table.write("bob", "UNDO"))
    assert "REPEAT: 1: PASS" not in told
    run(table, 2)
    assert sheets(table)[1] == []


def test_undo_brings_back_what_is_repeated_where_it_was_replaced(table: Table) -> None:
    table.write("ann", "REPEAT: PASS")
    table.write("ann", "GIVE 1 TO bob")
    table.write("ann", "UNDO")
    table.run_turn()
    assert sheets(table) == [["1: PASS"]]


def test_a_line_is_filed_for_the_turn_it_names(table: Table) -> None:
    told = one_line(table.write("ann", "TURN 9: GIVE 1 TO bob\nPASS"))
    assert "1 OK TURN 9: GIVE 1 TO bob" in told and "1 OK PASS" in told
    assert "TURN 9: 1: GIVE 1 TO bob" in told
    run(table, 5)
    assert sheets(table)[0] == ["1: PASS"] and sheets(table)[4] == ["1: GIVE 1 TO bob"]


def test_status_shows_what_is_ahead(table: Table) -> None:
    table.write("ann", "TURN 9: GIVE 1 TO bob\nREPEAT: PASS")
    told = one_line(table.write("ann", "STATUS"))
    assert "TURN 9: 1: GIVE 1 TO bob" in told and "REPEAT: 1: PASS" in told
    assert "TURN 9: 1" not in one_line(table.write("bob", "STATUS"))


def test_the_next_turn_of_ones_own_needs_no_name(table: Table) -> None:
    table.write("bob", "TURN 6: PASS")
    assert table.filed("bob") == ["1: PASS"]


def test_undo_and_none_take_a_named_turn_back(table: Table) -> None:
    table.write("ann", "TURN 9: GIVE 1 TO bob")
    assert "TURN 9: 1" not in one_line(table.write("ann", "UNDO"))
    table.write("ann", "TURN 9: GIVE 1 TO bob")
    assert "REMOVED TURN 9: none" in one_line(table.write("ann", "TURN 9: none"))
    run(table, 5)
    assert sheets(table)[4] == []


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("TURN 4: PASS", "Turn 4 is over; turn 5 is open now."),
        ("TURN 7: PASS", "Turn 7 will not be yours as things stand. Yours are 5, 9, 13, 17"),
        ("TURN 999: PASS", "Turn 999 will not be yours as things stand."),
        ("TURN 9: GUARD ALL MAX 3", "TURN 9: stands before a line of your script only"),
        ("TURN 9: STATUS", "TURN 9: stands before a line of your script only"),
        ("TURN 9: READY", "Turn 9 has not begun. Send READY when it is open."),
        ("TURN 4: READY", "Turn 4 is over, and this READY was for it alone."),
    ],
)
def test_what_is_for_no_turn_of_the_writers_is_refused(table: Table, typed: str, why: str) -> None:
    told = one_line(table.write("ann", typed))
    assert f"REFUSED {typed}" in told and why in told
    assert table.filed("ann") == [] and not table.adjudicate()


def test_a_late_ready_is_never_used_for_the_next_turn(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nTURN 5: READY")
    assert table.adjudicate()
    run(table, 1)
    table.write("bob", "ATTACK Hackers WITH CIA\nREADY")
    assert table.adjudicate()
    told = one_line(table.write("ann", "TURN 5: READY"))
    assert "Turn 5 is over" in told and "nobody waits for you" not in told
    told = one_line(table.write("ann", "TURN 6: READY"))
    assert "nobody waits for you" in told


def test_what_cannot_be_now_is_looked_at_again_in_its_turn(table: Table) -> None:
    told = one_line(table.write("ann", "TURN 9: ATTACK Yuppies WITH CIA"))
    assert "1 HELD TURN 9: ATTACK Yuppies WITH C.I.A." in told


def test_a_preview_files_nothing_ahead(table: Table) -> None:
    told = one_line(table.write("ann", "REPEAT: PASS\nPREVIEW"))
    assert "AHEAD" not in told
    table.run_turn()
    assert sheets(table) == [[]]


def test_nothing_ahead_is_done_or_announced_now(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    assert table.adjudicate()
    table.write("bob", "OPPOSE 1 MAX 3")
    told = one_line(table.write("bob", "TURN 10: 1: none\nTURN 10: SHOW Swiss Bank Account TO ann"))
    assert "1: OPPOSE 1 MAX 3" in told
    assert not table.mails("ann", "news")


def test_rounds_have_turns_of_their_own(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "conclave", position=None)
    first = table.mover()
    told = one_line(table.write(first, "TURN 2: PASS"))
    turns = told.partition("Yours are ")[2].split()[:2]
    assert turns == ["1,", "8,"], "the next seat begins the next round"
    table.write(first, "TURN 8: PASS")
    run(table, 2)
    played = [turn for turn in table.turns() if turn.number == 8]
    assert [(turn.seat, turn.sheet) for turn in played] == [(first, ["1: PASS"])]


def test_a_turn_that_something_is_repeated_in_is_not_missed(table: Table) -> None:
    table.write("ann", "REPEAT: PASS")
    run(table, 9)
    assert table.seat("ann").misses == [False, False, False]
    assert table.seat("ann").offered_at is None
