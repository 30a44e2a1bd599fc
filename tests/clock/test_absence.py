"""AWAY: who may be away, whom the clock waits for, and what everybody is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.grammar.times.moments import NoMoment
from pbem.grammar.times.stretches import days_of
from pbem.models import Absence
from pbem.service.due.reminding import ring
from pbem.service.seats.going_away import MOST_A_DAY
from pbem.settings import Settings
from tests.support.each import each
from tests.support.errands import done
from tests.support.service_rows import NOON, TURN, Table, new_table, one_line, with_moderator

ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"
DAY = timedelta(days=1)


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    """Saturday 21 November 2026, noon; ann is to move until Tuesday noon."""
    return new_table(database, settings)


def said(table: Table, seat: str, body: str) -> str:
    return one_line(table.write(seat, body))


def absences(table: Table, state: str = "ok") -> list[Absence]:
    with table.database.read() as session:
        wanted = select(Absence).where(Absence.state == state).order_by(col(Absence.id))
        return list(session.exec(wanted).all())


# --- days as typed --------------------------------------------------------------------------


@each(
    ("start", "end", "from_at", "until_at"),
    [
        ("24 Dec", "2 Jan", "2026-12-23T23:00", "2027-01-02T22:59"),
        ("", "Friday", "2026-11-21T12:00", "2026-11-27T22:59"),
        ("today", "tomorrow", "2026-11-21T12:00", "2026-11-22T22:59"),
        ("Saturday", "Sunday", "2026-11-21T12:00", "2026-11-22T22:59"),
        ("Wednesday", "Monday", "2026-11-24T23:00", "2026-11-30T22:59"),
        ("tomorrow 18:00", "Mon 9:00", "2026-11-22T17:00", "2026-11-23T08:00"),
        ("", "in 36h", "2026-11-21T12:00", "2026-11-23T00:00"),
    ],
)
def test_days_are_whole_days_of_the_players_own_calendar(
    start: str, end: str, from_at: str, until_at: str
) -> None:
    found = days_of(start, end, NOON, "Europe/Berlin")
    wanted = [datetime.fromisoformat(at).replace(tzinfo=UTC) for at in (from_at, until_at)]
    assert [found.from_at, found.until_at] == wanted
    again = days_of("", found.until, NOON, "Europe/Berlin")
    assert again.until_at == found.until_at


@each(
    ("start", "end"),
    [
        ("24 Dec", "tomorrow"),
        ("24 Dec 2026", "20 Dec 2026"),
        ("", "20 Nov 2026"),
        ("", "20 Nov 2028"),
        ("when I like", "Friday"),
        ("", "31 Feb"),
    ],
)
def test_days_that_cannot_be_are_refused(start: str, end: str) -> None:
    with pytest.raises(NoMoment):
        days_of(start, end, NOON, "Europe/Berlin")


def test_a_day_of_another_zone_can_be_typed_again() -> None:
    found = days_of("", "24 Dec Europe/Berlin", NOON, "Australia/Lord_Howe")
    assert found.until == "2026-12-25 09:59"
    again = days_of("", found.until, NOON, "Australia/Lord_Howe")
    assert again.until_at == found.until_at


# --- the deadline waits --------------------------------------------------------------------


def test_a_deadline_waits_till_the_mover_is_back_and_has_a_day(table: Table) -> None:
    answer = said(table, "ann", "AWAY UNTIL 26 Nov")
    assert "your deadline waits for you" in answer
    back = datetime(2026, 11, 26, 23, 59, tzinfo=UTC)
    assert table.game().deadline_at == back + DAY
    assert table.game().due_at == back + DAY
    for seat in ("bob", "cat", "dee"):
        mail = table.mails(seat, "away")[0]
        assert "ann is away" in one_line(mail.text)
        assert "its deadline is now Fri 27 Nov 2026, 23:59" in one_line(mail.text)
    table.to_deadline()
    assert table.adjudicate()


def test_whoever_has_a_script_on_file_is_not_waited_for(table: Table) -> None:
    table.write("ann", ATTACK)
    answer = said(table, "ann", "AWAY UNTIL 26 Nov")
    assert "it moves no deadline" in answer
    assert table.game().deadline_at == NOON + TURN


def test_wait_alone_is_no_script(table: Table) -> None:
    table.write("ann", "WAIT")
    table.write("ann", "AWAY UNTIL 26 Nov")
    assert table.game().deadline_at != NOON + TURN


def test_an_absence_of_somebody_else_moves_nothing_now_but_his_own_turn(table: Table) -> None:
    table.write("bob", "AWAY FROM tomorrow TO 30 Nov")
    assert table.game().deadline_at == NOON + TURN
    table.write("ann", "PASS")
    table.run_turn()
    assert table.mover() == "bob"
    assert table.game().deadline_at == datetime(2026, 12, 1, 23, 59, tzinfo=UTC)
    assert "1 Dec" in one_line(table.report("cat").text)


def test_an_absence_that_begins_after_the_deadline_moves_nothing(table: Table) -> None:
    table.write("ann", "AWAY FROM 25 Nov TO 28 Nov")
    assert table.game().deadline_at == NOON + TURN


def test_two_absences_one_after_the_other_are_both_waited_for(table: Table) -> None:
    table.write("ann", "AWAY UNTIL 26 Nov")
    table.write("ann", "AWAY FROM 27 Nov 18:00 TO 29 Nov")
    assert table.game().deadline_at == datetime(2026, 11, 30, 23, 59, tzinfo=UTC)


def test_being_back_early_moves_nothing_earlier(table: Table) -> None:
    table.write("ann", "AWAY UNTIL 26 Nov")
    moved = table.game().deadline_at
    assert "you are back" in said(table, "ann", "AWAY OFF")
    assert table.game().deadline_at == moved
    assert "coming back moves no deadline" in one_line(table.mails("bob", "away")[-1].text)
    assert absences(table) == []
    assert "you were not away" in said(table, "ann", "AWAY OFF")


@pytest.mark.parametrize("typed", ["BACK", "I'm back"])
def test_back_ends_an_absence(table: Table, typed: str) -> None:
    table.write("bob", "AWAY UNTIL 26 Nov")
    assert "AWAY OFF: you are back." in said(table, "bob", typed)
    assert absences(table) == []


def test_a_script_from_abroad_may_still_run_the_turn_at_once(table: Table) -> None:
    table.write("ann", "AWAY UNTIL 26 Nov")
    table.write("ann", ATTACK + "\nREADY")
    assert table.adjudicate()
    assert table.mover() == "bob"


def test_an_absence_is_no_miss(table: Table) -> None:
    table.write("ann", "AWAY UNTIL 26 Nov")
    with table.database.write() as session:
        row = session.exec(select(Absence)).one()
        row.until_at += 10 * DAY
        session.add(row)
    table.run_turn()
    assert table.seat("ann").misses == []


# --- windows and rounds ---------------------------------------------------------------------


def test_a_window_does_not_wait_for_whoever_is_away(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce")
    table.write("ann", ATTACK + "\nREADY")
    assert table.adjudicate()
    assert table.game().wait == "answers"
    deadline_at = table.game().deadline_at
    table.write("bob", "STAND ASIDE")
    table.write("cat", "READY")
    assert table.game().due_at == deadline_at
    table.write("dee", "AWAY UNTIL Friday")
    assert table.game().deadline_at == deadline_at, "a window is not moved"
    table.write("bob", "READY")
    assert table.game().due_at == table.clock(), "dee is not waited for"
    assert table.adjudicate()
    assert table.mover() == "bob"


def test_a_window_ends_when_its_last_silent_player_goes_away(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, pace="announce")
    table.write("dee", "AWAY FROM today 14:00 TO Friday")
    table.write("ann", ATTACK + "\nREADY")
    assert table.adjudicate()
    table.write("bob", "READY")
    table.write("cat", "READY")
    assert table.game().due_at == table.game().deadline_at
    table.clock.on(hours=2.5)
    assert ring(table.service, table.game_id, table.clock())
    assert table.game().due_at == table.clock()


def test_a_round_waits_for_no_longer_than_the_limit(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="conclave", position=None)
    table.write("ann", "AWAY UNTIL 28 Nov")
    moved = table.game().deadline_at
    assert moved == datetime(2026, 11, 29, 23, 59, tzinfo=UTC)
    table.write("bob", "AWAY FROM 29 Nov TO 12 Dec")
    assert table.game().deadline_at == moved, "bob is not back within the limit"
    for seat in ("ann", "cat"):
        table.write(seat, "PASS\nREADY")
    assert table.game().due_at == moved
    table.write("dee", "PASS\nREADY")
    assert table.game().due_at == table.clock(), "bob is away beyond the deadline"


def goes_on_without_bob(table: Table, away: str) -> str:
    """What is told when a round goes on, its deadline now in the absence of bob, who is missing."""
    table.write("bob", away)
    for seat in ("ann", "cat", "dee"):
        table.write(seat, "PASS\nREADY")
    assert table.game().due_at == NOON + TURN
    done(table, "PAUSE")
    table.clock.on(hours=48)
    return done(table, "RESUME").said


def test_a_round_that_goes_on_does_not_wait_for_who_is_away(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, pace="conclave", position=None)
    assert "is run now" in goes_on_without_bob(table, "AWAY FROM 26 Nov TO 9 Dec")
    assert table.game().due_at == table.clock()
    assert table.adjudicate()


def test_a_round_that_goes_on_waits_for_who_is_soon_back(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, pace="conclave", position=None)
    assert "12-01T23:59" in goes_on_without_bob(table, "AWAY FROM 26 Nov TO 30 Nov")
    assert table.game().due_at == datetime(2026, 12, 1, 23, 59, tzinfo=UTC)


# --- limits ---------------------------------------------------------------------------------


def test_more_days_than_one_may_take_are_asked_for(table: Table) -> None:
    with_moderator(table)
    answer = said(table, "ann", "AWAY UNTIL 10 Dec")
    assert "the moderator is asked" in answer
    assert table.game().deadline_at == NOON + TURN
    assert table.mails("bob", "away") == []
    assert len(absences(table, "asked")) == 1


def test_more_days_are_refused_where_nobody_can_agree_to_them(table: Table) -> None:
    answer = said(table, "ann", "AWAY UNTIL 10 Dec")
    assert "REFUSED" in answer and "HELD" not in answer
    assert "no moderator who could approve it, so nothing has changed" in answer
    assert "at most 14 days in a row and 42 in a year" in answer
    assert "DELEGATE TO player UNTIL day" in answer
    assert absences(table, "asked") == absences(table) == []
    assert "your deadline waits for you" in said(table, "ann", "AWAY UNTIL 4 Dec")


def test_a_refused_absence_leaves_the_one_taken_before(table: Table) -> None:
    table.write("bob", "AWAY FROM 1 Dec TO 8 Dec")
    assert "nothing has changed" in said(table, "bob", "AWAY FROM 8 Dec TO 16 Dec")
    (row,) = absences(table)
    assert (row.from_at.day, row.until_at.day) == (1, 8)


def test_days_of_a_year_are_added_up(table: Table) -> None:
    with_moderator(table)
    for start, end in (("1 Dec", "14 Dec"), ("1 Jan", "14 Jan"), ("1 Feb", "13 Feb")):
        assert "everybody is told" in said(table, "bob", f"AWAY FROM {start} TO {end}")
    assert "the moderator is asked" in said(table, "bob", "AWAY FROM 1 Mar TO 10 Mar")
    assert "everybody is told" in said(table, "bob", "AWAY FROM 1 Mar TO 1 Mar")


def test_overlapping_absences_become_one(table: Table) -> None:
    with_moderator(table)
    table.write("bob", "AWAY FROM 1 Dec TO 5 Dec")
    table.write("bob", "AWAY FROM 4 Dec TO 8 Dec")
    (row,) = absences(table)
    assert (row.from_at.day, row.until_at.day) == (1, 8)
    assert "the moderator is asked" in said(table, "bob", "AWAY FROM 8 Dec TO 16 Dec")
    (row,) = absences(table)
    assert row.until_at.day == 8, "what was taken stands till the moderator has answered"


def test_an_end_before_the_beginning_is_called_so(table: Table) -> None:
    answer = said(table, "bob", "AWAY FROM 30 Nov TO 28 Nov")
    assert "That ends before it begins" in answer and "is over" not in answer


@pytest.mark.parametrize(
    "line",
    ["AWAY FROM 5 Dec TO 1 Dec 2026", "AWAY UNTIL 1 Jan 2029", "AWAY UNTIL yesterday"],
)
def test_impossible_days_are_told_with_an_example(table: Table, line: str) -> None:
    answer = said(table, "ann", line)
    assert "AWAY:" in answer and "For example: AWAY FROM 24 Dec TO 2 Jan" in answer
    assert absences(table) == []
    assert table.game().deadline_at == NOON + TURN


def test_an_absence_is_over_when_its_time_is(table: Table) -> None:
    table.write("bob", "AWAY UNTIL 26 Nov")
    table.clock.now = datetime(2026, 11, 27, tzinfo=UTC)
    assert ring(table.service, table.game_id, table.clock())
    assert absences(table) == []
    assert len(absences(table, "over")) == 1


def test_a_preview_leaves_absences_alone(table: Table) -> None:
    table.write("ann", "PREVIEW\nAWAY UNTIL 26 Nov")
    assert absences(table) == []


def test_who_is_away_is_told_to_whoever_asks(table: Table) -> None:
    table.write("bob", "AWAY UNTIL 26 Nov")
    table.write("cat", "AWAY FROM 28 Nov TO 29 Nov")
    told = table.write("dee", "WHO")
    assert "bob is away until Thu 26 Nov 23:59." in told
    assert "cat is away" not in told


def test_nobody_fills_the_others_mailboxes_by_being_away(table: Table) -> None:
    before = len(table.mails())
    told = said(table, "ann", "\n".join(["AWAY FROM 24 Dec TO 2 Jan", "AWAY OFF"] * 30))
    assert f"{MOST_A_DAY} times within a day" in told
    mails = [mail for mail in table.mails()[before:] if mail.kind == "away"]
    assert len(mails) == 2 * MOST_A_DAY * 3
    table.clock.on(hours=24, seconds=1)
    assert "you are away from" in said(table, "ann", "AWAY FROM 24 Dec TO 2 Jan")
