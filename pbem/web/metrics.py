"""`/metrics`: what the service tells a monitor such as Prometheus, for whoever has the token."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from flask import Blueprint, Response, abort, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from pbem.database import Database
from pbem.service.due.metrics import Metric as Told
from pbem.service.due.metrics import metrics
from pbem.settings import WebSettings


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
    def __init__(self, metrics: Iterable[Told]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        for metric in self._metrics:
            kind = CounterMetricFamily if metric.is_total else GaugeMetricFamily
            family = kind(metric.name, metric.about, labels=[metric.label] if metric.label else [])
            for labels, value in metric.samples:
                family.add_metric(list(labels.values()), value)
            yield family
