"""Tables and transactions, on SQLite and on PostgreSQL."""

import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col, select

from pbem import engines
from pbem.database import Database, StorageError, Unavailable, lock_game, open_database
from pbem.fair_lock import FairLock
from pbem.models import Game, Letter, Outbox, Person, Record, Sheet, Turn, key_of
from pbem.service.sending.claims import claim_mail
from pbem.settings import Settings
from tests.support.rows import NOON, add_game, add_letter, add_mail, add_seat, after
from tests.support.servers import wait_for


def test_what_was_committed_is_read_back_in_utc(database: Database) -> None:
    summer = timezone(timedelta(hours=2))
    with database.write() as session:
        game_id = add_game(session, deadline_at=datetime(2026, 11, 21, 20, 30, tzinfo=summer))
    with database.read() as session:
        game = session.exec(select(Game)).one()
    assert game.id == game_id
    assert game.deadline_at == datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
    assert game.deadline_at.tzinfo is UTC
    assert (game.phase, game.turn, game.version, game.seq) == ("running", 1, 0, 0)


def test_a_naive_time_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="timezone"), database.write() as session:
        add_game(session, deadline_at=datetime(2026, 11, 21))


def test_an_exception_rolls_back_and_hints_at_nothing(settings: Settings) -> None:
    hints: list[tuple[str, int]] = []
    database = open_database(settings, lambda name, row_id: hints.append((name, row_id)))
    with pytest.raises(ZeroDivisionError), database.write() as session:
        session.hint("adjudicate", add_game(session))
        raise ZeroDivisionError
    with database.read() as session:
        assert session.exec(select(Game)).all() == []
    assert hints == []
    database.close()


def test_hints_leave_once_after_the_commit_and_see_the_row(settings: Settings) -> None:
    seen: list[tuple[str, int, bool]] = []

    def publish(name: str, row_id: int) -> None:
        with database.write() as session:
            seen.append((name, row_id, session.get(Game, row_id) is not None))

    database = open_database(settings, publish)
    with database.write() as session:
        game_id = add_game(session)
        session.hint("adjudicate", game_id)
        session.hint("adjudicate", game_id)
        with session.begin_nested():
            session.hint("deliver", add_mail(session))
        assert seen == []
    assert [name for name, _, _ in seen] == ["adjudicate", "deliver"]
    assert seen[0] == ("adjudicate", game_id, True)
    database.close()


def test_reading_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError), database.read() as session:
        add_game(session)


