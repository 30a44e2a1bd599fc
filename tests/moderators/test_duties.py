"""Once a day a moderator is told what needs him in all his games; nothing where nothing does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.grammar.game_settings import GameSettings
from pbem.models import DEAD, PAUSED, Absence, Game, Moderator, Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.service.due.daily_list import list_games
from pbem.service.game_settings import save_game_settings
from pbem.service.seats.moderators import make_operator
from pbem.service.sweep import claim_waiting
from pbem.settings import Settings
from tests.support.moderating_letters import EVE, make, write
from tests.support.rows import add_game, add_letter, add_mail
from tests.support.service_rows import Table, letter_text, new_table, one_line

EIGHT = datetime(2026, 11, 22, 8, tzinfo=UTC)
"""By the clock of Eve, the morning after the first day."""


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    settings = Settings.model_validate(
        {"mail": {"address": "game@example.org"}, "web": {"url": "https://play.example.org"}}
    )
    return new_table(sqlite_database, settings)


@pytest.fixture
def eve(table: Table) -> Moderator:
    moderator = make(table, EVE, "Eve")
    sweep(table)
    return moderator


def sweep(table: Table) -> list[Outbox]:
    """What comes of the daily mails that are due now."""
    before = len(table.mails())
    now = table.clock()
    for person_id in claim_waiting(table.database, now, grace=timedelta()).ids("list_games"):
        list_games(table.service, person_id, now)
    return [mail for mail in table.mails()[before:] if mail.kind == "daily_duties"]


def fail_a_letter(table: Table, digest: str = "d", game_id: int = 1) -> None:
    with table.database.write() as session:
        add_letter(session, digest, state=DEAD, game_id=game_id, received_at=table.clock())


def test_nothing_is_mailed_where_nothing_needs_him(table: Table, eve: Moderator) -> None:
    for day in range(3):
        table.clock.now = EIGHT + timedelta(days=day)
        assert sweep(table) == []


def test_one_mail_says_what_needs_him_in_all_his_games(table: Table, eve: Moderator) -> None:
    with table.database.write() as session:
        other = add_game(session, "Fnord-8", phase=PAUSED, turn=3)
        add_game(session, "Fnord-9", phase=PAUSED)
        session.add(
            Moderator(
                game_id=other,
                person_id=eve.person_id,
                token_hash="x",
                token_seed="x",
                added_at=table.clock(),
            )
        )
        add_mail(session, "m", game_id=table.game_id, state=DEAD, created_at=table.clock())
        seat = table.seat("bob").id
        week = table.clock() + timedelta(days=7)
        away = {"from_at": week, "until_at": week + timedelta(days=30), "state": "asked"}
        session.add(Absence(game_id=table.game_id, seat_id=seat or 0, created_at=week, **away))
    fail_a_letter(table)
    table.read(table.send("cat", "STATUS", sender="stranger@example.net"))
    table.clock.now = EIGHT - timedelta(seconds=1)
    assert sweep(table) == []
    table.clock.now = EIGHT
    (mail,) = sweep(table)
    told = one_line(mail.text)
    assert mail.rcpt == EVE and mail.subject == "Needs you as moderator: Fnord-7, Fnord-8"
    assert "Fnord-7, turn 5, ann to move" in told and "Fnord-8, turn 3" in told
    assert "bob asks to be away from" in told and "APPROVE bob or REFUSE bob." in told
    assert "1 letter could not be read: LETTERS, then RETRY n." in told
    assert "1 letter is held because of the sender: LETTERS, then LET n." in told
    assert "1 mail did not reach its reader." in told
    assert "It is paused because its turn could not be run: RESUME once that is mended." in told
    assert "Fnord-9" not in told, "it is not hers"
    assert "https://play.example.org/console" in told
    assert sweep(table) == []
    table.clock.now = EIGHT + timedelta(hours=12)
    assert sweep(table) == [], "once a day"
    table.clock.now = EIGHT + timedelta(days=1)
    assert len(sweep(table)) == 1, "it still needs her"


def test_results_that_wait_for_release_need_him(table: Table, eve: Moderator) -> None:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        save_game_settings(game, GameSettings(release=True))
        session.add(game)
    table.write("ann", "PASS")
    table.to_deadline()
    assert table.adjudicate()
    table.clock.now = table.clock().replace(hour=8) + timedelta(days=1)
    (mail,) = sweep(table)
    assert "the results wait for you: RELEASE TURN 5." in one_line(mail.text)


@pytest.mark.parametrize("way", ["game", "plain"])
def test_it_is_switched_off_by_a_letter(table: Table, eve: Moderator, way: str) -> None:
    fail_a_letter(table)
    if way == "game":
        told = write(table, eve, "SET MY DUTIES off")
        assert "each game still writes to you" in one_line(told)
    else:
        raw = letter_text(EVE, "game@example.org", "PROFILE DUTIES off")
        letter = accept(table.service, raw, "game@example.org", EVE, {"dmarc": "pass"})
        (answer,) = table.read(letter)
        assert "each game still writes to you" in one_line(answer.text)
    table.clock.now = EIGHT
    assert sweep(table) == []
    assert "SET MY DUTIES off" in write(table, eve, "SET MY")
    write(table, eve, "SET MY DUTIES 21:00")
    table.clock.now = EIGHT + timedelta(hours=2)
    sweep(table)
    table.clock.now = EIGHT + timedelta(hours=13)
    assert len(sweep(table)) == 1


def test_who_moderates_every_game_hears_of_every_game(table: Table) -> None:
    assert make_operator(table.service, "op@example.org") is None
    sweep(table)
    with table.database.write() as session:
        for number in range(8, 41):
            add_game(session, f"Fnord-{number:02}", phase=PAUSED)
    table.clock.now = EIGHT
    (mail,) = sweep(table)
    assert mail.rcpt == "op@example.org" and "3 more of your games need you" in one_line(mail.text)


def test_who_plays_is_told_of_no_letter_held_of_his_rivals(table: Table) -> None:
    make(table, "ann@example.org")
    sweep(table)
    table.read(table.send("bob", "STATUS", sender="stranger@example.net"))
    table.clock.now = EIGHT
    assert sweep(table) == []
    fail_a_letter(table)
    table.clock.now = EIGHT + timedelta(days=1)
    (mail,) = sweep(table)
    assert "could not be read" in mail.text and "held" not in mail.text


def test_who_moderates_no_more_gets_none(table: Table, eve: Moderator) -> None:
    fail_a_letter(table)
    with table.database.write() as session:
        session.delete(session.get_one(Moderator, eve.id))
    table.clock.now = EIGHT
    assert sweep(table) == []
    with table.database.read() as session:
        person = session.exec(select(Person).where(Person.email == EVE)).one()
        assert person.list_at is None, "nobody looks after it any more"
