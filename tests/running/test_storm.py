"""A storm of letters: doubled, shuffled, the service killed and its disk full for a while.

`STORM_LETTERS=1000` makes it as large as one likes; nothing depends on how fast the machine is.
"""

from __future__ import annotations

import itertools
import os
import random
import resource
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from engine.illuminati.state import GameOptions
from pbem.database import Database, open_database
from pbem.models import DONE, Sheet
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.killing import Service, identity_of, is_settled, letters_of
from tests.support.post_office import Outside, addresses, outbox_of, outside, settings_for
from tests.support.servers import wait_for
from tests.support.service_rows import CAST, letter_text, random_bytes

pytestmark = pytest.mark.long
LETTERS = int(os.environ.get("STORM_LETTERS", "150"))
SENDERS = 6
DOUBLED = 5
"""Every so many letters one is sent twice, by two senders."""
KILLED_AT, FULL_AT = (0.2, 0.7), 0.45
"""Which parts of the letters are in when the service is killed, and when its disk is full."""
REFUSALS = 8
"""How many letters are refused before the disk has room again."""
PATIENCE = 900.0


class Storm(Service):
    """`pbem serve` that answers each letter for itself and logs nowhere: a full disk has no log."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, Path(os.devnull))
        self._environment |= {
            "PBEM_MAIL__ANSWER_GAP_SECONDS": "0",
            "PBEM_MAIL__ANSWERS_AN_HOUR": "0",
            "PBEM_MAIL__LETTERS_AN_HOUR": "0",
        }

    def fill_disk(self) -> None:
        """From now on no file of the service may grow or be written to."""
        self._limit(0)

    def clear_disk(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        assert self.process is not None
        hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))


class Crowd:
    """Mail servers that try again whatever they get but 250, and note what they got."""

    def __init__(
        self, port: int, to: dict[str, str], letters: list[tuple[str, str, bytes]]
    ) -> None:
        self._port, self._to = port, to
        self._letters = iter(letters)
        self._guard = threading.Lock()
        self._threads = [threading.Thread(target=self._work) for _sender in range(SENDERS)]
        self.is_over = threading.Event()
        self.accepted: Counter[str] = Counter()
        self.refusals: Counter[int] = Counter()

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wait(self) -> None:
        """Until every letter was taken."""
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()

    @property
    def count(self) -> int:
        return sum(self.accepted.values())

    def _work(self) -> None:
        while not self.is_over.is_set():
            with self._guard:
                letter = next(self._letters, None)
            if letter is None:
                return
            while not self._takes(*letter) and not self.is_over.is_set():
                time.sleep(0.05)

    def _takes(self, identity: str, seat: str, raw: bytes) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self._port, timeout=60) as server:
                server.sendmail(f"{seat}@example.org", [self._to[seat]], raw)
        except smtplib.SMTPRecipientsRefused as error:
            ((code, _words),) = error.recipients.values()
            self._note(code)
            return False
        except smtplib.SMTPResponseException as error:
            self._note(error.smtp_code)
            return False
        except (smtplib.SMTPException, OSError):
            return False
        with self._guard:
            self.accepted[identity] += 1
        return True

    def _note(self, code: int) -> None:
        with self._guard:
            self.refusals[code] += 1


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    database = open_database(settings_for(sqlite_url, 1))
    yield database
    database.close()


def letters_to(to: dict[str, str]) -> list[tuple[str, str, bytes]]:
    """Everybody's letters in any order, some of them twice: identity, sender and bytes."""
    made = []
    for number, seat in zip(range(LETTERS), itertools.cycle(CAST), strict=False):
        identity = f"<storm-{number}@example.org>"
        body = f"IF MONEY >= {1000 + number}: PASS"
        raw = letter_text(f"{seat}@example.org", to[seat], body, message_id=identity)
        made.append((identity, seat, raw))
    doubled = made + made[::DOUBLED]
    random.Random(20261121).shuffle(doubled)
    return doubled


def test_a_storm_loses_nothing_and_does_nothing_twice(sqlite_url: str, database: Database) -> None:
    with outside() as world:
        settings = settings_for(sqlite_url, world.box.port)
        service = Storm(settings)
        to = addresses(database, found_game(database, settings))
        letters = letters_to(to)
        crowd = Crowd(service.port, to, letters)
        try:
            service.start()
            service.wait_until_it_listens()
            crowd.start()
            rage(service, crowd, len(letters))
            crowd.wait()
            wait_for(lambda: is_settled(database), "everything to settle", PATIENCE)
            assert service.stop() == 0
        finally:
            crowd.is_over.set()
            service.remove()
        check(database, world, crowd, letters)


def rage(service: Storm, crowd: Crowd, count: int) -> None:
    """Kill the service, fill its disk, and kill it again."""
    for part in sorted((*KILLED_AT, FULL_AT)):
        wait_for(lambda: crowd.count >= part * count, f"{part:.0%} of the letters", PATIENCE)  # noqa: B023
        if part == FULL_AT:
            service.fill_disk()
            refused = crowd.refusals.total() + REFUSALS
            wait_for(lambda: crowd.refusals.total() >= refused, "refusals", PATIENCE)  # noqa: B023
            service.clear_disk()
        else:
            service.kill()
            service.start()
            service.wait_until_it_listens()


def check(
    database: Database, world: Outside, crowd: Crowd, letters: list[tuple[str, str, bytes]]
) -> None:
    """What was accepted is stored, filed and answered once; no refusal was for good."""
    assert crowd.refusals.total() >= REFUSALS
    assert {code // 100 for code in crowd.refusals} == {4}, crowd.refusals
    assert crowd.accepted == Counter(identity for identity, _seat, _raw in letters)
    rows = letters_of(database)
    assert sorted(map(identity_of, rows)) == sorted(crowd.accepted)
    assert {row.state for row in rows} == {DONE}
    with database.read() as session:
        filed = Counter(session.exec(select(Sheet.letter_id).order_by(col(Sheet.id))).all())
    assert filed == Counter(row.id for row in rows)
    keys = Counter(mail.key for mail in outbox_of(database) if mail.key.startswith("ack:"))
    assert keys == Counter(f"ack:{row.id}" for row in rows)
    got = {kept.raw for kept in world.box.mails}
    assert len(got) == len(outbox_of(database))


def found_game(database: Database, settings: Settings) -> int:
    service = ServiceContext(database, settings, database.now)
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    options = GameOptions(pace="policies")
    return create_game(
        service,
        NewGame(
            "Fnord-7",
            newcomers,
            random_bytes(4),
            options=options,
            clock=simple_clock(timedelta(days=3)),
        ),
    )