def test_a_foreign_key_must_exist(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as session:
        add_letter(session, game_id=99)


def test_each_key_exists_once(database: Database) -> None:
    with database.write() as session:
        game = add_game(session)
        seat = add_seat(session, game, "ann", 0)
        letter, other = add_letter(session, "d1"), add_letter(session, "d2")
        add_mail(session, "report:1:1:ann")
        session.add(_sheet(game, seat, letter, 1))
        session.add(_record(game, 1))
        session.add(_turn(game, 1, seat="ann"))
    twins = [
        _sheet(game, seat, other, 1),
        _sheet(game, seat, letter, 2),
        _record(game, 1),
        _turn(game, 1, seat="bob"),
        Person(name="Ann", email="ann@example.org", created_at=NOON),
    ]
    for twin in twins:
        with pytest.raises(IntegrityError), database.write() as session:
            session.add(twin)
    for add in (
        lambda s: add_game(s),
        lambda s: add_letter(s, "d1"),
        lambda s: add_mail(s, "report:1:1:ann"),
        lambda s: add_mail(s, "report:1:1:bob", message_id="<report:1:1:ann@example.org>"),
    ):
        with pytest.raises(IntegrityError), database.write() as session:
            add(session)


@pytest.mark.parametrize(
    "wrong",
    [{"phase": "asleep"}, {"name": None}, {"secret": None}],
    ids=["phase", "name", "secret"],
)
def test_a_row_that_makes_no_sense_is_refused(database: Database, wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), database.write() as session:
        add_game(session, **wrong)


def test_an_address_is_lower_case(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as session:
        session.add(Person(name="Ann", email="Ann@Example.org", created_at=NOON))


def test_two_writers_lose_nothing(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)

    def add_fifty() -> None:
        for _ in range(50):
            with database.write() as session:
                game = lock_game(session, game_id)
                assert game is not None
                game.version += 1

    threads = [threading.Thread(target=add_fifty) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    with database.read() as session:
        assert session.exec(select(Game.version)).one() == 150


def test_writers_of_two_processes_lose_nothing(database: Database, settings: Settings) -> None:
    """The second opening of the database knows nothing of the first one's queue."""
    second = open_database(settings)
    with database.write() as session:
        game_id = add_game(session)

    def add_twenty(through: Database) -> None:
        for _ in range(20):
            with through.write() as session:
                game = lock_game(session, game_id)
                assert game is not None
                game.version += 1

    threads = [threading.Thread(target=add_twenty, args=(each,)) for each in (database, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    with second.read() as session:
        assert session.exec(select(Game.version)).one() == 40
    second.close()


def test_only_what_was_changed_is_written(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)
        letter_id = add_letter(session, "one")
    written: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *call: written.append(" ".join(call[2:3]))
    )
    with database.write() as session:
        game, letter = session.get_one(Game, game_id), session.get_one(Letter, letter_id)
        game.turn, game.name, game.settings = 7, game.name, {"pace": "slow"}
        letter.note = "kept"
        session.add_all((game, letter))
    updates = [one for one in written if one.startswith("UPDATE")]
    assert len(updates) == 2 and "name" not in updates[0].split("WHERE")[0]
    assert (game.turn, letter.note) == (7, "kept"), "rows stay readable"
    with database.read() as session:
        game, letter = session.get_one(Game, game_id), session.get_one(Letter, letter_id)
        assert (game.turn, game.settings, letter.note) == (7, {"pace": "slow"}, "kept")


def test_a_row_that_is_gone_is_not_changed_in_silence(database: Database) -> None:
    with database.write() as session:
        letter_id = add_letter(session, "one")
    with pytest.raises(StaleDataError), database.write() as session:
        letter = session.get_one(Letter, letter_id)
        session.connection().execute(sa.delete(Letter).where(col(Letter.id) == letter_id))
        letter.note = "kept"
        session.add(letter)
    with database.read() as session:
        assert session.get(Letter, letter_id) is not None


def test_new_rows_and_changed_ones_are_written_together(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)
    with database.write() as session:
        game = session.get_one(Game, game_id)
        game.turn = 3
        session.add(game)
        session.add(Person(name="bob", email="bob@example.org", created_at=NOON))
    with database.write() as session:
        person = session.exec(select(Person)).one()
        session.delete(person)
        session.add(person)
        assert session.get_one(Game, game_id).turn == 3
    with database.read() as session:
        assert session.exec(select(Person)).one().name == "bob"


def test_a_locked_game_still_gets_letters(postgresql_database: Database) -> None:
    """FOR NO KEY UPDATE; a plain FOR UPDATE would make the letter wait."""
    with postgresql_database.write() as session:
        game_id = add_game(session)
    with postgresql_database.write() as holding:
        assert lock_game(holding, game_id)
        with postgresql_database.write() as session:
            session.execute(text("SET LOCAL lock_timeout = '2s'"))
            add_letter(session, game_id=game_id)


def test_locking_a_game_reads_it_again(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)
    with database.write() as session:
        assert session.get(Game, game_id) is not None
        session.connection().execute(text("UPDATE game SET version = 9"))
        locked = lock_game(session, game_id)
        assert locked is not None and locked.version == 9
        assert lock_game(session, game_id + 1) is None


def test_one_of_two_senders_claims_a_mail(database: Database) -> None:
    with database.write() as session:
        mail = add_mail(session)
    claims = []
    for second in (0, 1, 120, 121):
        with database.write() as session:
            claims.append(claim_mail(session, mail, after(second), after(second + 120)))
    assert claims == [True, False, True, False]
    with database.read() as session:
        row = session.exec(select(Outbox)).one()
    assert (row.attempts, row.claimed_until) == (2, after(240))


def test_a_sent_mail_is_never_claimed(database: Database) -> None:
    with database.write() as session:
        mail = add_mail(session, state="sent")
    with database.write() as session:
        assert not claim_mail(session, mail, after(1), after(2))


OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_a_connection_that_died_while_idle_is_noticed(
    postgresql_database: Database, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was used a moment ago is taken to be alive, and costs one failure if it is not."""
    database = postgresql_database

    def cut_off() -> None:
        with database.read() as session, database.write() as other:
            session.execute(text("SELECT 1"))
            other.execute(text("SELECT 1"))
        with psycopg.connect(postgresql_url) as connection:
            found = connection.execute(f"SELECT pg_terminate_backend(pid, 10000) {OTHERS}")
            assert found.fetchall() == [(True,), (True,)]

    monkeypatch.setattr(engines, "FRESH", 1_000.0)
    cut_off()
    with pytest.raises(Unavailable), database.read() as session:
        session.execute(text("SELECT 1"))
    monkeypatch.setattr(engines, "FRESH", 0.0)
    cut_off()
    for begin in (database.read, database.write):
        with begin() as session:
            assert session.execute(text("SELECT 1")).scalar() == 1


def test_errors_do_not_show_what_players_wrote(database: Database) -> None:
    with database.write() as session:
        add_letter(session, raw=b"attack mafia")
    with pytest.raises(IntegrityError) as caught, database.write() as session:
        add_letter(session, raw=b"attack mafia")
    assert "attack mafia" not in str(caught.value)


def test_the_clock_is_aware_and_right(database: Database) -> None:
    now = database.now()
    assert now.tzinfo is UTC
    assert abs((now - datetime.now(UTC)).total_seconds()) < 5


def test_sqlite_is_safe_against_power_loss(sqlite_database: Database) -> None:
    with sqlite_database.write() as session:
        pragmas = [
            session.connection().execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert pragmas == ["wal", 2, 1, 30000]
    with sqlite_database.read() as session:
        assert session.connection().execute(text("PRAGMA wal_autocheckpoint")).scalar() == 0


def test_reading_goes_on_while_someone_writes(sqlite_database: Database) -> None:
    with sqlite_database.write() as writing:
        add_game(writing)
        with sqlite_database.read() as reading:
            assert reading.exec(select(Game)).all() == []


def test_a_transaction_within_a_transaction_is_a_bug(sqlite_database: Database) -> None:
    with (
        sqlite_database.write(),
        pytest.raises(RuntimeError, match="in this thread"),
        sqlite_database.write(),
    ):
        raise AssertionError("not reached")


def run_in_line(lock: FairLock, threads: Sequence[threading.Thread]) -> None:
    """Have each wait for the lock before the next does, then let them all go."""
    with lock.held(1):
        for position, thread in enumerate(threads):
            thread.start()
            wait_for(lambda n=position: len(lock._queue) == n + 1, "the queue")
    for thread in threads:
        thread.join(10)


def test_the_writers_queue_is_fair() -> None:
    lock, order = FairLock(), []

    def take(number: int) -> None:
        with lock.held(10):
            order.append(number)

    run_in_line(lock, [threading.Thread(target=take, args=(n,)) for n in range(20)])
    assert order == list(range(20))


def test_who_is_urgent_writes_before_all_that_wait() -> None:
    lock, order = FairLock(), []

    def take(name: str, urgent: bool) -> None:
        with lock.held(10, urgent=urgent):
            order.append(name)

    waiting = [("first", False), ("second", False), ("urgent", True)]
    run_in_line(lock, [threading.Thread(target=take, args=given) for given in waiting])
    assert order == ["urgent", "first", "second"]


def test_a_writer_gives_up_and_lets_the_next_one_in() -> None:
    lock, came = FairLock(), threading.Event()

    def give_up() -> None:
        with pytest.raises(TimeoutError), lock.held(0.05):
            raise AssertionError("not reached")
        came.set()

    with lock.held(1):
        impatient = threading.Thread(target=give_up)
        impatient.start()
        assert came.wait(5)
    impatient.join(5)
    started = time.monotonic()
    with lock.held(1):
        assert time.monotonic() - started < 10


def test_a_letter_keeps_its_bytes(database: Database) -> None:
    raw = bytes(range(256)) * 4
    with database.write() as session:
        add_letter(session, raw=raw)
    with database.read() as session:
        letter = session.exec(select(Letter)).one()
    assert letter.raw == raw
    assert key_of(letter) > 0


def _sheet(game_id: int, seat_id: int, letter_id: int, revision: int) -> Sheet:
    return Sheet(
        game_id=game_id,
        seat_id=seat_id,
        kind="script",
        turn=1,
        revision=revision,
        letter_id=letter_id,
        created_at=NOON,
    )


def _record(game_id: int, seq: int) -> Record:
    return Record(
        game_id=game_id,
        seq=seq,
        kind="turn",
        turn=1,
        state_hash="00",
        engine_version="1",
        at=NOON,
    )


def _turn(game_id: int, number: int, seat: str) -> Turn:
    return Turn(
        game_id=game_id, number=number, seat=seat, record_seq=1, last_seq=1, resolved_at=NOON
    )
