"""The tasks: a name and a row's id, nothing else."""

import traceback
from collections.abc import Callable

from celery import Celery

from pbem.database import HintName, Unavailable
from pbem.log import bound, get_logger
from worker.work import Work

log = get_logger(__name__)

PREFIX = "pbem."
_ID_NAMES: dict[HintName, str] = {
    "read_letter": "letter",
    "adjudicate": "game",
    "deliver": "outbox",
    "ring": "game",
}


def register_tasks(app: Celery, work: Work) -> None:
    """Give the app the four tasks; a hint "adjudicate" is the task "pbem.adjudicate"."""
    _register(app, "read_letter", work.read_letter, work)
    _register(app, "adjudicate", work.adjudicate, work)
    _register(app, "deliver", work.deliver, work)
    _register(app, "ring", work.ring, work)


def run_hint(name: HintName, act: Callable[[int], None], row_id: int, work: Work) -> None:
    """Act on one row. This is the task boundary: a bug is logged, recorded on the row, and over.

    A database that is full or away is no bug of the row's: what it broke off is not counted.
    """
    with bound(**{_ID_NAMES[name]: row_id}):
        try:
            act(row_id)
        except Unavailable as error:
            log.warning("broken off by the database", task=name, error=str(error))
            _break_off(name, row_id, work)
        except Exception:
            log.exception("task failed", task=name)
            work.failed(name, row_id, traceback.format_exc())


def _break_off(name: HintName, row_id: int, work: Work) -> None:
    try:
        work.interrupted(name, row_id)
    except Unavailable:
        log.warning("the database is still away; the sweeper finds the row", task=name)


def _register(app: Celery, name: HintName, act: Callable[[int], None], work: Work) -> None:
    @app.task(name=PREFIX + name, shared=False)  # type: ignore[untyped-decorator]
    def task(row_id: int) -> None:
        run_hint(name, act, row_id, work)
