"""The sweeper's look: what is due is claimed once, by index, and nothing else."""

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlmodel import select

from pbem.database import Database, open_database
from pbem.migrations import migrate
from pbem.models import Game, Letter, Outbox
from pbem.service.due.clock_skew import waits_too_long
from pbem.service.sweep import (
    BATCH,
    GAMES,
    LEASE,
    LETTERS,
    MAILS,
    claim_waiting,
    is_awaiting_letters,
    seconds_to_look,
)
from pbem.settings import Settings
from tests.support.counting import calls
from tests.support.rows import NOON, add_game, add_letter, add_mail, after
from tests.support.servers import wait_for
from worker.sweeper import Sweeper, sweep_once

GRACE = timedelta(seconds=30)


def due(database: Database, seconds: float, limit: int = 10) -> list[int]:
    with database.write() as session:
        return GAMES.claim(session, after(seconds), limit, grace=GRACE)


def test_a_game_is_due_at_its_deadline_and_not_before(database: Database) -> None:
    with database.write() as session:
        game = add_game(session)
    assert due(database, -0.001) == []
    assert due(database, 0) == [game]


def test_a_claim_is_a_lease(database: Database) -> None:
    with database.write() as session:
        game = add_game(session)
    claims = [due(database, second) for second in (0, 1, 4.9, 5, 5.1)]
    assert claims == [[game], [], [], [game], []]
    assert timedelta(seconds=5) == LEASE


def test_only_running_games_with_a_deadline_are_due(database: Database) -> None:
    with database.write() as session:
        add_game(session, "paused", phase="paused")
        add_game(session, "finished", phase="finished")
        add_game(session, "no-deadline", deadline_at=None)
        add_game(session, "put-off-after-an-error", next_try_at=after(60))
        running = add_game(session, "running")
    assert due(database, 1) == [running]


def test_a_moved_deadline_does_not_fire(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)
    with database.write() as session:
        game = session.exec(select(Game)).one()
        game.deadline_at = game.due_at = after(3600)
    assert due(database, 1) == []
    assert due(database, 3600) == [game_id]


def test_the_earliest_deadline_comes_first_and_batches_are_bounded(database: Database) -> None:
    with database.write() as session:
        late = add_game(session, "late", deadline_at=after(-1))
        later = [add_game(session, f"later-{n}") for n in range(3)]
        latest = add_game(session, "latest", deadline_at=after(-60))
    assert due(database, 0, limit=2) == [latest, late]
    assert due(database, 0, limit=2) == later[:2]
    assert due(database, 0, limit=2) == later[2:]


@pytest.mark.parametrize(
    ("changes", "is_waited_for"),
    [
        ({}, True),
        ({"received_at": after(-60)}, True),
        ({"received_at": after(0.001)}, False),
        ({"state": "done"}, False),
        ({"state": "dead"}, False),
    ],
)
def test_a_turn_waits_for_letters_before_the_deadline(
    database: Database, changes: dict[str, object], is_waited_for: bool
) -> None:
    with database.write() as session:
        game_id = add_game(session)
        add_letter(session, **changes)
    with database.read() as session:
        game = session.exec(select(Game)).one()
        assert is_awaiting_letters(session, game, after(1), GRACE) is is_waited_for
        assert not is_awaiting_letters(session, game, after(30), GRACE)
    assert due(database, 1) == ([] if is_waited_for else [game_id])
    assert due(database, 30) == [game_id]


def test_another_games_letter_is_not_waited_for(database: Database) -> None:
    with database.write() as session:
        game_id = add_game(session)
        other = add_game(session, "fnord-8", deadline_at=None)
        add_letter(session, game_id=other)
    assert due(database, 1) == [game_id]


def test_a_letter_is_found_when_its_hint_was_lost(database: Database) -> None:
    with database.write() as session:
        lost = add_letter(session, "lost", next_try_at=after(1))
        add_letter(session, "put-off", next_try_at=after(60))
        add_letter(session, "read", state="done")
        add_letter(session, "set-aside", state="dead")
    found = []
    for second in (0.9, 1, 1.1, 6, 6.1):
        with database.write() as session:
            found.append(LETTERS.claim(session, after(second), 10))
    assert found == [[], [lost], [], [lost], []]


