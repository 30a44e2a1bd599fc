"""Publishing hints: short, silent when the broker is gone, and then not tried for a while."""

import time
from collections.abc import Callable
from datetime import timedelta

from celery import Celery
from kombu.exceptions import KombuError, OperationalError
from redis.exceptions import RedisError

from pbem.log import get_logger
from worker.app import QUEUE
from worker.tasks import PREFIX

log = get_logger(__name__)

PAUSE_SECONDS = 10.0
FEWEST_A_SECOND = 20
"""Hints that a worker gets through in any case."""
_FAILURES = (OperationalError, KombuError, RedisError, OSError)


class Hints:
    """Sends (task name, row id) as a task message; never raises because of the broker.

    After a failure nothing is sent for 10 s: the sweeper finds the rows, and nobody waits.
    """

    def __init__(self, app: Celery, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._clock = clock
        self._closed_until = float("-inf")

    @property
    def is_open(self) -> bool:
        """False while hints are dropped after a failure."""
        return self._clock() >= self._closed_until

    def __call__(self, name: str, row_id: int) -> None:
        """Send one hint, or drop it."""
        if not self.is_open:
            return
        try:
            self._app.send_task(
                PREFIX + name, args=[row_id], retry=True, retry_policy={"max_retries": 0}
            )
        except _FAILURES as error:
            self._pause(error)

    def behind(self) -> timedelta:
        """How long the hints that nobody has taken yet keep the workers busy, at most."""
        try:
            return timedelta(seconds=(self._waiting() if self.is_open else 0) / FEWEST_A_SECOND)
        except _FAILURES as error:
            self._pause(error)
            return timedelta()

    def _waiting(self) -> int:
        with self._app.pool.acquire(block=True) as connection:
            # Not a passive declaration, which does not find the queue below our prefix in Redis.
            return int(connection.default_channel.queue_declare(QUEUE).message_count)

    def _pause(self, error: Exception) -> None:
        self._closed_until = self._clock() + PAUSE_SECONDS
        log.warning("broker unreachable, hints paused", error=str(error), seconds=PAUSE_SECONDS)
