"""What a hostile server may say to the listener: it costs little, and nobody else waits for it."""

from __future__ import annotations

import smtplib
import socket
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from pbem.settings import ListenerSettings
from pbem.transports.dialogue import (
    MOST_BYTES,
    MOST_IDLE_COMMANDS,
    MOST_RESETS,
    TOO_BIG,
    TOO_BUSY,
    DialogueLimits,
)
from pbem.transports.listener import (
    MOST_RECIPIENTS,
    STORED,
    TOO_MANY,
    UNKNOWN,
    Listener,
    SmtpSession,
)
from tests.support.dialogues import ANN, BOB, HOST, LETTER, Dialogue, Store, knows, talking

pytestmark = pytest.mark.long

HELLO = ("EHLO x", "MAIL FROM:<ann@example.net>", f"RCPT TO:<{ANN}>")


@contextmanager
def listening(
    store: Store, *, most: int = 100, patience: float = 60.0, **times: float
) -> Iterator[Listener]:
    limits = DialogueLimits(most, patience, **times)
    where = ListenerSettings(host=HOST, port=0)
    listener = Listener(where, SmtpSession(store, knows), limits=limits)
    listener.start()
    try:
        yield listener
    finally:
        listener.stop()


@pytest.mark.parametrize("piece", [b"x", b"\n", b"\r"])
def test_a_line_without_an_end_is_not_kept(piece: bytes) -> None:
    store = Store()
    chunk = piece * MOST_BYTES
    with listening(store) as listener, talking(listener.port, *HELLO, "DATA") as dialogue:
        dialogue.put(chunk)
        tracemalloc.start()
        try:
            for _ in range(40):
                dialogue.put(chunk)
            dialogue.put(b"\r\n")
            assert dialogue.say(".") == TOO_BIG
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert dialogue.say("NOOP").startswith("250")
    assert peak < 12 * MOST_BYTES
    assert store.kept == []


def test_a_command_without_an_end_is_not_kept() -> None:
    with listening(Store()) as listener, talking(listener.port, "EHLO x") as dialogue:
        chunk = b"A" * MOST_BYTES
        tracemalloc.start()
        try:
            for _ in range(30):
                dialogue.put(chunk)
            assert dialogue.say("").startswith("500")
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert dialogue.say("NOOP").startswith("250")
    assert peak < 12 * MOST_BYTES


def test_one_dialogue_too_many_is_told_to_come_again() -> None:
    with listening(Store(), most=3) as listener, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(talking(listener.port))
        with socket.create_connection((HOST, listener.port), timeout=60) as refused:
            assert refused.recv(100) == TOO_BUSY.encode() + b"\r\n"
            assert refused.recv(100) == b""
    with listening(Store(), most=1) as listener:
        for _ in range(5):
            with smtplib.SMTP(HOST, listener.port) as client:
                assert client.noop()[0] == 250
                client.quit()


OTHER = "127.0.0.2"


def test_slow_peers_leave_room_for_a_letter() -> None:
    """All dialogues are taken by two who bring nothing: the slowest of them make room."""
    store = Store()
    with listening(store, most=8, spared=0.0) as listener, ExitStack() as stack:
        for source in (HOST,) * 6 + (OTHER,) * 2:
            stack.enter_context(talking(listener.port, "EHLO x", source=source))
        for _ in range(3):
            with smtplib.SMTP(HOST, listener.port, source_address=("127.0.0.3", 0)) as client:
                client.sendmail("ann@example.net", [ANN], LETTER)
    assert len(store.kept) == 3


def test_one_peer_does_not_get_every_dialogue() -> None:
    with listening(Store(), most=8) as listener, ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(talking(listener.port))
        with socket.create_connection((HOST, listener.port), timeout=60) as refused:
            assert refused.recv(100) == TOO_BUSY.encode() + b"\r\n"
        with talking(listener.port, *HELLO, source=OTHER) as dialogue:
            assert dialogue.say("RSET").startswith("250")


@pytest.mark.parametrize("word", ["NOOP", "RSET", "MAIL FROM:<ann@example.net>"])
def test_who_talks_and_brings_no_letter_is_hung_up_on(word: str) -> None:
    with (
        listening(Store(), letterless=0.5) as listener,
        talking(listener.port, "EHLO x") as dialogue,
        suppress(ConnectionError),
    ):
        while dialogue.say(word) and dialogue.say("EHLO x"):
            pass


