"""Where the tasks meet the use cases of the service."""

import threading
import time
from collections.abc import Callable

from pbem.database import Database, HintName
from pbem.log import get_logger
from pbem.service.desk import Desk, WantsOwnProcess
from pbem.service.due.adjudication import adjudicate, adjudication_failed
from pbem.service.due.reminding import ring, ring_failed
from pbem.service.interrupted import interrupted
from pbem.service.letters.reading import read_letter, reading_failed
from pbem.service.relay import BROKEN_OFF, LOGIN_REFUSED, NO_RELAY, REJECTED
from pbem.service.sending.delivery import deliver, delivery_failed
from pbem.settings import Settings
from pbem.transports.smtp_out import QueueStopped, Refused, Rejected, Retry, Sent, SmtpSender
from worker.alone import try_alone
from worker.work import Work

log = get_logger(__name__)

STOP_SECONDS = 60.0


class Sending:
    """One connection a thread to the server that takes our mail, until `close`.

    When it refuses our login nothing is tried for a minute; what should have gone waits.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = settings.mail.smtp_out
        self._clock = clock
        self._stopped_until = float("-inf")
        self._mine = threading.local()
        self._all: list[SmtpSender] = []
        self._broken_off = threading.Event()

    def close(self) -> None:
        """Close every thread's connection; call when none of them sends any more."""
        while self._all:
            self._all.pop().close()

    def break_off(self) -> None:
        """Send nothing more; what is under way goes out again when the service runs again."""
        self._broken_off.set()
        for sender in tuple(self._all):
            sender.abort()

    def __call__(self, mail_from: str, rcpt: str, raw: bytes) -> tuple[bool | None, str]:
        """(True sent, None try again, False refused), and why."""
        if self._broken_off.is_set():
            return None, BROKEN_OFF
        if self._clock() < self._stopped_until:
            # Trying on with a wrong password gets an account locked.
            return None, f"{LOGIN_REFUSED}: no mail is sent before the next try"
        try:
            outcome = self._sender().send(mail_from, rcpt, raw)
        except QueueStopped as error:
            self._stopped_until = self._clock() + STOP_SECONDS
            log.error("the mail server refused our login; no mail goes out", error=str(error))
            return None, f"{LOGIN_REFUSED}: {error}"
        if self._broken_off.is_set() and not isinstance(outcome, Sent):
            return None, BROKEN_OFF
        match outcome:
            case Sent():
                return True, ""
            case Retry(code, text, from_relay):
                return None, f"{NO_RELAY}: {code} {text}" if from_relay else f"{code} {text}"
            case Rejected(code, text):
                return None, f"{REJECTED}: {code} {text}"
            case Refused(code, text):
                return False, f"{code} {text}"

    def _sender(self) -> SmtpSender:
        if not hasattr(self._mine, "sender"):
            out = self._out
            password = out.password.get_secret_value()
            self._mine.sender = SmtpSender(
                out.host, out.port, out.username, password, out.starttls, out.timeout
            )
            self._all.append(self._mine.sender)
        sender: SmtpSender = self._mine.sender
        return sender


def service_work(settings: Settings, database: Database, send: Sending | None = None) -> Work:
    """The service's use cases, bound to their settings and database."""
    desk = Desk(database, settings, database.now)
    send = send or Sending(settings)
    record: dict[HintName, Callable[[Desk, int, str], None]] = {
        "read_letter": reading_failed,
        "adjudicate": adjudication_failed,
        "deliver": delivery_failed,
        "ring": ring_failed,
    }

    def read(letter_id: int) -> None:
        try:
            read_letter(desk, letter_id)
        except WantsOwnProcess:
            try_alone(desk, "read_letter", letter_id)

    def play(game_id: int) -> None:
        try:
            adjudicate(desk, game_id)
        except WantsOwnProcess:
            try_alone(desk, "adjudicate", game_id)

    def post(outbox_id: int) -> None:
        deliver(desk, outbox_id, send)

    def alarm(game_id: int) -> None:
        ring(desk, game_id, desk.clock())

    def failed(name: HintName, row_id: int, trace: str) -> None:
        record[name](desk, row_id, trace)

    def break_off(name: HintName, row_id: int) -> None:
        interrupted(desk, name, row_id)

    return Work(read, play, post, failed, alarm, break_off)
