"""A player who is out: one farewell, then only what concerns him, unless he asks for more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.database import Database
from pbem.models import FINISHED, NEW
from pbem.service.due.reminding import ring
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import Table, change, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return new_table(sqlite_database, Settings.model_validate({"mail": mail}))


def reports(table: Table, seat: str) -> list[str]:
    return [mail.text for mail in table.mails(seat, "turn")]


def out(table: Table, seat: str = "dee") -> None:
    """dee leaves, and the turn that tells of it is run."""
    table.resign(seat)
    table.run_turn()


def test_who_is_out_gets_one_farewell_and_then_no_more_reports(table: Table) -> None:
    before = len(reports(table, "dee"))
    out(table)
    (farewell,) = reports(table, "dee")[before:]
    told = one_line(farewell.replace("|", " "))
    assert "SET LENGTH FULL brings you a report of every turn" in told
    assert "orders below this line" not in farewell
    for _ in range(4):
        table.run_turn()
    assert len(reports(table, "dee")) == before + 1


def test_who_is_out_and_asks_for_more_gets_every_report_without_a_form(table: Table) -> None:
    out(table)
    before = len(reports(table, "dee"))
    assert "LENGTH" in table.write("dee", "SET LENGTH FULL")
    table.run_turn()
    table.run_turn()
    more = reports(table, "dee")[before:]
    assert len(more) == 2
    assert all("orders below this line" not in text for text in more)
    assert all("Thank you for playing" not in text for text in more)


def test_others_still_get_their_form(table: Table) -> None:
    out(table)
    assert "orders below this line" in reports(table, "cat")[-1]


def test_reminders_of_a_game_end_with_it(table: Table) -> None:
    table.clock.now += timedelta(hours=61)
    change(table, lambda game: setattr(game, "alarm_at", table.clock()))
    assert ring(table.service, table.game_id, table.clock())
    waiting = [mail for mail in table.mails(kind="reminder") if mail.state == NEW]
    assert waiting, "ann is reminded, and the mail has not gone out yet"
    for seat in ("bob", "cat", "dee"):
        table.resign(seat)
    table.adjudicate()
    assert table.game().phase == FINISHED
    assert not any(deliver(table.service, mail.id or 0, table.post) for mail in waiting)
