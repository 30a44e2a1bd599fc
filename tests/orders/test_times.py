"""One grammar of times: an order, an absence, a preference and a moderator read them alike."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Absence
from pbem.settings import Settings
from tests.support.errands import done, refused
from tests.support.service_rows import Table, new_table, one_line, with_moderator


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    """Saturday 21 November 2026, noon in UTC."""
    return with_moderator(new_table(sqlite_database, settings))


def away_until(table: Table, seat: str) -> datetime:
    with table.database.read() as session:
        return session.exec(select(Absence)).all()[-1].until_at


@pytest.mark.long
@pytest.mark.parametrize(
    "typed",
    [
        *("fri 8pm", "Fri at 8 pm", "fri, 8pm", "FRIDAY 20:00 CET", "Fri 20:00 Europe/Berlin"),
        *("next fri 8pm", "Fr 27. Nov 20 Uhr", "27.11. 20:00", "27.11.2026 20.00 Uhr"),
        *("in 3 days", "in 36h", "tomorrow noon", "Sun midnight", "27th of November", "Nov 27"),
        *("heute 23:00", "1 Dec 18h30", "2026-11-27T18:00Z", "2026-11-27 18:00", "tonight 11pm"),
    ],
)
def test_an_offer_ends_when_an_absence_until_then_would(table: Table, typed: str) -> None:
    assert "NOT COVERED" not in table.write("cat", f"AWAY UNTIL {typed}")
    end = away_until(table, "cat")
    table.write("bob", f"OFFER ann 3 MB FOR 1 MB EXPIRES {typed}")
    assert [offer.until_at for offer in table.state().offers] == [f"{end:%Y-%m-%dT%H:%MZ}"]


@pytest.mark.parametrize("typed", ["fri 8pm", "next Friday", "27.11. 20:00", "in 3 days"])
def test_a_policy_ends_at_a_day_however_it_is_written(table: Table, typed: str) -> None:
    answer = one_line(table.write("bob", f"OPPOSE ann TAKING ANY Weird UNTIL 6 EXPIRES {typed}"))
    assert "it ends " in answer and "2026" in answer


@pytest.mark.parametrize("typed", ["5/6", "30 Feb", "20 Nov 2026"])
def test_a_day_that_is_none_is_asked_about_by_name(table: Table, typed: str) -> None:
    answer = one_line(table.write("bob", f"OFFER ann 3 MB FOR 1 MB EXPIRES {typed}"))
    assert " ASK " in answer or "ASK:" in answer
    assert table.state().offers == ()


def test_a_town_is_a_zone_for_games_and_moderators_too(table: Table) -> None:
    assert "America/New_York" in one_line(table.write("bob", "SET ZONE New York"))
    assert "America/New_York" in done(table, "SET ZONE New York").said
    assert "Europe/Berlin" in done(table, "SET ZONE Berln").said
    assert "not a time zone" in refused(table, "SET ZONE Atlantis-on-Sea")


@pytest.mark.parametrize("typed", ["6pm", "6 pm", "18:00", "1800", "18", "18h", "18.00", "6 p.m."])
def test_an_hour_of_the_clock_is_written_as_anywhere(table: Table, typed: str) -> None:
    assert "18:00" in done(table, f"SET CLOCK {typed}").said


@pytest.mark.parametrize("typed", ["10pm-7am", "10 pm to 7 am", "22-7", "22:00 until 07:00"])
def test_quiet_hours_are_written_as_anywhere(table: Table, typed: str) -> None:
    assert "at 22:00-07:00 nothing comes" in one_line(table.write("bob", f"SET QUIET {typed}"))


@pytest.mark.parametrize("typed", ["25:00", "Fri 18:00", "noonish", "18:00 CET"])
def test_what_is_no_hour_of_any_day_is_refused(table: Table, typed: str) -> None:
    assert "hour" in refused(table, f"SET CLOCK {typed}")