def test_a_mail_is_found_unless_someone_sends_it(database: Database) -> None:
    with database.write() as session:
        unsent = add_mail(session, "unsent")
        orphan = add_mail(session, "its-sender-died", claimed_until=after(-1))
        add_mail(session, "being-sent", claimed_until=after(60))
        add_mail(session, "sent", state="sent")
        add_mail(session, "refused", state="dead")
    with database.write() as session:
        assert MAILS.claim(session, after(0), 10) == [unsent, orphan]
    with database.read() as session:
        # The sweeper's claim must not lock out who sends.
        assert session.exec(select(Outbox.claimed_until).where(Outbox.id == unsent)).one() is None


def test_a_look_in_vain_is_next_to_no_work(database: Database) -> None:
    """It is made some times a second for years, and most of its work was to build statements."""
    with database.write() as session:
        add_game(session, deadline_at=after(60))

    def look() -> None:
        assert claim_waiting(database, NOON, grace=GRACE).next_at == after(60)
        assert not waits_too_long(database, NOON)

    look()
    assert calls(look) < 1000


def test_an_empty_look_writes_nothing(database: Database) -> None:
    with database.write() as session:
        add_game(session, deadline_at=after(60))
    if not database.is_sqlite:
        before = _transactions(database)
        claim_waiting(database, NOON, grace=GRACE)
        assert _transactions(database) == before
        return
    with database.exclusive():
        # Were it to write, it would wait here for the writer, which is this very thread.
        assert claim_waiting(database, NOON, grace=GRACE).hints == ()


def test_who_is_behind_is_hinted_at_less_often(database: Database) -> None:
    with database.write() as session:
        old = add_letter(session)
    behind = timedelta(seconds=40)
    looks = {
        second: claim_waiting(database, after(second), grace=GRACE, behind=lambda: behind)
        for second in (1, 6, 40, 41)
    }
    found = {second: look.ids("read_letter") for second, look in looks.items()}
    assert found == {1: (old,), 6: (), 40: (), 41: (old,)}
    with database.write() as session:
        new = add_letter(session, "d2", next_try_at=after(42))
    look = claim_waiting(database, after(42), grace=GRACE, behind=lambda: behind)
    assert look.ids("read_letter") == (new,), "the first hint comes at once"


def test_nobody_is_hinted_at_less_often_than_every_five_minutes(database: Database) -> None:
    with database.write() as session:
        letter = add_letter(session)
    looks = [
        claim_waiting(database, after(second), grace=GRACE, behind=lambda: timedelta(hours=3))
        for second in (1, 300, 301)
    ]
    assert [look.ids("read_letter") for look in looks] == [(letter,), (), (letter,)]


def test_many_sweepers_share_the_work(database: Database) -> None:
    with database.write() as session:
        games = [add_game(session, f"game-{n}") for n in range(40)]
    found: list[int] = []
    start = threading.Barrier(4)

    def sweep() -> None:
        start.wait(5)
        for _ in range(20):
            found.extend(claim_waiting(database, after(1), grace=GRACE, limit=3).ids("adjudicate"))

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(found) == games


def test_a_sweep_hints_at_all_it_found(database: Database) -> None:
    with database.write() as session:
        mail, letter = add_mail(session), add_letter(session, received_at=after(1))
        game = add_game(session)
    hints: list[tuple[str, int]] = []
    swept = sweep_once(database, after(1), lambda name, row: hints.append((name, row)), GRACE)
    assert hints == [("adjudicate", game), ("read_letter", letter), ("deliver", mail)]
    assert swept.hints == tuple(hints) and not swept.is_full
    again = sweep_once(database, after(2), lambda name, row: hints.append((name, row)), GRACE)
    assert again.hints == () and len(hints) == 3


