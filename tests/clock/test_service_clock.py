"""The clock of a game: its presets and rules at work, early ends, and that it never runs ahead."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from freezegun import freeze_time
from sqlmodel import select

from pbem.cli import main
from pbem.clock import Clock, clock_from
from pbem.database import Database
from pbem.models import Game
from pbem.service.clocks import set_clock
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.game_settings import game_settings_of, save_game_settings
from pbem.service.presets import preset
from pbem.service.sweep import claim_waiting
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.service_rows import (
    CAST,
    HOUR,
    NOON,
    Hands,
    Table,
    new_table,
    open_anew,
    random_bytes,
)


@pytest.fixture
def sqlite_settings(sqlite_url: str) -> Settings:
    """Settings of the embedded database alone."""
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})


def table_by(
    database: Database, settings: Settings, rules: Clock, *, pace: str = "policies"
) -> Table:
    """A table whose wait was opened just now by those rules."""
    table = new_table(database, settings, pace=pace)  # type: ignore[arg-type]
    with database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        set_clock(game, rules)
        open_anew(game, table.clock())
        game.version += 1
    return table


def script(**rule: str) -> Clock:
    return clock_from({"script": {"next": "3d"} | rule, "answers": {"next": "1d"}})


# --- early ends ----------------------------------------------------------------------------------


def test_a_table_may_leave_time_to_think_again(database: Database, settings: Settings) -> None:
    table = table_by(database, settings, script(delay="30m"))
    said = table.write("ann", "PASS\nREADY")
    assert "the game goes on Sat 21 Nov 2026, 12:30 UTC" in " ".join(said.split())
    assert (table.game().due_at, table.game().deadline_at) == (NOON + HOUR / 2, NOON + 72 * HOUR)
    table.clock.on(minutes=29)
    assert table.sweep() == len(table.mails()), "mails alone"
    assert table.game().turn == 5
    table.clock.on(minutes=1)
    table.sweep()
    assert table.game().turn == 6


@pytest.mark.parametrize("letter", ["WAIT", "TRANSFER 1 FROM Mafia TO Illuminati"])
def test_a_later_letter_without_ready_stops_it(
    sqlite_database: Database, sqlite_settings: Settings, letter: str
) -> None:
    table = table_by(sqlite_database, sqlite_settings, script(delay="30m"))
    table.write("ann", "PASS\nREADY")
    table.clock.on(minutes=10)
    table.write("ann", letter)
    assert table.game().due_at == table.game().deadline_at == NOON + 72 * HOUR


@pytest.mark.parametrize("letter", ["STATUS", "RESERVE 2"])
def test_a_letter_that_files_nothing_stops_nothing(
    sqlite_database: Database, sqlite_settings: Settings, letter: str
) -> None:
    table = table_by(sqlite_database, sqlite_settings, script(delay="30m"))
    table.write("ann", "PASS\nREADY")
    table.clock.on(minutes=10)
    table.write("ann", letter)
    table.write("bob", letter)
    assert table.game().due_at == NOON + HOUR / 2


def test_a_wait_lasts_its_least_time(sqlite_database: Database, sqlite_settings: Settings) -> None:
    table = table_by(sqlite_database, sqlite_settings, script(min="1d"))
    table.write("ann", "PASS\nREADY")
    assert table.game().due_at == NOON + 24 * HOUR


def test_an_early_end_is_never_behind_the_deadline(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_by(sqlite_database, sqlite_settings, script(delay="1d"))
    table.clock.on(hours=71)
    table.write("ann", "PASS\nREADY")
    assert table.game().due_at == NOON + 72 * HOUR


# --- never earlier by itself ---------------------------------------------------------------------

LETTERS = ("PASS\nREADY", "PASS", "READY", "WAIT", "CLEAR", "STATUS", "ATTACK Yuppies WITH Mafia")
RULES = (
    script(),
    script(grace="1d"),
    script(delay="2h", min="6h"),
    script(clock="18:00", days="mon-fri", grace="12h", delay="30m"),
    preset("daily").clock,
    preset("twice-a-week").clock,
)


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(12))
def test_a_deadline_that_was_announced_never_moves_earlier_by_itself(
    sqlite_database: Database, sqlite_settings: Settings, seed: int
) -> None:
    chance = random.Random(seed)
    pace = chance.choice(("policies", "announce"))
    table = table_by(sqlite_database, sqlite_settings, RULES[seed % len(RULES)], pace=pace)
    release = chance.random() < 0.3
    with sqlite_database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        save_game_settings(game, replace(game_settings_of(game), release=release))
    told = _told(table)
    for _ in range(25):
        _something(table, chance)
        now = _told(table)
        if now[0] == told[0]:
            assert now[1] == told[1], "the same wait has the deadline that was announced"
        told = now
        game = table.game()
        assert game.due_at is None or game.due_at >= (game.opened_at or NOON)
    for turn in table.turns():
        assert turn.resolved_at >= (turn.deadline_at or NOON), "none was run before it was due"


def _told(table: Table) -> tuple[object, object]:
    """The wait that is open, and the deadline players were told."""
    game = table.game()
    return (game.turn, game.wait, game.opened_at), game.deadline_at


def _something(table: Table, chance: random.Random) -> None:
    """A letter, some time, or a sweep."""
    act = chance.random()
    if act < 0.5:
        letter = table.send(chance.choice(CAST), chance.choice(LETTERS))
        if chance.random() < 0.8:
            table.read(letter)
    elif act < 0.8:
        table.clock.on(minutes=chance.choice((1, 40, 300, 1500)))
    table.sweep()


# --- presets and options -------------------------------------------------------------------------


def test_a_game_is_set_up_by_a_preset(database: Database, settings: Settings) -> None:
    rules = replace(preset("daily").clock, zone="Europe/Berlin")
    service = ServiceContext(database, settings, Hands())
    people = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    game_id = create_game(service, NewGame("Fnord-8", people, random_bytes(3), clock=rules))
    table = Table(service, service.clock, game_id)  # type: ignore[arg-type]
    assert f"{table.game().deadline_at:%a %H:%M}" == "Tue 17:00", "three days for the first script"
    table.write(table.mover(), "PASS")
    mails = table.run_turn()
    assert f"{table.game().deadline_at:%a %H:%M}" == "Wed 17:00", "a day for any other"
    assert "18:00" not in table.write(CAST[0], "STATUS").split("\n")[0]
    assert mails


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


PLAYERS = ("--player", "ann=ann@example.org", "--player", "bob=bob@example.org")


def test_new_takes_a_clock_a_zone_and_rules(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DATABASE__URL", sqlite_url)
    rules = ("--rule", "DAYS mon-fri", "--rule", "ANSWERS NEXT 12h")
    options = ("--clock", "daily", "--zone", "Europe/Berlin", *rules)
    code, said = run("new", "Fnord-8", *PLAYERS, *options, "--json")
    assert code == 0, said
    kept = json.loads(said)["clock"]
    assert (kept["zone"], kept["script"]["days"]) == ("Europe/Berlin", "mon,tue,wed,thu,fri")
    assert (kept["answers"]["next"], kept["script"]["clock"]) == ("12h", "18:00")
    code, said = run("games", "--json")
    assert json.loads(said)[0]["clock"] == kept


def test_days_of_turn_keep_the_hour_in_the_zone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DATABASE__URL", sqlite_url)
    code, said = run("new", "Fnord-8", *PLAYERS, "--turn", "3d", "--zone", "Europe/Berlin")
    assert code == 0
    assert "The clock: 3 days a turn; 18 hours for answers." in said


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--clock", "dayly"), "did you mean daily?"),
        (("--clock", "no-such.toml"), "no-such.toml"),
        (("--clock", "daily", "--turn", "3d"), "--rule 'NEXT 2d'"),
        (("--turn", "0h"), "no time at all"),
        (("--turn", "soon"), "not a length of time"),
        (("--zone", "Mars/Olympus"), "not a time zone"),
        (("--rule", "NEXT 0d"), "longer than zero"),
        (("--rule", "FNORD 5"), "there is no FNORD"),
    ],
)
def test_what_cannot_be_a_clock_is_said(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], why: str
) -> None:
    monkeypatch.setenv("PBEM_DATABASE__URL", sqlite_url)
    code, said = run("new", "Fnord-8", *PLAYERS, *options)
    assert code == 2
    assert why in said


def test_who_shows_the_clock_and_may_hide_who_is_waited_for(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    table = table_by(sqlite_database, sqlite_settings, script(clock="18:00", days="mon,thu"))
    said = " ".join(table.write("bob", "WHO").split())
    assert "The clock: 3 days a turn, ending at 18:00 on Mon or Thu; 1 day for answers" in said
    assert "Waited for: ann" in said
    with sqlite_database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        save_game_settings(game, replace(game_settings_of(game), hide_waited=True))
        game.version += 1
    said = " ".join(table.write("bob", "WHO").replace("|", "").split())
    assert "Who is waited for is not shown at this table" in said
    assert "Waited for" not in said


def test_an_offer_stands_as_long_as_the_table_has_it(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    rules = clock_from({"script": {"next": "9d"}, "offers": {"next": "2d"}})
    table = table_by(sqlite_database, sqlite_settings, rules)
    said = " ".join(table.write("ann", "OFFER bob: 2 MB FOR Swiss Bank Account").split())
    assert "it stands until Mon 23 Nov 2026, 12:00 UTC" in said
    assert [offer.until_at for offer in table.state().offers] == ["2026-11-23T12:00Z"]
    table.clock.on(days=2, minutes=1)
    table.write("bob", "STATUS")
    table.write("bob", "TRANSFER 1 FROM CIA TO Illuminati")
    assert not table.state().offers


# --- summer time, through the sweep --------------------------------------------------------------

CHANGES = (
    ("Europe/Berlin", datetime(2026, 3, 28, 18), 23 * HOUR),
    ("Europe/Berlin", datetime(2026, 10, 24, 18), 25 * HOUR),
    ("America/New_York", datetime(2026, 3, 7, 18), 23 * HOUR),
    ("America/New_York", datetime(2026, 10, 31, 18), 25 * HOUR),
    ("Australia/Lord_Howe", datetime(2026, 10, 3, 18), 23.5 * HOUR),
    ("Australia/Lord_Howe", datetime(2026, 4, 4, 18), 24.5 * HOUR),
)
WAYS = (
    ({"next": "1d"}, "18:00"),
    ({"next": "1d", "clock": "19:00"}, "19:00"),
    ({"next": "20h", "min": "1d"}, "18:00"),
    ({"next": "20h", "clock": "18:00"}, "18:00"),
)
"""Rules of which each ends at that hour of the day after, whatever the clocks do at night."""


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize(("zone", "evening", "length"), CHANGES)
@pytest.mark.parametrize(("rule", "hour"), WAYS)
def test_a_turn_over_a_change_of_summer_time_is_run_at_its_hour(
    sqlite_database: Database,
    sqlite_settings: Settings,
    zone: str,
    evening: datetime,
    length: timedelta,
    rule: dict[str, str],
    hour: str,
) -> None:
    begins_at = evening.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    with freeze_time(begins_at) as frozen:
        service = ServiceContext(sqlite_database, sqlite_settings, sqlite_database.now)
        people = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
        rules = clock_from({"zone": zone, "script": rule})
        game_id = create_game(service, NewGame("Fnord-7", people, random_bytes(5), clock=rules))
        table = Table(service, Hands(begins_at), game_id)
        late = timedelta(hours=int(hour[:2]) - 18)
        assert table.game().deadline_at == begins_at + length + late
        for at, turn in ((-0.001, 1), (0.001, 2)):
            frozen.move_to(begins_at + length + late + timedelta(seconds=at))
            found = claim_waiting(sqlite_database, service.clock(), grace=timedelta())
            for due in found.ids("adjudicate"):
                adjudicate(service, due)
            assert table.game().turn == turn
