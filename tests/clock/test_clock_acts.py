"""The moderator's clock: a deadline moved, a game paused and taken up again, rules set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbem.database import Database
from pbem.documents.layout.clock import in_zone
from pbem.models import PAUSED, RUNNING
from pbem.service.clocks import clock_of
from pbem.service.due.reminding import ring
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.command_context import Applied
from pbem.service.moderating.running import NotPaused, resume_game, run_commands
from pbem.settings import Settings
from tests.support.errands import change, do, done, moderator, refused
from tests.support.service_rows import HOUR, NOON, TURN, Table, new_table, one_line


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


# --- the deadline ------------------------------------------------------------------------


def test_extend_counts_from_the_deadline_and_tells_both_times(table: Table) -> None:
    old = table.game().deadline_at
    said = done(table, "EXTEND 24h BECAUSE bob is ill")
    assert old is not None and table.game().deadline_at == old + 24 * HOUR
    assert table.game().due_at == table.game().deadline_at
    told = in_zone(said.said, "Europe/Berlin")
    assert "later by 1 day" in told
    assert "Wed 25 Nov 2026, 13:00 CET" in told and "Tue 24 Nov 2026, 13:00 CET" in told
    assert (said.before or {})["deadline_at"].startswith("2026-11-24T12:00")


def test_days_keep_the_hour_when_summer_time_ends(table: Table) -> None:
    change(table, clock={"script": {"next": "3d"}, "zone": "Europe/Berlin"})
    at = datetime(2027, 3, 27, 17, tzinfo=UTC)
    table.clock.now = at - 5 * HOUR
    change(table, deadline_at=at, due_at=at)
    done(table, "EXTEND 1d")
    assert table.game().deadline_at == datetime(2027, 3, 28, 16, tzinfo=UTC)
    done(table, "EXTEND 24h")
    assert table.game().deadline_at == datetime(2027, 3, 29, 16, tzinfo=UTC)


def test_extend_to_a_moment_in_the_moderators_zone(table: Table) -> None:
    done(table, "EXTEND TO fri 18:00", actor=moderator())
    assert table.game().deadline_at == datetime(2026, 11, 27, 17, tzinfo=UTC)
    done(table, "EXTEND TO 28 Nov 18:00", actor=moderator("America/New_York"))
    assert table.game().deadline_at == datetime(2026, 11, 28, 23, tzinfo=UTC)


def test_extend_past_the_deadline_counts_from_now(table: Table) -> None:
    table.to_deadline(3600)
    done(table, "EXTEND 24h")
    assert table.game().deadline_at == table.clock() + 24 * HOUR


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("EXTEND TO 22 Nov 18:00", "is not later than the deadline"),
        ("EXTEND 0h", "no time at all"),
        ("EXTEND TO 20 Nov 2026 18:00", "is past"),
        ("EXTEND 399d", "too far"),
        ("EXTEND TO nirvana", "write one"),
        ("SHORTEN TO 29 Nov 18:00", "is not earlier than the deadline"),
        ("SHORTEN 72h", "is past"),
        ("SHORTEN 80h", "PROCESS TURN 5"),
        ("SHORTEN 71h30m", "SHORTEN 71h30m REALLY"),
        ("SET DEADLINE yesterday", "That is past. PROCESS TURN 5 runs it now."),
        ("SET DEADLINE now", "PROCESS TURN 5 runs it now"),
        ("SHORTEN TO now", "PROCESS TURN 5 runs it now"),
        ("PAUSE UNTIL yesterday", "PAUSE alone stops the clock"),
        ("SET DEADLINE today 12:30", "write SET DEADLINE today 12:30 REALLY"),
        ("SHORTEN TO today 12:30", "write SHORTEN TO today 12:30 REALLY"),
        ("SET DEADLINE 24 Dec 2029 18:00", "400 days"),
        ("RESUME", "not paused"),
    ],
)
def test_what_cannot_be_is_refused_with_what_could(table: Table, line: str, told: str) -> None:
    before = table.game()
    assert told in refused(table, line)
    assert table.game() == before


def test_shorten_warns_and_keeps_an_hour(table: Table) -> None:
    said = done(table, "SHORTEN 24h")
    assert table.game().deadline_at == NOON + TURN - 24 * HOUR
    assert "EARLIER by 1 day" in said.said and "less time now: ann" in said.answer
    done(table, "SHORTEN 47h30m REALLY BECAUSE all agree")
    assert table.game().deadline_at == NOON + timedelta(minutes=30)


def test_set_deadline_goes_either_way(table: Table) -> None:
    early = done(table, "SET DEADLINE today 12:30 REALLY")
    assert table.game().deadline_at == NOON + timedelta(minutes=30)
    assert "EARLIER" in early.said
    late = done(table, "SET DEADLINE 24 Dec 18:00")
    assert table.game().deadline_at == datetime(2026, 12, 24, 18, tzinfo=UTC)
    assert "later by" in late.said


def test_set_deadline_to_a_later_moment_needs_no_more_than_that(table: Table) -> None:
    table.to_deadline(-600)
    done(table, "SET DEADLINE in 30m")
    assert table.game().deadline_at == table.clock() + HOUR / 2


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("EXTEND BY one day", 24 * HOUR),
        ("EXTEND two days", 48 * HOUR),
        ("EXTEND 24h please", 24 * HOUR),
        ("EXTEND BY one day, as bob is ill", 24 * HOUR),
        ("SET DEADLINE four days", 24 * HOUR),
    ],
)
def test_spans_are_read_as_people_write_them(table: Table, line: str, more: timedelta) -> None:
    done(table, line)
    assert table.game().deadline_at == NOON + TURN + more


def test_the_deadline_that_was_moved_cannot_fire(table: Table) -> None:
    table.to_deadline()
    done(table, "EXTEND 1h")
    assert not table.adjudicate()
    assert table.turns() == []
    table.clock.on(hours=1)
    assert table.adjudicate()


def test_a_turn_everybody_is_ready_for_waits_when_it_is_extended(table: Table) -> None:
    table.write("ann", "PASS\nREADY")
    assert table.game().due_at == table.clock()
    said = done(table, "EXTEND 24h")
    assert "PROCESS TURN 5" in said.answer and "PROCESS" not in said.said
    assert not table.adjudicate()


def test_moving_the_deadline_reopens_a_turn_that_was_closed(table: Table) -> None:
    change(table, closed_at=table.clock(), due_at=None)
    said = done(table, "EXTEND 24h")
    assert table.game().closed_at is None and table.game().due_at == NOON + TURN + 24 * HOUR
    assert "taken again" in said.said


def test_nothing_moves_the_clock_of_a_finished_game(table: Table) -> None:
    change(table, phase="finished", deadline_at=None, due_at=None)
    for line in ("EXTEND 1d", "SHORTEN 1h", "SET DEADLINE fri", "PAUSE", "RESUME"):
        assert "over" in refused(table, line)


def answer_to(table: Table, line: str) -> str:
    return run_commands(table.service, table.game_id, line, OPERATOR)[0].answer


def test_what_opens_a_finished_game_is_said_only_where_it_does(table: Table) -> None:
    change(table, phase="finished", deadline_at=None, due_at=None, finished_at=table.clock())
    assert "ROLLBACK TO TURN n would open it" in answer_to(table, "EXTEND 1d")
    with table.database.write() as session:
        for mail in table.mails():
            mail.created_at = table.clock()
            session.add(mail)
    table.work().deliver(1)
    assert "ROLLBACK cannot open it again" in answer_to(table, "EXTEND 1d")
    assert "opened the secret" in answer_to(table, "ROLLBACK TO TURN 1")


# --- pausing -----------------------------------------------------------------------------


def test_a_paused_game_runs_no_turn_and_reads_letters(table: Table) -> None:
    said = done(table, "PAUSE BECAUSE of the flood")
    assert table.game().phase == PAUSED and table.game().paused_at == NOON
    assert "until the moderator resumes it" in said.said
    table.to_deadline(3600)
    assert not table.adjudicate() and table.turns() == []
    assert "paused" in table.write("ann", "PASS")
    assert table.filed("ann") == ["1: PASS"]
    assert "already" in refused(table, "PAUSE")


def test_resume_gives_back_what_was_left(table: Table) -> None:
    table.clock.on(hours=12)
    done(table, "PAUSE")
    table.clock.on(days=30)
    said = done(table, "RESUME")
    assert table.game().phase == RUNNING
    assert table.game().deadline_at == table.game().due_at == table.clock() + 60 * HOUR
    assert table.game().opened_at == NOON + timedelta(days=30)
    assert table.game().alarm_at == table.clock()
    assert in_zone(said.said, "UTC").endswith("is Thu 24 Dec 2026, 12:00 UTC.")


def test_a_short_pause_does_not_move_a_deadline_by_a_day(table: Table) -> None:
    change(table, clock={"script": {"next": "3d", "clock": "12:00"}})
    for minutes, hours in ((5, 72), (55, 72), (65, 96)):
        done(table, "PAUSE")
        table.clock.on(minutes=minutes)
        done(table, "RESUME")
        assert table.game().deadline_at == NOON + hours * HOUR


def test_a_pause_never_makes_a_deadline_earlier(table: Table) -> None:
    """Not by a second, whatever part of one it began and ended in."""
    before = table.game().deadline_at
    assert before is not None
    for began, ended in ((0.5, 0.1), (0.9, 0.2), (0.0, 0.999)):
        table.clock.on(seconds=began)
        done(table, "PAUSE")
        table.clock.on(seconds=ended)
        said = done(table, "RESUME")
        after = table.game().deadline_at
        assert after is not None and before <= after <= before + timedelta(seconds=2)
        assert after.microsecond == 0
        before = after
    assert "12:00 UTC" in in_zone(said.said, "UTC")


def test_resume_leaves_a_day_or_half_a_turn_at_least(table: Table) -> None:
    table.clock.on(hours=71)
    done(table, "PAUSE")
    table.clock.on(days=3)
    done(table, "RESUME")
    assert table.game().deadline_at == table.clock() + 24 * HOUR
    change(table, clock={"script": {"next": "20h"}})
    table.clock.on(hours=23)
    done(table, "PAUSE")
    table.clock.on(days=3)
    done(table, "RESUME")
    assert table.game().deadline_at == table.clock() + 10 * HOUR


def test_what_was_left_keeps_its_hour_over_summer_time(table: Table) -> None:
    change(table, clock={"script": {"next": "3d"}, "zone": "Europe/Berlin"})
    at = datetime(2027, 3, 26, 17, tzinfo=UTC)
    table.clock.now = at - 48 * HOUR
    change(table, deadline_at=at, due_at=at, opened_at=table.clock.now)
    done(table, "PAUSE")
    table.clock.now += timedelta(days=3)
    done(table, "RESUME")
    # 18:00 in Berlin before the change and after it.
    assert table.game().deadline_at == datetime(2027, 3, 29, 16, tzinfo=UTC)


def test_what_was_left_ends_at_the_games_hour(table: Table) -> None:
    clock = {"next": "3d", "clock": "18:00", "days": "mon,tue,wed,thu,fri"}
    change(table, clock={"script": clock})
    table.clock.on(hours=48)
    done(table, "PAUSE")
    table.clock.now = datetime(2026, 12, 3, 20, tzinfo=UTC)
    done(table, "RESUME")
    # A Thursday evening and 24 hours more: Friday is too early, the next of its days is Monday.
    assert table.game().deadline_at == datetime(2026, 12, 7, 18, tzinfo=UTC)


def test_who_was_ready_before_a_pause_is_not_waited_for_after_it(table: Table) -> None:
    done(table, "SET DELAY 1h")
    table.write("ann", "PASS\nREADY")
    assert table.game().due_at == table.clock() + HOUR
    done(table, "PAUSE")
    table.clock.on(days=2)
    assert not table.adjudicate()
    done(table, "RESUME")
    assert table.game().due_at == table.clock() + HOUR


def test_ready_sent_in_a_pause_counts_when_the_game_goes_on(table: Table) -> None:
    done(table, "PAUSE")
    table.clock.on(days=2)
    answer = one_line(table.write("ann", "PASS\nREADY"))
    assert "READY: your turn is run as soon as the game goes on." in answer
    assert not table.adjudicate() and table.game().turn == 5
    table.clock.on(hours=1)
    assert "turn 5 is run now" in done(table, "RESUME").said
    assert table.adjudicate() and table.game().turn == 6


def test_ready_taken_back_in_a_pause_does_not_count(table: Table) -> None:
    done(table, "PAUSE")
    table.write("ann", "PASS\nREADY")
    table.write("ann", "WAIT")
    table.clock.on(hours=1)
    done(table, "RESUME")
    assert table.game().due_at == table.game().deadline_at != table.clock()
    assert not table.adjudicate()


def test_answers_sent_in_a_pause_end_the_window_when_the_game_goes_on(
    sqlite_database: Database,
) -> None:
    table = new_table(sqlite_database, Settings(), pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2\nREADY")
    assert table.adjudicate() and table.state().announced
    done(table, "PAUSE")
    for seat in ("bob", "cat", "dee"):
        answer = one_line(table.write(seat, "READY"))
        assert "nothing more is needed from you" in answer and "game is paused" in answer
    assert not table.adjudicate()
    done(table, "RESUME")
    assert table.adjudicate() and table.state().announced is None


def test_a_deadline_set_in_a_pause_is_kept_for_its_end(table: Table) -> None:
    done(table, "PAUSE")
    said = done(table, "SET DEADLINE 5 Dec 18:00")
    assert "paused" in said.said and not table.adjudicate()
    table.clock.on(days=2)
    done(table, "RESUME")
    assert table.game().deadline_at == datetime(2026, 12, 5, 18, tzinfo=UTC)


def test_a_deadline_set_in_a_pause_that_has_passed_leaves_time(table: Table) -> None:
    done(table, "PAUSE")
    done(table, "SET DEADLINE 23 Nov 18:00")
    table.clock.on(days=9)
    done(table, "RESUME")
    assert table.game().deadline_at == table.clock() + 24 * HOUR


def test_a_pause_lengthened_by_a_span_leaves_more(table: Table) -> None:
    done(table, "PAUSE")
    said = done(table, "EXTEND 12h")
    assert "3 days 12 hours" in said.said
    table.clock.on(days=2)
    done(table, "RESUME")
    assert table.game().deadline_at == table.clock() + TURN + 12 * HOUR


def command(table: Table, line: str) -> str:
    """Do a line as it is done for a moderator, with its act in the log."""
    (obeyed,) = run_commands(table.service, table.game_id, line, OPERATOR)
    assert obeyed.is_done, obeyed.answer
    return obeyed.answer


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["SHORTEN 68h"], 4 * HOUR),
        (["SHORTEN 71h30m REALLY"], HOUR / 2),
        (["SHORTEN 71h30m REALLY", "EXTEND 1h"], 1.5 * HOUR),
        (["SHORTEN 68h", "PAUSE UNTIL 2 Jan"], 4 * HOUR),
        (["EXTEND 24h"], TURN + 24 * HOUR),
    ],
)
def test_what_was_said_in_a_pause_is_left_when_it_is_over(
    table: Table, lines: list[str], left: timedelta
) -> None:
    command(table, "PAUSE")
    table.clock.on(hours=1)
    for line in lines:
        command(table, line)
    table.clock.on(days=3)
    command(table, "RESUME")
    assert table.game().deadline_at == table.clock() + left


def test_a_pause_after_that_leaves_a_day_again(table: Table) -> None:
    for line in ("PAUSE", "SHORTEN 68h", "RESUME"):
        command(table, line)
        table.clock.on(seconds=1)
    command(table, "PAUSE")
    table.clock.on(days=2)
    command(table, "RESUME")
    assert table.game().deadline_at == table.clock() + 24 * HOUR


def test_a_span_in_a_long_pause_counts_from_what_was_left(table: Table) -> None:
    command(table, "PAUSE")
    table.clock.on(days=40)
    assert "4 days" in command(table, "EXTEND 24h")
    assert "about 2 hours" in command(table, "SHORTEN 94h")
    assert "were left when the game was paused" in refused(table, "SHORTEN 3h")
    assert "SHORTEN 90m REALLY" in refused(table, "SHORTEN 90m")


def test_a_game_that_failed_is_tried_again_at_once(table: Table) -> None:
    table.to_deadline(60)
    change(table, phase=PAUSED, error="Traceback\nKeyError: 'fnord'", attempts=3)
    said = done(table, "RESUME")
    assert "KeyError" in said.answer and "KeyError" not in said.said
    assert (table.game().error, table.game().attempts) == (None, 0)
    assert table.adjudicate()


def test_a_game_that_was_paused_between_tries_has_not_stopped_by_itself(table: Table) -> None:
    change(table, error="Traceback\nKeyError: 'fnord'", attempts=1)
    done(table, "PAUSE")
    done(table, "SET DEADLINE in 4 days")
    said = done(table, "RESUME")
    assert "by itself" not in said.answer and "The game goes on." in said.answer
    assert table.game().deadline_at == table.clock() + timedelta(days=4)


def test_pause_until_goes_on_by_itself(table: Table) -> None:
    said = done(table, "PAUSE UNTIL 2 Jan 18:00")
    assert "Sat 2 Jan 2027, 18:00" in in_zone(said.said, "UTC")
    until_at = datetime(2027, 1, 2, 18, tzinfo=UTC)
    assert table.game().alarm_at == table.game().resumes_at == until_at
    table.clock.on(days=7)
    assert not ring(table.service, table.game_id, table.clock())
    assert table.game().phase == PAUSED and table.game().alarm_at == until_at
    table.clock.now = until_at
    assert ring(table.service, table.game_id, table.clock())
    assert (table.game().phase, table.game().resumes_at) == (RUNNING, None)
    assert table.game().deadline_at == until_at + TURN
    told = table.mails("bob", "act")[-1]
    assert "The game goes on. The deadline of turn 5 is Tue 5 Jan 2027, 18:00" in one_line(
        told.text
    )
    ring(table.service, table.game_id, table.clock())
    assert len(table.mails("bob", "act")) == 1


def test_a_pause_gets_another_end(table: Table) -> None:
    done(table, "PAUSE")
    said = done(table, "PAUSE UNTIL 2 Jan 18:00")
    until_at = datetime(2027, 1, 2, 18, tzinfo=UTC)
    assert table.game().alarm_at == table.game().resumes_at == until_at
    told = "The game stays paused until Sat 2 Jan 2027, 18:00 UTC"
    assert told in in_zone(said.said, "UTC") and "had no end" in said.said
    assert "already" in refused(table, "PAUSE UNTIL 2 Jan 18:00")
    said = done(table, "PAUSE UNTIL 3 Jan 18:00")
    assert "It was to go on Sat 2 Jan 2027, 18:00" in in_zone(said.said, "UTC")
    table.clock.now = until_at
    assert not ring(table.service, table.game_id, table.clock())
    assert "until the moderator resumes it" in done(table, "PAUSE, please").said
    assert table.game().alarm_at is table.game().resumes_at is None
    assert table.game().phase == PAUSED
    assert "already" in refused(table, "PAUSE the game please")


def test_a_pause_until_what_is_past_is_refused(table: Table) -> None:
    assert "is past" in refused(table, "PAUSE UNTIL 20 Nov 2026")


def test_resuming_by_the_games_name(table: Table) -> None:
    with pytest.raises(NotPaused, match="it is running"):
        resume_game(table.service, "Fnord-7")
    done(table, "PAUSE")
    assert resume_game(table.service, "Fnord-7") is None
    assert table.game().phase == RUNNING
    assert "goes on" in table.mails("bob", "act")[-1].text


# --- rules and choices -------------------------------------------------------------------


def test_a_rule_is_set_and_the_deadline_stands(table: Table) -> None:
    before = table.game().deadline_at
    said = done(table, "SET SCRIPT NEXT 2d")
    assert str(clock_of(table.game()).rule("script").next) == "2d"
    assert "SCRIPT NEXT is now 2d, it was 72h" in said.said
    assert table.game().deadline_at == before and "stands" in said.said
    table.run_turn()
    assert table.game().deadline_at == table.clock() + timedelta(days=2)


@pytest.mark.parametrize("line", ["EXTEND TURN 5 BY two days", "EXTEND two days"])
def test_a_span_in_words_and_the_turn_it_is_for(table: Table, line: str) -> None:
    before = table.game().deadline_at
    assert before is not None
    done(table, line)
    assert table.game().deadline_at == before + timedelta(days=2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "EXTEND TURN 4 BY 24h",
            "It would have moved the deadline of turn 5 from Tue 24 Nov 2026, 12:00 UTC to Wed 25 "
            "Nov 2026, 12:00 UTC. If you want that, send EXTEND TURN 5 BY 24h",
        ),
        ("SHORTEN TURN 6 BY 1h", "to Tue 24 Nov 2026, 11:00 UTC"),
        (
            "SET DEADLINE TURN 4 TO Fri 18:00",
            "from Tue 24 Nov 2026, 12:00 UTC to Fri 27 Nov 2026, 18:00 UTC. If you want that, send "
            "SET DEADLINE TURN 5 Fri 18:00",
        ),
        ("PAUSE TURN 4", "It would have stopped the clock of turn 5. If you want that, send PAUSE"),
        ("PAUSE TURN 4 UNTIL 2 Jan", "send PAUSE TURN 5 UNTIL 2 Jan"),
    ],
)
def test_a_command_for_another_turn_moves_nothing(table: Table, line: str, told: str) -> None:
    before = table.game()
    answer = refused(table, line)
    assert "Turn 5 is open now" in answer and told in answer
    assert table.game() == before


def test_going_on_may_name_its_turn_too(table: Table) -> None:
    done(table, "PAUSE TURN 5 UNTIL 2 Jan")
    assert table.game().resumes_at == datetime(2027, 1, 2, 23, 59, tzinfo=UTC)
    answer = refused(table, "RESUME TURN 4")
    assert "It would have let the clock of turn 5 go on" in answer
    done(table, "RESUME TURN 5")
    assert table.game().phase == RUNNING


def test_a_moment_for_the_open_turn_is_set(table: Table) -> None:
    done(table, "SET DEADLINE TURN 5 Fri 18:00")
    assert table.game().deadline_at == datetime(2026, 11, 27, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET CLOCK 18:00", "SCRIPT CLOCK is now 18:00, it was off"),
        ("SET DAYS mon-fri", "SCRIPT DAYS is now mon,tue,wed,thu,fri, it was off"),
        ("SET ANSWERS NEXT 12h", "ANSWERS NEXT is now 12h, it was 18h"),
        ("SET HOLIDAY 2026-12-24..2027-01-01", "HOLIDAY is now 2026-12-24..2027-01-01"),
        ("HOLIDAY 24 Dec", "HOLIDAY is now 2026-12-24"),
        ("HOLIDAY 24 Dec to 2 Jan", "HOLIDAY is now 2026-12-24..2027-01-02"),
        ("HOLIDAY 24.12. - 26.12.", "HOLIDAY is now 2026-12-24..2026-12-26"),
        ("HOLIDAY tomorrow", "HOLIDAY is now 2026-11-22"),
        ("HOLIDAY 24 Dec - 26 Dec, 31 Dec", "HOLIDAY is now 2026-12-24..2026-12-26, 2026-12-31"),
        ("SET ZONE Europe/Berlin", "ZONE is now Europe/Berlin, it was UTC"),
        ("SET HIDE WAITED on", "HIDE WAITED is now on, it was off"),
        ("SET RELEASE on", "releases them"),
        ("SET BLIND on", "deadline stay as they are"),
        ("SET AWAY DAYS 21", "AWAY DAYS is now 21, it was 14"),
        ("SET STANDBY off", "STANDBY is now off, it was on"),
        ("SET OFFERS NEXT 5d", "OFFERS NEXT is now 5d"),
        ("SET PRESET daily", "SCRIPT NEXT is now"),
    ],
)
def test_old_and_new_are_told(table: Table, line: str, told: str) -> None:
    assert told in done(table, line).said
    assert "already" in refused(table, line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET ZONE Middle/Earth", "not a time zone"),
        ("SET CLOCK 25:00", "not an hour"),
        ("SET PRESET dayly", "daily"),
        ("SET NEXT 0h", "longer than zero"),
        ("SET HOLIDAY 24 Dek", "is not a day such as"),
        ("SET HOLIDAY 2 Jan to 24 Dec", "ends before it begins"),
        ("SET DAYS blursday", "not a day of the week"),
        ("SET AWAY DAYS 900", "up to 400"),
    ],
)
def test_what_is_no_value_is_refused_with_what_is(table: Table, line: str, told: str) -> None:
    assert told in refused(table, line)


def test_blind_is_never_switched_off(table: Table) -> None:
    done(table, "SET BLIND on")
    assert "stays blind" in refused(table, "SET BLIND off")


def test_holidays_add_up_and_can_be_forgotten(table: Table) -> None:
    done(table, "SET HOLIDAY 2026-12-24")
    done(table, "SET HOLIDAY 2026-05-01")
    assert len(clock_of(table.game()).holidays) == 2
    done(table, "SET HOLIDAY off")
    assert clock_of(table.game()).holidays == ()


def test_set_alone_lists_what_is_set(table: Table) -> None:
    version = table.game().version
    listed = do(table, "SET")
    assert isinstance(listed, Applied) and not listed.is_act
    assert "SET SCRIPT NEXT 72h" in listed.answer and "SET BLIND off" in listed.answer
    assert table.game().version == version


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET GRACE off", "SCRIPT GRACE is now off, it was 6h"),
        ("SET MIN none", "SCRIPT MIN is now off, it was 1d"),
        ("SET DELAY OFF", "SCRIPT DELAY is now off, it was 1h"),
        ("SET ZONE berlin", "ZONE is now Europe/Berlin, it was UTC"),
        ("SET ZONE europe/berlin", "ZONE is now Europe/Berlin, it was UTC"),
        ("SET HOLIDAY 2026-12-24 to 2027-01-02", "HOLIDAY is now 2026-12-24..2027-01-02"),
    ],
)
def test_what_is_told_can_be_typed_as_well(table: Table, line: str, told: str) -> None:
    change(table, clock={"script": {"next": "3d", "min": "1d", "grace": "6h", "delay": "1h"}})
    assert told in done(table, line).said


def test_a_wait_without_a_length_is_none(table: Table) -> None:
    assert "not a length of time" in refused(table, "SET NEXT off")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET HOLIDAY 2026-12-21..2028-03-01", "PAUSE stops the clock for longer"),
        ("SET HOLIDAY 2026-12-01..2027-01-30", "is 61 days"),
        ("SET HOLIDAY 2028-03-01..2028-03-04", "too far off"),
    ],
)
def test_no_holiday_lasts_for_months(table: Table, line: str, told: str) -> None:
    assert told in refused(table, line)


def test_a_holiday_of_two_months_is_one(table: Table) -> None:
    done(table, "SET HOLIDAY 2026-12-01..2027-01-29")
    assert len(clock_of(table.game()).holidays) == 1


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["SET MIN 4d"], "SCRIPT MIN 4d is longer than SCRIPT NEXT 72h"),
        (["SET MIN 2d", "SET NEXT 1d"], "SCRIPT MIN 2d is longer than SCRIPT NEXT 1d"),
        (["SET AWAY DAYS 50"], "AWAY DAYS 50 is more than AWAY TOTAL 42"),
        (["SET AWAY TOTAL 7"], "AWAY DAYS 14 is more than AWAY TOTAL 7"),
    ],
)
def test_what_does_not_fit_together_is_said(table: Table, lines: list[str], told: str) -> None:
    said = [done(table, line) for line in lines][-1]
    assert told in said.answer and told not in said.said


def test_what_fits_together_is_not_spoken_of(table: Table) -> None:
    done(table, "SET MIN 4d")
    assert "longer than" not in done(table, "SET GRACE 6h").answer
    assert "longer than" not in done(table, "SET MIN 1d").answer
