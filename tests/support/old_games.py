"""A game with a long past, and how much a database reads for what is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Database, Session
from pbem.models import (
    Absence,
    Act,
    FormerToken,
    Game,
    Letter,
    OperatorNotice,
    Outbox,
    Person,
    Record,
    Seat,
    Sheet,
    Sitter,
    Standby,
    Talk,
    Turn,
    key_of,
)
from tests.support.service_rows import CAST, Table

Work = Mapping[str, int]
"""Statements, and how much the database had to do for each."""


def age(table: Table, turns: int) -> None:
    """Give a game that was just set up so many turns of a past, each with all that comes along."""
    began_at = table.clock()
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        seats = session.exec(select(Seat).where(Seat.game_id == game.id)).all()
        for ago in range(1, turns + 1):
            for seat in seats:
                _past_of_seat(session, seat, ago, began_at - timedelta(hours=ago))
            _past_turn(session, game, ago, began_at - timedelta(hours=ago))
        last = session.exec(select(sa.func.max(col(Talk.id)))).one()
        for seat in seats:
            seat.reported_talk = last if seat.name == CAST[1] and last else 0
            session.add(seat)
    if not table.database.is_sqlite:
        # The server does so by itself, SQLite never.
        with table.database.write() as session:
            session.execute(sa.text("ANALYZE"))


def _past_turn(session: Session, game: Game, ago: int, at: datetime) -> None:
    """Numbers below 1 were before all that the game does now."""
    game_id, undone = key_of(game), int(not ago % 7)
    session.add(
        Record(
            game_id=game_id,
            seq=-ago,
            kind="act" if ago % 3 else "turn",
            turn=-ago,
            state_hash="-",
            engine_version="-",
            at=at,
            undone=undone,
        )
    )
    session.add(
        Turn(
            game_id=game_id,
            number=-ago,
            undone=undone,
            seat=CAST[ago % 4],
            record_seq=-ago,
            last_seq=-ago,
            state=game.state,
            resolved_at=at,
            deadline_at=at,
        )
    )
    verb = "NOTICE" if not ago % 10 else "EXTEND"
    number = 10_000 - ago
    session.add(Act(game_id=game_id, number=number, at=at, by="op", turn=-ago, verb=verb))
    session.add(
        OperatorNotice(key=f"old:{game_id}:{ago}", kind="letter", game_id=game_id, created_at=at)
    )
    player = Person(name="P", email=f"p{game_id}-{ago}@example.org", created_at=at)
    session.add(player)
    session.flush()
    listed: dict[str, Any] = {"person_id": key_of(player), "game_id": game_id, "since_at": at}
    session.add(Standby(**listed, left_at=None if ago % 2 else at))


def _past_of_seat(session: Session, seat: Seat, ago: int, at: datetime) -> None:
    name = f"{seat.id}:{ago}"
    letter = Letter(
        received_at=at,
        mail_from=f"{seat.name}@example.org",
        rcpt="game@example.org",
        raw=b"Subject: orders\r\n\r\npass\r\n",
        digest=f"old:{name}",
        game_id=seat.game_id,
        seat_id=seat.id,
        state="done",
        next_try_at=at,
        read_at=at,
        outcome="orders",
        message_id=f"old:{name}",
        labels={"answer": f"ack:old:{name}"},
    )
    session.add(letter)
    session.flush()
    common: dict[str, Any] = {"game_id": seat.game_id, "created_at": at}
    of_letter: dict[str, Any] = {"letter_id": key_of(letter), **common}
    session.add(
        Sheet(
            **of_letter,
            seat_id=key_of(seat),
            kind="script",
            turn=-ago,
            revision=1,
            text="PASS",
            is_ready=True,
        )
    )
    # What bob tells himself is hidden from everybody else.
    if seat.name == CAST[1]:
        kept: dict[str, Any] = {
            "seat": seat.name,
            "turn": -ago,
            "kind": "say",
            "hearers": ["bob"],
        }
        session.add(Talk(**of_letter, **kept, text="psst", place=0))
    for kind, key in (("turn", "report:old"), ("acknowledgement", "ack:old"), ("news", "news:old")):
        session.add(
            Outbox(
                **common,
                key=f"{key}:{name}",
                seat_id=seat.id,
                kind=kind,
                rcpt=f"{seat.name}@example.org",
                subject="old",
                message_id=f"<{key}:{name}@example.org>",
                state="sent",
                sent_at=at,
                next_try_at=at,
            )
        )
    hour = timedelta(hours=1)
    state = "over" if ago % 2 else "ok"
    session.add(
        Absence(**common, seat_id=key_of(seat), from_at=at - hour, until_at=at, state=state)
    )
    sat: dict[str, Any] = {"from_at": at - hour, "until_at": at + 2 * hour if ago % 2 else at}
    ended_at = at + hour if ago % 2 else None
    session.add(Sitter(seat_id=key_of(seat), person_id=seat.person_id, **sat, ended_at=ended_at))
    session.add(FormerToken(token_hash=f"old:{name}", seat_id=key_of(seat), ends_at=at))


@contextmanager
def steps_counted(database: Database) -> Iterator[Counter[str]]:
    """Steps of SQLite's machine for each statement meanwhile: what it reads costs some a row."""
    found: Counter[str] = Counter()
    watched: dict[int, Any] = {}
    now: list[str] = [""]

    def step() -> int:
        found[now[0]] += 1
        return 0

    def watch(connection: sa.Connection, _k: object, statement: str, *_: object) -> None:
        now[0] = statement
        driver: Any = connection.connection.driver_connection
        if id(driver) not in watched:
            watched[id(driver)] = driver
            driver.set_progress_handler(step, 1)

    engines = (database.engine, database.read_engine)
    for engine in engines:
        sa.event.listen(engine, "before_cursor_execute", watch)
    try:
        yield found
    finally:
        for engine in engines:
            sa.event.remove(engine, "before_cursor_execute", watch)
        for driver in watched.values():
            driver.set_progress_handler(None, 1)


@contextmanager
def rows_counted(database: Database) -> Iterator[Counter[str]]:
    """Rows that PostgreSQL reads for each SELECT meanwhile, where it is told to use its indexes."""
    asked: list[tuple[str, Any]] = []
    found: Counter[str] = Counter()

    def keep(_c: object, _k: object, statement: str, values: object, *_: object) -> None:
        if statement.startswith("SELECT") and "advisory" not in statement:
            asked.append((statement, values))

    sa.event.listen(database.engine, "before_cursor_execute", keep)
    try:
        yield found
    finally:
        sa.event.remove(database.engine, "before_cursor_execute", keep)
    with database.engine.connect() as connection:
        connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
        for statement, values in asked:
            explained = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
            plan = connection.exec_driver_sql(explained, values).scalar_one()
            found[statement] += sum(_rows_in(plan[0]["Plan"]))
        connection.rollback()


def _rows_in(node: dict[str, Any]) -> Iterator[int]:
    """Rows a plan takes from its tables, with those it throws away."""
    if "Scan" in node["Node Type"]:
        kinds = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
        yield round(node["Actual Loops"] * sum(node.get(kind, 0) for kind in kinds))
    for inner in node.get("Plans", ()):
        yield from _rows_in(inner)
