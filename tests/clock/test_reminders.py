"""Reminders, late notices and the grace after a deadline (R12.3, R12.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.orm import object_session
from sqlmodel import SQLModel, select

from pbem.clock import clock_from
from pbem.database import Database
from pbem.models import Absence, Address, Outbox, Person, Seat, key_of
from pbem.service.clocks import move_deadline, release_results, set_clock
from pbem.service.due.reminding import ring
from pbem.service.game_settings import game_settings_of, save_game_settings
from pbem.service.letters.reading_attempts import reading_failed
from pbem.service.open_waits import OpenWait
from pbem.settings import Settings
from tests.support.service_rows import HOUR, NOON, Table, change, new_table, open_anew


@pytest.fixture
def sqlite_settings(sqlite_url: str) -> Settings:
    """Settings of the embedded database alone."""
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})


def table_with(
    database: Database, settings: Settings, *, pace: str = "policies", **script: str
) -> Table:
    """A table whose script wait is by these rules, opened now."""
    table = new_table(database, settings, pace=pace)  # type: ignore[arg-type]
    rules = {"script": {"next": "3d"} | script, "answers": {"next": "1d"}}
    change(table, lambda game: set_clock(game, clock_from(rules)))
    change(table, lambda game: open_anew(game, table.clock()))
    return table


def reminded(table: Table, seat: str | None = None) -> list[Outbox]:
    return table.mails(seat, "reminder")


def alarms(table: Table, until_hours: float) -> list[float]:
    """Let every alarm ring until then; after how many hours each came."""
    came = []
    while (at := table.game().alarm_at) is not None and at <= NOON + HOUR * until_hours:
        table.clock.now = max(at, table.clock.now)
        before = len(table.mails())
        ring(table.service, table.game_id, table.clock())
        if len(table.mails()) > before:
            came.append((at - NOON) / HOUR)
    return came


def test_reminders_come_at_half_time_and_12_and_2_hours_before(
    database: Database, settings: Settings
) -> None:
    table = table_with(database, settings)
    assert alarms(table, 80) == [36, 60, 70]
    assert {mail.seat_id for mail in reminded(table)} == {table.seat("ann").id}
    assert table.game().alarm_at is None


@pytest.mark.parametrize(("length", "hours"), [("4h", [2]), ("20h", [10, 18]), ("1d", [12, 22])])
def test_none_comes_in_the_first_half(
    sqlite_database: Database, sqlite_settings: Settings, length: str, hours: list[float]
) -> None:
    table = table_with(sqlite_database, sqlite_settings, next=length)
    assert alarms(table, 80) == hours


def test_a_ring_too_much_tells_nothing_twice(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    table.clock.on(hours=1)
    ring(table.service, table.game_id, table.clock())
    assert (reminded(table), table.game().alarm_at) == ([], NOON + 36 * HOUR)
    table.clock.now = NOON + 36 * HOUR
    for _ in range(3):
        ring(table.service, table.game_id, table.clock())
    assert len(reminded(table)) == 1


def test_what_a_halted_service_missed_is_made_up_for_once(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    table.clock.now = NOON + 62 * HOUR
    table.sweep()
    table.sweep()
    assert len(reminded(table)) == 1
    assert "10 hours left" in reminded(table)[0].text.casefold()


def test_the_reminder_says_what_is_on_file_what_is_open_and_what_silence_does(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings, grace="1d")
    alarms(table, 40)
    first = reminded(table)[0]
    assert first.subject == "[Fnord-7] Turn 5 - your script is due by Tue 24 Nov 12:00"
    assert "On file: nothing yet" in first.text
    assert "the game waits on until Wed 25 Nov 2026, 12:00 UTC" in " ".join(first.text.split())
    assert "your turn is a PASS" in " ".join(first.text.split())
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2")
    alarms(table, 61)
    second = " ".join(reminded(table)[-1].text.split())
    assert "On file: 1 line. You have not said READY" in second
    assert "1 of your 2 actions is still open" in second
    assert max(map(len, reminded(table)[-1].text.split("\n"))) <= 72


def test_who_is_done_is_not_reminded(sqlite_database: Database, sqlite_settings: Settings) -> None:
    table = table_with(sqlite_database, sqlite_settings, min="60h")
    table.write("ann", "PASS\nREADY")
    alarms(table, 59)
    assert reminded(table) == []


def test_in_a_window_everybody_who_has_not_answered_is_reminded(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings, pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2\nREADY")
    assert table.adjudicate()
    table.write("bob", "READY")
    alarms(table, 13)
    names = {seat for seat in ("ann", "bob", "cat", "dee") if reminded(table, seat)}
    assert names == {"cat", "dee"}
    text = " ".join(reminded(table, "cat")[0].text.split())
    assert "ann has announced 1 attack; the bulletin describes it" in text
    assert "SPEND" not in text, "what an attacker would spend is his secret"
    assert "If you say nothing you stand aside" in text


def test_a_moved_deadline_has_reminders_of_its_own(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    assert alarms(table, 36) == [36]
    change(table, lambda game: move_deadline(game, NOON + 96 * HOUR, table.clock()))
    assert alarms(table, 100) == [48, 84, 94]


def _stopped(seat: Seat) -> Seat:
    seat.muted = ["reminder"]
    return seat


def _away(seat: Seat) -> Absence:
    until_at = NOON + 90 * HOUR
    game_id, seat_id = seat.game_id, key_of(seat)
    return Absence(
        game_id=game_id, seat_id=seat_id, from_at=NOON, until_at=until_at, created_at=NOON
    )


def _unreachable(seat: Seat) -> Address:
    session = object_session(seat)
    assert session is not None
    row = session.scalars(select(Address).where(Address.person_id == seat.person_id)).one()
    row.state = "bad"
    return row


def _robot(seat: Seat) -> Seat:
    seat.robot = "greedy"
    return seat


@pytest.mark.parametrize("make", [_stopped, _away, _unreachable, _robot])
def test_no_reminder_to_whoever_it_would_not_help(
    sqlite_database: Database, sqlite_settings: Settings, make: Callable[[Seat], SQLModel]
) -> None:
    table = table_with(sqlite_database, sqlite_settings, pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2\nREADY")
    assert table.adjudicate()
    with table.database.write() as session:
        session.add(make(session.exec(select(Seat).where(Seat.name == "cat")).one()))
    alarms(table, 13)
    assert {seat for seat in ("ann", "bob", "cat", "dee") if reminded(table, seat)} == {
        "bob",
        "dee",
    }


def test_a_table_may_do_without(sqlite_database: Database, sqlite_settings: Settings) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    change(
        table,
        lambda game: save_game_settings(game, replace(game_settings_of(game), reminders=False)),
    )
    alarms(table, 71)
    assert reminded(table) == []


def test_a_reminder_waits_for_the_end_of_quiet_hours_and_not_beyond_the_deadline(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    with table.database.write() as session:
        ann = session.exec(select(Person).where(Person.email == "ann@example.org")).one()
        ann.preferences = {"quiet": "22:00-13:00"}
        session.add(ann)
    alarms(table, 71)
    assert [mail.next_try_at for mail in reminded(table)] == [NOON + 49 * HOUR]
    assert reminded(table)[0].useless_after_at == table.game().deadline_at


# --- grace ---------------------------------------------------------------------------------------


def test_a_missing_script_is_waited_for_and_run_as_soon_as_it_comes(
    database: Database, settings: Settings
) -> None:
    table = table_with(database, settings, grace="2d")
    table.to_deadline()
    assert table.adjudicate()
    game = table.game()
    assert (game.turn, game.due_at, game.deadline_at) == (5, NOON + 120 * HOUR, NOON + 72 * HOUR)
    assert [mail.seat_id for mail in table.mails(kind="late")] == [table.seat("ann").id]
    assert not table.adjudicate()
    table.clock.on(hours=5)
    table.write("ann", "TRANSFER 2 FROM Mafia TO Illuminati")
    assert table.game().due_at == table.clock()
    assert table.seat("ann").late == 1
    assert table.adjudicate()
    assert (table.game().turn, table.seat("ann").late) == (6, 1)


def test_the_grace_ends_with_a_pass(sqlite_database: Database, sqlite_settings: Settings) -> None:
    table = table_with(sqlite_database, sqlite_settings, grace="2d")
    table.to_deadline()
    assert table.adjudicate()
    assert alarms(table, 119) == [96], "a day later he is told again, and no more"
    table.clock.now = NOON + 120 * HOUR
    assert table.adjudicate()
    assert (table.game().turn, table.seat("ann").late) == (6, 0)


def test_who_has_a_script_on_file_needs_no_grace(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings, grace="2d")
    letter = table.send("ann", "PASS")
    table.to_deadline(5)
    table.read(letter)
    assert table.game().due_at == table.game().deadline_at
    assert table.adjudicate()
    assert table.game().turn == 6


def in_its_grace(database: Database, settings: Settings) -> Table:
    """A game whose mover has sent nothing by the deadline; two days are his grace."""
    table = table_with(database, settings, grace="2d")
    table.to_deadline()
    assert table.adjudicate()
    return table


def test_a_letter_that_files_nothing_does_not_end_the_grace(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = in_its_grace(sqlite_database, sqlite_settings)
    table.clock.on(hours=1)
    table.write("ann", "STATUS")
    table.write("bob", "PASS")
    assert table.game().due_at == NOON + 120 * HOUR
    assert table.seat("ann").late == 0


def test_the_moderator_may_cut_the_grace_short(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = in_its_grace(sqlite_database, sqlite_settings)
    table.clock.on(hours=1)
    change(table, lambda game: setattr(game, "due_at", table.clock()))
    assert table.adjudicate()
    assert table.game().turn == 6


# --- results that wait ---------------------------------------------------------------------------


def test_results_wait_until_they_are_let_go(database: Database, settings: Settings) -> None:
    table = table_with(database, settings)
    change(
        table, lambda game: save_game_settings(game, replace(game_settings_of(game), release=True))
    )
    table.write("ann", "TRANSFER 1 FROM Mafia TO Illuminati")
    table.to_deadline()
    assert table.adjudicate()
    game = table.game()
    assert (game.turn, game.due_at, game.closed_at) == (5, None, NOON + 72 * HOUR)
    assert not table.adjudicate()
    table.clock.on(hours=3)
    late = table.send("ann", "TRANSFER 2 FROM Mafia TO Illuminati")
    assert [mail.kind for mail in table.read(late)] == ["kept"]
    assert [mail.kind for mail in table.read(late)] == []
    assert table.letter(late).state == "new"
    change(table, release_results)
    assert table.adjudicate()
    assert (table.game().turn, table.game().closed_at) == (6, None)
    assert table.turns()[-1].sheet == ["1: TRANSFER 1 FROM Mafia TO Servants of Cthulhu"]
    assert table.read(late), "it is answered now"
    assert table.letter(late).state == "done"


def test_a_letter_that_came_in_time_does_not_open_what_is_closed(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings)
    change(
        table, lambda game: save_game_settings(game, replace(game_settings_of(game), release=True))
    )
    letter = table.send("ann", "PASS\nREADY")
    reading_failed(table.service, letter, "a fault of ours")
    table.to_deadline(31)
    assert table.adjudicate(), "longer than half a minute no letter that failed is waited for"
    assert table.read(letter)
    assert (table.game().due_at, table.game().closed_at) == (None, NOON + 72 * HOUR)


def test_an_announcement_does_not_wait_for_the_moderator(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_with(sqlite_database, sqlite_settings, pace="announce")
    change(
        table, lambda game: save_game_settings(game, replace(game_settings_of(game), release=True))
    )
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2\nREADY")
    assert table.adjudicate()
    assert (table.game().wait, table.game().closed_at) == ("answers", None)
    table.to_deadline()
    assert table.adjudicate()
    assert (table.game().turn, table.game().closed_at) == (5, table.clock())


def test_a_wait_of_minutes_has_no_reminders() -> None:
    nine, ten = (NOON + timedelta(minutes=minutes) for minutes in (9, 10))
    assert OpenWait("x", "script", NOON, nine, nine).reminders() == []
    assert OpenWait("x", "script", NOON, ten, ten).reminders() == [NOON + timedelta(minutes=5)]
