"""Statements compiled once give what SQLAlchemy gives, on SQLite and on PostgreSQL."""

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Game, Letter, Outbox, Seat
from pbem.prepared import Prepared, TableRows, parts_of
from tests.support.rows import add_game, add_letter, add_mail, add_seat


def test_a_list_may_have_any_length(database: Database) -> None:
    with database.write() as session:
        numbers = [add_letter(session, name) for name in ("one", "two", "three")]
    chosen = Prepared(
        select(Letter.id).where(col(Letter.id).in_(sa.bindparam("ids", expanding=True))),
        lists=("ids",),
    )
    with database.read() as session:
        for meant in ([], numbers[:1], numbers[1:], numbers[:2], []):
            found = chosen.rows(session.connection(), {"ids": meant})
            assert sorted(found) == [(number,) for number in meant]


def test_rows_are_those_that_the_orm_reads(database: Database) -> None:
    with database.write() as session:
        seat_id = add_seat(session, add_game(session), "ann", 1)
    games, seats = TableRows(Game), TableRows(Seat)
    of_game, of_seat = parts_of(games, seats)
    both = Prepared(
        sa.select(*games.columns, *seats.columns)
        .join_from(Game, Seat, col(Game.id) == Seat.game_id)
        .where(col(Seat.id) == sa.bindparam("seat"))
    )
    with database.read() as session:
        game, seat = session.exec(select(Game, Seat).where(Seat.game_id == Game.id)).one()
    with database.write() as session:
        ((*found,), *more), convert = both.unread(session.connection(), {"seat": seat_id})
        row = tuple(found)
        read = games.add(session, row[of_game], convert[of_game])
        its_seat = seats.add(session, row[of_seat], convert[of_seat])
        assert not more and (read, its_seat) == (game, seat)
        assert session.get(Game, read.id) is read, "the session knows it"
        assert games.add(session, row[of_game], convert[of_game]) is read
        read.turn += 1
    with database.read() as session:
        assert session.exec(select(Game.turn)).one() == game.turn + 1, "and writes it"


def test_what_is_not_given_is_the_default_of_its_column(database: Database) -> None:
    with database.write() as session:
        add_mail(session, "first")
        mail = session.exec(select(Outbox)).one()
    needed = {
        one.name
        for one in sa.inspect(Outbox).columns
        if not one.nullable and one.default is None and not one.primary_key
    }
    row = {name: getattr(mail, name) for name in needed} | {
        "key": "second",
        "message_id": "<second@example.org>",
    }
    posted = Prepared(sa.insert(Outbox).returning(col(Outbox.id)))
    with database.write() as session:
        number = posted.scalar(session.connection(), row)
    with database.read() as session:
        again = session.get_one(Outbox, number)
        assert (again.references, again.attempts) == ([], 0)
    named = Prepared(select(Outbox.id).where(Outbox.key == sa.bindparam("which")))
    with database.read() as session:
        assert named.rows(session.connection(), {"which": "second"}) == [(number,)]
    with database.read() as session, pytest.raises(KeyError, match="which"):
        named.rows(session.connection(), {})


def test_errors_and_listeners_are_those_of_any_statement(database: Database) -> None:
    heard: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *call: heard.append(" ".join(call[2:3]))
    )
    with database.write() as session:
        add_letter(session, "one")
        letter = session.exec(select(Letter)).one()
    row = {name: getattr(letter, name) for name in Letter.model_fields}
    stored = Prepared(sa.insert(Letter))
    with pytest.raises(IntegrityError), database.write() as session:
        stored.count(session.connection(), row)
    assert [one for one in heard if one.startswith("INSERT")][1:], "it was heard"
    with database.write() as session:
        assert stored.count(session.connection(), row | {"id": 99, "digest": "another"}) == 1
