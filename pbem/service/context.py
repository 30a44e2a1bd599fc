"""What every use case needs: the database, the settings, a clock and a way to send."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeVar

import structlog

from pbem.database import Database, Session, open_database
from pbem.models import Game, Letter
from pbem.settings import MailSettings, Settings

log = structlog.get_logger("pbem.service")
R = TypeVar("R", Letter, Game)

MOST_TRIES = 3
"""Failures after which a letter is set aside and a game is paused."""
RETRY = (timedelta(seconds=5), timedelta(seconds=60), timedelta(minutes=10))
"""Waits after the first, second and third failure of a letter or a turn."""
MOST_UNENDED = 2
"""Tries that may end without a word before a process of its own makes the next one."""
MOST_RACES = 20
"""Times a use case starts again because the game changed under it."""


WRITTEN_FROM = 1.0
"""Seconds of a person that are worth a transaction."""


class CpuCounter:
    """The seconds of CPU that a process has used for people, by the day, and not written down."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seconds: dict[tuple[int, str], float] = {}

    def add(self, person_id: int, day: str, seconds: float) -> None:
        """Count so many more."""
        with self._lock:
            self._seconds[person_id, day] = self._seconds.get((person_id, day), 0.0) + seconds

    def waiting(self, person_id: int, day: str) -> float:
        """How many of a person's are not written down yet."""
        with self._lock:
            return self._seconds.get((person_id, day), 0.0)

    def take(self) -> list[tuple[tuple[int, str], float]]:
        """Those that are worth to be written down, in the order of people, which are forgotten."""
        with self._lock:
            found = sorted(one for one in self._seconds.items() if one[1] >= WRITTEN_FROM)
            for key, _ in found:
                del self._seconds[key]
        return found


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """The service's surroundings; `clock` gives aware UTC times, `random_bytes` true chance."""

    database: Database
    settings: Settings
    clock: Callable[[], datetime]
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    cpu: CpuCounter = field(default_factory=CpuCounter)


RefusalCode = Literal[
    "no-address",
    "no-player",
    "no-seat",
    "no-moderator",
    "moderates-already",
    "too-many",
    "first-address",
    "game-name",
    "name-taken",
    "no-robot",
    "no-tutorial",
    "no-seat-name",
    "no-zone",
    "number-of-players",
    "one-person",
    "options",
    "two-of-a-name",
    "of-another",
    "not-refused",
    "not-suspended",
    "still-there",
    "still-needed",
    "no-row",
]


@dataclass(frozen=True, slots=True)
class ServiceRefusal:
    """Why something was not done, and nothing has changed; `text` says what would have worked."""

    code: RefusalCode
    text: str


@dataclass(slots=True)
class Transaction:
    """One transaction of a use case: where it is at work, its session, and the moment it is."""

    service: ServiceContext
    session: Session
    now: datetime

    @property
    def mail(self) -> MailSettings:
        """How this service writes mails."""
        return self.service.settings.mail


@contextmanager
def begin(service: ServiceContext, now: datetime | None = None) -> Iterator[Transaction]:
    """A transaction that is committed at the end of the block, at `now` or the clock's moment."""
    with service.database.write() as session:
        yield Transaction(service, session, now or service.clock())


class WantsOwnProcess(Exception):
    """Tries of this row died with their process, by their own fault or by another's: only a process
    that does nothing else can tell which."""


def count_attempt(
    service: ServiceContext,
    find: Callable[[Session], R | None],
    give_up: Callable[[Session, R], None],
    *,
    in_own_process: bool,
) -> bool:
    """Note that a try at a row begins, so that one which dies with its process is known.

    `find` locks the row, None where there is nothing to do; `give_up` ends one that failed too
    often. A process of its own notes nothing: who started it has done so, and lives on if it dies.
    """
    with service.database.write() as session:
        row = find(session)
        if row is None:
            return False
        if row.attempts >= MOST_TRIES:
            give_up(session, row)
            return False
        if in_own_process:
            return True
        row.unended += 1
        session.add(row)
    if row.unended > MOST_UNENDED:
        raise WantsOwnProcess(f"{type(row).__name__.lower()} {row.id}")
    return True


def note_failure(row: Letter | Game, trace: str, now: datetime) -> bool:
    """A try has failed: keep its traceback, and when the next one is; True where none is left."""
    row.error = trace
    row.attempts, row.unended = row.attempts + 1, max(0, row.unended - 1)
    row.next_try_at = now + RETRY[min(row.attempts, MOST_TRIES) - 1]
    return row.attempts >= MOST_TRIES


class ConcurrentChange(RuntimeError):
    """The game changed again and again while a use case was at work; tried again later."""


def until_done(try_once: Callable[[], bool | None], what: str) -> bool:
    """What a try came to that found the game unchanged; None of one means that it did not."""
    for _ in range(MOST_RACES):
        done = try_once()
        if done is not None:
            return done
    raise ConcurrentChange(f"{what}: the game kept changing")


def minimal_context(settings: Settings) -> ServiceContext:
    """The surroundings of a program that finds the tables made and leaves them alone, such as one
    that is started for every letter: no worker is told, the sweeper finds what is new."""
    database = open_database(settings)
    return ServiceContext(database, settings, database.now)
