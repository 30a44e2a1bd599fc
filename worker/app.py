"""The Celery app: messages are hints about rows, so latency is all that its settings can cost."""

import json
import os
import sys
from datetime import UTC, datetime
from typing import Any, Literal

from celery import Celery
from celery.app.amqp import AMQP
from celery.apps import worker as signal_handlers
from celery.signals import setup_logging
from kombu.connection import Connection
from kombu.transport import redis
from redis import Redis
from redis.exceptions import RedisError

from pbem.log import configure_logging
from pbem.settings import Settings
from worker import wake

QUEUE = "pbem"

# A worker's blocking pop lasts a second; a publisher must not make anyone wait.
_WORKER_SOCKET = {"socket_timeout": 5, "socket_connect_timeout": 5}
_PUBLISHER_SOCKET = {
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


# A channel that closes because Redis is gone would put back what was not done yet, find no Redis,
# and take the worker with it. Messages are hints: the sweeper finds what they were about.
redis.Channel.do_restore = False


class _BrokerConnection(Connection):
    """Asks every second or two whether the broker is back, however long it was away.

    By itself Celery would ask every half a minute in the end, and letters wait for it.
    """

    def ensure_connection(self, *arguments: Any, **more: Any) -> Any:
        soon = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
        return super().ensure_connection(*arguments, **(soon | more))  # type: ignore[no-untyped-call]


class _Messages(AMQP):  # type: ignore[misc]
    Connection = _BrokerConnection


def create_celery(settings: Settings, role: Literal["work", "publish"] = "work") -> Celery:
    """An app for workers, or one that only publishes and gives up within a second or two."""
    messages = _Messages if role == "work" else AMQP
    app = Celery("pbem", set_as_current=False, amqp=messages, broker_url=_broker_url(settings))
    app.conf.update(
        accept_content=["json"],
        broker_connection_max_retries=None,
        broker_connection_retry_on_startup=True,
        broker_transport_options=_transport_options(settings, role),
        task_acks_late=True,
        task_default_queue=QUEUE,
        task_ignore_result=True,
        task_reject_on_worker_lost=True,
        task_serializer="json",
        task_soft_time_limit=60 if not settings.broker.is_embedded else None,
        task_time_limit=90 if not settings.broker.is_embedded else None,
        worker_cancel_long_running_tasks_on_connection_loss=True,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_prefetch_multiplier=4,
        worker_redirect_stdouts=False,
        worker_send_task_events=False,
        worker_soft_shutdown_timeout=20,
    )
    return app


def why_unreachable(url: str) -> str:
    """Why the broker at that URL does not answer; "" where it does."""
    try:
        with Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
            client.ping()
    except RedisError as error:
        return " ".join(str(error).split())
    return ""


def log_as_we_do(settings: Settings) -> None:
    """Keep Celery's command line from setting up logging of its own, and from saying a word that
    is no line of the log."""

    def configure(**_arguments: object) -> None:
        configure_logging(settings.log.level)

    signal_handlers.safe_say = _say
    setup_logging.connect(configure, weak=False, dispatch_uid="pbem.log")


def _say(text: str, _stream: object = None) -> None:
    """What a signal handler of Celery's says; it must not wait for a lock, as loggers do."""
    line = {"event": text.strip(), "level": "info", "logger": "celery"}
    stamped = line | {"timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z")}
    os.write(sys.stderr.fileno(), f"{json.dumps(stamped, sort_keys=True)}\n".encode())


def _broker_url(settings: Settings) -> str:
    return f"{wake.SCHEME}://localhost/" if settings.broker.is_embedded else settings.broker.url


def _transport_options(settings: Settings, role: str) -> dict[str, Any]:
    if settings.broker.is_embedded:
        return {}
    hints = {"global_keyprefix": "pbem:", "ack_emulation": False}
    return hints | (_WORKER_SOCKET if role == "work" else _PUBLISHER_SOCKET)
