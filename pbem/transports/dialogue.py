"""One SMTP or LMTP dialogue, bounded in time and memory, whatever the other side sends."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
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
LETTERLESS_SECONDS = 90.0
"""From the beginning or the last letter to the DATA of the next, whatever is said meanwhile."""
SPARED_SECONDS = 10.0
"""Nobody makes room for others who brought a letter so lately, or came."""
MOST_RESETS = 200
MOST_IDLE_COMMANDS = 50
"""Of each command that brings no letter nearer, in one dialogue."""

TOO_BIG = "552 5.3.4 Message too big"
TOO_BUSY = "421 4.3.2 Too busy, try again later"

_CALLS = {name: MOST_IDLE_COMMANDS for name in ("NOOP", "HELP", "VRFY", "AUTH", "STARTTLS")}
_CALLS["RSET"] = MOST_RESETS  # Servers say it between letters.
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
    ended: Callable[[], object] | None = None
    """Called when the connection is gone."""
    letterless: float = LETTERLESS_SECONDS
    since: float = 0.0
    """When it began, or brought its last letter, by the loop's clock."""
    _letter_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._expect_letter()
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.ended is not None:
            self.ended()
        self._stop_timer()
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:
        """Take a letter; it has a patience of its own, counted from here."""
        self._stop_timer()
        stored = self.envelope
        await super().smtp_DATA(arg)
        # The library begins a new envelope where a letter has been taken or refused.
        if self.envelope is not stored:
            self._expect_letter()
        else:
            self._letter_timer = self.loop.call_later(self.letterless, self.hang_up)

    def _expect_letter(self) -> None:
        """Hang up on whoever talks on and on and brings no letter."""
        self.since = self.loop.time()
        self._stop_timer()
        self._letter_timer = self.loop.call_later(self.letterless, self.hang_up)

    def _stop_timer(self) -> None:
        if self._letter_timer is not None:
            self._letter_timer.cancel()

    def hang_up(self) -> None:
        """Close at once; the library would first write all that is not read."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

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
        self.hang_up()


class _LmtpDialogue(_SmtpDialogue, LMTP):
    def refusal_of_size(self) -> str:
        rcpts = self.envelope.rcpt_tos if self.envelope else []
        return "\r\n".join([TOO_BIG] * max(1, len(rcpts)))


class _Gate(asyncio.Protocol):
    """Learns who has come, and hands the connection to a dialogue or turns it away."""

    def __init__(self, welcome: Callable[[str], _SmtpDialogue | None]) -> None:
        self._welcome = welcome

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        dialogue = self._welcome(_network_of(transport.get_extra_info("peername")))
        if dialogue is None:
            transport.write(TOO_BUSY.encode() + b"\r\n")
            transport.close()
        else:
            transport.set_protocol(dialogue)
            dialogue.connection_made(transport)


def _network_of(peer: object) -> str:
    """Who has come, as he is counted: of IPv6 the network of 64 bits, as one has them all."""
    host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    return ":".join(host.split(":")[:4]) if ":" in host else host


@dataclass(frozen=True, slots=True)
class DialogueLimits:
    """How many dialogues may be open at once, and how many seconds they may take."""

    most: int = MOST_DIALOGUES
    patience: float = PATIENCE_SECONDS
    """For each command."""
    letterless: float = LETTERLESS_SECONDS
    """For all that is said before a letter."""
    spared: float = SPARED_SECONDS
    """Before a dialogue makes room for others."""


class Dialogues:
    """Opens dialogues with a handler, at most three quarters of them with one peer.

    Where all are taken, whoever has brought no letter for longest makes room, of the peer that has
    most of them. Lives in one event loop's thread.
    """

    def __init__(
        self, handler: object, protocol: Protocol, hostname: str, limits: DialogueLimits
    ) -> None:
        self._handler = handler
        self._kind: Any = _LmtpDialogue if protocol == "lmtp" else _SmtpDialogue
        self._hostname = hostname
        self._limits = limits
        self._open: dict[_SmtpDialogue, str] = {}

    def begin(self, loop: asyncio.AbstractEventLoop) -> asyncio.BaseProtocol:
        """What receives the connection that has just been made."""
        return _Gate(lambda peer: self._welcome(loop, peer))

    def _welcome(self, loop: asyncio.AbstractEventLoop, peer: str) -> _SmtpDialogue | None:
        limits = self._limits
        of_a_peer = Counter(self._open.values())
        if of_a_peer[peer] >= math.ceil(limits.most * 3 / 4) and not self._make_room(loop, peer):
            return None
        if len(self._open) >= limits.most:
            crowd = max(of_a_peer, key=lambda one: of_a_peer[one])
            if not self._make_room(loop, crowd):
                return None
        is_busy = 2 * len(self._open) >= limits.most
        dialogue: _SmtpDialogue = self._kind(
            self._handler,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname=self._hostname,
            ident="ready",
            timeout=min(limits.patience, SHORT_PATIENCE_SECONDS) if is_busy else limits.patience,
            command_call_limit=_CALLS,
            loop=loop,
        )
        dialogue.letterless = min(limits.patience, limits.letterless)
        dialogue.ended = lambda: self._open.pop(dialogue, None)
        self._open[dialogue] = peer
        return dialogue

    def _make_room(self, loop: asyncio.AbstractEventLoop, peer: str) -> bool:
        """Hang up on the dialogue of a peer that has brought no letter for longest; True if one
        has been without for so long that it may be."""
        his = [dialogue for dialogue, whose in self._open.items() if whose == peer]
        slowest = min(his, key=lambda one: one.since)
        if loop.time() - slowest.since < self._limits.spared:
            return False
        self._open.pop(slowest)
        slowest.hang_up()
        return True
