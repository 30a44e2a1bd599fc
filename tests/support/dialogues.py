"""Bare dialogues with a listener, and a store that keeps what it is given."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.transports.mailbox import Mailbox

HOST = "127.0.0.1"
LETTER = b"From: ann@example.net\r\nSubject: x\r\n\r\nPASS\r\n"
ANN, BOB, CAT = "game+ann@example.org", "game+bob@example.org", "game+cat@example.org"


class Store:
    """Keeps what it is given, in memory; fails for the recipients named in `failing`."""

    def __init__(self, *failing: str) -> None:
        self.kept: list[tuple[bytes, str, str]] = []
        self.threads: set[str] = set()
        self.failing = failing

    def __call__(self, raw: bytes, rcpt: str, mail_from: str) -> None:
        self.threads.add(threading.current_thread().name)
        if rcpt in self.failing:
            raise OSError("disk full")
        self.kept.append((raw, rcpt, mail_from))


def knows(rcpt: str) -> bool:
    return rcpt in (ANN, BOB, CAT)


class RefusingMailbox(Mailbox):
    """A mailbox that keeps none of the next mails, and answers each with what it is given."""

    answers: tuple[str, ...] = ()

    def answer_next(self, answer: str, times: int = 1) -> None:
        """Answer the next mails with this, such as `451 4.3.0 later`."""
        self.answers += (answer,) * times

    def receive(self, raw: bytes, mail_from: str, rcpts: tuple[str, ...]) -> str:
        if not self.answers:
            return super().receive(raw, mail_from, rcpts)
        answer, *rest = self.answers
        self.answers = tuple(rest)
        return answer


class Dialogue:
    """A bare connection that says lines and hears answers."""

    def __init__(self, port: int, source: str = HOST) -> None:
        self._socket = socket.create_connection(
            (HOST, port), timeout=60, source_address=(source, 0)
        )
        self._file = self._socket.makefile("rb")
        self.hear()

    def hear(self) -> str:
        while True:
            line = self._file.readline().decode("ascii").rstrip("\r\n")
            if line[3:4] != "-":
                return line

    def say(self, line: str) -> str:
        self.put(line.encode("ascii") + b"\r\n")
        return self.hear()

    def put(self, data: bytes) -> None:
        self._socket.sendall(data)

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@contextmanager
def talking(port: int, *opening: str, source: str = HOST) -> Iterator[Dialogue]:
    dialogue = Dialogue(port, source)
    try:
        for line in opening:
            assert dialogue.say(line)[0] in "23"
        yield dialogue
    finally:
        dialogue.close()
