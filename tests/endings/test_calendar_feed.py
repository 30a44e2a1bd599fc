"""A calendar to subscribe to: public deadlines alone, at an address that can be renewed."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from pbem.models import Game
from pbem.service.context import ServiceContext
from pbem.web import create_app
from tests.support.registered import table_of, toy_is_registered, write
from tests.support.service_rows import Table, one_line

__all__ = ["toy_is_registered"]
URL = "https://play.example.org"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """The toy on a service whose pages the world can reach."""
    table = table_of(sqlite_database, "toy", ("ann", "bob"))
    web = table.service.settings.web.model_copy(update={"url": URL})
    settings = table.service.settings.model_copy(update={"web": web})
    table.service = ServiceContext(table.database, settings, table.clock)
    return table


def address(table: Table, seat: str, line: str = "FEED") -> str:
    found = re.search(rf"{URL}(/calendar/\S+\.ics)", write(table, seat, line))
    assert found is not None
    return found[1]


def get(table: Table, where: str) -> tuple[int, str]:
    def take(_raw: bytes, _rcpt: str, _from: str, _verdicts: object) -> int:
        raise AssertionError("nothing is sent here")

    client = create_app(table.service, take, lambda _: False).test_client()
    answer = client.get(where, base_url=URL)
    return answer.status_code, answer.text


def test_the_deadline_of_the_game_stands_in_it(table: Table) -> None:
    status, text = get(table, address(table, "ann"))
    at = table.game().deadline_at
    assert status == 200 and at is not None
    assert f"DTSTART:{at:%Y%m%dT%H%M%SZ}" in text and "SUMMARY:Fnord-7: turn 1 is due" in text
    assert "ann" not in text and "bob" not in text


def test_what_a_seat_has_done_changes_no_byte_of_it(table: Table) -> None:
    where = address(table, "ann")
    before = get(table, where)
    write(table, "ann", "BID 4\nREADY")
    assert get(table, where) == before
    assert get(table, address(table, "bob"))[1] == before[1]


def test_its_address_can_be_renewed(table: Table) -> None:
    first = address(table, "ann")
    second = address(table, "ann", "FEED NEW")
    assert first != second and get(table, first)[0] == 404 and get(table, second)[0] == 200


def test_another_address_opens_nothing(table: Table) -> None:
    mine = address(table, "ann")
    seat, _, code = mine.removeprefix("/calendar/").partition("-")
    assert get(table, f"/calendar/{int(seat) + 1}-{code}")[0] == 404
    assert get(table, f"/calendar/{seat}-{'0' * 32}.ics")[0] == 404


def test_a_game_that_is_over_has_no_deadline(table: Table) -> None:
    where = address(table, "ann")
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        game.phase = "finished"
        session.add(game)
    status, text = get(table, where)
    assert status == 200 and "VEVENT" not in text and "END:VCALENDAR" in text


def test_without_pages_there_is_no_address(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, "toy", ("ann", "bob"))
    assert "no web pages that your calendar program could reach" in one_line(
        write(table, "ann", "FEED")
    )
