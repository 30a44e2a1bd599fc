"""Where the tasks meet the use cases of the service."""

from collections.abc import Callable
from datetime import datetime

from pbem.database import Database, HintName
from pbem.service.context import ServiceContext, WantsOwnProcess
from pbem.service.due.adjudication import adjudicate, adjudication_failed
from pbem.service.due.daily_list import list_failed, list_games
from pbem.service.due.reminding import ring, ring_failed
from pbem.service.endings.finale_mails import finale_failed, mail_finale
from pbem.service.letters.reading import read_letter
from pbem.service.letters.reading_attempts import reading_failed
from pbem.service.lobby.vacating import end_wait, wait_failed
from pbem.service.sending.delivery import deliver, delivery_failed
from pbem.settings import Settings
from pbem.transports.hooks import call_outside, calling_failed
from worker.connections import SmtpConnections, connections_of_worker
from worker.isolated import run_isolated, undo_attempt
from worker.use_cases import UseCases


def _done(_what: object) -> None:
    """A task tells nobody what came of it."""


def service_use_cases(
    settings: Settings, database: Database, send: SmtpConnections | None = None
) -> UseCases:
    """The service's use cases, bound to their settings and database."""
    service = ServiceContext(database, settings, database.now)
    send = send or connections_of_worker(settings)
    record: dict[HintName, Callable[[ServiceContext, int, str], None]] = {
        "read_letter": reading_failed,
        "adjudicate": adjudication_failed,
        "deliver": delivery_failed,
        "ring": ring_failed,
        "end_wait": wait_failed,
        "mail_finale": finale_failed,
        "call_hook": calling_failed,
        "list_games": list_failed,
    }

    def read(letter_id: int) -> None:
        try:
            read_letter(service, letter_id)
        except WantsOwnProcess:
            run_isolated(service, "read_letter", letter_id)

    def play(game_id: int) -> None:
        try:
            adjudicate(service, game_id)
        except WantsOwnProcess:
            run_isolated(service, "adjudicate", game_id)

    def post(outbox_id: int) -> None:
        deliver(service, outbox_id, send, send.accepted)

    def now(use_case: Callable[[ServiceContext, int, datetime], object]) -> Callable[[int], None]:
        return lambda row_id: _done(use_case(service, row_id, service.clock()))

    def failed(name: HintName, row_id: int, trace: str) -> None:
        record[name](service, row_id, trace)

    def break_off(name: HintName, row_id: int) -> None:
        undo_attempt(service, name, row_id)

    return UseCases(
        *(read, play, post, failed, now(ring), now(end_wait), now(mail_finale)),
        call_hook=now(call_outside),
        list_games=now(list_games),
        interrupted=break_off,
        settle=lambda: send.accepted.settle(service),
    )
