"""Ratings: which games count, what they come to, and who is shown them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Address, Ending, Game, OpenGame, OpenSeat, Person, Rating, Seat, key_of
from pbem.service.endings.ratings import (
    is_rated,
    points,
    rating_lists,
    ratings_by_seat,
)
from pbem.service.lobby.places import offered
from pbem.service.snapshots import load_game
from tests.support.registered import play_to_the_finale, table_of, toy_is_registered, write
from tests.support.service_rows import Table, one_line

__all__ = ["toy_is_registered"]
PEOPLE = ("ann", "bob", "cat")


def proved(table: Table, at: datetime, *seats: str) -> None:
    """Let the addresses of these players be theirs since then."""
    with table.database.write() as session:
        for seat in seats:
            person = session.exec(
                select(Person).join(Seat).where(Seat.game_id == table.game_id, Seat.name == seat)
            ).one()
            rows = session.exec(select(Address).where(Address.person_id == person.id)).all()
            row = (
                rows[0]
                if rows
                else Address(person_id=key_of(person), email=person.email, added_at=at)
            )
            row.proved_at = at
            session.add(row)


def counts(table: Table, played: int = 9) -> bool:
    with table.database.read() as session:
        snapshot = load_game(session, table.game_id)
        return is_rated(session, snapshot, played, table.clock())


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """The toy with three people whose addresses are long proved."""
    table = table_of(sqlite_database, "toy", PEOPLE)
    proved(table, table.clock() - timedelta(days=15), *PEOPLE)
    return table


def test_a_public_game_of_three_known_people_counts(table: Table) -> None:
    assert counts(table)


def test_people_must_be_known_for_two_weeks(table: Table) -> None:
    proved(table, table.clock() - timedelta(days=13), "cat")
    assert not counts(table)


def test_a_game_that_ends_without_a_winner_counts_after_three_turns(table: Table) -> None:
    assert not counts(table, played=3) and counts(table, played=4)


def test_two_people_at_one_address_do_not_count(table: Table) -> None:
    with table.database.write() as session:
        ann = session.exec(select(Person).where(Person.email == "ann@example.org")).one()
        session.add(Address(person_id=key_of(ann), email="bob@example.org", added_at=table.clock()))
    assert not counts(table)


@pytest.mark.parametrize(
    "change", ({"password": "x"}, {"is_private": True}), ids=("password", "invited")
)
def test_a_private_game_does_not_count(table: Table, change: dict[str, object]) -> None:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        person = session.exec(select(Person).where(col(Person.email).startswith("ann"))).one()
        offered = OpenGame(
            name="Other",
            ruleset="toy",
            places=3,
            robot="-",
            secret="",
            secret_hash="",
            creator_id=key_of(person),
            created_at=table.clock(),
            game_id=game.id,
            **change,
        )
        session.add(offered)
    assert not counts(table)


def test_a_game_with_robots_counts_for_people_and_robots(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, "toy", PEOPLE)
    with table.database.write() as session:
        row = session.exec(select(Seat).where(Seat.name == "cat")).one()
        row.robot = "bidder"
        session.add(row)
    proved(table, table.clock() - timedelta(days=15), *PEOPLE)
    assert not counts(table), "of people there are two"


@pytest.mark.long
def test_a_game_moves_the_ratings_of_all_and_is_told(table: Table) -> None:
    play_to_the_finale(table)
    with table.database.read() as session:
        (row,) = session.exec(select(Ending)).all()
        rows = {one.called or "": one for one in session.exec(select(Rating)).all()}
        snapshot = load_game(session, table.game_id)
        lists = rating_lists(session)
        told = ratings_by_seat(session, snapshot)
    assert set(row.ratings) == set(PEOPLE) == set(rows)
    assert all(was == points(25, 25 / 3) == 1000 for was, _ in row.ratings.values())
    best = max(rows.values(), key=lambda one: one.mu)
    assert best.called in snapshot.status.winners and best.games == 1
    (mail,) = table.mails("ann", kind="finale")
    assert f"Rating: 1000, now {row.ratings['ann'][1]}." in one_line(mail.text)
    assert [one.place for one in lists["Sealed bids"]] == [1, 2, 3]
    assert told["ann"].endswith("after one game")
    write(table, "ann", "WHO")
    (who,) = table.mails("ann", kind="who")
    assert f"bob is rated {told['bob']}." in one_line(who.text)


@pytest.mark.long
def test_nobody_is_told_by_his_rating_who_plays_in_an_anonymous_game(table: Table) -> None:
    play_to_the_finale(table)
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        game.settings = {"anonymous": True}
        game.phase = "running"
        session.add(game)
    with table.database.read() as session:
        assert ratings_by_seat(session, load_game(session, table.game_id)) == {}


@pytest.mark.parametrize("is_anonymous", (False, True))
def test_the_lobby_shows_ratings_of_who_may_be_known(
    is_anonymous: bool, sqlite_database: Database
) -> None:
    table = table_of(sqlite_database, "toy", PEOPLE)
    with table.database.write() as session:
        ann = session.exec(select(Person).where(Person.email == "ann@example.org")).one()
        who = f"person:{key_of(ann)}"
        session.add(Rating(who=who, ruleset="toy", mu=30, sigma=5, games=2, rated_at=table.clock()))
        offered_game = OpenGame(
            name="Next-1",
            ruleset="toy",
            places=3,
            robot="bidder",
            secret="",
            secret_hash="",
            creator_id=key_of(ann),
            created_at=table.clock(),
            settings={"anonymous": True} if is_anonymous else {},
            clock=dict(table.game().clock),
        )
        session.add(offered_game)
        session.flush()
        session.add(
            OpenSeat(
                open_game_id=key_of(offered_game),
                person_id=key_of(ann),
                name="zed",
                joined_at=table.clock(),
                seen_at=table.clock(),
            )
        )
        session.flush()
        players = offered(session, offered_game).players
    assert players == (("zed",) if is_anonymous else ("zed (rated 1600 after 2 games)",))
