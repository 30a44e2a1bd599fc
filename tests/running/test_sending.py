"""Mail out: signatures that verify, links that stop one kind of mail, a login that is refused."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dkim
import pytest
import sqlalchemy as sa
from flask.testing import FlaskClient
from sqlmodel import select

from pbem.cli.serving import AllInOneServer
from pbem.database import Database, open_database
from pbem.mail.compose import Message, render
from pbem.mail.signing import BadKey, Signer, sign
from pbem.models import SENT, Outbox, Seat
from pbem.service.context import ServiceContext
from pbem.service.due.health import backlog
from pbem.service.mailing.stopping import STOPPABLE, stop_link
from pbem.service.relay import SendResult
from pbem.service.sending import delivery
from pbem.service.sending.delivery import deliver
from pbem.service.sending.messages import message_of
from pbem.service.sending.signing import check_key
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings, SettingsError
from pbem.transports.smtp_out import QueueStopped
from pbem.web import create_app
from tests.support.post_office import found_game, outbox_of, outside, settings_for
from tests.support.servers import missing
from tests.support.service_rows import NOON, Hands, random_bytes
from worker import connections
from worker.connections import SmtpConnections

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
MESSAGE = Message(
    to="ann@example.net",
    subject="[Fnord-7] Z\u00fcge",
    text="Ann, it is your turn.\n\n  ATTACK Hackers WITH CIA  \n",
    message_id="<abc.def@example.org>",
    from_addr="game@example.org",
    from_name="The Referee",
    date_at=AT,
    in_reply_to="<x@example.org>",
    references=("<x@example.org>",),
    unsubscribe="https://play.example.org/stop/1/turn/abc",
)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key of this run's own."""
    if shutil.which("openssl") is None:
        missing("openssl")
    path = tmp_path_factory.mktemp("dkim") / "key.pem"
    subprocess.run(
        ["openssl", "genrsa", "-traditional", "-out", str(path), "2048"],
        check=True,
        capture_output=True,
    )
    return path


@pytest.fixture
def signer(key: Path) -> Signer:
    return Signer(key.read_bytes(), "fnord", "example.org")


class Dns:
    """What would be asked of DNS, answered from the key."""

    def __init__(self, key: Path) -> None:
        made = ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "PEM"]
        pem = subprocess.run(made, check=True, capture_output=True).stdout.decode()
        self._public = "".join(pem.splitlines()[1:-1])
        self.asked: list[bytes] = []

    def __call__(self, name: bytes, timeout: int = 5) -> bytes:
        self.asked.append(name)
        return f"v=DKIM1; k=rsa; p={self._public}".encode()


def test_a_signature_verifies_and_names_its_key(key: Path, signer: Signer) -> None:
    dns = Dns(key)
    raw = sign(render(MESSAGE), signer, AT)
    assert dkim.verify(raw, dnsfunc=dns)
    assert dns.asked == [b"fnord._domainkey.example.org."]
    head = raw.partition(b"\r\nFrom:")[0].replace(b"\r\n", b"")
    for field in (b"a=rsa-sha256", b"c=relaxed/relaxed", b"d=example.org", b"t=1795262400"):
        assert field in head
    for name in (b"from", b"subject", b"references", b"list-unsubscribe-post"):
        assert b" : " + name in head or b"h=" + name in head


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"it is your turn", b"it is his turn"),
        (b"Subject: ", b"Subject: Re: "),
        (b"/stop/1/", b"/stop/2/"),
        (b"From: The Referee", b"From: A Referee"),
    ],
)
def test_what_is_changed_no_longer_verifies(
    key: Path, signer: Signer, old: bytes, new: bytes
) -> None:
    raw = sign(render(MESSAGE), signer, AT)
    assert old in raw
    assert not dkim.verify(raw.replace(old, new), dnsfunc=Dns(key))


def test_what_servers_do_to_white_space_does_no_harm(key: Path, signer: Signer) -> None:
    raw = sign(render(MESSAGE), signer, AT)
    relayed = b"Received: from x\r\n" + raw.replace(b"CIA  \r\n", b"CIA\r\n") + b"\r\n\r\n"
    assert dkim.verify(relayed, dnsfunc=Dns(key))


def test_a_mail_signed_twice_is_the_same_to_the_byte(signer: Signer) -> None:
    assert sign(render(MESSAGE), signer, AT) == sign(render(MESSAGE), signer, AT)


