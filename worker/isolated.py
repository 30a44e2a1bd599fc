"""A try in a process of its own, so that a row whose tries kill their process is known for it.

When a process dies, all that it was doing looks alike, whoever killed it. A child that dies while
its parent lives was killed by what it did.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping

from pbem.database import HintName, open_database
from pbem.log import configure_logging
from pbem.service.attempts import undo_attempt as undo_attempt
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate, adjudication_failed
from pbem.service.letters.reading import read_letter
from pbem.service.letters.reading_attempts import reading_failed
from pbem.service.locks import single_thread
from pbem.settings import Settings
from worker.tasks import run_hint
from worker.use_cases import UseCases

MOST_SECONDS = 50
"""For one try; less than a task of a cluster may take."""

RecordFailure = Mapping[HintName, Callable[[ServiceContext, int, str], None]]
RECORD: RecordFailure = {"read_letter": reading_failed, "adjudicate": adjudication_failed}


def run_isolated(service: ServiceContext, name: HintName, row_id: int) -> None:
    """Act on a row in a process of its own; if that dies, the row has failed."""
    with single_thread(service.database, f"{name} alone", row_id) as is_first:
        if is_first:
            _try(service, name, row_id)


def _try(service: ServiceContext, name: HintName, row_id: int) -> None:
    command = [sys.executable, "-m", "worker.isolated", name, str(row_id)]
    try:
        code = subprocess.run(
            command, input=pickle.dumps(service.settings), timeout=MOST_SECONDS, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        RECORD[name](service, row_id, f"it did not end within {MOST_SECONDS} s, alone in a process")
        return
    if code:
        RECORD[name](service, row_id, f"the process that did nothing else ended with {code}")


def main() -> None:
    """What the process does: one row, by the settings on its standard input."""
    name, row_id = sys.argv[1:]
    settings: Settings = pickle.loads(sys.stdin.buffer.read())
    configure_logging(settings.log.level)
    database = open_database(settings)
    service = ServiceContext(database, settings, database.now)

    def read(letter_id: int) -> None:
        read_letter(service, letter_id, in_own_process=True)

    def play(game_id: int) -> None:
        adjudicate(service, game_id, in_own_process=True)

    def failed(name: HintName, row_id: int, trace: str) -> None:
        RECORD[name](service, row_id, trace)

    def break_off(name: HintName, row_id: int) -> None:
        undo_attempt(service, name, row_id)

    use_cases = UseCases(read, play, _no_mail, failed, interrupted=break_off)
    act = {"read_letter": use_cases.read_letter, "adjudicate": use_cases.adjudicate}[name]
    run_hint("read_letter" if name == "read_letter" else "adjudicate", act, int(row_id), use_cases)
    database.close()


def _no_mail(_row_id: int) -> None:
    raise AssertionError("a mail is never sent by a process of its own")


if __name__ == "__main__":
    main()