def test_resets_are_counted() -> None:
    with listening(Store()) as listener, talking(listener.port, "EHLO x") as dialogue:
        answers = [dialogue.say("RSET")[:3] for _ in range(MOST_RESETS + 1)]
    assert answers == ["250"] * MOST_RESETS + ["421"]


def test_who_says_nothing_is_hung_up_on() -> None:
    with listening(Store(), patience=0.2) as listener, talking(listener.port) as dialogue:
        assert dialogue.hear() == ""


def test_who_never_reads_is_hung_up_on() -> None:
    store = Store()
    with listening(store, most=1, patience=0.5) as listener:
        deaf = socket.create_connection((HOST, listener.port), timeout=60)
        with deaf, pytest.raises(OSError, match="reset|roken pipe"):
            deaf.sendall(b"EHLO x\r\n" * 4_000_000)
        with smtplib.SMTP(HOST, listener.port) as client:
            client.sendmail("ann@example.net", [ANN], LETTER)
    assert len(store.kept) == 1


def test_idle_talk_comes_to_an_end() -> None:
    with listening(Store()) as listener, talking(listener.port, "EHLO x") as dialogue:
        for _ in range(MOST_IDLE_COMMANDS):
            assert dialogue.say("NOOP").startswith("250")
        assert dialogue.say("NOOP").startswith("421")
        assert dialogue.hear() == ""


def test_ten_thousand_recipients() -> None:
    store = Store()
    with listening(store) as listener, talking(listener.port, *HELLO) as dialogue:
        answers = []
        for _ in range(100):
            dialogue.put(f"RCPT TO:<{ANN}>\r\n".encode() * 100)
            answers += [dialogue.hear() for _ in range(100)]
        assert answers.count(TOO_MANY) == len(answers) - (MOST_RECIPIENTS - 1)
        assert dialogue.say("DATA").startswith("354")
        dialogue.put(LETTER)
        assert dialogue.say(".") == STORED


@pytest.mark.parametrize(
    "end",
    [b"\r.\r", b"\r.\r\n", b"\r\n.\r", b"\r\r\n.\r\r\n", b"\n.\r", b"\r.\n", b"\0\r\n.\0\r\n"],
)
def test_no_other_end_of_a_letter_ends_it(end: bytes) -> None:
    store = Store()
    smuggled = b"MAIL FROM:<bob@example.net>\r\nRCPT TO:<%s>\r\nDATA\r\nx" % BOB.encode()
    with listening(store) as listener, talking(listener.port, *HELLO, "DATA") as dialogue:
        dialogue.put(b"Subject: x\r\n\r\nPASS" + end + smuggled + b"\r\n")
        dialogue.say(".")
        assert dialogue.say("QUIT").startswith("221")
    assert [rcpt for _raw, rcpt, _from in store.kept] in ([], [ANN])


@pytest.mark.parametrize(
    "line",
    [
        b"\0",
        b"\xff\xfe MAIL",
        b"MAIL FROM:<" + b"\xff" * 400 + b">",
        b"RCPT TO:<" + b"(" * 400 + b">",
        b"RCPT TO:<\0@example.org>",
        b"RCPT TO:<game+ann@example.org\r@x>",
        b"AUTH PLAIN AGFubgBhbm4=",
        b"AUTH",
        b"STARTTLS",
        b"BDAT 10 LAST",
        b"VRFY game+ann@example.org",
        b"EXPN game",
        b"X" * 3000,
        b"",
    ],
)
def test_odd_commands_are_refused_and_the_dialogue_goes_on(line: bytes) -> None:
    store = Store()
    with listening(store) as listener, talking(listener.port, "EHLO x") as dialogue:
        dialogue.put(line + b"\r\n")
        assert dialogue.hear()[:1] in ("2", "4", "5")
        assert hears_of_a_letter(dialogue) == STORED
    assert len(store.kept) == 1


def hears_of_a_letter(dialogue: Dialogue) -> str:
    dialogue.say("RSET")
    for line in HELLO[1:]:
        assert dialogue.say(line).startswith("250")
    assert dialogue.say("DATA").startswith("354")
    dialogue.put(LETTER)
    return dialogue.say(".")


def test_strangers_learn_no_address_of_ours() -> None:
    with listening(Store()) as listener, talking(listener.port, "EHLO x") as dialogue:
        assert dialogue.say(f"VRFY {ANN}") == dialogue.say("VRFY nobody@example.org")
        assert dialogue.say("MAIL FROM:<x@example.net>").startswith("250")
        assert dialogue.say("RCPT TO:<nobody@example.org>") == UNKNOWN
