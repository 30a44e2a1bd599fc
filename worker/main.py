"""Entry of a cluster's worker: `celery -A worker.main worker`, which `pbem worker` runs."""

from collections.abc import Callable

from celery import Celery
from celery.signals import worker_process_init, worker_ready

from pbem.background import Background
from pbem.database import Database, StorageError, open_database
from pbem.log import get_logger
from pbem.service.due.heartbeats import EVERY, record_heartbeat
from pbem.settings import Settings, load_settings
from worker.app import create_celery, log_as_we_do
from worker.hints import Hints
from worker.tasks import register_tasks
from worker.use_cases import UseCases
from worker.wiring import service_use_cases

log = get_logger(__name__)

SETTLED_EVERY = 3.0
"""In seconds."""
MakeUseCases = Callable[[Settings, Database], UseCases]


def worker_app(settings: Settings, make_work: MakeUseCases = service_use_cases) -> Celery:
    """An app with its tasks, ready to be run by Celery's own worker with any pool."""
    log_as_we_do(settings)
    database = open_database(settings, Hints(create_celery(settings, "publish")))

    work = make_work(settings, database)

    def forget_parents_connections(**_arguments: object) -> None:
        database.after_fork()
        Beats(database, "worker").start()
        Settling(work).start()

    worker_process_init.connect(forget_parents_connections, weak=False)
    worker_ready.connect(_notify, weak=False, dispatch_uid="pbem.ready")
    worker = create_celery(settings)
    register_tasks(worker, work)
    return worker


def _notify(**_arguments: object) -> None:
    log.info("started", part="worker")


def __getattr__(name: str) -> Celery:
    """Make `app` when Celery's command line asks for it, not when the module is imported."""
    if name in ("app", "celery"):
        globals()["app"] = worker_app(load_settings())
        return globals()["app"]
    raise AttributeError(name)


log = get_logger(__name__)


class Beats(Background):
    """Signs of life of one part of the service, until it is stopped or its process ends."""

    def __init__(self, database: Database, part: str) -> None:
        super().__init__("beats")
        self._database = database
        self._part = part

    def run(self) -> None:
        """Beat at once, and then every EVERY; one that fails is only missed."""
        while True:
            try:
                record_heartbeat(self._database, (self._part,), self._database.now())
            except (StorageError, OSError) as error:
                log.warning("no sign of life", error=str(error))
            if self._stopping.wait(EVERY.total_seconds()):
                return


class Settling(Background):
    """Has what went out written down, at once and every few seconds: well before its claim ends."""

    def __init__(self, work: UseCases) -> None:
        super().__init__("settling")
        self._work = work

    def run(self) -> None:
        """Settle until the process ends; what fails is tried again."""
        while True:
            try:
                self._work.settle()
            except (StorageError, OSError) as error:
                log.warning("mails that went out are not written down yet", error=str(error))
            if self._stopping.wait(SETTLED_EVERY):
                return
