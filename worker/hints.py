"""Publishing hints: short, silent when the broker is gone, and then not tried for a while."""

import time
from collections.abc import Callable

from celery import Celery
from kombu.exceptions import KombuError, OperationalError
from redis.exceptions import RedisError

from pbem.log import get_logger
from worker.tasks import PREFIX

log = get_logger(__name__)

PAUSE_SECONDS = 10.0


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
        except (OperationalError, KombuError, RedisError, OSError) as error:
            self._closed_until = self._clock() + PAUSE_SECONDS
            log.warning("broker unreachable, hints paused", error=str(error), seconds=PAUSE_SECONDS)
