"""The tasks: a name and a row's id, nothing else."""

import traceback
from collections.abc import Callable

from celery import Celery

from pbem.database import HintName, Unavailable
from pbem.log import bound, get_logger
from worker.use_cases import UseCases

log = get_logger(__name__)

PREFIX = "pbem."
_ID_NAMES: dict[HintName, str] = {
    "read_letter": "letter",
    "adjudicate": "game",
    "deliver": "outbox",
    "ring": "game",
    "end_wait": "open_game",
    "mail_finale": "ending",
    "call_hook": "call",
    "list_games": "player",
}


def register_tasks(app: Celery, use_cases: UseCases) -> None:
    """Give the app its tasks; a hint "adjudicate" is the task "pbem.adjudicate"."""
    _register(app, "read_letter", use_cases.read_letter, use_cases)
    _register(app, "adjudicate", use_cases.adjudicate, use_cases)
    _register(app, "deliver", use_cases.deliver, use_cases)
    _register(app, "ring", use_cases.ring, use_cases)
    _register(app, "end_wait", use_cases.end_wait, use_cases)
    _register(app, "mail_finale", use_cases.mail_finale, use_cases)
    _register(app, "call_hook", use_cases.call_hook, use_cases)
    _register(app, "list_games", use_cases.list_games, use_cases)


def run_hint(name: HintName, act: Callable[[int], None], row_id: int, use_cases: UseCases) -> None:
    """Act on one row. This is the task boundary: a bug is logged, recorded on the row, and over.

    A database that is full or away is no bug of the row's: what it broke off is not counted.
    """
    with bound(**{_ID_NAMES[name]: row_id}):
        try:
            act(row_id)
        except Unavailable as error:
            log.warning("broken off by the database", task=name, error=str(error))
            _break_off(name, row_id, use_cases)
        except Exception:
            log.exception("task failed", task=name)
            use_cases.failed(name, row_id, traceback.format_exc())


def _break_off(name: HintName, row_id: int, use_cases: UseCases) -> None:
    try:
        use_cases.interrupted(name, row_id)
    except Unavailable:
        log.warning("the database is still away; the sweeper finds the row", task=name)


def _register(app: Celery, name: HintName, act: Callable[[int], None], use_cases: UseCases) -> None:
    @app.task(name=PREFIX + name, shared=False)  # type: ignore[untyped-decorator]
    def task(row_id: int) -> None:
        run_hint(name, act, row_id, use_cases)
