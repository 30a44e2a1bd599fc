"""Hints on their way: inside the process, through Redis, and past a broker that is gone."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from kombu.exceptions import OperationalError
from sqlmodel import select

from pbem.database import Database, open_database
from pbem.models import Letter, Outbox
from pbem.settings import Settings
from tests.support.places import ROOT
from tests.support.rows import NOON, add_letter, add_mail
from tests.support.servers import RedisServer, free_port, wait_for
from worker.app import create_celery
from worker.embedded import EmbeddedWorker
from worker.hints import FEWEST_A_SECOND, PAUSE_SECONDS, Hints
from worker.sweeper import sweep_once
from worker.tasks import register_tasks, run_hint
from worker.use_cases import UseCases
from worker.wake import Bell, drop_messages

EMBEDDED = Settings()


class Diary:
    """Work that writes down what it was asked."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, int]] = []
        self.failures: list[tuple[str, int, str]] = []

    def work(self, **other: Callable[[int], None]) -> UseCases:
        def note(name: str) -> Callable[[int], None]:
            return lambda row_id: self.entries.append((name, row_id))

        names = ("read_letter", "adjudicate", "deliver")
        acts = {name: note(name) for name in names} | other
        return UseCases(
            **acts, failed=lambda name, row_id, why: self.failures.append((name, row_id, why))
        )


@contextmanager
def embedded(work: UseCases) -> Iterator[Hints]:
    """A worker in this process, and the way to hint at something."""
    app = create_celery(EMBEDDED)
    register_tasks(app, work)
    worker = EmbeddedWorker(app)
    worker.start()
    try:
        yield Hints(create_celery(EMBEDDED, "publish"))
    finally:
        worker.stop()
        assert not worker.is_alive


def broken(_row_id: int) -> None:
    raise ValueError("no such thing")


def test_each_hint_reaches_its_use_case_in_the_process() -> None:
    diary = Diary()
    wanted = [("read_letter", 1), ("adjudicate", 2), ("deliver", 3)]
    with embedded(diary.work()) as hint:
        for name, row_id in wanted:
            hint(name, row_id)
        wait_for(lambda: len(diary.entries) == 3, "three tasks")
    assert sorted(diary.entries) == sorted(wanted)


def test_a_hint_arrives_at_once_and_many_arrive_all() -> None:
    diary = Diary()
    with embedded(diary.work()) as hint:
        time.sleep(0.2)
        delays = []
        for number in range(-2, 1):
            started = time.monotonic()
            hint("deliver", number)
            wait_for(lambda: len(diary.entries) > len(delays), "the task")
            delays.append(time.monotonic() - started)
        # The memory transport as it comes would sleep a second each time.
        assert min(delays) < 0.9
        for number in range(1, 300):
            hint("deliver", number)
        wait_for(lambda: len(diary.entries) == 302, "302 tasks")
    assert sorted(diary.entries) == [("deliver", n) for n in range(-2, 300)]


def test_a_failing_task_is_told_and_harms_no_other() -> None:
    diary = Diary()
    with embedded(diary.work(adjudicate=broken)) as hint:
        hint("adjudicate", 7)
        hint("read_letter", 8)
        wait_for(lambda: diary.entries and diary.failures, "both tasks")
    name, row_id, traceback = diary.failures[0]
    assert (name, row_id, diary.entries) == ("adjudicate", 7, [("read_letter", 8)])
    assert "ValueError: no such thing" in traceback


def test_stopping_lets_a_running_task_finish_and_drops_the_rest() -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), []

    def slow(row_id: int) -> None:
        begun.set()
        may_end.wait(5)
        ended.append(row_id)

    with embedded(Diary().work(deliver=slow)) as hint:
        hint("deliver", 1)
        assert begun.wait(5)
        threading.Timer(0.2, may_end.set).start()
    assert ended == [1]
    diary = Diary()
    hint("deliver", 2)  # Nobody listens; the next worker must still be able to start.
    with embedded(diary.work()) as hint:
        hint("deliver", 3)
        wait_for(lambda: ("deliver", 3) in diary.entries, "the next worker")


