"""Mail out: one SMTP connection for a batch, every outcome a value."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pbem.settings import SmtpOutSettings

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

_TEMPORARY = 451
_CLOSING = 421
_LOGIN_WANTED = 530
_BAD_ADDRESS = 553


_ABOUT_US = re.compile(r"5\.(?:[3567]\.\d|1\.[78]\b)")
"""What RFC 3463 says of the server, the dialogue, the mail or its sender, wherever it is said."""

MOST_SECONDS = 50.0
"""For one mail, however slowly the server answers: less than a task of a cluster may take. Else it
would be broken off, and sent again."""


_GOODBYE_SECONDS = 1.0
"""For the answer to QUIT, which changes nothing."""


class QueueStopped(Exception):
    """The server refused our login: no mail can go out until a person mends the settings."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The server has taken the mail."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Not now: a 4xx answer, a time-out, or no connection (code 0).

    `from_relay` where the server did not come to hear of any recipient: it takes no mail at all.
    `is_silent` where it gave no answer in the time it has for one.
    """

    code: int
    text: str
    from_relay: bool = False
    is_silent: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A 5xx answer to the mail, to its sender or to us, and not to its recipient."""

    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Never: a 5xx answer to the recipient."""

    code: int
    text: str


SendOutcome = Sent | Retry | Rejected | Refused


class _Client(smtplib.SMTP):
    """Waits for no answer beyond `until`, in the seconds of time.monotonic."""

    def __init__(self, host: str, port: int, timeout: float, until: float) -> None:
        self.until = until
        self.has_begun_mail = False
        super().__init__(host, port, timeout=timeout)

    def getreply(self) -> tuple[int, bytes]:
        left = self.until - time.monotonic()
        if left <= 0:
            self.close()
            raise TimeoutError("the server took too long over one mail")
        if self.sock is not None:
            self.sock.settimeout(min(float(self.timeout), left))
        return super().getreply()

    def data(self, msg: Buffer | str) -> tuple[int, bytes]:
        """Wait longest for the answer to the mail itself (RFC 5321, 4.5.3.2.6).

        Whoever gives up then sends a mail twice that has long been taken.
        """
        patience, self.timeout = self.timeout, max(self.timeout, self.until - time.monotonic())
        self.has_begun_mail = True
        try:
            return super().data(msg)
        finally:
            self.timeout = patience


class SmtpSender:
    """Sends mails over one connection, made on first use and made again when it has dropped.

    Use it as a context manager around a batch; `out.timeout` is in seconds for one answer, `most`
    for a whole mail. Not for several threads at once.
    """

    def __init__(self, out: SmtpOutSettings, most: float = MOST_SECONDS) -> None:
        self._out = out
        self._most = most
        self._until = 0.0
        self._client: _Client | None = None
        self._is_stale = False
        self._is_aborted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def send(self, mail_from: str, rcpt: str, raw: bytes) -> SendOutcome:
        """Send one mail to one recipient; `raw` goes out as it is.

        A reused connection that had dropped before the mail itself is made anew once. Raises
        QueueStopped when the login is refused.
        """
        if not all(path.isascii() and path.isprintable() for path in (mail_from, rcpt)):
            return Refused(_BAD_ADDRESS, "the address is not plain ASCII")
        is_reused = self._client is not None
        self._until = time.monotonic() + self._most
        self._is_stale = False
        outcome = self._attempt(mail_from, rcpt, raw)
        # A server closes connections that were idle; that is no reason to wait a minute.
        return self._attempt(mail_from, rcpt, raw) if is_reused and self._is_stale else outcome

    def close(self) -> None:
        """Say QUIT, if the connection still stands, and wait a moment for the answer."""
        client, self._client = self._client, None
        if client is not None:
            client.until = time.monotonic() + _GOODBYE_SECONDS
            try:
                client.quit()
            except (smtplib.SMTPException, OSError):
                client.close()

    def abort(self) -> None:
        """Break off what another thread is sending, if it is; every later mail is put off."""
        self._is_aborted = True
        client = self._client
        sock = client.sock if client is not None else None
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _attempt(self, mail_from: str, rcpt: str, raw: bytes) -> SendOutcome:
        if self._is_aborted:
            return Retry(0, "sending was broken off")
        try:
            client = self._connected()
        except (smtplib.SMTPException, OSError) as error:
            # Even a 5xx greeting says nothing about this mail.
            code = getattr(error, "smtp_code", 0)
            why = f"{type(error).__name__}: {error}"
            return Retry(code, why, from_relay=True, is_silent=_is_time_out(error))
        try:
            client.sendmail(mail_from, [rcpt], raw)
        except smtplib.SMTPRecipientsRefused as error:
            return self._judged(*error.recipients.get(rcpt, (_TEMPORARY, b"")), is_reader=True)
        except smtplib.SMTPDataError as error:
            return self._judged(error.smtp_code, error.smtp_error)
        except smtplib.SMTPResponseException as error:
            # At EHLO or MAIL.
            return self._judged(error.smtp_code, error.smtp_error, is_any=True)
        except (smtplib.SMTPException, OSError) as error:
            self._drop()
            is_silent = _is_time_out(error)
            # Who hangs up over the mail itself may have taken it: it does not go again at once.
            self._is_stale = not is_silent and not client.has_begun_mail
            return Retry(0, f"{type(error).__name__}: {error}", is_silent=is_silent)
        return Sent()

    def _connected(self) -> _Client:
        if self._client is None:
            timeout = min(self._out.timeout, self._most)
            client = _Client(self._out.host, self._out.port, timeout, self._until)
            self._client = client
            try:
                self._open(client)
            except BaseException:
                self._drop()
                raise
        self._client.until, self._client.has_begun_mail = self._until, False
        return self._client

    def _open(self, client: smtplib.SMTP) -> None:
        if self._out.starttls:
            client.starttls(context=ssl.create_default_context())
        if not self._out.username:
            return
        try:
            client.login(self._out.username, self._out.password.get_secret_value())
        except smtplib.SMTPAuthenticationError as error:
            if error.smtp_code >= 500:
                raise QueueStopped(f"login refused with {error.smtp_code}") from error
            raise

    def _judged(
        self, code: int, text: bytes | str, *, is_reader: bool = False, is_any: bool = False
    ) -> Retry | Rejected | Refused:
        words = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        if code == _LOGIN_WANTED:
            raise QueueStopped(f"the server wants a login: {code} {words}")
        if code == _CLOSING or code <= 0:
            self._drop()
        if code < 500:
            return Retry(code, words, from_relay=is_any or code == _CLOSING)
        is_about_reader = is_reader and not _ABOUT_US.match(words)
        return Refused(code, words) if is_about_reader else Rejected(code, words)

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()


def _is_time_out(error: Exception) -> bool:
    # smtplib wraps a time-out in its own word for a lost connection.
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)
