"""Many at once: one letter, one turn, one mail is done exactly once, and none is lost."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from multiprocessing.synchronize import Barrier

import pytest
from sqlmodel import col, select

from pbem.database import Database, lock_game, open_database
from pbem.games.illuminati import running
from pbem.mail.letter import read_envelope
from pbem.models import DONE, NEW, SENT, Game, Letter, Turn, Vote
from pbem.service.clocks import move_deadline
from pbem.service.context import ServiceContext
from pbem.service.due import adjudication
from pbem.service.due.adjudication import adjudicate
from pbem.service.letters import reading
from pbem.service.letters.loading import letter_with_game
from pbem.service.letters.locking import lock_letter_of_seat
from pbem.service.letters.reading import read_letter
from pbem.service.orders.submission import load_submission
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import CAST, Table, new_table

THREADS = 8


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act gave, all begun at the same moment; the first exception is raised."""
    barrier = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(at: int) -> None:
        barrier.wait(10)
        try:
            results[at] = acts[at]()
        except Exception as error:
            results[at] = error

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(Rush.PATIENCE + 60)
        assert not thread.is_alive()
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results


def test_a_letter_read_by_many_is_read_once(table: Table) -> None:
    for body in ("GIVE 1 TO ann", "GIVE 2 TO ann", "GIVE 3 TO ann"):
        before = len(table.mails())
        letter = table.send("bob", body)
        done = at_once(*[partial(read_letter, table.service, letter)] * THREADS)
        assert done.count(True) == 1
        row = table.letter(letter)
        assert (row.state, row.attempts, row.unended) == (DONE, 0, 1), "begun once, failed never"
        assert len(table.mails()) == before + 2
    assert table.state().money("gnomes-of-zurich") == 6
    assert len(table.records()) == 4


def test_a_turn_played_by_many_is_played_once(table: Table) -> None:
    for number in range(1, 6):
        table.to_deadline()
        done = at_once(*[table.adjudicate] * THREADS)
        assert done.count(True) == 1
        assert len(table.turns()) == number
        assert (table.game().phase, table.game().attempts) == ("running", 0)
    assert len(table.mails(kind="turn")) == 4 * 6


def test_a_mail_sent_by_many_is_sent_once(table: Table) -> None:
    for mail in table.mails():
        done = at_once(*[partial(deliver, table.service, mail.id or 0, table.post)] * THREADS)
        assert done.count(True) == 1
    assert len(table.post.sent) == 4
    assert [mail.attempts for mail in table.mails()] == [1] * 4


def test_a_letter_delivered_by_many_is_stored_once(table: Table) -> None:
    ids = at_once(*[lambda: table.send("ann", "PASS", message_id="<one@x>")] * THREADS)
    assert len(set(ids)) == 1
    assert len(letters(table)) == 1


def test_gifts_read_at_the_same_time_are_all_made(table: Table) -> None:
    gifts = [table.send(seat, "GIVE 1 TO ann") for seat in ("bob", "cat", "dee")]
    at_once(*[partial(read_letter, table.service, gift) for gift in gifts])
    assert table.state().money("servants-of-cthulhu") == 23
    assert [record.seq for record in table.records()] == [1, 2, 3, 4]


def test_a_gift_between_working_out_and_keeping_a_turn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    gifts = iter([table.send("dee", "GIVE 5 TO ann")])
    real = running.resolve

    def interrupted(*arguments):  # type: ignore[no-untyped-def]
        for gift in gifts:
            assert read_letter(table.service, gift)
        return real(*arguments)

    monkeypatch.setattr(running, "resolve", interrupted)
    monkeypatch.setattr(adjudication, "is_awaiting_letters", lambda *_: False)
    table.to_deadline()
    assert table.adjudicate()
    # 20, the gift, and 5 for the pass.
    assert table.state().money("servants-of-cthulhu") == 30
    assert [record.kind for record in table.records()] == ["setup", "act", "turn"]


