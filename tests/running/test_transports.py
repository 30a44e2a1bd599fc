"""Mail in and out over real sockets on loopback."""

import re
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pbem.settings import ListenerSettings, Settings, SmtpOutSettings
from pbem.transports.dialogue import MOST_BYTES, TOO_BIG, Protocol
from pbem.transports.listener import (
    HIDDEN_END,
    MOST_RECIPIENTS,
    NOT_STORED,
    STORED,
    TOO_MANY,
    UNKNOWN,
    Listener,
    SmtpSession,
    answer_together,
    refuse,
)
from pbem.transports.mailbox import Mailbox
from pbem.transports.pipe import EX_DATAERR, EX_NOUSER, EX_OK, EX_TEMPFAIL, read_pipe
from pbem.transports.smtp_out import (
    MOST_SECONDS,
    QueueStopped,
    Refused,
    Rejected,
    Retry,
    Sent,
    SmtpSender,
)
from tests.support.dialogues import (
    ANN,
    BOB,
    CAT,
    HOST,
    LETTER,
    RefusingMailbox,
    Store,
    knows,
    talking,
)
from worker.app import create_celery

TASK_SECONDS = create_celery(
    Settings.model_validate({"broker": {"url": "redis://localhost/0"}})
).conf.task_soft_time_limit


def out(port: int, **more: object) -> SmtpOutSettings:
    return SmtpOutSettings.model_validate({"host": HOST, "port": port, **more})


@contextmanager
def listening(store: Store, protocol: Protocol = "smtp") -> Iterator[Listener]:
    listener = Listener(
        ListenerSettings(host=HOST, port=0, protocol=protocol), SmtpSession(store, knows)
    )
    listener.start()
    try:
        yield listener
    finally:
        listener.stop()


@pytest.fixture
def mailbox(tmp_path: Path) -> Iterator[RefusingMailbox]:
    box = RefusingMailbox(HOST, 0, tmp_path / "mails")
    box.start()
    yield box
    box.stop()


# The desk, without a network


def test_a_letter_is_stored_once_for_each_recipient() -> None:
    store = Store()
    assert SmtpSession(store, knows).answer_letter(LETTER, [ANN, BOB], "<>") == [STORED, STORED]
    assert store.kept == [(LETTER, ANN, ""), (LETTER, BOB, "")]


def test_a_letter_that_is_not_stored_is_never_accepted() -> None:
    answers = SmtpSession(Store(BOB), knows).answer_letter(LETTER, [ANN, BOB], "ann@example.net")
    assert answers == [STORED, NOT_STORED]
    assert answer_together(answers) == NOT_STORED


def test_recipients() -> None:
    service = SmtpSession(Store(), knows)
    assert service.answer_recipient(ANN) is None
    assert service.answer_recipient("dee@example.org") == UNKNOWN
    assert service.answer_recipient("postmaster@elsewhere.example") == UNKNOWN
    assert service.answer_recipient(ANN, already=MOST_RECIPIENTS) == TOO_MANY


def test_a_look_up_that_fails_refuses_nobody_for_good() -> None:
    def fails(rcpt: str) -> bool:
        raise OSError(rcpt)

    assert SmtpSession(Store(), fails).answer_recipient(ANN) == NOT_STORED


def test_a_letter_that_is_not_stored_is_logged_in_one_line() -> None:
    service = SmtpSession(Store(ANN), knows)
    with capture_logs() as logged:
        assert service.answer_letter(LETTER, [ANN], "") == [NOT_STORED]
    assert len(logged) == 1 and "exc_info" not in logged[0]
    assert re.fullmatch(r"OSError: disk full at dialogues\.py:\d+", logged[0]["error"])


def test_size_and_line_ends() -> None:
    assert refuse(b"x" * MOST_BYTES) is None
    assert refuse(b"x" * (MOST_BYTES + 1)) == TOO_BIG
    assert refuse(b"a\r\nb\r\n") is None
    assert refuse(b"a\n.\r\nMAIL FROM:<x>") == HIDDEN_END
    assert refuse(b"a\r\n.\nMAIL FROM:<x>") == HIDDEN_END
    assert refuse(b"a\r\n.\r\nb\n..\nc\n.d\n") is None


# SMTP and LMTP on a socket


def test_smtp_stores_before_it_answers_and_not_in_the_event_loop() -> None:
    store = Store()
    with listening(store) as listener, smtplib.SMTP(HOST, listener.port) as client:
        client.sendmail("ann@example.net", [ANN, BOB], LETTER + b".dot\r\n")
        assert store.kept == [
            (LETTER + b".dot\r\n", rcpt, "ann@example.net") for rcpt in (ANN, BOB)
        ]
    assert "smtp" not in store.threads


