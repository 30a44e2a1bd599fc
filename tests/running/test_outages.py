"""Mail that does not go out: who sees it, when it is tried again, and what becomes of it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from freezegun import freeze_time

from pbem.cli import command_of, main
from pbem.database import Database
from pbem.models import DEAD, NEW, SENT
from pbem.service.letters import reading
from pbem.service.notices import list_notices
from pbem.service.sending import claims
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.dialogues import HOST, RefusingMailbox
from tests.support.servers import free_port, wait_for
from tests.support.service_rows import Table, new_table
from worker.connections import SmtpConnections

pytestmark = pytest.mark.long

MAIL = {"address": "game@example.org", "answer_gap_seconds": 0}


embedded = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""What is the same on any database, or asks the machine what time it is."""


class Relay:
    """Our mail server on a port of its own, which may be away."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.box = RefusingMailbox(HOST, self.port, folder)

    @property
    def rcpts(self) -> list[str]:
        return [mail.rcpts[0] for mail in self.box.mails]


@pytest.fixture
def relay(tmp_path: Path) -> Relay:
    return Relay(tmp_path / "mails")


@pytest.fixture
def settings(settings: Settings, relay: Relay) -> Settings:
    values = {
        "database": {"url": settings.database.url},
        "mail": MAIL | {"smtp_out": {"port": relay.port, "timeout": 10}},
    }
    return Settings.model_validate(values)


@pytest.fixture
def table(database: Database, settings: Settings) -> Iterator[Table]:
    table = new_table(database, settings)
    sending = SmtpConnections(settings, lambda: table.clock().timestamp())
    table.post = sending  # type: ignore[assignment]
    yield table
    sending.close()


def client_of(table: Table) -> FlaskClient:
    def accept(*_letter: object) -> int:
        raise AssertionError("no letter is posted here")

    return create_app(table.service, accept, lambda _rcpt: False).test_client()


def run(table: Table, **span: float) -> None:
    """Let so much time go by, with a sweep every half minute, or every quarter of long hours."""
    until = table.clock() + timedelta(**span)
    step = 30 if "minutes" in span else 900
    while table.clock() < until:
        table.clock.on(seconds=step)
        settle(table)


def settle(table: Table) -> None:
    while table.sweep():
        pass


def ready(table: Table) -> tuple[int, dict[str, object]]:
    answer = client_of(table).get("/health/ready")
    return answer.status_code, answer.json or {}


def states(table: Table) -> set[str]:
    return {mail.state for mail in table.mails()}


# --- what health says --------------------------------------------------------------------


@embedded
def test_not_ready_while_the_mail_server_is_away(table: Table) -> None:
    run(table, minutes=20)
    code, told = ready(table)
    assert (code, told["status"], told["unsent_mails"]) == (503, "stuck", 4)
    assert told["unsent_mail_s"] == told["blocked_mail_s"] == 20 * 60


@embedded
@pytest.mark.parametrize("answer", ["451 4.3.0 later", "554 5.7.1 not from you"])
def test_not_ready_while_the_mail_server_refuses(table: Table, relay: Relay, answer: str) -> None:
    relay.box.answer_next(answer, 1000)
    relay.box.start()
    run(table, minutes=2)
    relay.box.stop()
    assert ready(table)[0] == 503


@embedded
def test_one_reader_whose_server_is_full_is_no_alarm(table: Table, relay: Relay) -> None:
    send = table.post

    def full(mail_from: str, rcpt: str, raw: bytes) -> tuple[bool | None, str]:
        is_ann = rcpt == "ann@example.org"
        return (None, "452 4.2.2 mailbox full") if is_ann else send(mail_from, rcpt, raw)

    table.post = full  # type: ignore[assignment]
    relay.box.start()
    run(table, minutes=30)
    table.write("bob", "STATUS")
    run(table, minutes=1)
    relay.box.stop()
    code, told = ready(table)
    assert (code, told["unsent_mails"], told["blocked_mail_s"]) == (200, 1, None)
    assert told["unsent_mail_s"] == 31 * 60, "its true age"


@embedded
def test_a_letter_that_fails_counts_by_its_age(
    table: Table, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_more: object) -> object:
        raise ZeroDivisionError("the bug of the day")

    relay.box.start()
    settle(table)
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        table.send("ann", "PASS")
        for _ in range(62):
            table.clock.on(seconds=1)
            settle(table)
    relay.box.stop()
    code, told = ready(table)
    assert (code, told["unread_letter_s"]) == (503, 62)


@embedded
def test_mail_that_waits_for_the_morning_is_not_late(table: Table, relay: Relay) -> None:
    relay.box.start()
    settle(table)
    table.write("bob", "SET QUIET 11:00 to 14:00")
    settle(table)
    table.write("cat", "SAY bob: Shall we?")
    settle(table)
    waiting = [mail for mail in table.mails("bob") if mail.state == NEW]
    run(table, minutes=10)
    relay.box.stop()
    assert waiting and ready(table)[0] == 200


# --- after an outage ---------------------------------------------------------------------


@pytest.mark.long
def test_all_goes_out_at_once_when_the_server_is_back(table: Table, relay: Relay) -> None:
    """The next deadline first, within a minute, though the next tries are hours away."""
    soon = new_table(table.database, table.service.settings, name="Soon", seed=9, clock=table.clock)
    with table.database.write() as session:
        game = soon.game()
        game.deadline_at = game.due_at = table.clock() + timedelta(hours=48)
        session.add(game)
    run(table, hours=9)
    assert states(table) == {NEW}
    assert {mail.attempts >= 5 for mail in table.mails()} == {True}
    relay.box.start()
    run(table, minutes=1)
    relay.box.stop()
    assert states(table) == {SENT}
    assert len(relay.rcpts) == 8 == len({mail.raw for mail in relay.box.mails})
    first = [b"[Soon]" in mail.raw for mail in relay.box.mails]
    assert first == [True] * 4 + [False] * 4


@embedded
def test_a_server_that_is_away_is_asked_once_a_minute(table: Table, relay: Relay) -> None:
    run(table, hours=6)
    tried = sum(mail.attempts for mail in table.mails())
    run(table, minutes=10)
    assert 9 <= sum(mail.attempts for mail in table.mails()) - tried <= 10


def test_a_server_that_put_everybody_off_is_seen_to_be_back(table: Table) -> None:
    answers: list[tuple[bool | None, str]] = [(None, "451 4.7.1 later")]
    sent: list[str] = []

    def send(_mail_from: str, rcpt: str, _raw: bytes) -> tuple[bool | None, str]:
        if answers[0][0]:
            sent.append(rcpt)
        return answers[0]

    table.post = send  # type: ignore[assignment]
    run(table, hours=9)
    answers[0] = (True, "")
    run(table, minutes=1)
    assert len(sent) == 4 and states(table) == {SENT}


# --- a refusal that is not the reader's --------------------------------------------------


@embedded
def test_a_mail_that_is_rejected_lives_for_four_hours(table: Table, relay: Relay) -> None:
    relay.box.start()
    relay.box.answer_next("554 5.6.0 no such thing here", 1000)
    run(table, hours=3.5)
    assert states(table) == {NEW}
    relay.box.answers = ()
    run(table, minutes=61)
    relay.box.stop()
    assert states(table) == {SENT}


@embedded
def test_a_mail_that_died_is_told(table: Table, relay: Relay) -> None:
    relay.box.start()
    relay.box.answer_next("554 5.6.0 no such thing here", 1000)
    run(table, hours=10)
    relay.box.stop()
    assert states(table) == {DEAD}
    told = sorted(notice.text for notice in list_notices(table.service))
    assert len(told) == 4
    assert told[0].startswith("The report of turn 1 did not reach ann (ann@example.org): ")
    assert "554 5.6.0 no such thing here" in told[0] and "`pbem outbox retry " in told[0]


@embedded
@pytest.mark.parametrize(
    ("answer", "state"),
    [("550 5.1.1 unknown", DEAD), ("550 no", DEAD), ("554 5.7.1 Relay access denied", NEW)],
)
def test_a_recipient_that_is_refused(table: Table, answer: str, state: str) -> None:
    with socket.create_server((HOST, table.service.settings.mail.smtp_out.port)) as server:
        lines = [b"220 x\r\n", b"250 x\r\n", b"250 x\r\n", f"{answer}\r\n".encode(), b"250 x\r\n"]

        def serve() -> None:
            connection, _peer = server.accept()
            with connection, connection.makefile("rb") as heard:
                for line in lines[:-1]:
                    connection.sendall(line)
                    heard.readline()
                connection.sendall(lines[-1])

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        work = table.work()
        work.deliver(1)
        thread.join(10)
    assert table.mails()[0].state == state


# --- whoever sends -----------------------------------------------------------------------


def test_a_sender_who_takes_long_keeps_his_claim(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "RENEWED_EVERY", 0.001)
    sent: list[str] = []

    def is_renewed() -> bool:
        return table.mails()[0].claimed_until == table.clock() + claims.LEASE

    def slow(_mail_from: str, rcpt: str, _raw: bytes) -> tuple[bool | None, str]:
        for _ in range(5):
            table.clock.on(seconds=15)
            wait_for(is_renewed, "the claim to be renewed")
            table.work().deliver(1)
            assert not sent, "nobody else sends it"
        sent.append(rcpt)
        return True, ""

    table.post = slow  # type: ignore[assignment]
    table.work().deliver(1)
    assert sent == [table.mails()[0].rcpt]
    assert (table.mails()[0].state, table.mails()[0].attempts) == (SENT, 1)


class Killed(BaseException):
    """The process is gone: nothing is written down, nobody tidies up."""


def test_a_mail_whose_sender_was_killed_goes_out_in_seconds(table: Table) -> None:
    def killed(*_mail: object) -> tuple[bool | None, str]:
        raise Killed

    sent: list[str] = []

    def sends(_mail_from: str, rcpt: str, _raw: bytes) -> tuple[bool | None, str]:
        sent.append(rcpt)
        return True, ""

    table.post = killed  # type: ignore[assignment]
    with pytest.raises(Killed):
        table.work().deliver(1)
    table.post = sends  # type: ignore[assignment]
    table.clock.on(seconds=19)
    settle(table)
    assert table.mails()[0].rcpt not in sent
    table.clock.on(seconds=6)
    settle(table)
    assert sent.count(table.mails()[0].rcpt) == 1


# --- the command line --------------------------------------------------------------------


@pytest.fixture
def outbox(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., list[dict[str, object]]]:
    monkeypatch.setenv("PBEM_DATABASE__URL", table.service.settings.database.url)
    monkeypatch.chdir(tmp_path)

    command_of("outbox")  # A module cannot be loaded while the clock stands.

    def call(*words: str) -> list[dict[str, object]]:
        with freeze_time(table.clock()):
            told = CliRunner().invoke(main, ["outbox", *words, "--json"], catch_exceptions=False)
        assert told.exit_code == 0, told.output
        found = json.loads(told.stdout)
        return found if isinstance(found, list) else [found]

    return call


Call = Callable[..., list[dict[str, object]]]


@embedded
def test_the_outbox_is_listed_and_flushed(table: Table, relay: Relay, outbox: Call) -> None:
    run(table, hours=9)
    listed = outbox("list", "--state", "waiting")
    assert sorted((row["game"], row["seat"], row["kind"]) for row in listed) == [
        ("Fnord-7", seat, "turn") for seat in ("ann", "bob", "cat", "dee")
    ]
    assert "our mail server takes no mail" in str(listed[0]["error"])
    shown = str(outbox("show", "1")[0]["text"])
    assert shown[:500] == table.mails()[0].text[:500]
    with table.database.write() as session:
        for mail in table.mails():
            mail.waits_for_relay = False
            session.add(mail)
    relay.box.start()
    settle(table)
    assert states(table) == {NEW}
    assert outbox("flush") == [{"mails": 4}]
    settle(table)
    relay.box.stop()
    assert states(table) == {SENT}
    assert outbox("list", "--state", "waiting") == outbox("list", "--state", "dead") == []


@embedded
def test_what_was_given_up_is_sent_again(table: Table, relay: Relay, outbox: Call) -> None:
    with table.database.write() as session:
        for mail in table.mails():
            mail.state, mail.problem = DEAD, "useless" if mail.id == 4 else ""
            session.add(mail)
    assert len(outbox("list", "--state", "dead")) == 4
    assert outbox("retry", "2") == [{"mails": 1}]
    assert [mail.state for mail in table.mails()] == [DEAD, NEW, DEAD, DEAD]
    assert outbox("retry", "--all") == [{"mails": 2}], "not what nobody misses"
    assert outbox("retry", "--all") == [{"mails": 0}]
    told = CliRunner().invoke(main, ["outbox", "retry", "4711"])
    assert told.exit_code == 2 and "nothing to retry" in told.output
