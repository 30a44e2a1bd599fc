"""MINE once a day: at the hour that a person has set, by his clock, never twice."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Outbox, Person
from pbem.service.due.daily_list import list_games
from pbem.service.players.deleting import delete_person
from pbem.service.sweep import claim_waiting
from pbem.settings import Settings
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.service_rows import new_table, one_line


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2\nPROFILE ZONE Europe/Berlin")
    lobby.clock.now = lobby.clock.now.replace(hour=12, minute=0, second=0)
    return lobby


def lists(lobby: Lobby) -> list[Outbox]:
    return [mail for mail in lobby.mails() if mail.kind == "daily_list"]


def sweep(lobby: Lobby) -> int:
    """What a sweeper and a worker would do now; how many people were seen to."""
    database, now = lobby.service.database, lobby.clock()
    found = claim_waiting(database, now, grace=timedelta()).ids("list_games")
    for person_id in found:
        list_games(lobby.service, person_id, now)
    return len(found)


def due_at(lobby: Lobby) -> datetime | None:
    with lobby.service.database.read() as session:
        wanted = select(Person).where(Person.email == "ann@example.com")
        return session.exec(wanted).one().list_at


def test_the_list_comes_at_the_hour_that_was_set_once_a_day(lobby: Lobby) -> None:
    told = lobby.answer(ANN, "PROFILE MINE 8am")
    assert "every day at 08:00 a mail says what waits for you" in told
    assert sweep(lobby) == 1 and lists(lobby) == [], "today's hour is over"
    lobby.write(BOB, "JOIN Fnord-8 AS bob\nPROFILE ZONE Europe/Berlin\nPROFILE MINE 08:00")
    assert sweep(lobby) == 1
    lobby.clock.now = (due_at(lobby) or lobby.clock.now) - timedelta(seconds=1)
    assert sweep(lobby) == 0
    lobby.clock.on(seconds=1)
    assert sweep(lobby) == 2
    asked, other = sorted(lists(lobby), key=lambda mail: mail.subject, reverse=True)
    assert {asked.rcpt, other.rcpt} == {"ann@example.com", "bob@example.net"}
    assert "Your turn: Fnord-8" in asked.subject and "Nothing waits for you" in other.subject
    assert "WAITS FOR YOU until" in one_line(asked.text) and "WAITS" not in other.text
    hour = due_at(lobby)
    assert hour is not None and hour - lobby.clock.now == timedelta(days=1)
    lobby.clock.on(days=1)
    sweep(lobby)
    assert len(lists(lobby)) == 4


def test_a_crash_and_a_second_worker_send_no_second_list(lobby: Lobby) -> None:
    lobby.answer(ANN, "PROFILE MINE 08:00")
    sweep(lobby)
    lobby.clock.now = due_at(lobby) or lobby.clock.now
    claim_waiting(lobby.service.database, lobby.clock(), grace=timedelta())
    assert lists(lobby) == [], "the worker died"
    lobby.clock.on(minutes=2)
    assert sweep(lobby) == 1 and len(lists(lobby)) == 1
    assert not list_games(lobby.service, 1, lobby.clock())
    lobby.answer(ANN, "PROFILE MINE 08:30")
    lobby.clock.on(hours=1)
    sweep(lobby)
    assert len(lists(lobby)) == 1, "one a day, though the hour was changed"


def test_no_list_is_sent_where_there_is_nothing_to_list(lobby: Lobby) -> None:
    lobby.answer(ANN, "PROFILE MINE 08:00\nCANCEL Fnord-8")
    sweep(lobby)
    lobby.clock.on(days=2)
    assert sweep(lobby) == 1 and lists(lobby) == []
    lobby.answer(ANN, "PROFILE MINE off")
    assert due_at(lobby) is None
    lobby.clock.on(days=2)
    assert sweep(lobby) == 0


def test_whoever_is_deleted_gets_no_list(lobby: Lobby) -> None:
    lobby.answer(ANN, "PROFILE MINE 08:00\nCANCEL Fnord-8")
    deleted = delete_person(lobby.service, "ann@example.com")
    assert isinstance(deleted, dict) and deleted["letters"] == 4
    lobby.clock.on(days=2)
    assert sweep(lobby) == 0


@pytest.mark.parametrize("typed", ["25:00", "sometimes"])
def test_what_is_no_hour_is_refused(lobby: Lobby, typed: str) -> None:
    assert "PROFILE MINE 08:00, or PROFILE MINE off" in lobby.answer(ANN, f"PROFILE MINE {typed}")


def test_a_letter_to_a_game_sets_it_too(sqlite_database: Database, settings: Settings) -> None:
    table = new_table(sqlite_database, settings)
    told = one_line(table.write("bob", "SET MINE 8"))
    assert "MINE: every day at 08:00 a mail says what waits for you in all your games." in told
    table.sweep()
    table.clock.on(days=1)
    table.sweep()
    with sqlite_database.read() as session:
        lists = session.exec(select(Outbox).where(Outbox.kind == "daily_list")).all()
    assert [mail.rcpt for mail in lists] == ["bob@example.org"]
