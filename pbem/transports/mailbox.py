"""An SMTP server that keeps every mail it is sent as a numbered file: the post of a demo."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from threading import Condition
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.transports.loop import LoopThread


@dataclass(frozen=True, slots=True)
class StoredMail:
    """One mail as it arrived, and the file it was written to."""

    raw: bytes
    mail_from: str
    rcpts: tuple[str, ...]
    path: Path | None


class Mailbox:
    """Receives by SMTP on a thread of its own; port 0 takes any free one.

    With a `folder` every mail is written there as `0001.eml`, `0002.eml` …; `mails` holds
    them in order of arrival.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, folder: Path | None = None) -> None:
        self.mails: list[StoredMail] = []
        self._folder = folder
        self._arrived = Condition()
        self._thread = LoopThread(host, port, self._dialogue)

    @property
    def port(self) -> int:
        """The port bound; with port 0 asked for, the free one found by `start`."""
        return self._thread.port

    def start(self) -> None:
        """Begin to listen; makes the folder. Raises OSError if the port is taken."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; `mails` stays."""
        self._thread.stop()

    def wait_for(self, count: int, timeout: float) -> bool:
        """Wait up to `timeout` seconds until `count` mails are there; say whether they are."""
        with self._arrived:
            return self._arrived.wait_for(lambda: len(self.mails) >= count, timeout)

    def receive(self, raw: bytes, mail_from: str, rcpts: tuple[str, ...]) -> str:
        """Keep one mail; return the answer for the sender."""
        with self._arrived:
            path = None
            if self._folder is not None:
                path = self._folder / f"{len(self.mails) + 1:04}.eml"
                # There are secret addresses in it.
                path.touch(mode=0o600)
                path.write_bytes(raw)
            self.mails.append(StoredMail(raw, mail_from, rcpts, path))
            self._arrived.notify_all()
        return "250 2.0.0 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        """The hook of aiosmtpd."""
        return self.receive(
            envelope.original_content or b"", envelope.mail_from or "", tuple(envelope.rcpt_tos)
        )

    def _dialogue(self, loop: asyncio.AbstractEventLoop) -> asyncio.BaseProtocol:
        kind: Any = SMTP
        dialogue: asyncio.BaseProtocol = kind(
            self, hostname="localhost", ident="mailbox", enable_SMTPUTF8=True, loop=loop
        )
        return dialogue