def test_html_and_long_lines_verify(key: Path, signer: Signer) -> None:
    message = replace(MESSAGE, text="\u00e9" * 3000 + "\n", html="<p>\u00e9</p>\n")
    assert dkim.verify(sign(render(message), signer, AT), dnsfunc=Dns(key))


def test_a_key_that_cannot_sign_is_told_without_itself(tmp_path: Path) -> None:
    with pytest.raises(BadKey) as error:
        sign(render(MESSAGE), Signer(b"hunter2", "x", "example.org"), AT)
    assert "hunter2" not in str(error.value)
    for path in (tmp_path / "none.pem", tmp_path):
        mail = Settings.model_validate({"mail": {"dkim": {"key": str(path)}}}).mail
        with pytest.raises(SettingsError, match=r"mail\.dkim\.key"):
            check_key(mail)
    check_key(Settings.model_validate({}).mail)


@pytest.mark.long
@pytest.mark.slow
def test_what_the_service_sends_is_signed(key: Path, sqlite_url: str) -> None:
    with outside() as world:
        mail = {"dkim": {"key": str(key), "selector": "fnord"}}
        more = {"smtp_out": {"port": world.box.port}, "listener": {"port": 0}}
        settings = settings_for(sqlite_url, 1, mail={**mail, **more})
        with AllInOneServer(settings) as house:
            found_game(house, seats=2)
            world.wait_for_mails("ann@example.org", 1)
    assert all(dkim.verify(kept.raw, dnsfunc=Dns(key)) for kept in world.box.mails)


# Stopping a kind of mail


@pytest.fixture
def service(sqlite_url: str) -> Iterator[ServiceContext]:
    values = {
        "database": {"url": sqlite_url},
        "mail": {"address": "game@example.org"},
        "web": {"url": "https://play.example.org/"},
    }
    settings = Settings.model_validate(values)
    database = open_database(settings)
    yield ServiceContext(database, settings, Hands(NOON))
    database.close()


@pytest.fixture
def first(service: ServiceContext) -> Outbox:
    """Ann's first report of a game of two."""
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in ("ann", "bob")]
    create_game(service, NewGame("Fnord-7", newcomers, random_bytes(7, 2)))
    return next(row for row in outbox_of(service.database) if row.rcpt == "ann@example.org")


def client_of(service: ServiceContext) -> FlaskClient:
    def accept(*_letter: object) -> int:
        raise AssertionError("no letter is posted here")

    return create_app(service, accept, lambda _rcpt: False).test_client()


def muted(database: Database) -> dict[str, list[str]]:
    with database.read() as session:
        return {row.name: row.muted for row in session.exec(select(Seat))}


def path_of(service: ServiceContext, row: Outbox) -> str:
    return stop_link(service, row).removeprefix("https://play.example.org")


