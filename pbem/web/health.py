"""Health: alive, and ready as nothing is stuck; and the figures for a monitor with the token."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import datetime, timedelta

from flask import Blueprint, Response, abort, jsonify, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from pbem.database import Database, StorageError
from pbem.log import get_logger
from pbem.service.due.health import backlog, try_to_write
from pbem.service.due.metrics import Metric as ServiceMetric
from pbem.service.due.metrics import metrics
from pbem.settings import WebSettings

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


def metrics_pages(database: Database, web: WebSettings, clock: Callable[[], datetime]) -> Blueprint:
    """`GET /metrics`: 200 with `Authorization: Bearer TOKEN`, 403 while no token is configured."""
    pages = Blueprint("metrics", __name__)

    @pages.get("/metrics")
    def show() -> Response:
        _check_token(web.metrics_token.get_secret_value())
        registry = CollectorRegistry()
        registry.register(_MetricsCollector(metrics(database, clock())))
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)

    return pages


def _check_token(wanted: str) -> None:
    if not wanted:
        abort(403, "there are no metrics to see: no web.metrics_token is configured")
    given = request.headers.get("Authorization", "")
    if not hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode()):
        abort(401, "the header Authorization must be Bearer and the token in web.metrics_token")


class _MetricsCollector(Collector):
    def __init__(self, metrics: Iterable[ServiceMetric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        for metric in self._metrics:
            kind = CounterMetricFamily if metric.is_total else GaugeMetricFamily
            family = kind(metric.name, metric.about, labels=[metric.label] if metric.label else [])
            for labels, value in metric.samples:
                family.add_metric(list(labels.values()), value)
            yield family
