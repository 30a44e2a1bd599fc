"""One SMTP or LMTP dialogue, bounded in time and memory, whatever the other side sends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, AnyStr, Literal

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

Protocol = Literal["smtp", "lmtp"]

MOST_BYTES = 1024 * 1024
MOST_DIALOGUES = 100
"""Open at once; further ones are told to come again."""
PATIENCE_SECONDS = 300.0
"""For each command, and for a whole letter (RFC 5321, 4.5.3.2.7)."""
SHORT_PATIENCE_SECONDS = 30.0
"""The same for whoever comes when half of the dialogues are taken."""
MOST_IDLE_COMMANDS = 50
"""Of each command that brings no letter nearer, in one dialogue."""

TOO_BIG = "552 5.3.4 Message too big"
TOO_BUSY = "421 4.3.2 Too busy, try again later"

_CALLS = {name: MOST_IDLE_COMMANDS for name in ("NOOP", "HELP", "VRFY", "AUTH", "STARTTLS")}
# There must be one for all others: more than a server sends in the time it keeps a connection.
_CALLS["*"] = 1_000_000


class _Lines:
    """A reader that forgets the pieces of a line that is too long.

    The library keeps every piece until the line ends, and it need not end.
    """

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """A whole line. Raises LimitOverrunError for one that is too long."""
        return await self._reader.readuntil(separator)

    async def read(self, size: int) -> bytes:
        """Take a piece of such a line, and give nothing."""
        await self._reader.read(size)
        return b""


class _SmtpDialogue(SMTP):
    # Lines longer than RFC 5321 allows occur in real mail; only the whole is bounded.
    line_length_limit = MOST_BYTES
    ended: Callable[[], None] | None = None
    """Called when the connection is gone."""

    def connection_lost(self, error: Exception | None) -> None:
        if self.ended is not None:
            self.ended()
        super().connection_lost(error)

    async def push(self, status: AnyStr) -> None:
        """Send an answer; the library's own words for a letter too big get their RFC 3463 code."""
        text = status if isinstance(status, str) else status.decode("utf-8", "replace")
        if text.startswith(("552 Error", "500 Line too long")):
            await super().push(self.refusal_of_size())
        else:
            await super().push(status)

    def refusal_of_size(self) -> str:
        return TOO_BIG

    def _cb_client_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        lines: Any = _Lines(reader)
        super()._cb_client_connected(lines, writer)

    def _timeout_cb(self) -> None:
        # The library closes when all is written, and whoever reads nothing would stay for ever.
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


class _LmtpDialogue(_SmtpDialogue, LMTP):
    def refusal_of_size(self) -> str:
        rcpts = self.envelope.rcpt_tos if self.envelope else []
        return "\r\n".join([TOO_BIG] * max(1, len(rcpts)))


class _Refusal(asyncio.Protocol):
    """What is said to one dialogue too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(TOO_BUSY.encode() + b"\r\n")
        transport.close()


class Dialogues:
    """Opens dialogues with a handler, at most `most` at a time; `patience` in seconds.

    Lives in one event loop's thread.
    """

    def __init__(
        self,
        handler: object,
        protocol: Protocol,
        hostname: str,
        *,
        most: int = MOST_DIALOGUES,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._handler = handler
        self._kind: Any = _LmtpDialogue if protocol == "lmtp" else _SmtpDialogue
        self._hostname = hostname
        self._most = most
        self._patience = patience
        self._open = 0

    def begin(self, loop: asyncio.AbstractEventLoop) -> asyncio.BaseProtocol:
        """What speaks on the connection that has just been made."""
        if self._open >= self._most:
            return _Refusal()
        is_busy = 2 * self._open >= self._most
        dialogue: _SmtpDialogue = self._kind(
            self._handler,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname=self._hostname,
            ident="ready",
            timeout=min(self._patience, SHORT_PATIENCE_SECONDS) if is_busy else self._patience,
            command_call_limit=_CALLS,
            loop=loop,
        )
        self._open += 1
        dialogue.ended = self._end
        return dialogue

    def _end(self) -> None:
        self._open -= 1
