"""All parts of the service in one process: web, listener, worker threads, sweeper."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Self

from pbem.cli.server_parts import make_listener, make_poller, make_sweeper, make_web
from pbem.database import Database, open_database
from pbem.log import get_logger
from pbem.migrations import migrate
from pbem.service.context import ServiceContext
from pbem.service.sending.accepted import notes_beside, resume
from pbem.service.sending.signing import check_key
from pbem.settings import Settings
from worker.app import create_celery
from worker.connections import SmtpConnections
from worker.embedded import EmbeddedWorker
from worker.hints import Hints
from worker.tasks import register_tasks
from worker.wiring import service_use_cases

log = get_logger(__name__)

STOP_SECONDS = 7.5
"""What stopping may take: less than whoever starts services waits before he kills them."""


def _together(ways: Sequence[Callable[[], None]], until: float) -> bool:
    """Do all that at once; whether all of it was done by then."""
    threads = [threading.Thread(target=way, name="stop", daemon=True) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)


class AllInOneServer:
    """Everything in one process, from `start` (or entering) to `stop`.

    With a broker beside the process its workers run apart; the rest is here all the same.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._worker: EmbeddedWorker | None = None
        check_key(settings.mail)
        app = create_celery(settings, "work" if settings.broker.is_embedded else "publish")
        self.publish = Hints(app)
        self.database: Database = open_database(settings, self.publish)
        self._sending = SmtpConnections(settings, accepted=notes_beside(self.database.file))
        self.service = ServiceContext(self.database, settings, self.database.now)
        migrate(self.database)
        if settings.broker.is_embedded:
            use_cases = service_use_cases(settings, self.database, self._sending)
            register_tasks(app, use_cases)
            self._worker = EmbeddedWorker(app)
        self.listener = make_listener(self.service)
        self.poller = make_poller(self.service) if settings.mail.imap.host else None
        self.web = make_web(self.service)
        self.sweeper = make_sweeper(self.service, self.publish)
        if self._worker is not None:
            self.sweeper.parts = ("sweeper", "worker")

    def start(self) -> None:
        """Start every part; letters are let in last. What raises leaves nothing open."""
        try:
            self._start_parts()
        except BaseException:
            self.stop()
            raise
        log.info("serving", smtp_port=self.listener.port, web_port=self.web.port)

    def _start_parts(self) -> None:
        if self._worker is not None:
            resume(self.service, self._sending.accepted)
            self._worker.start()
        self.sweeper.start()
        self.web.start()
        self.listener.start()
        if self.poller is not None:
            self.poller.start()

    def stop(self) -> None:
        """Stop every part within STOP_SECONDS; what is under way is finished or found again."""
        until = time.monotonic() + STOP_SECONDS
        ways = [self.listener.stop, self.web.stop, self.sweeper.stop]
        if self.poller is not None:
            ways.append(self.poller.stop)
        in_time = _together(ways, until - STOP_SECONDS / 2)
        if self._worker is not None:
            in_time &= self._stop_worker(self._worker, until)
        self._sending.close()
        if in_time:
            self.database.close()

    def _stop_worker(self, worker: EmbeddedWorker, until: float) -> bool:
        """Let it finish what it does, and break off a mail whose server does not answer."""
        stopping = threading.Thread(target=worker.stop, name="stop", daemon=True)
        stopping.start()
        stopping.join(max(0.0, until - STOP_SECONDS / 3 - time.monotonic()))
        self._sending.break_off()
        stopping.join(max(0.0, until - time.monotonic()))
        return not stopping.is_alive()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def wait(self, stopping: threading.Event) -> None:
        """Return when `stopping` is set or the worker has died."""
        while not stopping.wait(1.0):
            if self._worker is not None and not self._worker.is_alive:
                raise RuntimeError("the embedded worker has stopped")
