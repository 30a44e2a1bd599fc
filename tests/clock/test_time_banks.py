"""A time bank: each turn adds to what a seat has saved, and thinking takes from it (R12.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from freezegun import freeze_time
from sqlmodel import select

from pbem.clock import Clock, clock_from, encode_clock
from pbem.clock.formatting import format_clock
from pbem.clock.setting import with_line
from pbem.database import Database
from pbem.games.contract.values import Ask
from pbem.models import Game
from pbem.service.clocks import open_waits, set_clock, shift_opening
from pbem.service.due.reminding import ring
from pbem.service.game_settings import game_settings_of, save_game_settings
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.public_game import public_game
from pbem.service.time_banks import banks_left
from pbem.settings import Settings
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.moderating_letters import EVE, make
from tests.support.moderating_letters import write as obey
from tests.support.registered import SMALL, table_of, toy_is_registered
from tests.support.service_rows import HOUR, NOON, Table, new_table, one_line, open_anew

__all__ = ["toy_is_registered"]

DAY = timedelta(days=1)
BANKED = clock_from(
    {"bank": {"start": "5d", "most": "10d"}, "script": {"next": "1d"}, "answers": {"next": "12h"}}
)


@pytest.fixture
def table(sqlite_database: Database, sqlite_settings: Settings) -> Table:
    """Turn 5 is ann's since noon; everybody has a time bank."""
    return banked(sqlite_database, sqlite_settings)


@pytest.fixture
def sqlite_settings(sqlite_url: str) -> Settings:
    """Settings of the embedded database alone."""
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})


def banked(
    database: Database, settings: Settings, rules: Clock = BANKED, pace: str = "policies"
) -> Table:
    table = new_table(database, settings, pace=pace)  # type: ignore[arg-type]
    change(table, rules)
    return table


def change(table: Table, rules: Clock) -> None:
    """Other rules of its clock; what is asked begins anew."""
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        set_clock(game, rules)
        open_anew(game, table.clock())
        game.version += 1


def left(table: Table) -> dict[str, timedelta]:
    return banks_left(table.game(), table.clock())


# --- what is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["BANK 5d MOST 10d", "bank 5 days most 240h"])
def test_a_bank_is_set_and_kept(line: str) -> None:
    rules = with_line(clock_from({"script": {"next": "1d"}}), line)
    assert rules.bank is not None and rules.bank.start.length == 5 * DAY
    assert rules.bank.most.length == 10 * DAY
    assert clock_from(encode_clock(rules)) == rules
    assert with_line(rules, "BANK off").bank is None
    assert with_line(rules, "BANK MOST off").bank == replace(
        rules.bank, most=type(rules.bank.most)()
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("BANK soon", "not a length of time"),
        ("BANK 5d MOST 2d", "is less than BANK 5d"),
        ("BANK MOST 2d", "there is no time bank; BANK 5d makes one"),
        ("ANSWERS BANK 2d", "there is no BANK"),
    ],
)
def test_what_is_no_bank_is_told_what_is(line: str, why: str) -> None:
    rules = clock_from({"script": {"next": "1d"}})
    with pytest.raises(ValueError, match=why):
        with_line(rules, line)


def test_a_clock_with_a_bank_is_told_in_a_sentence() -> None:
    assert format_clock(BANKED) == (
        "a time bank of 5 days for everybody; each turn adds 1 day and thinking takes from it; "
        "it holds 10 days at most; 12 hours for answers"
    )
    assert "each round adds 1 day" in format_clock(BANKED, is_of_rounds=True)
    late = with_line(with_line(BANKED, "DAYS mon-fri"), "CLOCK 20:00")
    assert "a turn ends at 20:00 on Mon or Tue or Wed or Thu or Fri" in format_clock(late)


# --- one turn after the other --------------------------------------------------------------------


def test_a_turn_adds_and_thinking_takes(table: Table) -> None:
    assert table.game().deadline_at == NOON + 6 * DAY
    table.clock.on(days=2)
    said = one_line(table.write("ann", "PASS"))
    assert "Your time bank is running, with 4 days in it; READY stops it." in said
    table.clock.on(hours=1)
    said = one_line(table.write("ann", "READY"))
    assert "Your time bank stands still, with 3 days 23 hours in it." in said
    table.clock.on(hours=30)
    table.sweep()
    assert (table.game().turn, left(table)["ann"]) == (6, 4 * DAY - HOUR)
    assert table.game().deadline_at == table.clock.now + 6 * DAY


def test_a_turn_that_goes_on_adds_nothing_more() -> None:
    game = Game(name="Fnord", ruleset="toy", secret="", secret_hash="", created_at=NOON, turn=2)
    set_clock(game, BANKED)
    for hours, part in enumerate(("2.0", "2.1", "2.2")):
        open_waits(game, (Ask(part, "script", ("ann",)),), NOON + HOUR * hours)
    assert game.deadline_at == NOON + 6 * DAY
    assert banks_left(game, NOON + 2 * HOUR) == {"ann": 6 * DAY - 2 * HOUR}