def test_an_alarm_rings_until_somebody_sees_to_it(database: Database) -> None:
    with database.write() as session:
        running = add_game(session, deadline_at=after(3600), alarm_at=NOON)
        paused = add_game(session, "paused", phase="paused", alarm_at=after(1))
        add_game(session, "over", phase="finished", alarm_at=NOON)
    looks = [claim_waiting(database, after(s), grace=GRACE).ids("ring") for s in (-1, 0, 1, 59, 60)]
    assert looks == [(), (running,), (paused,), (), (running,)]


def test_the_sweep_reads_by_index(sqlite_database: Database) -> None:
    statements = [
        ("game", "phase = 'running' AND due_at <= :now ORDER BY due_at, id"),
        ("game", "phase IN ('running', 'paused') AND alarm_at <= :now ORDER BY alarm_at, id"),
        ("letter", "state = 'new' AND next_try_at <= :now ORDER BY next_try_at, id"),
        ("outbox", "state = 'new' AND next_try_at <= :now ORDER BY next_try_at, id"),
    ]
    with sqlite_database.read() as session:
        for table, where in statements:
            explain = text(f"EXPLAIN QUERY PLAN SELECT id FROM {table} WHERE {where} LIMIT 200")
            plan = " ".join(str(row[3]) for row in session.execute(explain, {"now": str(NOON)}))
            assert f"SEARCH {table} USING" in plan and f"ix_{table}_" in plan, plan


def test_a_look_is_one_statement_that_reads_by_index(sqlite_database: Database) -> None:
    looked: list[tuple[str, Any]] = []
    listen = (sqlite_database.read_engine, "before_cursor_execute")

    def keep(_own: object, _cursor: object, statement: str, given: Any, *_: object) -> None:
        looked.append((statement, given))

    event.listen(*listen, keep)
    claim_waiting(sqlite_database, NOON, grace=GRACE)
    event.remove(*listen, keep)
    ((statement, given),) = looked
    with sqlite_database.read_engine.connect() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
        plan = [str(row[3]) for row in rows]
    scanned = [step for step in plan if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"]
    assert scanned == []
    assert sum(step.startswith("SEARCH game") for step in plan) == 3


def test_the_thread_survives_a_database_without_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pbem.db"
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    hints: list[tuple[str, int]] = []
    sweeper = Sweeper(
        database,
        lambda name, row: hints.append((name, row)),
        interval=0.02,
        grace=GRACE,
        clock=lambda: after(1),
    )
    assert sweeper.next_pause(0.02) == pytest.approx(0.04)
    assert sweeper.next_pause(8) == 10
    sweeper.start()
    migrate(database)
    with database.write() as session:
        game = add_game(session)
    wait_for(lambda: hints, "the sweeper")
    assert hints == [("adjudicate", game)]
    sweeper.stop()
    with database.read() as session:
        assert session.exec(select(Letter)).all() == []
    database.close()


def test_a_full_batch_is_followed_at_once(sqlite_database: Database) -> None:
    with sqlite_database.write() as session:
        for number in range(BATCH + 1):
            add_mail(session, f"mail:{number}")
    found: list[tuple[str, int]] = []
    sweeper = Sweeper(
        sqlite_database,
        lambda name, row: found.append((name, row)),
        interval=60,
        grace=GRACE,
        clock=lambda: after(1),
    )
    assert sweeper.next_pause(60) == 0
    assert 59 < sweeper.next_pause(0) <= 60
    assert len(found) == len(set(found)) == BATCH + 1


def _transactions(database: Database) -> int:
    with database.engine.connect() as connection:
        wanted = text("SELECT txid_snapshot_xmax(txid_current_snapshot())")
        return int(connection.execute(wanted).scalar_one())


def test_it_looks_when_the_next_game_is_due(database: Database) -> None:
    with database.write() as session:
        add_game(session, "soon", deadline_at=after(0.1))
        add_game(session, "paused", deadline_at=after(0.2), phase="paused")
        add_game(session, "later", deadline_at=after(60))
    looks = [
        seconds_to_look(claim_waiting(database, after(at), grace=GRACE), after(at), 0.25)
        for at in (0, 0.09, 0.1, 59.8, 60)
    ]
    # What is due in a moment is left to a tenth of the time, so that many games are one look.
    assert looks == pytest.approx([0.1, 0.025, 0.25, 0.2, 0.25])
