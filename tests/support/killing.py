"""A service that is killed again and again, its letter writers, and what must hold after it."""

from __future__ import annotations

import itertools
import re
import smtplib
import socket
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import timedelta
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import col, select

from engine.illuminati.audit import audit
from engine.illuminati.evolve import evolve, replay
from engine.illuminati.state import GameOptions, State
from pbem.database import Database, StorageError
from pbem.games.illuminati.codec import decode_events, decode_state, encode_state
from pbem.models import (
    DONE,
    FINISHED,
    NEW,
    PAUSED,
    RUNNING,
    SENT,
    Game,
    Letter,
    Outbox,
    Record,
    Seat,
    Turn,
    game_key,
)
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.sending.claims import SOON
from pbem.service.snapshots import hash_of
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from pbem.transports.mailbox import Mailbox
from tests.support.cluster import Part, environment_of
from tests.support.post_office import Outside, game_row, outbox_of, parsed, turns_of
from tests.support.servers import free_port, wait_for
from tests.support.service_rows import CAST, random_bytes

KILLS = 10
MOST_UNANSWERED = 3
"""Letters of a seat: what was killed with a letter in hand may hold it up for a while."""
PATIENCE = 300.0
"""Seconds within which a step must come; nothing is proved by how soon it does."""
STILL = 2.0
"""Seconds in which nothing new comes where all has settled."""
HASTENED_EVERY = 10.0
TURN = timedelta(seconds=2)
PLANNERS = ("ann", "bob", "cat")
"""They send scripts that can be told apart and do nothing; dee gives money away."""


