"""The sweeper: looks when the next game is due, and often besides, and hints at what waits."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from pbem.background import Background
from pbem.database import Database, Publish, StorageError
from pbem.log import get_logger
from pbem.service.due.clock_skew import shorten_waits, waits_too_long
from pbem.service.due.heartbeats import EVERY, record_heartbeat
from pbem.service.sweep import FoundWork, claim_waiting, not_behind, seconds_to_look

log = get_logger(__name__)

LONGEST_PAUSE_SECONDS = 10.0
SET_BACK = timedelta(seconds=2)
"""By how much a clock must have gone back for somebody to have set it."""


def sweep_once(
    database: Database,
    now: datetime,
    publish: Publish,
    grace: timedelta = timedelta(seconds=30),
    behind: Callable[[], timedelta] = not_behind,
) -> FoundWork:
    """Claim one batch of what waits at `now` and call `publish(name, row_id)` for each row.

    `publish` may also do the work itself. Raises StorageError or TimeoutError.
    """
    found = claim_waiting(database, now, grace=grace, behind=behind)
    for name, row_id in found.hints:
        publish(name, row_id)
    return found


def _nothing(_now: datetime) -> None:
    """What a sweeper does besides, unless it is told."""


class Sweeper(Background):
    """A thread that sweeps until it is stopped; any number may run beside it.

    `interval` is in seconds; `clock` defaults to the database's; `parts` are those of the service
    that live in this process; `on_beat` is done with every sign of life; `behind` tells how long
    workers take to come to a hint.
    """

    def __init__(
        self,
        database: Database,
        publish: Publish,
        *,
        interval: float,
        grace: timedelta,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        super().__init__("sweeper")
        self.parts: Sequence[str] = ("sweeper",)
        self.on_beat: Callable[[datetime], object] = _nothing
        self.behind: Callable[[], timedelta] = not_behind
        self._beat_at: datetime | None = None
        self._database = database
        self._publish = publish
        self._interval = interval
        self._grace = grace
        self._clock = clock or database.now
        self._seen: datetime | None = None

    def run(self) -> None:
        """Sweep in this thread until `stop` is called from another."""
        pause = self._interval
        while not self._stopping.wait(pause):
            pause = self.next_pause(pause)

    def next_pause(self, pause: float) -> float:
        """Sweep once; seconds until the next time, doubled while the database cannot be reached."""
        started = time.monotonic()
        try:
            now = self._clock()
            self._mind_the_clock(now)
            found = sweep_once(self._database, now, self._publish, self._grace, self.behind)
            self._beat(now)
        except (StorageError, OSError) as error:
            pause = min(2 * max(pause, self._interval), LONGEST_PAUSE_SECONDS)
            log.warning("sweep failed", error=str(error), again_in_s=pause)
            return pause
        if found.hints:
            log.debug("swept", rows=dict(Counter(name for name, _ in found.hints)))
        pause = seconds_to_look(found, now, self._interval)
        return max(0.0, pause - (time.monotonic() - started))

    def _beat(self, now: datetime) -> None:
        """Say now and then that a round was made."""
        if self._beat_at is None or not self._beat_at <= now < self._beat_at + EVERY:
            record_heartbeat(self._database, self.parts, now)
            self._beat_at = now
            self.on_beat(now)

    def _mind_the_clock(self, now: datetime) -> None:
        """At first, and whenever the clock was set back, end what waits for a time long gone.

        Another process may have written down such a time since, by a clock that ran ahead.
        """
        is_set_back = self._seen is None or now < self._seen - SET_BACK
        if is_set_back or waits_too_long(self._database, now):
            shorten_waits(self._database, now, self._seen if is_set_back else None)
        self._seen = now
