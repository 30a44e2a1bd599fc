"""Health: alive, and ready in the sense that nothing is stuck."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime

from flask import Blueprint, Response, jsonify

from pbem.database import Database, StorageError
from pbem.log import get_logger
from pbem.service.due.health import backlog

log = get_logger(__name__)


def health_pages(database: Database, clock: Callable[[], datetime]) -> Blueprint:
    """`/health` answers while the process lives; `/health/ready` asks the database."""
    pages = Blueprint("health", __name__)

    @pages.get("/health")
    def live() -> Response:
        return jsonify(status="alive")

    @pages.get("/health/ready")
    def ready() -> tuple[Response, int]:
        try:
            waits = backlog(database, clock())
        except (StorageError, OSError) as error:
            log.error("database failed", error=str(error))
            return jsonify(status="unreachable", database="unreachable"), 503
        status, code = ("stuck", 503) if waits.is_stuck else ("ready", 200)
        return jsonify(status=status, database="reachable", **asdict(waits)), code

    return pages