class Service(Part):
    """`pbem serve` as a process group of its own, again and again on the same ports."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self.port = free_port()
        super().__init__("serve", environment_of(settings, self.port, 0), log)

    def look_in(self, folders: str) -> None:
        """Have its processes look for modules and packages there as well."""
        self._environment["PYTHONPATH"] += f":{folders}"

    def wait_until_it_listens(self) -> None:
        wait_for(self._listens, "the listener", PATIENCE)

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.2).close()
        except OSError:
            return False
        return True


class Writers:
    """Everybody's mail programs: a letter is sent until it is taken, the next as one is answered.

    So they go as fast as the service, and none is too slow for them.
    """

    def __init__(self, world: Outside, port: int, to: dict[str, str], table: str = "") -> None:
        self._world, self._port, self._to = world, port, to
        self._table = table
        self._done, self._given_up = threading.Event(), threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(seat,)) for seat in to]
        self._answers = Answers(world.box)
        self.taken: dict[str, str] = {}

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def give_up(self) -> None:
        """Write no more, whatever becomes of the last letters."""
        self._given_up.set()
        self._done.set()

    def stop(self) -> None:
        """Let everybody finish his last letter."""
        self._done.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def _write(self, seat: str) -> None:
        first = 1000 * (CAST.index(seat) + 1)
        for number in itertools.count(first + 1):
            identity = f"<{self._table}{seat}-{number}@example.org>"
            line = self._line(seat, number)
            while not self._sends(seat, line, identity):
                if self._given_up.wait(0.1):
                    return
            self.taken[identity] = line
            while number - first - self._answers.to(self._to[seat]) >= MOST_UNANSWERED:
                if self._done.wait(0.05):
                    return
            if self._done.is_set():
                return

    def _line(self, seat: str, number: int) -> str:
        return f"IF MONEY >= {number}: PASS" if seat in PLANNERS else "GIVE 1 TO ann"

    def _sends(self, seat: str, line: str, identity: str) -> bool:
        try:
            self._world.write(self._port, seat, self._to[seat], line, message_id=identity)
        except (smtplib.SMTPException, OSError):
            return False
        return True


class Answers:
    """How many letters to each address were answered; an answer that came twice is one."""

    def __init__(self, box: Mailbox) -> None:
        self._box, self._seen = box, 0
        self._guard = threading.Lock()
        self._ids: defaultdict[str, set[str]] = defaultdict(set)

    def to(self, address: str) -> int:
        with self._guard:
            new = self._box.mails[self._seen :]
            self._seen += len(new)
            for mail in new:
                head = BytesHeaderParser().parsebytes(mail.raw.partition(b"\r\n\r\n")[0])
                if head["Auto-Submitted"] == "auto-replied":
                    self._ids[parseaddr(head["Reply-To"])[1]].add(head["Message-ID"])
            return len(self._ids[address])


def wait_for_steps(world: Outside, writers: Writers, steps: int) -> None:
    """Until so many more letters were taken and mails sent."""
    wanted = len(world.box.mails) + len(writers.taken) + steps
    wait_for(lambda: len(world.box.mails) + len(writers.taken) >= wanted, "steps", PATIENCE)


def is_over(database: Database, game_id: int) -> bool:
    return game_row(database, game_id).phase == FINISHED


def found_game(database: Database, settings: Settings, name: str = "Fnord-7", seed: int = 4) -> int:
    service = ServiceContext(database, settings, database.now)
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    options = GameOptions(pace="policies")
    return create_game(
        service,
        NewGame(name, newcomers, random_bytes(seed), options=options, clock=simple_clock(TURN)),
    )


def halt(database: Database) -> None:
    """Stop the clocks of all games that are not over, so that there is an end to look at.

    To take a deadline away would not do: the mover's next script would set it again.
    """
    with database.write() as session:
        for game in session.exec(select(Game).with_for_update()).all():
            if game.phase == RUNNING:
                game.phase, game.paused_at = PAUSED, database.now()
                game.version += 1


def letters_of(database: Database) -> list[Letter]:
    with database.read() as session:
        return list(session.exec(select(Letter).order_by(col(Letter.id))).all())


def is_settled(database: Database) -> bool:
    is_read = all(letter.state == DONE for letter in letters_of(database))
    return is_read and all(mail.state == SENT for mail in outbox_of(database))


def stays_settled(database: Database) -> bool:
    """Whether all is read and sent, and still is a while later: a step may be under way."""
    mails = len(outbox_of(database)) if is_settled(database) else -1
    if mails >= 0:
        time.sleep(STILL)
    return mails >= 0 and is_settled(database) and len(outbox_of(database)) == mails


def hasten(database: Database) -> None:
    """Have what waits for a next try tried now."""
    now = database.now()
    with database.write() as session:
        for table in (Letter, Outbox):
            late = col(table.next_try_at) > now + SOON
            waiting = sa.update(table).where(col(table.state) == NEW, late)
            session.execute(waiting.values(next_try_at=now))


def end_leases(database: Database) -> None:
    """Have what was hinted at found by the next sweep, as it is once its lease is over."""
    now = database.now()
    with database.write() as session:
        for table in (Letter, Outbox):
            leased = col(table.next_try_at).between(now, now + SOON)
            waiting = sa.update(table).where(col(table.state) == NEW, leased)
            session.execute(waiting.values(next_try_at=now))


def wait_until_settled(database: Database) -> None:
    """Until all is read and sent.

    What is put off is hastened now and then: each time it is hinted at again, and a worker that
    has more hints than time comes to nothing.
    """
    hastened_at = float("-inf")

    def has_settled() -> bool:
        nonlocal hastened_at
        try:
            if time.monotonic() - hastened_at > HASTENED_EVERY:
                hasten(database)
                hastened_at = time.monotonic()
            return stays_settled(database)
        except StorageError:
            return False

    wait_for(has_settled, "everything to settle", PATIENCE, 0.2)


def identity_of(letter: Letter) -> str:
    return str(parsed(letter.raw)["Message-ID"])


def check_letters(database: Database, *writers: Writers) -> None:
    """Every letter that was taken is there once, and answered once."""
    rows = letters_of(database)
    taken = [identity for some in writers for identity in some.taken]
    assert sorted(map(identity_of, rows)) == sorted(taken)
    keys = Counter(mail.key for mail in outbox_of(database))
    assert set(keys.values()) == {1}
    assert sorted(key for key in keys if key.startswith("ack:")) == sorted(
        f"ack:{letter.id}" for letter in rows
    )


def check_mails(database: Database, world: Outside, most_twice: int = 4 * KILLS) -> None:
    """Every mail arrived; one that arrived twice was the same to the byte."""
    bytes_of: dict[str, set[bytes]] = defaultdict(set)
    for kept in world.box.mails:
        bytes_of[str(parsed(kept.raw)["Message-ID"])].add(kept.raw)
    ids = [re.sub(r"\.[a-z2-7]{26}@", ".~1@", identity) for identity in bytes_of]
    rows = outbox_of(database)
    unsent = [(mail.key, mail.state) for mail in rows if mail.message_id not in ids]
    assert unsent == []
    assert sorted(ids) == sorted(mail.message_id for mail in rows)
    assert {len(found) for found in bytes_of.values()} == {1}
    twice = len(world.box.mails) - len(bytes_of)
    assert twice <= most_twice, f"{twice} of {len(bytes_of)} mails came twice"


def replayed(records: Sequence[Record], begun: State | None) -> State:
    """The state that a log leads to, from what it was edited to at the beginning, if it was."""
    edits = sum(record.kind == "edit" for record in records)
    if begun is None:
        return replay(event for record in records for event in decode_events(record.events))
    state = begun
    for record in records[edits + 1 :]:
        for event in decode_events(record.events):
            state = evolve(state, event)
    return state


def check_turns(
    database: Database, game_id: int, writers: Writers, begun: State | None = None
) -> list[str]:
    """Turns follow each other, the log leads to the state, and no orders were lost; those used."""
    with database.read() as session:
        game = session.exec(select(Game).where(Game.id == game_id)).one()
        logged = select(Record).where(Record.game_id == game_id).order_by(col(Record.seq))
        records = session.exec(logged).all()
        sitting = session.exec(select(Seat).where(Seat.game_id == game_id)).all()
        seats = {seat.name: seat.id for seat in sitting}
    turns = turns_of(database, game_id)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert game.turn == len(turns) + 1 or game.phase == FINISHED
    assert len(turns) >= 4
    assert [record.seq for record in records] == list(range(1, game.seq + 1))
    assert encode_state(replayed(records, begun)) == game.state
    assert records[-1].state_hash == hash_of(game.state)
    assert audit(decode_state(game.state)) == []
    acts = Counter(record.letter_id for record in records if record.kind == "act")
    assert acts and set(acts.values()) == {1}
    told = Counter(
        mail.key.rpartition(":")[2]
        for mail in outbox_of(database)
        if mail.key.startswith(f"report:{game_key(game)}:") and ":edit" not in mail.key
    )
    # Who is out of the game gets digests, now and then.
    playing = [seat.name for seat in decode_state(game.state).seats if not seat.is_out]
    assert {name: told[name] for name in playing} == dict.fromkeys(playing, len(turns) + 1)
    assert max(told.values()) == len(turns) + 1 and len(playing) > 1
    rows = letters_of(database)
    planned = [turn for turn in turns if turn.seat in PLANNERS]
    return [line for turn in planned for line in used_by(turn, turns, rows, seats, writers)]


def used_by(
    turn: Turn,
    turns: list[Turn],
    rows: list[Letter],
    seats: dict[str, int | None],
    writers: Writers,
) -> list[str]:
    """The line a turn was played with: the last that its seat sent in time."""
    before = [t.resolved_at for t in turns if t.seat == turn.seat and t.number < turn.number]
    assert turn.deadline_at is not None
    in_time = [
        letter
        for letter in sorted(rows, key=lambda row: (row.received_at, row.id))
        if letter.seat_id == seats[turn.seat]
        and letter.received_at <= turn.deadline_at
        and all(letter.received_at > resolved_at for resolved_at in before)
    ]
    wanted = [f"1: {writers.taken[identity_of(letter)]}" for letter in in_time[-1:]]
    assert turn.sheet == wanted
    return wanted
