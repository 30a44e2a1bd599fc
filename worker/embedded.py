"""A Celery worker inside the serving process: threads, no broker beside the process's memory."""

import threading
import time

from celery import Celery
from celery.worker import WorkController

from pbem.log import get_logger
from worker.wake import BELL, drop_messages

log = get_logger(__name__)

THREADS = 4
CANARY = "pbem.canary"


class EmbeddedWorker:
    """Runs the app's tasks in threads of this process between `start` and `stop`.

    One at a time in a process, because Celery's pool threads use the process's default app.
    """

    def __init__(self, app: Celery, threads: int = THREADS) -> None:
        self._app = app
        self._canary_came = threading.Event()
        app.task(self._canary_came.set, name=CANARY, shared=False)
        app.finalize()
        app.set_current()
        app.set_default()
        self._controller = WorkController(
            app=app,
            pool="threads",
            concurrency=threads,
            hostname="embedded@localhost",
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self._thread = threading.Thread(
            target=self._controller.start, name="embedded-worker", daemon=True
        )

    @property
    def is_alive(self) -> bool:
        """True while hints are consumed."""
        return self._thread.is_alive()

    def start(self, timeout: float = 60.0) -> None:
        """Start, and return when a canary task has come through.

        Raises RuntimeError after `timeout` seconds without it: tasks can vanish without a trace
        when pool threads see another app.
        """
        self._thread.start()
        until = time.monotonic() + timeout
        while not self._canary_came.is_set():
            # One may be taken by a former worker of this process that is still about to stop.
            self._app.send_task(CANARY)
            if time.monotonic() >= until:
                self.stop()
                raise RuntimeError(f"the embedded worker ran no task within {timeout:g} s")
            self._canary_came.wait(min(1.0, timeout))
        log.info("embedded worker ready")

    def stop(self, timeout: float = 10.0) -> None:
        """Let running tasks finish and drop waiting hints; their rows are found again."""
        if self._thread.ident is None:
            return
        stopper = threading.Thread(target=self._controller.stop, name="embedded-stop", daemon=True)
        stopper.start()
        until = time.monotonic() + timeout
        while self._is_stopping(stopper) and time.monotonic() < until:
            # The consumer looks at its state whenever it wakes.
            BELL.ring()
            time.sleep(0.02)
        drop_messages()

    def _is_stopping(self, stopper: threading.Thread) -> bool:
        return stopper.is_alive() or self._thread.is_alive()
