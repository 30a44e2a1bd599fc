"""RESIGN with a day to take it back, and what is left behind (R10.3)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.games.illuminati.verification import verify
from pbem.models import OperatorNotice
from pbem.service.due.reminding import ring
from pbem.service.history.exporting import export_game
from pbem.service.seats.standby_list import add_standby
from pbem.settings import Settings
from tests.support.service_rows import NOON, Table, new_table, one_line

DAY = timedelta(days=1)


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def resign(table: Table, seat: str) -> str:
    asked = one_line(table.write(seat, "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write(seat, f"RESIGN {code}")
    return one_line(table.mails(seat, "acknowledgement")[-1].text)


def a_day_later(table: Table) -> None:
    table.clock.now = NOON + DAY
    assert ring(table.service, table.game_id, table.clock())


def test_who_resigns_has_a_day_to_take_it_back(table: Table) -> None:
    answer = resign(table, "cat")
    assert "you leave in a day" in answer and "STAY takes it back" in answer
    assert table.seat("cat").resigns_at == NOON + DAY
    assert not table.state().seat("cat").is_out
    told = table.mails("cat", "seat_offered")[0]
    assert "Sun 22 Nov 12:00" in told.subject and "Sun 22 Nov 2026, 12:00" in told.text
    with table.database.read() as session:
        notices = [row.text for row in session.exec(select(OperatorNotice))]
    assert any("cat resigns" in text for text in notices)
    assert "you stay" in one_line(table.write("cat", "STAY"))
    a_day_later(table)
    assert not table.state().seat("cat").is_out
    assert table.seat("cat").offered_at is None


def test_resign_alone_asks_for_its_code(table: Table) -> None:
    told = one_line(table.write("cat", "RESIGN"))
    assert "If you mean it, send: RESIGN " in told and "corrected" not in told
    assert "Nothing happens unless you send the line with its code." in told
    both = one_line(table.write("cat", "RESIGN\nGIVE 5"))
    assert "Send the line again, corrected." in both


def test_after_a_day_he_is_gone(table: Table) -> None:
    resign(table, "cat")
    table.clock.now = NOON + DAY - timedelta(seconds=1)
    ring(table.service, table.game_id, table.clock())
    assert not table.state().seat("cat").is_out
    a_day_later(table)
    assert table.state().seat("cat").is_out
    assert "irs" in table.state().uncontrolled
    assert table.seat("cat").resigns_at is None
    assert "you have left the game" in table.mails("cat", "departure")[0].subject
    record = table.records()[-1]
    assert (record.kind, record.seat, record.orders) == ("act", "cat", ["RESIGN"])
    assert table.game().deadline_at == NOON + 3 * DAY, "it was not his turn"


def test_the_movers_turn_goes_on_till_he_leaves_and_then_ends_at_once(table: Table) -> None:
    resign(table, "ann")
    table.write("ann", "PASS")
    assert table.filed("ann") == ["1: PASS"]
    a_day_later(table)
    assert table.state().seat("ann").is_out
    assert table.adjudicate()
    assert table.mover() == "bob"


def test_orders_do_not_take_it_back(table: Table) -> None:
    resign(table, "cat")
    table.write("cat", "RESERVE 3")
    assert table.seat("cat").resigns_at is not None
    assert table.seat("cat").offered_at is not None


def test_a_second_resign_and_a_needless_stay_are_told(table: Table) -> None:
    assert "you had not resigned" in one_line(table.write("cat", "STAY"))
    resign(table, "cat")
    assert "you have resigned already" in resign(table, "cat")


def test_with_a_gift_in_the_same_letter_both_are_done(table: Table) -> None:
    asked = one_line(table.write("cat", "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write("cat", f"GIVE 2 TO ann\nRESIGN {code}")
    assert table.seat("cat").resigns_at is not None
    assert table.state().money("network") == 5


def test_a_preview_resigns_nothing(table: Table) -> None:
    asked = one_line(table.write("cat", "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write("cat", f"PREVIEW\nRESIGN {code}")
    assert table.seat("cat").resigns_at is None


def test_his_seat_is_offered_meanwhile_and_then_no_more(table: Table) -> None:
    add_standby(table.service, "eve@example.org")
    resign(table, "cat")
    assert table.mails(kind="standby_offer")[0].rcpt == "eve@example.org"
    a_day_later(table)
    assert "nothing left of it to play" in one_line(table.mails(kind="standby")[-1].text)


def test_the_last_rival_who_leaves_ends_a_window(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3\nREADY")
    assert table.adjudicate()
    resign(table, "dee")
    table.write("bob", "READY")
    table.write("cat", "READY")
    deadline_at = table.game().deadline_at
    assert deadline_at is not None and deadline_at < NOON + DAY
    assert table.game().due_at == deadline_at, "dee may still answer"


def test_who_is_gone_already_need_not_leave_again(table: Table) -> None:
    resign(table, "cat")
    a_day_later(table)
    records = len(table.records())
    ring(table.service, table.game_id, table.clock())
    assert len(table.records()) == records
    answer = one_line(table.write("cat", "RESIGN"))
    assert "send: RESIGN" not in answer or "REFUSED" in resign(table, "cat")


def test_a_game_that_players_have_left_is_proved_fair(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, position=None)
    movers = [seat for seat in ("ann", "bob", "cat", "dee") if seat != table.mover()]
    for seat in movers:
        resign(table, seat)
    a_day_later(table)
    table.run_turn()
    assert table.game().phase == "finished"
    assert verify(export_game(table.service, "Fnord-7")) == []
