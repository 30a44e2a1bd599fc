"""Every form of an hour, a zone, a day and a span in every place that takes one: letters of
players and moderators, the lobby, the rules of a clock and orders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
from sqlmodel import select

from pbem.clock import Clock, clock_from
from pbem.clock.setting import with_line
from pbem.database import Database
from pbem.grammar.times.kept import day_within, fixed_day
from pbem.models import Absence, Moderator, Person
from pbem.service.clocks import clock_of
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.errands import done
from tests.support.lobby_letters import BOB, Lobby
from tests.support.moderating_letters import EVE, make
from tests.support.moderating_letters import write as moderate
from tests.support.service_rows import Table, new_table, one_line, random_bytes

HOURS = {
    time(18): (
        *("6pm", "6 pm", "6PM", "6 p.m.", "18", "18h", "1800", "18:00", "18.00", "18:00h"),
        *("18 Uhr", "18.00 Uhr", "18h00", "6:00 pm", "6.00pm", "at 6pm"),
    ),
    time(22, 30): ("10.30pm", "10:30 pm", "22:30", "2230", "22h30", "22.30 Uhr"),
    time(12): ("noon", "12pm", "mittag"),
    time(0): ("midnight", "12am", "00:00"),
}
HOURS_TYPED = [(typed, hour) for hour, forms in HOURS.items() for typed in forms]
ZONES = {
    "America/New_York": ("New York", "new york", "America/New York", "america/new_york", "EDT"),
    "Europe/Berlin": ("Berlin", "Europe / Berlin", "CEST", "MEZ", "Berln"),
    "America/Los_Angeles": ("Los Angeles", "PST"),
    "UTC": ("utc", "Z"),
}
ZONES_TYPED = [(typed, zone) for zone, forms in ZONES.items() for typed in forms]
NO_ZONES = ("UTC+2", "GMT+1", "+02:00", "UTC1", "CST", "Atlantis-on-Sea")
"""An offset is that of no place all year, and is never taken for another."""
MOMENTS = {
    "2026-11-27T20:00Z": ("fri 8pm", "Fri, 20:00", "27.11. 20h", "FRIDAY at 8 pm UTC"),
    "2026-11-27T23:00Z": ("Fri 18:00 New York", "Fri 6pm America/New_York", "27 Nov 18:00 EST"),
    "2026-11-24T12:00Z": ("in 3 days", "3 days", "three days", "in 72h", "3d", "Tue noon"),
    "2026-11-28T12:00Z": ("in a week", "a week", "7 days"),
    "2026-11-22T18:30Z": ("tomorrow 6.30pm", "Sun 18.30 Uhr", "22 Nov 18h30"),
}
"""As they are meant on Saturday 21 November 2026 at noon, in UTC."""
MOMENTS_TYPED = [(typed, at) for at, forms in MOMENTS.items() for typed in forms]
SPANS = {
    timedelta(days=3): ("3 days", "3d", "three days", "72h", "72 hours"),
    timedelta(days=1, hours=12): ("1d12h", "1 day and 12 hours", "36", "1.5 days", "36 hrs"),
    timedelta(days=7): ("a week", "1 week", "7 days"),
    timedelta(minutes=90): ("90 min", "90m", "1h30m", "1.5 hours"),
}
SPANS_TYPED = [(typed, span) for span, forms in SPANS.items() for typed in forms]


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """Saturday 21 November 2026, noon in UTC; Eve moderates."""
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    table = new_table(sqlite_database, Settings.model_validate({"mail": mail}))
    make(table, EVE, "Eve")
    return table


def clock_set(table: Table, line: str) -> Clock:
    done(table, line)
    return clock_of(table.game())


def by_rule(_table: Table, line: str) -> Clock:
    """As `pbem new --rule` has it."""
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return with_line(clock_from({"script": "1d", "answers": "6h"}), line.removeprefix("SET "), at)


RULES = pytest.mark.parametrize("place", [clock_set, by_rule])
SetRule = Callable[[Table, str], Clock]


@RULES
@pytest.mark.parametrize("wait", ["script", "answers"])
def test_an_hour_of_a_clock(table: Table, place: SetRule, wait: str) -> None:
    for typed, hour in HOURS_TYPED:
        place(table, f"SET {wait} CLOCK 03:17")
        assert place(table, f"SET {wait} CLOCK {typed}").rule(wait).clock == hour, typed


def by_player(table: Table, lines: list[str]) -> str:
    return one_line(table.write("bob", "\n".join(lines)))


def by_moderator(table: Table, lines: list[str]) -> str:
    with table.database.read() as session:
        eve = session.exec(select(Moderator)).one()
    return one_line(moderate(table, eve, "\n".join(f"SET MY {line[4:]}" for line in lines)))


def in_the_lobby(table: Table, lines: list[str]) -> str:
    lobby = Lobby(table.database)
    lobby.write(BOB, "REGISTER Bob")
    return lobby.answer(BOB, "\n".join(f"PROFILE {line[4:]}" for line in lines))


def in_the_lobby_as_in_a_game(table: Table, lines: list[str]) -> str:
    lobby = Lobby(table.database)
    lobby.write(BOB, "REGISTER Bob")
    return lobby.answer(BOB, "\n".join(lines))


PLACES = pytest.mark.parametrize(
    "place", [by_player, by_moderator, in_the_lobby, in_the_lobby_as_in_a_game]
)
SetAll = Callable[[Table, list[str]], str]


@PLACES
def test_an_hour_of_a_preference(table: Table, place: SetAll) -> None:
    for hour, forms in HOURS.items():
        answer = place(table, [f"SET QUIET {typed}-03:17" for typed in forms])
        assert answer.count(f"{hour:%H:%M}-03:17 nothing comes") == len(forms), answer


def test_an_hour_at_which_a_mail_comes(table: Table) -> None:
    for hour, forms in HOURS.items():
        answer = by_player(table, [f"SET MINE {typed}" for typed in forms])
        assert answer.count(f"every day at {hour:%H:%M}") == len(forms), answer
        answer = by_moderator(table, [f"SET DUTIES {typed}" for typed in forms])
        assert answer.count(f"every day at {hour:%H:%M}") == len(forms), answer


@PLACES
def test_the_zone_of_a_person(table: Table, place: SetAll) -> None:
    for zone, forms in ZONES.items():
        answer = place(table, [f"SET ZONE {typed}" for typed in forms])
        assert answer.count(f"your clock is that of {zone} now") == len(forms), answer
    answer = place(table, [f"SET ZONE {typed}" for typed in NO_ZONES])
    assert "your clock is" not in answer


@RULES
def test_the_zone_of_a_game(table: Table, place: SetRule) -> None:
    for typed, zone in ZONES_TYPED:
        place(table, "SET ZONE Asia/Tokyo")
        assert place(table, f"SET ZONE {typed}").zone == zone, typed
    for typed in NO_ZONES:
        with pytest.raises((ValueError, AssertionError)):
            place(table, f"SET ZONE {typed}")


def test_the_zone_of_who_plays_from_the_start(table: Table) -> None:
    seats = [Newcomer("pat", "pat@example.org", "new_york"), Newcomer("ann", "ann@example.com")]
    game = create_game(table.service, NewGame("Fnord-8", seats, random_bytes(3, seats=2)))
    assert isinstance(game, int)
    with table.database.read() as session:
        pat = session.exec(select(Person).where(Person.email == "pat@example.org")).one()
    assert pat.zone == "America/New_York"


@RULES
def test_a_length_of_a_clock(table: Table, place: SetRule) -> None:
    for typed, span in SPANS_TYPED:
        for line in ("SCRIPT NEXT", "ANSWERS NEXT", "GRACE"):
            place(table, f"SET {line} 17m")
            rules = place(table, f"SET {line} {typed}")
            rule = rules.rule("answers" if line.startswith("ANSWERS") else "script")
            assert (rule.grace if line == "GRACE" else rule.next).length == span, typed


def test_a_length_by_which_a_deadline_is_moved(table: Table) -> None:
    for typed, span in SPANS_TYPED:
        before = table.game().deadline_at
        done(table, f"EXTEND {typed}")
        assert before and table.game().deadline_at == before + span, typed
        done(table, f"SHORTEN {typed}")
        assert table.game().deadline_at == before, typed


@pytest.mark.parametrize("line", ["CLOCK {}", "CLOCK 24h BANK {}"])
def test_a_length_in_the_lobby(sqlite_database: Database, line: str) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(BOB, "REGISTER Bob")
    for typed, span in SPANS_TYPED:
        answer = lobby.answer(BOB, f"CREATE Fnord-{typed[0]} PLAYERS 4 AS bob {line.format(typed)}")
        assert ": done" in answer, answer
        told = {3: "3 days", 1: "1 day 12 hours", 7: "7 days", 0: "1 hour 30 min"}[span.days]
        assert told in answer, answer
        lobby.answer(BOB, f"LEAVE Fnord-{typed[0]}")
        lobby.clock.on(days=1)


def as_deadline(table: Table, typed: str) -> datetime | None:
    done(table, "SET DEADLINE 30 Nov 03:17")
    done(table, f"SET DEADLINE {typed}")
    return table.game().deadline_at


def as_end_of_a_pause(table: Table, typed: str) -> datetime | None:
    done(table, "PAUSE UNTIL 30 Nov 03:17")
    done(table, f"PAUSE UNTIL {typed}")
    return table.game().resumes_at


def as_an_absence(table: Table, typed: str) -> datetime | None:
    table.write("cat", f"AWAY {typed}")
    with table.database.read() as session:
        return session.exec(select(Absence)).one().until_at


def as_an_offer(table: Table, typed: str) -> datetime | None:
    table.write("bob", f"CLEAR\nOFFER ann 3 MB FOR 1 MB EXPIRES {typed}")
    return datetime.fromisoformat(str(table.state().offers[-1].until_at))


def in_any_order(_table: Table, typed: str) -> datetime | None:
    many, kept = day_within(typed.split())
    assert many == len(typed.split())
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return datetime.fromisoformat(fixed_day(kept, at, "UTC"))


@pytest.mark.parametrize("place", [as_deadline, as_end_of_a_pause, as_an_offer, in_any_order])
def test_a_moment(table: Table, place: Callable[[Table, str], datetime | None]) -> None:
    for typed, at in MOMENTS_TYPED:
        assert place(table, typed) == datetime.fromisoformat(at), typed


@pytest.mark.parametrize(("typed", "at"), MOMENTS_TYPED)
def test_a_moment_of_an_absence(table: Table, typed: str, at: str) -> None:
    assert as_an_absence(table, f"UNTIL {typed}") == datetime.fromisoformat(at)


@pytest.mark.parametrize("typed", ["FOR 3 days", "FOR 72h", "3 days", "three days"])
def test_the_length_of_an_absence(table: Table, typed: str) -> None:
    assert as_an_absence(table, typed) == datetime(2026, 11, 24, 12, tzinfo=UTC)


@RULES
@pytest.mark.parametrize("typed", ["24 Dec to 2 Jan", "Dec 24 .. 2 Jan", "2026-12-24..2027-01-02"])
def test_holidays(table: Table, place: SetRule, typed: str) -> None:
    (days,) = place(table, f"SET HOLIDAY {typed}").holidays
    assert [day.isoformat() for day in days] == ["2026-12-24", "2027-01-02"]