def test_smtp_refuses_strangers_at_rcpt_and_takes_the_others() -> None:
    store = Store()
    with listening(store) as listener, smtplib.SMTP(HOST, listener.port) as client:
        refused = client.sendmail("ann@example.net", [ANN, "dee@example.org"], LETTER)
    assert refused == {"dee@example.org": (550, b"5.1.1 No such address here")}
    assert [rcpt for _raw, rcpt, _from in store.kept] == [ANN]


def test_smtp_takes_the_null_path() -> None:
    store = Store()
    with listening(store) as listener, smtplib.SMTP(HOST, listener.port) as client:
        client.sendmail("", [ANN], LETTER)
    assert store.kept == [(LETTER, ANN, "")]


def test_smtp_answers_451_when_storing_fails() -> None:
    with listening(Store(ANN)) as listener, smtplib.SMTP(HOST, listener.port) as client:
        with pytest.raises(smtplib.SMTPDataError) as error:
            client.sendmail("ann@example.net", [ANN], LETTER)
        assert error.value.smtp_code == 451
        assert client.noop()[0] == 250


@pytest.mark.parametrize("line", [b"x" * 70, b"x" * 5000, b"x" * MOST_BYTES])
def test_smtp_refuses_what_is_too_big(line: bytes) -> None:
    store = Store()
    hello = ("EHLO x", "MAIL FROM:<ann@example.net>", f"RCPT TO:<{ANN}>", "DATA")
    with listening(store) as listener, talking(listener.port, *hello) as dialogue:
        dialogue.put((line + b"\r\n") * (MOST_BYTES // len(line) + 1))
        assert dialogue.say(".") == TOO_BIG
        assert dialogue.say(f"MAIL FROM:<ann@example.net> SIZE={MOST_BYTES + 1}") == TOO_BIG
        assert dialogue.say("NOOP").startswith("250")
    assert store.kept == []


def test_smtp_takes_lone_newlines_as_simple_programs_send_them() -> None:
    store = Store()
    raw = LETTER.replace(b"\r\n", b"\n")
    with listening(store) as listener, smtplib.SMTP(HOST, listener.port) as client:
        client.sendmail("ann@example.net", [ANN], raw + b".dot\n.\n")
    assert store.kept[0][0].startswith(raw)


def test_smtp_takes_a_letter_with_a_very_long_line() -> None:
    store = Store()
    raw = LETTER + b"x" * 200_000 + b"\r\n"
    with listening(store) as listener, smtplib.SMTP(HOST, listener.port) as client:
        client.sendmail("ann@example.net", [ANN], raw)
    assert store.kept[0][0] == raw


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r\n.\n"])
def test_a_second_letter_cannot_be_smuggled_in(end: bytes) -> None:
    store = Store()
    hello = ("EHLO x", "MAIL FROM:<ann@example.net>", f"RCPT TO:<{ANN}>", "DATA")
    smuggled = b"MAIL FROM:<bob@example.net>\r\nRCPT TO:<%s>\r\nDATA\r\nx" % BOB.encode()
    with listening(store) as listener, talking(listener.port, *hello) as dialogue:
        dialogue.put(b"Subject: x\r\n\r\nPASS" + end + smuggled + b"\r\n")
        assert dialogue.say(".") == HIDDEN_END
        assert dialogue.say("QUIT").startswith("221")
    assert store.kept == []


def test_lmtp_answers_once_a_recipient() -> None:
    store = Store(BOB)
    hello = (
        "LHLO x",
        "MAIL FROM:<ann@example.net>",
        *(f"RCPT TO:<{to}>" for to in (ANN, BOB, CAT)),
    )
    with listening(store, "lmtp") as listener, talking(listener.port, *hello) as dialogue:
        assert dialogue.say("RCPT TO:<dee@example.org>") == UNKNOWN
        assert dialogue.say("DATA").startswith("354")
        dialogue.put(LETTER + b".\r\n")
        assert [dialogue.hear() for _rcpt in range(3)] == [STORED, NOT_STORED, STORED]
        assert dialogue.say("NOOP").startswith("250")
        assert dialogue.say("EHLO x").startswith("500")
    assert [rcpt for _raw, rcpt, _from in store.kept] == [ANN, CAT]


def test_lmtp_refuses_what_is_too_big_once_a_recipient() -> None:
    hello = (
        "LHLO x",
        "MAIL FROM:<ann@example.net>",
        f"RCPT TO:<{ANN}>",
        f"RCPT TO:<{BOB}>",
        "DATA",
    )
    with listening(Store(), "lmtp") as listener, talking(listener.port, *hello) as dialogue:
        dialogue.put(b"x" * 70 + b"\r\n" + (b"y" * 1000 + b"\r\n") * (MOST_BYTES // 1000))
        assert [dialogue.say("."), dialogue.hear()] == [TOO_BIG, TOO_BIG]
        assert dialogue.say("NOOP").startswith("250")


def test_a_listener_stops_with_a_dialogue_open_and_starts_again() -> None:
    listener = Listener(ListenerSettings(host=HOST, port=0), SmtpSession(Store(), knows))
    listener.start()
    with talking(listener.port, "EHLO x"):
        listener.stop()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((HOST, listener.port), timeout=60)
    listener.start()
    with smtplib.SMTP(HOST, listener.port) as client:
        assert client.noop()[0] == 250
    listener.stop()


def test_a_taken_port_is_an_error() -> None:
    with listening(Store()) as listener:
        second = Listener(
            ListenerSettings(host=HOST, port=listener.port), SmtpSession(Store(), knows)
        )
        with pytest.raises(OSError, match="in use"):
            second.start()
        second.stop()


# Sending


def test_a_batch_goes_over_one_connection(mailbox: Mailbox, tmp_path: Path) -> None:
    with SmtpSender(out(mailbox.port)) as sender:
        for number in range(3):
            raw = LETTER + b"Z\xc3\xbcge %d\r\n.\r\n" % number
            assert sender.send("game@example.org", "ann@example.net", raw) == Sent()
    assert [mail.raw for mail in mailbox.mails] == [
        LETTER + b"Z\xc3\xbcge %d\r\n.\r\n" % number for number in range(3)
    ]
    assert [mail.path.name for mail in mailbox.mails if mail.path] == [
        "0001.eml",
        "0002.eml",
        "0003.eml",
    ]
    assert (tmp_path / "mails" / "0002.eml").read_bytes() == mailbox.mails[1].raw
    assert mailbox.mails[0].mail_from == "game@example.org"
    assert mailbox.mails[0].rcpts == ("ann@example.net",)


def test_answers_become_outcomes(mailbox: RefusingMailbox) -> None:
    mailbox.answer_next("451 4.3.0 later", times=2)
    mailbox.answer_next("554 5.7.1 never")
    with SmtpSender(out(mailbox.port)) as sender:
        outcomes = [sender.send("game@example.org", "ann@example.net", LETTER) for _n in range(4)]
    assert outcomes == [
        Retry(451, "4.3.0 later"),
        Retry(451, "4.3.0 later"),
        Rejected(554, "5.7.1 never"),
        Sent(),
    ]
    assert len(mailbox.mails) == 1


def test_a_refused_recipient() -> None:
    with listening(Store()) as listener, SmtpSender(out(listener.port)) as sender:
        assert sender.send("", "dee@example.org", LETTER) == Refused(550, UNKNOWN[4:])
        assert sender.send("", ANN, LETTER) == Sent()


def test_an_address_that_cannot_be_sent(mailbox: Mailbox) -> None:
    with SmtpSender(out(mailbox.port)) as sender:
        for address in ("änn@example.net", "ann@example.net>\r\nDATA"):
            assert isinstance(sender.send("", address, LETTER), Refused)
        assert sender.send("", "ann@example.net", LETTER) == Sent()


def test_a_dropped_connection_is_made_again(tmp_path: Path) -> None:
    box = Mailbox(HOST, 0, tmp_path)
    box.start()
    with SmtpSender(out(box.port)) as sender:
        assert sender.send("", "ann@example.net", LETTER) == Sent()
        box.stop()
        assert isinstance(sender.send("", "ann@example.net", LETTER), Retry)
        box.start()
        assert sender.send("", "ann@example.net", LETTER) == Sent()
        box.stop()
        box.start()
        assert sender.send("", "ann@example.net", LETTER) == Sent()
    box.stop()
    assert len(box.mails) == 3


def test_nobody_there_and_nobody_answering() -> None:
    with socket.create_server((HOST, 0)) as silent:
        port = silent.getsockname()[1]
        with SmtpSender(out(port, timeout=0.2)) as sender:
            assert isinstance(sender.send("", "ann@example.net", LETTER), Retry)
    with SmtpSender(out(port)) as sender:
        outcome = sender.send("", "ann@example.net", LETTER)
    assert isinstance(outcome, Retry)
    assert outcome.code == 0


@contextmanager
def scripted(*answers: bytes) -> Iterator[int]:
    """A server that greets, then gives these answers in turn, whatever it is told."""
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            connection, _peer = server.accept()
            with connection, connection.makefile("rb") as lines:
                for answer in answers:
                    connection.sendall(answer)
                    lines.readline()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


EHLO = b"250-x\r\n250 AUTH PLAIN\r\n"


@contextmanager
def slow(seconds: float, seen: list[bytes], over: bytes = b"") -> Iterator[int]:
    """A server that takes every mail, and so long over every answer, or over that to one line."""
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            connection, _peer = server.accept()
            with connection, connection.makefile("rb") as lines, suppress(OSError):
                connection.sendall(b"220 x\r\n")
                is_mail = False
                for line in lines:
                    if not is_mail or line == b".\r\n":
                        seen.append(line)
                        is_mail = line[:4].upper() == b"DATA"
                        time.sleep(seconds if line.upper().startswith(over) else 0)
                        connection.sendall(b"354 go on\r\n" if is_mail else b"250 x\r\n")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(60)


@pytest.mark.long
def test_a_slow_server_gets_no_more_time_than_a_task_may_take() -> None:
    seen: list[bytes] = []
    with slow(0.4, seen) as port, SmtpSender(out(port, timeout=30), most=0.9) as sender:
        assert isinstance(sender.send("", "ann@example.net", LETTER), Retry)
    assert b".\r\n" not in seen
    assert MOST_SECONDS < TASK_SECONDS


@pytest.mark.long
def test_the_answer_to_a_mail_is_waited_for_longest() -> None:
    seen: list[bytes] = []
    with slow(2, seen, b".\r\n") as port, SmtpSender(out(port, timeout=1)) as sender:
        assert sender.send("", "ann@example.net", LETTER) == Sent()
    with slow(2, seen, b"MAIL") as port, SmtpSender(out(port, timeout=1)) as sender:
        assert isinstance(sender.send("", "ann@example.net", LETTER), Retry)


def test_a_refused_login_stops_the_queue() -> None:
    with (
        scripted(b"220 x\r\n", EHLO, b"535 5.7.8 no\r\n", b"221 x\r\n") as port,
        SmtpSender(out(port, username="game", password="secret", timeout=60)) as sender,
        pytest.raises(QueueStopped, match="535") as stopped,
    ):
        sender.send("", "ann@example.net", LETTER)
    assert "secret" not in str(stopped.value)


def test_a_login_that_fails_for_now_is_a_retry() -> None:
    with (
        scripted(b"220 x\r\n", EHLO, b"454 4.7.0 later\r\n", b"221 x\r\n") as port,
        SmtpSender(out(port, username="game", password="secret", timeout=60)) as sender,
    ):
        outcome = sender.send("", "ann@example.net", LETTER)
    assert isinstance(outcome, Retry)
    assert outcome.code == 454


def test_a_server_that_wants_a_login_stops_the_queue() -> None:
    with (
        scripted(b"220 x\r\n", EHLO, b"530 5.7.0 log in\r\n", b"250 x\r\n", b"221 x\r\n") as port,
        SmtpSender(out(port, timeout=60)) as sender,
        pytest.raises(QueueStopped, match="530"),
    ):
        sender.send("", "ann@example.net", LETTER)


def test_a_server_closed_for_now_is_a_retry() -> None:
    with scripted(b"554 no service\r\n") as port, SmtpSender(out(port, timeout=60)) as sender:
        outcome = sender.send("", "ann@example.net", LETTER)
    assert isinstance(outcome, Retry)


def test_tls_that_is_not_offered_is_a_retry(mailbox: Mailbox) -> None:
    with SmtpSender(out(mailbox.port, starttls=True)) as sender:
        assert isinstance(sender.send("", "ann@example.net", LETTER), Retry)
    assert mailbox.mails == []


def test_waiting_for_mail(mailbox: Mailbox) -> None:
    assert not mailbox.wait_for(1, timeout=0.01)
    with SmtpSender(out(mailbox.port)) as sender:
        sender.send("", "ann@example.net", LETTER)
    assert mailbox.wait_for(1, timeout=60)


# The pipe


def test_the_pipe_says_what_became_of_the_letter() -> None:
    kept: list[bytes] = []

    def keeps(raw: bytes) -> bool:
        kept.append(raw)
        return True

    def fails(raw: bytes) -> bool:
        raise OSError(len(raw))

    assert read_pipe(LETTER, keeps) == EX_OK
    assert kept == [LETTER]
    assert read_pipe(LETTER, lambda _raw: False) == EX_NOUSER
    assert read_pipe(LETTER, fails) == EX_TEMPFAIL
    assert read_pipe(b"x" * (MOST_BYTES + 1), keeps) == EX_DATAERR
    assert read_pipe(b"", keeps) == EX_DATAERR
    assert kept == [LETTER]
