"""SMTP and LMTP in: a letter is stored before it is answered with 250 (RFC 5321, RFC 2033)."""

import asyncio
import re
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.settings import ListenerSettings
from pbem.transports.dialogue import MOST_BYTES, TOO_BIG, DialogueLimits, Dialogues, Protocol
from pbem.transports.loop import LoopThread

StoreReceived = Callable[[bytes, str, str], None]
KnowsRecipient = Callable[[str], bool]
WritesTooMuch = Callable[[str, str], bool]

MOST_RECIPIENTS = 100
_THREADS = 8
_USUAL = DialogueLimits()
# CRLF dot CRLF is a line of one dot, with a lone LF it is a hidden end of data. Of CRLF dot LF
# the library has taken the dot away already, as stuffing.
_HIDDEN_END = re.compile(rb"(?<!\r)\n\.\r?\n|\r\n\.?\n")

STORED = "250 2.0.0 OK, stored"
UNKNOWN = "550 5.1.1 No such address here"
TOO_MANY = "452 4.5.3 Too many recipients"
HIDDEN_END = "550 5.5.2 Lone LF around a dot, lines must end with CRLF"
TOO_OFTEN = "450 4.7.1 Too many letters in an hour, try again later"
NOT_STORED = "451 4.3.0 Cannot store it now, try again later"

_log = structlog.get_logger(__name__)


class SmtpSession:
    """What is answered to recipients and letters, as plain values; knows no network.

    `store(raw, rcpt, mail_from)` must have made the letter durable when it returns and may
    raise anything when it could not; `knows(rcpt)` says whether an address is one of ours;
    `writes_too_much(rcpt, peer)` whether what that peer brings for it must wait an hour.
    """

    def __init__(
        self,
        store: StoreReceived,
        knows: KnowsRecipient,
        writes_too_much: WritesTooMuch = lambda _rcpt, _peer: False,
    ) -> None:
        self._store = store
        self._knows = knows
        self._writes_too_much = writes_too_much

    def answer_recipient(self, rcpt: str, already: int = 0, peer: str = "") -> str | None:
        """Return the refusal of one RCPT, or None to accept."""
        if already >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            if not self._knows(rcpt):
                return UNKNOWN
            return TOO_OFTEN if self._writes_too_much(rcpt, peer) else None
        except Exception as error:
            # The boundary of the task: whatever failed, the sender is told to come again.
            _log.error("recipient not looked up", error=_in_short(error))
            return NOT_STORED

    def answer_letter(self, raw: bytes, rcpts: Sequence[str], mail_from: str) -> list[str]:
        """Store one letter for each recipient; return one answer a recipient, in order."""
        refusal = refuse(raw)
        if refusal is not None:
            return [refusal] * len(rcpts)
        return [self._answer_one(raw, rcpt, _path(mail_from)) for rcpt in rcpts]

    def _answer_one(self, raw: bytes, rcpt: str, mail_from: str) -> str:
        try:
            self._store(raw, rcpt, mail_from)
        except Exception as error:
            # The boundary of the task: nothing but a stored letter may be answered with 250.
            _log.error("letter not stored", size=len(raw), error=_in_short(error))
            return NOT_STORED
        return STORED


def _address_of(peer: object) -> str:
    """The address that a connection comes from; "" for one by a socket of this machine."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def _in_short(error: Exception) -> str:
    """An error in one line, with where it was raised: senders come again and again."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split("\n")[0].split())[:200]
    return f"{type(error).__name__}: {text}{where}"


def _path(mail_from: str) -> str:
    return "" if mail_from == "<>" else mail_from


def refuse(raw: bytes) -> str | None:
    """Return the refusal of a letter for its size or a hidden end of data, or None.

    Servers disagree on whether a dot between lone LFs ends a letter, so that a second one can
    be smuggled in behind it. Lone LFs elsewhere harm nobody: simple programs send them.
    """
    if len(raw) > MOST_BYTES:
        return TOO_BIG
    return HIDDEN_END if _HIDDEN_END.search(raw) else None


def answer_together(answers: Sequence[str]) -> str:
    """Make the one answer SMTP has for all recipients: the worst, so that nothing is lost.

    Where one recipient failed for now the sender comes again, and storing knows doubles.
    """
    return next((answer for answer in answers if answer != STORED), STORED)


class _Handler:
    """Hands what aiosmtpd received to the service, off the event loop."""

    def __init__(self, session: SmtpSession, pool: ThreadPoolExecutor, protocol: Protocol) -> None:
        self._desk = session
        self._pool = pool
        self._protocol = protocol

    async def handle_RCPT(
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        refusal = await asyncio.get_running_loop().run_in_executor(
            self._pool,
            self._desk.answer_recipient,
            address,
            len(envelope.rcpt_tos),
            _address_of(session.peer),
        )
        if refusal is None:
            envelope.rcpt_tos.append(address)
            envelope.rcpt_options.extend(options)
        return refusal or "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        answers = await asyncio.get_running_loop().run_in_executor(
            self._pool,
            self._desk.answer_letter,
            content,
            tuple(envelope.rcpt_tos),
            envelope.mail_from or "",
        )
        # LMTP: one answer a recipient (RFC 2033, 4.2).
        return "\r\n".join(answers) if self._protocol == "lmtp" else answer_together(answers)

    async def handle_exception(self, error: Exception) -> str:
        _log.error("mail dialogue failed", error=type(error).__name__)
        return "451 4.3.0 Something failed here, try again later"


class Listener:
    """Takes letters on a socket, in threads of its own, from `start` to `stop`."""

    def __init__(
        self,
        where: ListenerSettings,
        session: SmtpSession,
        hostname: str = "localhost",
        limits: DialogueLimits = _USUAL,
    ) -> None:
        self.session = session
        self._protocol = where.protocol
        self._hostname = hostname
        self._limits = limits
        self._dialogues: Dialogues | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._thread = LoopThread(where.host, where.port, self._dialogue)

    @property
    def port(self) -> int:
        """The port bound; with port 0 asked for, the free one found by `start`."""
        return self._thread.port

    def start(self) -> None:
        """Begin to listen. Raises OSError if the port is taken."""
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="store")
        handler = _Handler(self.session, self._pool, self._protocol)
        self._dialogues = Dialogues(handler, self._protocol, self._hostname, self._limits)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; letters being stored are stored, unanswered ones will come again."""
        self._thread.stop()
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _dialogue(self, loop: asyncio.AbstractEventLoop) -> asyncio.BaseProtocol:
        if self._dialogues is None:
            raise RuntimeError("not started")
        return self._dialogues.begin(loop)