def test_a_worker_whose_threads_run_nothing_says_so() -> None:
    worker = EmbeddedWorker(create_celery(EMBEDDED))
    worker._app.send_task = lambda _name: None  # The canary never comes.
    with pytest.raises(RuntimeError, match="ran no task"):
        worker.start(timeout=0.1)
    assert not worker.is_alive


def test_a_ring_between_looking_and_waiting_is_heard() -> None:
    bell = Bell()
    heard = bell.rings
    bell.ring()
    assert bell.wait(heard, timeout=0)
    assert not bell.wait(bell.rings, timeout=0.01)


def test_the_task_boundary_lets_no_bug_through() -> None:
    diary = Diary()
    run_hint("deliver", broken, 5, diary.work())
    assert [failure[:2] for failure in diary.failures] == [("deliver", 5)]


class Hands:
    """A clock that is set by hand, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def redis_settings(server: RedisServer) -> Settings:
    return Settings.model_validate({"broker": {"url": server.url}})


def test_a_broker_that_is_gone_costs_nobody_time(redis_server: RedisServer) -> None:
    clock = Hands()
    hint = Hints(create_celery(redis_settings(redis_server), "publish"), clock)
    hint("deliver", 1)
    assert hint.is_open
    redis_server.stop()
    started = time.monotonic()
    for _ in range(200):
        hint("deliver", 2)
    assert time.monotonic() - started < 20
    assert not hint.is_open
    clock.now = PAUSE_SECONDS
    assert hint.is_open
    hint("deliver", 3)
    assert not hint.is_open
    redis_server.start()
    clock.now = 2 * PAUSE_SECONDS
    hint("deliver", 4)
    assert hint.is_open


def test_a_worker_asks_every_two_seconds_for_a_broker_that_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nobody = Settings.model_validate({"broker": {"url": f"redis://127.0.0.1:{free_port()}/0"}})
    waits: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda _seconds: None)
    connection = create_celery(nobody).connection_for_read()
    with pytest.raises(OperationalError):
        connection.ensure_connection(lambda _error, wait: waits.append(wait), 30)
    assert len(waits) == 30 and max(waits) == 2.0


@pytest.fixture(params=["embedded", "redis"])
def untaken(request: pytest.FixtureRequest) -> Iterator[Hints]:
    """Hints that nobody takes."""
    if request.param == "redis":
        server = request.getfixturevalue("redis_server")
        yield Hints(create_celery(redis_settings(server), "publish"))
    else:
        drop_messages()
        yield Hints(create_celery(EMBEDDED, "publish"))
        drop_messages()


def test_hints_that_nobody_takes_are_counted(untaken: Hints) -> None:
    assert untaken.behind() == timedelta()
    for row_id in range(5):
        untaken("deliver", row_id)
    assert untaken.behind() == 5 * timedelta(seconds=1 / FEWEST_A_SECOND)


@pytest.mark.long
def test_while_no_worker_lives_hints_do_not_pile_up(
    untaken: Hints, sqlite_database: Database
) -> None:
    """Twenty letters wait for twenty minutes: 4,800 hints, were there one every five seconds."""
    with sqlite_database.write() as session:
        for number in range(20):
            add_letter(session, f"d{number}")
    for second in range(0, 1200, 5):
        now = NOON + timedelta(seconds=second)
        sweep_once(sqlite_database, now, untaken, behind=untaken.behind)
    waiting = untaken.behind() * FEWEST_A_SECOND
    assert timedelta(seconds=100) < waiting < timedelta(seconds=1200)


def test_a_broker_that_is_gone_holds_up_no_sweeper(redis_server: RedisServer) -> None:
    clock = Hands()
    hint = Hints(create_celery(redis_settings(redis_server), "publish"), clock)
    hint("deliver", 1)
    redis_server.stop()
    assert hint.behind() == timedelta() and not hint.is_open
    redis_server.start()
    clock.now = PAUSE_SECONDS
    assert hint.behind() == timedelta()
    hint("deliver", 2)
    assert hint.behind() > timedelta()


def test_a_frozen_broker_costs_a_moment_once(redis_server: RedisServer) -> None:
    hint = Hints(create_celery(redis_settings(redis_server), "publish"), Hands())
    hint("deliver", 1)
    assert redis_server.process is not None
    redis_server.process.send_signal(signal.SIGSTOP)
    started = time.monotonic()
    for _ in range(10):
        hint("deliver", 2)
    assert time.monotonic() - started < 30
    assert not hint.is_open


class CeleryWorker:
    """`celery worker` as a cluster runs it: prefork, in processes of its own."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self._log = log.open("ab")
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PBEM_DATABASE__URL": settings.database.url,
            "PBEM_BROKER__URL": settings.broker.url,
        }
        run = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "tests.support.celery_worker",
            "worker",
            "-c",
            "2",
        ]
        run += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        self.process = subprocess.Popen(
            run,
            cwd=ROOT,
            env=environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def kill(self) -> None:
        """SIGKILL for the worker and its children."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self._log.close()

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self.process.terminate()
        code = self.process.wait(20)
        self._log.close()
        return code


@pytest.mark.long
def test_a_cluster_survives_what_redis_and_workers_do(
    database: Database, settings: Settings, redis_server: RedisServer, tmp_path: Path
) -> None:
    cluster = settings.model_copy(update={"broker": redis_settings(redis_server).broker})
    hint = Hints(create_celery(cluster, "publish"))
    publishing = open_database(cluster, hint)
    worker = CeleryWorker(cluster, tmp_path / "worker.log")
    try:
        # A hint leads to another, from a child process with connections of its own.
        with publishing.write() as session:
            mail = add_mail(session)
            session.hint("read_letter", add_letter(session, "first"))
        wait_for(lambda: _tries(database, mail) == 1, "the mail")
        assert _mail(database, mail).error != str(worker.process.pid)

        # A bug is recorded, in a process that goes on.
        hint("adjudicate", 17)
        wait_for(lambda: "cannot be resolved" in _letter_error(database), "the failure")

        # Redis comes back empty: what is hinted afterwards is done.
        redis_server.stop()
        redis_server.start()
        hint = Hints(create_celery(cluster, "publish"))
        wait_for(lambda: _hinted_and_done(hint, database, mail), "work after Redis restarted")

        # A killed worker is replaced; the sweeper (here: we) hints again.
        worker.kill()
        tries = _tries(database, mail)
        worker = CeleryWorker(cluster, tmp_path / "worker.log")
        hint("deliver", mail)
        wait_for(lambda: _tries(database, mail) > tries, "work after a kill")
        assert worker.stop() == 0
    finally:
        if worker.process.poll() is None:
            worker.kill()
        publishing.close()
    log = (tmp_path / "worker.log").read_text()
    assert '"event": "task failed"' in log and '"game": 17' in log


def _hinted_and_done(hint: Hints, database: Database, mail_id: int) -> bool:
    before = _tries(database, mail_id)
    hint("deliver", mail_id)
    time.sleep(0.3)
    return _tries(database, mail_id) > before


def _mail(database: Database, mail_id: int) -> Outbox:
    with database.read() as session:
        return session.exec(select(Outbox).where(Outbox.id == mail_id)).one()


def _tries(database: Database, mail_id: int) -> int:
    return _mail(database, mail_id).attempts


def _letter_error(database: Database) -> str:
    with database.read() as session:
        letter = session.exec(select(Letter)).one()
    assert letter.received_at == NOON
    return letter.error or ""
