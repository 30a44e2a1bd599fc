"""Connections to the server that takes our mail."""

import threading
import time
from collections.abc import Callable

from pbem.log import get_logger
from pbem.service.relay import Problem, SendResult
from pbem.settings import Settings
from pbem.transports.smtp_out import QueueStopped, Refused, Rejected, Retry, Sent, SmtpSender

log = get_logger(__name__)

STOP_SECONDS = 60.0


_BROKEN_OFF = SendResult(None, "broken off, as the service was stopped", "broken-off")


def _not_now(problem: Problem, why: str) -> SendResult:
    return SendResult(None, why, problem)


class SmtpConnections:
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

    def __call__(self, mail_from: str, rcpt: str, raw: bytes) -> SendResult:
        """Try to send a mail, if it is time to."""
        if self._broken_off.is_set():
            return _BROKEN_OFF
        if self._clock() < self._stopped_until:
            # Trying on with a wrong password gets an account locked.
            return _not_now("login-refused", "login refused: no mail is sent before the next try")
        try:
            outcome = self._sender().send(mail_from, rcpt, raw)
        except QueueStopped as error:
            self._stopped_until = self._clock() + STOP_SECONDS
            log.error("the mail server refused our login; no mail goes out", error=str(error))
            return _not_now("login-refused", f"login refused: {error}")
        if self._broken_off.is_set() and not isinstance(outcome, Sent):
            return _BROKEN_OFF
        match outcome:
            case Sent():
                return SendResult(True)
            case Retry(code, text, from_relay):
                if not from_relay:
                    return SendResult(None, f"{code} {text}")
                why = f"our mail server takes no mail: {code} {text}"
                return _not_now("no-relay", why)
            case Rejected(code, text):
                return _not_now("rejected", f"rejected for now: {code} {text}")
            case Refused(code, text):
                return SendResult(False, f"{code} {text}")

    def _sender(self) -> SmtpSender:
        if not hasattr(self._mine, "sender"):
            self._mine.sender = SmtpSender(self._out)
            self._all.append(self._mine.sender)
        sender: SmtpSender = self._mine.sender
        return sender
