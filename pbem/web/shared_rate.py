"""How often one client may do something, counted in Redis for all processes together."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from redis import Redis
from redis.exceptions import RedisError

from pbem.log import get_logger
from pbem.settings import BrokerSettings
from pbem.web.rate import Rate

log = get_logger(__name__)

PAUSE = timedelta(seconds=10)
"""After a failure Redis is left alone for so long, lest every visitor waits for it."""
_WAIT_SECONDS = 0.5


class SharedRate(Rate):
    """At most `most` times within each `window` of the clock for each key, in every process.

    While Redis cannot be reached each process counts for itself. Keys are stored as digests.
    """

    def __init__(self, name: str, most: int, window: timedelta, url: str) -> None:
        super().__init__(most, window)
        self._name = name
        self._closed_until: datetime | None = None
        self._redis = Redis.from_url(
            url, socket_timeout=_WAIT_SECONDS, socket_connect_timeout=_WAIT_SECONDS
        )

    def is_over(self, key: str, now: datetime) -> bool:
        """Count one more; True where there were as many as there may be."""
        if self._closed_until is not None and now < self._closed_until:
            return super().is_over(key, now)
        try:
            return self._counted(key, now) > self.most
        except RedisError as error:
            self._closed_until = now + PAUSE
            log.warning("rates are counted here alone", error=str(error))
            return super().is_over(key, now)

    def _counted(self, key: str, now: datetime) -> int:
        digest = hashlib.sha256(key.encode()).hexdigest()[:32]
        window = int(now.timestamp() // self.window.total_seconds())
        row = f"pbem:rate:{self._name}:{digest}:{window}"
        with self._redis.pipeline() as pipe:
            pipe.incr(row)
            pipe.expire(row, self.window)
            count, _ = pipe.execute()
        return int(count)


def rate_for(broker: BrokerSettings, name: str, most: int, window: timedelta) -> Rate:
    """A rate of that name: shared where the service has Redis, this process's own otherwise."""
    if broker.is_embedded:
        return Rate(most, window)
    return SharedRate(name, most, window, broker.url)
