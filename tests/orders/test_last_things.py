"""Giving away the last of one's money or groups is warned of, in a script as out of one."""

import pytest

from pbem.database import Database
from pbem.games.illuminati.position import read_position
from tests.support.service_rows import FNORD, Table, one_line, set_state, table_at

MONEY = "It leaves your Illuminati without money."
GROUP = "without a group: a player without groups is out of the game from the end of his third turn"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return table_at(sqlite_database)


def said(table: Table, seat: str, body: str) -> str:
    return one_line(table.write(seat, body))


@pytest.mark.parametrize(
    "script",
    [
        "GIVE 20 TO bob",
        "GIVE 10 TO bob\nGIVE 10 TO cat",
        "ATTACK Yuppies WITH Mafia SPEND 8\nGIVE 15 TO bob",
        "PLAY Slush Fund\nGIVE 35 TO bob",
    ],
)
def test_a_script_that_gives_all_ones_money_is_warned_of(table: Table, script: str) -> None:
    answer = said(table, "ann", script)
    assert answer.count(MONEY) == 1 and "WARNING" in answer
    assert len(table.filed("ann")) == script.count("\n") + 1, "it is filed all the same"


@pytest.mark.parametrize("script", ["GIVE 19 TO bob", "PLAY Slush Fund\nGIVE 20 TO bob"])
def test_a_gift_that_leaves_something_is_fine(table: Table, script: str) -> None:
    answer = said(table, "ann", script)
    assert MONEY not in answer and "WARNING" not in answer


@pytest.mark.parametrize("script", ["GIVE Mafia TO bob", "DROP Mafia"])
def test_a_script_that_gives_the_last_group_is_warned_of(table: Table, script: str) -> None:
    answer = said(table, "ann", script)
    assert GROUP in answer and "WARNING" in answer
    assert table.filed("ann") == [f"1: {script}"]


def test_a_group_taken_before_may_be_the_last(table: Table) -> None:
    answer = said(table, "ann", "ATTACK Yuppies WITH Servants\nGIVE Mafia TO bob")
    assert "It leaves you without a group unless an earlier line takes another: a player" in answer


def test_what_keeps_a_group_is_fine(sqlite_database: Database) -> None:
    two = FNORD.replace(
        'arrow = "N", money = 3 }',
        'arrow = "N", money = 3 }, { id = "texas", master = "servants-of-cthulhu", arrow = "S" }',
    )
    table = table_at(sqlite_database, position=two)
    assert "without a group" not in said(table, "ann", "GIVE Mafia TO bob")
    assert GROUP in said(table, "ann", "GIVE Mafia TO bob\nGIVE Texas TO bob")


def test_a_trade_that_takes_the_last_group_is_warned_of(table: Table) -> None:
    assert GROUP in said(table, "ann", "OFFER bob Mafia FOR 12 MB")
    table.write("bob", "OFFER ann 1 MB FOR Mafia")
    assert GROUP in said(table, "ann", "ACCEPT 2")


def test_money_and_a_group_that_go_at_once_are_told_as_gone(table: Table) -> None:
    assert MONEY in said(table, "cat", "GIVE 7 TO bob")
    assert MONEY in said(table, "dee", "PREVIEW\nGIVE 9 TO bob")
    assert table.state().money("bavarian-illuminati") == 9


def test_the_warning_does_not_hold_ready_back(table: Table) -> None:
    table.write("bob", "ACCEPT GROUPS FROM ann")
    assert "READY is held back" not in said(table, "ann", "GIVE Mafia TO bob\nREADY")


def test_status_does_not_repeat_it(table: Table) -> None:
    set_state(table, read_position(FNORD))
    table.write("ann", "GIVE 20 TO bob")
    assert MONEY not in said(table, "ann", "STATUS")
