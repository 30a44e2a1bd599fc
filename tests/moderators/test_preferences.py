"""What a moderator sets for his own mails, and in which zone he and the command line speak."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.database import Database
from pbem.models import Moderator
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.settings import Settings
from tests.support.moderating_letters import EVE, make, send, write
from tests.support.service_rows import Table, new_table, one_line

GAMES_ZONE = "SET ZONE Europe/Berlin"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def eve(table: Table) -> Moderator:
    return make(table, EVE, "Eve")


def test_his_mails_go_with_the_games_zone_until_he_sets_his_own(
    table: Table, eve: Moderator
) -> None:
    assert "13:00 UTC" in one_line(write(table, eve, "SET DEADLINE Fri 13:00"))
    write(table, eve, GAMES_ZONE)
    assert "14:00 CET (Europe/Berlin)" in one_line(write(table, eve, "STATUS"))
    answer = write(table, eve, "SET MY ZONE new york\nSET DEADLINE Fri 18:00")
    assert "your clock is that of America/New_York now" in one_line(answer)
    assert "18:00 EST (America/New_York)" in one_line(answer)
    assert table.game().deadline_at == datetime(2026, 11, 27, 23, tzinfo=UTC)
    run_commands(table.service, table.game_id, "SET ZONE Asia/Tokyo", OPERATOR)
    (mail,) = [one for one in table.mails() if one.key == f"act:1:4:m{eve.id}"]
    assert "EST (America/New_York)" in mail.text, "his own stays, whatever the game's is"


def test_dates_and_format_are_his_too(table: Table, eve: Moderator) -> None:
    answer = one_line(write(table, eve, "SET MY DATES iso\nSTATUS"))
    assert "DATES: iso" in answer and "2026-11-24 12:00 UTC" in answer
    assert "plain text alone" in one_line(write(table, eve, "SET MY FORMAT text"))
    write(table, eve, "STATUS")
    assert table.mails(kind="moderator_answer")[-1].format == "text"
    assert "22:00-07:00" in write(table, eve, "SET MY QUIET 22-7")


def test_all_that_is_his_is_listed(table: Table, eve: Moderator) -> None:
    write(table, eve, "SET MY DATES de")
    listed = write(table, eve, "SET MY")
    assert "SET MY DATES de" in listed and "SET MY FORMAT html" in listed
    assert "SET MY ZONE UTC (the game's)" in listed and "SET MY QUIET off" in listed


def test_what_is_his_own_is_no_act_of_the_game(table: Table, eve: Moderator) -> None:
    before = table.game().version
    write(table, eve, "SET MY ZONE Europe/Berlin")
    assert table.game().version == before
    table.read(send(table, eve, "LOG"))
    assert "SET MY" not in table.mails(kind="log")[-1].text and not table.mails("ann", "act")


def test_who_only_claims_to_be_him_sets_nothing(table: Table, eve: Moderator) -> None:
    table.read(send(table, eve, "SET MY ZONE Asia/Tokyo", verdicts={}))
    assert "UTC" in write(table, eve, "STATUS") and table.mails(kind="moderator_confirm")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SET MY ZONE Atlantis", "not a time zone such as Europe/Berlin"),
        ("SET MY ZONE", "needs a value, such as SET MY ZONE Europe/Berlin"),
        ("SET MY DATES klingon", "DATES can be en, de, fr, iso"),
        ("SET MY FORMAT pdf", "SET MY FORMAT is text or html"),
        ("SET MY QUIET always", "SET MY QUIET 22:00-07:00"),
        ("SET MY LENGTH brief", "There is no SET MY LENGTH"),
        ("SET DATES de", "SET MY DATES de sets it for your own mails"),
    ],
)
def test_what_cannot_be_set_is_said_with_what_can(
    table: Table, eve: Moderator, line: str, said: str
) -> None:
    assert said in one_line(write(table, eve, line))


def test_the_games_zone_is_told_apart_from_his(table: Table, eve: Moderator) -> None:
    answer = one_line(write(table, eve, GAMES_ZONE))
    assert "SET MY ZONE is for your own mails" in answer


def test_the_operator_has_the_games_zone(table: Table) -> None:
    (found,) = run_commands(table.service, table.game_id, "SET MY ZONE Europe/Berlin", OPERATOR)
    assert not found.is_done and "in the zone of the game, UTC" in found.answer


@pytest.mark.parametrize(
    "typed", ["Fri 18:00 Berlin", "Fri 18:00 (Europe/Berlin)", "Fri 18:00 CET (Europe/Berlin)"]
)
def test_a_time_may_bring_its_zone(table: Table, eve: Moderator, typed: str) -> None:
    write(table, eve, f"SET MY ZONE America/New_York\nSET DEADLINE {typed}")
    assert table.game().deadline_at == datetime(2026, 11, 27, 17, tzinfo=UTC)