def test_a_report_can_be_stopped_with_one_click(service: ServiceContext, first: Outbox) -> None:
    raw = render(message_of(service, first, None))
    link = stop_link(service, first)
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    client = client_of(service)
    answer = client.post(path_of(service, first), data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert muted(service.database) == {"ann": ["turn"], "bob": []}


def test_looking_stops_nothing(service: ServiceContext, first: Outbox) -> None:
    client = client_of(service)
    assert "Stop the reports of turns" in client.get(path_of(service, first)).text
    assert client.head(path_of(service, first)).status_code == 200
    assert muted(service.database) == {"ann": [], "bob": []}


def test_what_was_stopped_can_come_again(service: ServiceContext, first: Outbox) -> None:
    client = client_of(service)
    assert "again" in client.post(path_of(service, first), data={"again": "no"}).text
    assert "Send me the reports of turns again" in client.get(path_of(service, first)).text
    assert "Stop the reports" in client.post(path_of(service, first), data={"again": "yes"}).text
    assert muted(service.database) == {"ann": [], "bob": []}


def test_a_link_is_good_for_its_seat_and_kind_alone(service: ServiceContext, first: Outbox) -> None:
    client, path = client_of(service), path_of(service, first)
    seat, kind, code = path.split("/")[2:]
    for wrong in (
        f"/stop/{int(seat) + 1}/{kind}/{code}",
        f"/stop/{seat}/bulletin/{code}",
        f"/stop/{seat}/status/{code}",
        f"/stop/{seat}/{kind}/{code[:-1]}",
        f"/stop/{seat}/{kind}/\u00e4",
        f"/stop/999999/{kind}/{code}",
        f"/stop/{2**63}/{kind}/{code}",
    ):
        assert client.post(wrong).status_code == 404, wrong
        assert client.get(wrong).status_code == 404
    assert muted(service.database) == {"ann": [], "bob": []}


def test_a_former_player_stops_nothing_of_his_successors(
    service: ServiceContext, first: Outbox
) -> None:
    path = path_of(service, first)
    with service.database.write() as session:
        seats = {seat.name: seat for seat in session.exec(select(Seat))}
        seats["ann"].person_id = seats["bob"].person_id
    assert client_of(service).post(path).status_code == 404
    assert muted(service.database) == {"ann": [], "bob": []}
    assert client_of(service).post(path_of(service, first)).status_code == 200


def test_answers_to_letters_have_no_such_link(service: ServiceContext, first: Outbox) -> None:
    answer = first.model_copy(update={"kind": "acknowledgement"})
    assert stop_link(service, answer) == ""
    assert "acknowledgement" not in STOPPABLE
    private = replace(service, settings=Settings.model_validate({}))
    assert stop_link(private, first) == ""


# A refused login


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_refused_login_stops_the_queue_and_is_seen(
    service: ServiceContext,
    first: Outbox,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tries: list[str] = []

    def refuses(_self: object, _mail_from: str, rcpt: str, _raw: bytes) -> object:
        tries.append(rcpt)
        raise QueueStopped("login refused with 535")

    monkeypatch.setattr(connections.SmtpSender, "send", refuses)
    clock = Clock()
    send = SmtpConnections(service.settings, clock)
    rows = [row.id for row in outbox_of(service.database)]
    assert [deliver(service, row or 0, send) for row in rows] == [False, False]
    assert len(tries) == 1
    assert "refused our login" in caplog.text + "".join(capsys.readouterr())
    waits = backlog(service.database, service.clock())
    assert (waits.login_refused, waits.is_stuck, waits.dead_mails) == (2, True, 0)
    answer = client_of(service).get("/health/ready")
    assert (answer.status_code, answer.json["login_refused"]) == (503, 2)
    clock.now = 60.0
    send("game@example.org", "ann@example.org", b"x")
    assert len(tries) == 2


def test_the_queue_goes_on_when_the_login_is_mended(service: ServiceContext, first: Outbox) -> None:
    answers = [SendResult(None, "login refused: 535", "login-refused"), SendResult(True)]

    def send(_mail_from: str, _rcpt: str, _raw: bytes) -> SendResult:
        return answers.pop(0)

    assert first.id is not None
    assert not deliver(service, first.id, send)
    assert backlog(service.database, service.clock()).login_refused == 1
    assert deliver(service, first.id, send)
    assert backlog(service.database, service.clock()).login_refused == 0


# Two senders


def test_a_mail_taken_over_is_the_same_to_the_byte_or_not_sent(
    service: ServiceContext, first: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was cut off from the database while he sent, and finishes while another begins."""
    sent: list[bytes] = []
    draw = delivery._draw
    assert first.id is not None

    def slowly(_mail_from: str, _rcpt: str, raw: bytes) -> SendResult:
        sent.append(raw)
        with service.database.write() as session:
            lapsed = {"claimed_until": service.clock() - timedelta(seconds=1)}
            session.execute(sa.update(Outbox).values(**lapsed))
        takes_over.start()
        assert is_drawn.wait(20)
        return SendResult(True)

    def drawn_by_another(service: ServiceContext, outbox_id: int) -> None:
        draw(service, outbox_id)
        if threading.current_thread() is takes_over:
            is_drawn.set()
            assert is_finished.wait(20)

    def another(_mail_from: str, _rcpt: str, raw: bytes) -> SendResult:
        sent.append(raw)
        return SendResult(True)

    is_drawn, is_finished = threading.Event(), threading.Event()
    takes_over = threading.Thread(target=deliver, args=(service, first.id, another))
    monkeypatch.setattr(delivery, "_draw", drawn_by_another)
    assert deliver(service, first.id, slowly)
    is_finished.set()
    takes_over.join(20)
    assert b"image/png" in sent[0]
    assert len(set(sent)) == 1
    with service.database.read() as session:
        assert session.get_one(Outbox, first.id).state == SENT
