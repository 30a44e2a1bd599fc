"""Connections to the server that takes our mail."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from pbem.log import get_logger
from pbem.service.relay import Problem, SendResult
from pbem.service.sending.accepted import Accepted, SharedNotes
from pbem.settings import Settings
from pbem.transports.smtp_out import (
    QueueStopped,
    Refused,
    Rejected,
    Retry,
    SendOutcome,
    Sent,
    SmtpSender,
)

log = get_logger(__name__)

STOP_SECONDS = 60.0
SILENT = "our mail server does not answer: one mail a minute is tried"
MOST_SILENCES = 2
"""Mails in a row that our server leaves without an answer before it is asked with one at a time."""


_BROKEN_OFF = SendResult(None, "broken off, as the service was stopped", "broken-off")


def _not_now(problem: Problem, why: str) -> SendResult:
    return SendResult(None, why, problem)


def _result_of(outcome: SendOutcome) -> SendResult:
    match outcome:
        case Sent():
            return SendResult(True)
        case Retry(code, text, from_relay):
            if not from_relay:
                return SendResult(None, f"{code} {text}")
            return _not_now("no-relay", f"our mail server takes no mail: {code} {text}")
        case Rejected(code, text):
            return _not_now("rejected", f"rejected for now: {code} {text}")
        case Refused(code, text):
            return SendResult(False, f"{code} {text}")


class _Silences:
    """Counts the mails in a row over which a server fell silent: whoever waits for it does nothing
    else, and there are only a few who read letters and run turns.

    After MOST_SILENCES one mail a minute is tried until it answers again, whatever it says.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._count, self._is_probed, self._until = 0, False, float("-inf")

    def may_try(self) -> bool:
        """Whether a mail may be tried now; who is told so says afterwards what came of it."""
        with self._guard:
            if self._count < MOST_SILENCES:
                return True
            if self._is_probed or self._clock() < self._until:
                return False
            self._is_probed = True
            return True

    def note(self, *, is_silent: bool) -> None:
        """Whether the server left the mail that was tried without an answer."""
        with self._guard:
            self._is_probed = False
            self._count = self._count + 1 if is_silent else 0
            self._until = self._clock() + STOP_SECONDS


class SmtpConnections:
    """One connection a thread to the server that takes our mail, until `close`.

    When it refuses our login nothing is tried for a minute, and when it falls silent one mail a
    minute; what should have gone waits. `accepted` are notes of what it has taken.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
        accepted: Accepted | None = None,
    ) -> None:
        self.accepted = accepted or Accepted()
        self._out = settings.mail.smtp_out
        self._clock = clock
        self._stopped_until = float("-inf")
        self._silences = _Silences(clock)
        self._mine = threading.local()
        self._all: list[SmtpSender] = []
        self._broken_off = threading.Event()

    def close(self) -> None:
        """Close every thread's connection; call when none of them sends any more."""
        while self._all:
            self._all.pop().close()
        self.accepted.close()

    def break_off(self) -> None:
        """Send nothing more; what is under way goes out again when the service runs again."""
        self._broken_off.set()
        for sender in tuple(self._all):
            sender.abort()

    def __call__(self, mail_from: str, rcpt: str, raw: bytes) -> SendResult:
        """Try to send a mail, if it is time to."""
        if self._broken_off.is_set():
            return _BROKEN_OFF
        if self._clock() < self._stopped_until:
            # Trying on with a wrong password gets an account locked.
            return _not_now("login-refused", "login refused: no mail is sent before the next try")
        if not self._silences.may_try():
            return _not_now("no-relay", SILENT)
        try:
            outcome = self._send(mail_from, rcpt, raw)
        except QueueStopped as error:
            self._stopped_until = self._clock() + STOP_SECONDS
            log.error("the mail server refused our login; no mail goes out", error=str(error))
            return _not_now("login-refused", f"login refused: {error}")
        if self._broken_off.is_set() and not isinstance(outcome, Sent):
            return _BROKEN_OFF
        return _result_of(outcome)

    def _send(self, mail_from: str, rcpt: str, raw: bytes) -> SendOutcome:
        is_silent = False
        try:
            outcome = self._sender().send(mail_from, rcpt, raw)
            is_silent = isinstance(outcome, Retry) and outcome.is_silent
        finally:
            self._silences.note(is_silent=is_silent)
        return outcome

    def _sender(self) -> SmtpSender:
        if not hasattr(self._mine, "sender"):
            self._mine.sender = SmtpSender(self._out)
            self._all.append(self._mine.sender)
        sender: SmtpSender = self._mine.sender
        return sender


def connections_of_worker(settings: Settings) -> SmtpConnections:
    """Those of one process of a cluster's worker, whose notes lie in a folder of its machine."""
    return SmtpConnections(settings, accepted=SharedNotes(Path(settings.mail.notes)))
