"""What a worker does: the service's use cases, given at start, so that tasks know no database."""

from collections.abc import Callable
from dataclasses import dataclass

from pbem.database import HintName


def _nothing(_row_id: int) -> None:
    return


def _nothing_at_all() -> None:
    return


def _nothing_of(_name: HintName, _row_id: int) -> None:
    return


@dataclass(frozen=True, slots=True)
class UseCases:
    """The use cases that take a row's id and do nothing when there is nothing to do.

    `failed(name, row_id, traceback)` is told of an exception, after the use case's own
    transaction was rolled back; it decides whether to try again or to set the row aside.
    `interrupted(name, row_id)` is told when it was the database that broke off. `settle` is done
    every few seconds in each process of a cluster's worker: it writes down mails that had gone out.
    """

    read_letter: Callable[[int], None]
    adjudicate: Callable[[int], None]
    deliver: Callable[[int], None]
    failed: Callable[[HintName, int, str], None]
    ring: Callable[[int], None] = _nothing
    end_wait: Callable[[int], None] = _nothing
    mail_finale: Callable[[int], None] = _nothing
    call_hook: Callable[[int], None] = _nothing
    list_games: Callable[[int], None] = _nothing
    interrupted: Callable[[HintName, int], None] = _nothing_of
    settle: Callable[[], None] = _nothing_at_all
