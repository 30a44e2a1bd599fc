"""A letter that comes between the last look and the wait is told of only once: it is heard."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem.settings import ImapSettings
from pbem.transports.imap import Poller
from tests.support.servers import wait_for

pytestmark = pytest.mark.long

LETTER = b"From: ann@example.org\r\nTo: game@example.org\r\nSubject: x\r\n\r\nPASS\r\n"
LATER = "* 1 EXISTS"


class Mailbox(socketserver.ThreadingTCPServer):
    """An IMAP server with one letter, which comes while the first look or the first wait begins."""

    daemon_threads = True

    def __init__(self, when: str) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.when, self.is_there = when, False


class _Talk(socketserver.StreamRequestHandler):
    server: Mailbox
    _idle = ""

    def handle(self) -> None:
        self._say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, _, rest = line.partition(" ")
            name = rest.upper().removeprefix("UID ").split(" ")[0]
            if line == "DONE":
                self._say(f"{self._idle} OK done")
            elif name == "IDLE":
                self._idle = tag
                self._say("+ idling", *self._come("wait"))
            else:
                self._say(*self._answer(name, rest), *self._end(tag, name))

    def _say(self, *lines: str) -> None:
        # In one packet, as a server does that has them all at hand.
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

    def _answer(self, name: str, rest: str) -> list[str]:
        match name:
            case "CAPABILITY":
                return ["* CAPABILITY IMAP4rev1 IDLE MOVE"]
            case "LIST":
                return [r'* LIST (\HasNoChildren) "/" "Stored"']
            case "SELECT":
                return [f"* {int(self.server.is_there)} EXISTS", "* OK [UIDVALIDITY 1] x"]
            case "SEARCH":
                return [f"* SEARCH{' 7' if self.server.is_there else ''}"]
            case "FETCH" if "SIZE" in rest:
                return [f"* 1 FETCH (UID 7 RFC822.SIZE {len(LETTER)})"]
            case "FETCH":
                return [f"* 1 FETCH (UID 7 BODY[] {{{len(LETTER)}}}\r\n{LETTER.decode()})"]
            case "LOGOUT":
                return ["* BYE bye"]
        return []

    def _end(self, tag: str, name: str) -> list[str]:
        if name == "MOVE":
            self.server.is_there = False
        return [*(self._come("look") if name == "SEARCH" else []), f"{tag} OK done"]

    def _come(self, when: str) -> list[str]:
        if when != self.server.when:
            return []
        self.server.when, self.server.is_there = "", True
        return [LATER]


@contextmanager
def mailbox(when: str) -> Iterator[Mailbox]:
    server = Mailbox(when)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("when", ["look", "wait"])
def test_a_letter_that_comes_as_the_wait_begins_is_taken_at_once(when: str) -> None:
    kept: list[bytes] = []

    def take(raw: bytes) -> bool:
        kept.append(raw)
        return True

    with mailbox(when) as server:
        imap = ImapSettings.model_validate(
            {
                "host": "127.0.0.1",
                "port": server.server_address[1],
                "security": "none",
                "username": "game",
                "password": "x",
                "stored": "Stored",
                "refused": "",
                "timeout": 5,
                "look_again": 300,
            }
        )
        poller = Poller(imap, take, most_bytes=10_000)
        poller.start()
        try:
            wait_for(lambda: kept, "the letter")
        finally:
            poller.stop()
    assert kept == [LETTER]