def test_what_runs_out_is_the_usual_silence_and_the_next_turn_has_what_it_adds(
    table: Table,
) -> None:
    table.run_turn()
    assert (table.game().turn, left(table)["ann"]) == (6, timedelta(0))
    assert table.seat("ann").misses == [True]
    for seat in ("bob", "cat", "dee"):
        table.write(seat, "PASS\nREADY")
        table.adjudicate()
    assert table.mover() == "ann"
    assert table.game().deadline_at == table.clock.now + DAY


@pytest.mark.long
def test_a_bank_holds_no_more_than_its_most(table: Table) -> None:
    for _ in range(7):
        for seat in ("ann", "bob", "cat", "dee"):
            table.write(seat, "PASS\nREADY")
            table.adjudicate()
    assert set(left(table).values()) == {10 * DAY}
    assert table.game().deadline_at == table.clock.now + 10 * DAY


def test_ready_taken_back_lets_the_time_run_on(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = banked(sqlite_database, sqlite_settings, with_line(BANKED, "DELAY 6h"))
    table.write("ann", "PASS\nREADY")
    table.clock.on(hours=3)
    assert left(table)["ann"] == 6 * DAY, "READY has stopped it"
    assert "is running, with 5 days 21 hours in it" in one_line(table.write("ann", "WAIT"))
    table.clock.on(hours=3)
    table.write("ann", "READY")
    table.clock.on(hours=6)
    table.adjudicate()
    assert left(table)["ann"] == 6 * DAY - 6 * HOUR


def test_answers_take_nothing(sqlite_database: Database, sqlite_settings: Settings) -> None:
    table = banked(sqlite_database, sqlite_settings, pace="announce")
    table.clock.on(hours=1)
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.adjudicate()
    assert table.game().is_window and table.game().deadline_at == table.clock.now + 12 * HOUR
    table.run_turn()
    assert left(table) == {"ann": 6 * DAY - HOUR, "bob": 6 * DAY}


def test_a_turn_ends_at_an_hour_of_the_clock_after_the_bank_is_empty(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = banked(sqlite_database, sqlite_settings, with_line(BANKED, "CLOCK 20:00"))
    assert table.game().deadline_at == NOON + 6 * DAY + 8 * HOUR
    table.to_deadline(-60)
    assert left(table)["ann"] == timedelta(0)


def test_the_first_turn_has_the_time_of_its_own_rule(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
    rules = with_line(BANKED, "SETUP NEXT 2d")
    change(table, rules)
    assert table.game().deadline_at == NOON + 2 * DAY and not table.game().banks


# --- what stops it -------------------------------------------------------------------------------


def test_a_pause_takes_nothing(table: Table) -> None:
    eve = make(table, EVE)
    table.clock.on(days=1)
    obey(table, eve, "PAUSE")
    table.clock.on(days=30)
    assert "stands still in the pause, with 5 days in it" in one_line(table.write("ann", "STATUS"))
    obey(table, eve, "RESUME")
    assert table.game().deadline_at == table.clock.now + 5 * DAY
    table.clock.on(hours=1)
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    assert left(table)["ann"] == 5 * DAY - HOUR


def test_an_extension_gives_this_turn_time_and_the_bank_nothing(table: Table) -> None:
    eve = make(table, EVE)
    obey(table, eve, "EXTEND 24h")
    assert table.game().deadline_at == NOON + 7 * DAY
    table.clock.on(days=6.5)
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    assert left(table)["ann"] == timedelta(0)


def test_who_is_away_when_his_bank_is_empty_has_a_day_when_he_is_back(table: Table) -> None:
    told = one_line(table.write("ann", "AWAY FROM 24 Nov TO 5 Dec"))
    assert "6 Dec" in told
    assert table.game().deadline_at is not None
    assert table.game().deadline_at >= datetime(2026, 12, 6, tzinfo=NOON.tzinfo)


def test_a_newcomer_has_what_all_began_with(table: Table) -> None:
    eve = make(table, EVE)
    table.clock.on(days=5)
    assert left(table)["ann"] == DAY
    obey(table, eve, "REPLACE ann BY gil@example.org")
    assert left(table)["ann"] == 5 * DAY
    assert table.game().deadline_at == table.clock.now + 5 * DAY


def test_a_turn_that_opens_anew_takes_nothing_for_what_was_asked(table: Table) -> None:
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    table.run_turn()
    assert left(table) == {"ann": 6 * DAY, "bob": timedelta(0), "cat": 6 * DAY}
    table.clock.on(days=2)
    (done,) = run_commands(table.service, table.game_id, "ROLLBACK TO TURN 6", OPERATOR)
    assert done.is_done and table.mover() == "bob"
    assert left(table) == {"ann": 6 * DAY, "bob": DAY, "cat": 6 * DAY}
    assert table.game().deadline_at == table.clock.now + DAY


def test_a_bank_is_given_and_taken_away_by_a_moderator(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    plain = clock_from({"script": {"next": "3d"}, "answers": {"next": "1d"}})
    table = banked(sqlite_database, sqlite_settings, plain)
    eve = make(table, EVE)
    said = one_line(obey(table, eve, "SET BANK 4d"))
    assert "BANK is now 4d, it was off" in said and "the next one follows the new rule" in said
    assert table.game().deadline_at == NOON + 3 * DAY
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    assert table.game().deadline_at == NOON + 7 * DAY
    said = one_line(obey(table, eve, "STATUS"))
    assert "In the banks now: cat 4 days, dee 4 days, ann 4 days, bob 7 days." in said
    assert "BANK is now off, it was 4d" in one_line(obey(table, eve, "SET BANK off"))
    table.write("bob", "PASS\nREADY")
    table.adjudicate()
    assert table.game().deadline_at == NOON + 3 * DAY and table.game().banks is None


# --- several at once -----------------------------------------------------------------------------


def test_each_seat_of_the_toy_thinks_on_its_own_time(sqlite_database: Database) -> None:
    with freeze_time(NOON) as clock:
        table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
        table.service = replace(table.service, clock=lambda: datetime.now(UTC))
        table.clock.now = NOON
        change(table, BANKED)
        clock.tick(HOUR)
        table.clock.on(hours=1)
        said = one_line(table.write("ann", "BID 3\nREADY"))
        assert "Your time bank stands still, with 5 days 23 hours in it." in said
        clock.tick(HOUR)
        table.clock.on(hours=1)
        assert left(table)["bob"] == 6 * DAY - 2 * HOUR
        assert left(table)["ann"] == 6 * DAY - HOUR


def test_a_round_waits_for_those_alone_who_have_time_left(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = banked(sqlite_database, sqlite_settings, pace="conclave")
    table.clock.on(days=4)
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    opened_at = table.clock()
    assert left(table) == {"ann": 3 * DAY, "bob": 6 * DAY, "cat": 6 * DAY, "dee": 6 * DAY}
    assert table.game().deadline_at == opened_at + 6 * DAY
    for seat in ("bob", "cat"):
        table.write(seat, "PASS\nREADY")
    table.clock.now = opened_at + 3 * DAY
    ring(table.service, table.game_id, table.clock())
    assert table.game().due_at == opened_at + 6 * DAY, "ann has no time left, but dee has"
    table.write("dee", "PASS\nREADY")
    assert table.game().due_at == table.clock()


def test_the_last_bank_that_runs_out_ends_a_round(sqlite_database: Database) -> None:
    game = Game(name="Fnord", ruleset="toy", secret="", secret_hash="", created_at=NOON, turn=2)
    set_clock(game, BANKED)
    both = Ask("bids", "round", ("ann", "bob"), on_silence="miss")
    game.banks = {"ann": [DAY.total_seconds(), 1, "", "", ""]}
    open_waits(game, (both,), NOON)
    assert (game.deadline_at, game.alarm_at) == (NOON + 6 * DAY, NOON + 2 * DAY)
    shift_opening(game, HOUR, NOON + HOUR)
    assert banks_left(game, NOON + 3 * HOUR)["ann"] == 2 * DAY - 2 * HOUR


# --- what is told --------------------------------------------------------------------------------


def test_everybody_is_told_how_the_banks_stand(table: Table) -> None:
    table.clock.on(days=1)
    who = one_line(table.write("bob", "WHO"))
    assert "each turn adds 1 day and thinking takes from it" in who
    assert "in the banks now: cat 5 days, dee 5 days, ann 5 days, bob 5 days" in who
    assert "Everybody has a time bank: 5 days at first" in who
    assert "Your time bank holds 5 days." in one_line(table.write("bob", "STATUS"))
    page = public_game(table.service, "Fnord-7")
    assert page is not None and "in the banks now: cat 5 days" in page.clock


def test_a_table_that_hides_who_is_waited_for_hides_the_banks(table: Table) -> None:
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        save_game_settings(game, replace(game_settings_of(game), hide_waited=True))
    assert "in the banks now" not in one_line(table.write("bob", "WHO"))
    assert "Your time bank is running" in one_line(table.write("ann", "STATUS"))


def test_reports_and_reminders_tell_the_own_bank(table: Table) -> None:
    table.clock.on(days=1)
    table.write("ann", "PASS\nREADY")
    table.adjudicate()
    assert "Your time bank is running, with 6 days in it" in one_line(table.report("bob").text)
    assert "Your time bank holds 5 days." in one_line(table.report("ann").text)
    table.clock.on(days=3)
    ring(table.service, table.game_id, table.clock())
    (mail,) = table.mails("bob", "reminder")
    assert "Your time bank is running, with 3 days in it" in one_line(mail.text)


def test_a_game_with_a_bank_is_offered_by_mail(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2 CLOCK 24h BANK 3d MOST 9d AS ann")
    told = lobby.answer(BOB, "GAMES")
    assert "a time bank of 3 days for everybody; each turn adds 1 day" in told
    refused = lobby.answer(ANN, "CREATE Fnord-9 PLAYERS 2 BANK soon AS ann")
    assert "BANK 5d gives everybody five days at first" in refused


def test_the_clock_called_time_bank_is_one(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2 CLOCK time-bank AS ann")
    assert "a time bank of 5 days for everybody" in lobby.answer(BOB, "GAMES")