def test_who_waits_for_a_game_sees_what_became_of_it(table: Table) -> None:
    letter_id, now = table.send("ann", "STATUS"), table.service.clock()
    with table.database.read() as session:
        letter, rows = letter_with_game(session, letter_id)
        assert rows is not None
        envelope = read_envelope(letter.raw)
        submission = load_submission(table.service, session, letter, envelope, rows)
    is_locked = threading.Event()

    def ask_for_a_vote() -> None:
        with table.database.write() as session:
            game = lock_game(session, table.game_id)
            assert game is not None
            is_locked.set()
            time.sleep(0.5)
            vote = Vote(
                game_id=table.game_id,
                number=1,
                what="DRAW",
                seat="bob",
                turn=1,
                timeline=0,
                begun_at=now,
                ends_at=now,
            )
            session.add(vote)

    def lock() -> bool:
        is_locked.wait(10)
        with table.database.write() as session:
            locked = lock_letter_of_seat(session, submission, 9, now)
            assert locked is not None
            return locked.facts.has_votes

    assert at_once(ask_for_a_vote, lock) == [None, True]


def test_a_turn_between_reading_and_holding_a_letter_keeps_the_thread(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = table.send("bob", "PASS", sender="mallory@example.net")
    real = reading.sort_letter

    def interrupted(*arguments):  # type: ignore[no-untyped-def]
        found = real(*arguments)
        table.run_turn()
        return found

    monkeypatch.setattr(reading, "sort_letter", interrupted)
    monkeypatch.setattr(adjudication, "is_awaiting_letters", lambda *_: False)
    read_letter(table.service, letter)
    ids = table.seat("bob").thread_ids
    assert ids == [mail.message_id for mail in table.mails("bob")]
    assert len(ids) == 3


def test_a_turn_between_reading_and_filing_a_letter_of_the_mover(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn was run without a letter that came in time: it is for the next turn of his."""
    monkeypatch.setattr(adjudication, "is_awaiting_letters", lambda *_: False)
    letter = table.send("ann", "PASS")
    real = reading.judge
    turns = iter([True])

    def interrupted(*arguments, **more):  # type: ignore[no-untyped-def]
        work = real(*arguments, **more)
        for _ in turns:
            table.to_deadline(60)
            assert table.adjudicate()
        return work

    monkeypatch.setattr(reading, "judge", interrupted)
    assert read_letter(table.service, letter)
    assert table.turns()[0].sheet == []
    answers = [mail for mail in table.mails("ann") if mail.key.startswith("ack:")]
    assert len(answers) == 1 and "it is bob's turn" in " ".join(answers[0].text.split())


# --- letters against the clock ----------------------------------------------------------


class Rush:
    """Letters of every seat, workers and sweepers, all at once on the machine's clock.

    It goes on until so many turns were played with orders, and at least for some seconds: a slow
    machine takes longer, and is asked no less.
    """

    SECONDS = 4.0
    TURNS = 3
    UNREAD = 12
    PATIENCE = 120.0

    def __init__(self, table: Table) -> None:
        clock = table.database.now
        self.table = replace(
            table, service=ServiceContext(table.database, table.service.settings, clock)
        )
        self._started = time.monotonic()
        self._is_done = False
        self.written: dict[int, str] = {}
        with table.database.write() as session:
            game = session.exec(select(Game)).one()
            game.clock = {"script": {"next": "1s"}}
            move_deadline(game, clock() + timedelta(seconds=0.7), clock())

    def write(self, seat: str) -> None:
        number = 1000 * (CAST.index(seat) + 1)
        while not self.is_done():
            if len(self._unread()) >= self.UNREAD:
                time.sleep(0.02)
                continue
            number += 1
            # More money than anybody has: the line stays on file, and does nothing.
            line = f"TRANSFER {number} FROM {GROUPS[seat]} TO Illuminati"
            self.written[self.table.send(seat, line)] = line.partition(" TO ")[0]
            time.sleep(0.15)

    def work(self) -> None:
        while not self.is_done():
            if not self._sweep():
                time.sleep(0.02)

    def is_done(self) -> bool:
        """Whether enough has happened."""
        spent = time.monotonic() - self._started
        if not self._is_done and spent > self.SECONDS:
            ordered = [turn for turn in self.table.turns() if turn.sheet != []]
            self._is_done = len(ordered) >= self.TURNS or spent > self.PATIENCE
        return self._is_done

    def _sweep(self) -> int:
        unread = self._unread()
        for letter in unread:
            read_letter(self.table.service, letter)
        return self.table.adjudicate() + len(unread)

    def _unread(self) -> list[int]:
        with self.table.database.read() as session:
            wanted = select(Letter.id).where(Letter.state == NEW).order_by(col(Letter.id))
            return [letter or 0 for letter in session.exec(wanted).all()]

    def finish(self) -> None:
        with self.table.database.write() as session:
            session.exec(select(Game)).one().due_at = None
        while any(letter.state == NEW for letter in letters(self.table)):
            self._sweep()


GROUPS = {"ann": "Mafia", "bob": "C.I.A.", "cat": "I.R.S.", "dee": "KGB"}


@pytest.mark.long
def test_letters_racing_short_deadlines(table: Table) -> None:
    """However they race, a turn is played with the seat's last letter before its deadline."""
    rush = Rush(table)
    writers = [partial(rush.write, seat) for seat in CAST]
    at_once(*writers, rush.work, rush.work, rush.work)
    rush.finish()
    turns, rows = table.turns(), letters(table)
    assert len(turns) >= 3
    assert [turn.number for turn in turns] == list(range(5, 5 + len(turns)))
    assert [turn.seat for turn in turns] == [CAST[at % 4] for at in range(len(turns))]
    assert {letter.state for letter in rows} == {DONE}
    keys = [mail.key for mail in table.mails() if mail.key.startswith("ack:")]
    assert sorted(keys) == sorted(f"ack:{letter.id}" for letter in rows)
    late = {letter.id for letter in rows if letter.note == "too late"}
    used = {letter_id for turn in turns for letter_id in check_turn(table, rush, turn, rows)}
    assert not used & late
    assert len(used) >= 3


def check_turn(table: Table, rush: Rush, turn: Turn, rows: list[Letter]) -> list[int]:
    """The id of the letter a turn was played with: the last one of its seat that came in time."""
    own = [other for other in table.turns() if other.seat == turn.seat]
    before = [other.resolved_at for other in own if other.number < turn.number]
    assert turn.deadline_at is not None and turn.deadline_at <= turn.resolved_at
    in_time = [
        letter.id or 0
        for letter in sorted(rows, key=lambda row: (row.received_at, row.id))
        if letter.seat_id == table.seat(turn.seat).id
        and letter.received_at <= turn.deadline_at
        and all(letter.received_at > resolved_at for resolved_at in before)
    ]
    sheet = turn.sheet
    if not in_time:
        assert sheet == []
        return []
    assert len(sheet) == 1 and rush.written[in_time[-1]] in sheet[0]
    return in_time[-1:]


def letters(table: Table) -> list[Letter]:
    with table.database.read() as session:
        return list(session.exec(select(Letter).order_by(col(Letter.id))).all())


# --- processes --------------------------------------------------------------------------

PROCESSES = 5
SLOW_START = 300.0
"""Seconds within which all processes have loaded everything and done their work."""
_all_ready: list[Barrier] = []
"""In each process of a pool the one barrier at which all of its processes wait."""


def meet_at(barrier: Barrier) -> None:
    """Said to each process of a pool when it starts."""
    _all_ready.append(barrier)


def read_in_process(url: str, letter: int) -> bool:
    """Read a letter in a process with connections of its own, when all processes are ready."""
    database = open_database(_settings(url))
    _all_ready[0].wait(SLOW_START)
    try:
        return read_letter(ServiceContext(database, _settings(url), database.now), letter)
    finally:
        database.close()


def play_in_process(url: str, game_id: int, now: datetime) -> bool:
    database = open_database(_settings(url))
    _all_ready[0].wait(SLOW_START)
    try:
        return adjudicate(ServiceContext(database, _settings(url), lambda: now), game_id)
    finally:
        database.close()


def _settings(url: str) -> Settings:
    return Settings.model_validate(
        {"database": {"url": url}, "mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )


@pytest.mark.long
def test_processes_of_a_cluster_share_the_work(postgresql_url: str) -> None:
    database = open_database(_settings(postgresql_url))
    table = new_table(database, _settings(postgresql_url))
    letter = table.send("bob", "GIVE 1 TO ann")
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(PROCESSES)
    with ProcessPoolExecutor(PROCESSES, context, meet_at, (ready,)) as pool:
        reads = [pool.submit(read_in_process, postgresql_url, letter) for _ in range(PROCESSES)]
        assert [read.result(SLOW_START) for read in reads].count(True) == 1
        table.to_deadline()
        now = table.clock()
        plays = [
            pool.submit(play_in_process, postgresql_url, table.game_id, now)
            for _ in range(PROCESSES)
        ]
        assert [play.result(SLOW_START) for play in plays].count(True) == 1
    assert (len(table.turns()), table.letter(letter).attempts) == (1, 0)
    assert [mail.state for mail in table.mails()].count(SENT) == 0
    assert len(table.mails()) == 4 + 2 + 4
    assert len(CAST) == 4
    database.close()
