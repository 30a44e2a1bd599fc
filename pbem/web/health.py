"""Health: alive, and ready in the sense that nothing is stuck and letters can be stored."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta

from flask import Blueprint, Response, jsonify

from pbem.database import Database, StorageError
from pbem.log import get_logger
from pbem.service.due.health import backlog, try_to_write

log = get_logger(__name__)

WRITTEN_EVERY = timedelta(seconds=5)
"""However often somebody asks; anybody may."""


def health_pages(database: Database, clock: Callable[[], datetime]) -> Blueprint:
    """`/health` answers while the process lives; `/health/ready` asks the database."""
    pages = Blueprint("health", __name__)
    can_write = _Writing(database)

    @pages.get("/health")
    def live() -> Response:
        return jsonify(status="alive")

    @pages.get("/health/ready")
    def ready() -> tuple[Response, int]:
        now = clock()
        try:
            waits = backlog(database, now)
        except (StorageError, OSError) as error:
            log.error("database failed", error=str(error))
            return jsonify(status="unreachable", database="unreachable"), 503
        if not can_write(now):
            return jsonify(status="stuck", database="cannot be written", **asdict(waits)), 503
        status, code = ("stuck", 503) if waits.is_stuck else ("ready", 200)
        return jsonify(status=status, database="reachable", **asdict(waits)), code

    return pages


class _Writing:
    """Whether the database could be written when that was last tried."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tried_at: datetime | None = None
        self._is_good = False

    def __call__(self, now: datetime) -> bool:
        if self._tried_at is None or not self._tried_at <= now < self._tried_at + WRITTEN_EVERY:
            self._tried_at = now
            self._is_good = self._try()
        return self._is_good

    def _try(self) -> bool:
        try:
            try_to_write(self._database)
        except (StorageError, OSError) as error:
            log.error("database cannot be written", error=str(error))
            return False
        return True
