"""Calls outside: signed, to public addresses alone, once each, after the reports have gone."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlmodel import select

from pbem.database import Database
from pbem.grammar.commands.lobby import LOBBY
from pbem.grammar.commands.spec import Command, InvalidField
from pbem.mails.lobby import LobbyResult
from pbem.models import Game, HookCall, Letter, OpenGame, Outbox, Person, Webhook, key_of
from pbem.service.codes import hide_secrets
from pbem.service.context import ServiceContext, begin
from pbem.service.lobby.hooks import webhook
from pbem.service.lobby.visitors import LobbyRefusal, Visitor
from pbem.service.seats.webhooks import hook_problem, url_problem
from pbem.service.sending.hook_calls import HookAnswer, HookRequest, call_hook, shaped, signature
from pbem.transports.hooks import is_public, post_hook
from tests.support.each import each
from tests.support.registered import table_of, toy_is_registered, write
from tests.support.service_rows import Hands, Table

__all__ = ["toy_is_registered"]
HOST = "hooks.example.org"
URL = f"https://{HOST}/a?b=c"
SECRET = "s3cret"


class Answers:
    """Whoever is called, and what he answers next."""

    def __init__(self) -> None:
        self.calls: list[HookRequest] = []
        self.next = HookAnswer(204)

    def __call__(self, request: HookRequest) -> HookAnswer:
        self.calls.append(request)
        return self.next


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """The toy, which calls an address, in its first turn."""
    table = table_of(sqlite_database, "toy", ("ann", "bob"))
    with table.database.write() as session:
        row = Webhook(
            game_id=table.game_id,
            shape="discord",
            url=URL,
            secret=SECRET,
            by="ann",
            created_at=table.clock(),
        )
        session.add(row)
    return table


def calls(table: Table) -> list[HookCall]:
    with table.database.read() as session:
        return list(session.exec(select(HookCall)).all())


def first_turn(table: Table) -> HookCall:
    """Let the first turn end; the call that comes of it."""
    write(table, "ann", "BID 4\nREADY")
    write(table, "bob", "BID 0\nREADY")
    for _ in range(200):
        if calls(table):
            break
        if not table.sweep():
            table.clock.on(hours=1)
    (call,) = calls(table)
    return call


def ring(table: Table, call: HookCall, post: Answers, **later: float) -> bool:
    table.clock.on(**later)
    return call_hook(table.service, call.id or 0, post, table.clock())


@pytest.mark.long
def test_a_turn_is_called_once_with_what_is_public(table: Table) -> None:
    call, post = first_turn(table), Answers()
    with table.database.write() as session:
        for mail in session.exec(select(Outbox)).all():
            mail.state = "sent"
            session.add(mail)
    assert ring(table, call, post, seconds=30) and not ring(table, call, post, seconds=30)
    (request,) = post.calls
    told = json.loads(request.body)
    assert request.url == URL and told["allowed_mentions"] == {"parse": []}
    assert "Fnord-7: turn 2 is open." in told["content"] and "bought red" in told["content"]
    assert "bid 4" not in told["content"] and "example.org" not in told["content"]
    stamp = request.headers["X-Pbem-Timestamp"]
    made = hmac.new(SECRET.encode(), f"{stamp}.".encode() + request.body, hashlib.sha256)
    assert request.headers["X-Pbem-Signature"] == f"sha256={made.hexdigest()}"


@pytest.mark.long
def test_it_waits_until_the_reports_have_gone_but_not_for_ever(table: Table) -> None:
    call, post = first_turn(table), Answers()
    with table.database.write() as session:
        for mail in session.exec(select(Outbox).where(Outbox.kind == "turn")).all():
            mail.state = "new"
            session.add(mail)
    assert not ring(table, call, post, seconds=30) and post.calls == []
    assert ring(table, call, post, minutes=11)


@pytest.mark.long
def test_a_call_that_fails_is_made_again_with_the_same_number(table: Table) -> None:
    call, post = first_turn(table), Answers()
    post.next = HookAnswer(500)
    assert not ring(table, call, post, minutes=11)
    post.next = HookAnswer(200)
    assert ring(table, call, post, minutes=11)
    first, second = post.calls
    assert first.body == second.body
    assert first.headers["X-Pbem-Delivery"] == second.headers["X-Pbem-Delivery"]


@pytest.mark.long
def test_an_address_that_is_gone_is_called_no_more(table: Table) -> None:
    call, post = first_turn(table), Answers()
    post.next = HookAnswer(410)
    ring(table, call, post, minutes=11)
    ring(table, call, post, minutes=11)
    with table.database.read() as session:
        assert session.exec(select(Webhook)).one().stopped_at is not None
    assert len(post.calls) == 1 and calls(table)[0].state == "dead"


@each(
    "url",
    (
        *("http://hooks.example.org/", "ftp://x/", "https://", "https://a:b@example.org/"),
        *("https://example.org:8443/", "https://ex\u00e4mple.org/", "nonsense"),
    ),
)
def test_only_plain_addresses_by_https_are_called(url: str) -> None:
    assert url_problem(url) and not url_problem(URL)


@each(
    "address",
    (
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"),
        *("::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "x"),
    ),
)
def test_no_address_of_a_network_here_is_called(address: str) -> None:
    assert not is_public(address) and is_public("93.184.215.14") and is_public("2606:4700::1")
    request = HookRequest(URL, b"{}", {})
    told = "the host is in a network that is not public"
    assert post_hook(request, lambda _host: ["93.184.215.14", address]) == HookAnswer(0, told)


def test_nobody_is_mentioned() -> None:
    text = "@everyone <!channel> <@U1>"
    assert "@everyone" not in json.loads(shaped("discord", text))["content"]
    assert "<" not in json.loads(shaped("slack", text))["text"]
    assert json.loads(shaped("matrix", text))["msgtype"] == "m.notice"
    assert signature("a", "1", b"x") != signature("b", "1", b"x")


@pytest.mark.parametrize("settings", ({"anonymous": True}, {"watch": False}))
def test_a_game_that_hides_itself_calls_nobody(table: Table, settings: dict[str, bool]) -> None:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        game.settings = settings
        session.add(game)
        assert hook_problem(game)


# --- a server that is called for real -----------------------------------------------------


class Called(http.server.BaseHTTPRequestHandler):
    status, seen = 204, list[tuple[str, bytes]]()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((f"{self.headers['Host']}{self.path}", body))
        self.send_response(self.status)
        self.send_header("Location", "https://elsewhere.example.org/")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A server by TLS for that host, and what trusts it."""
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    certify(file)
    serves = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serves.load_cert_chain(file)
    with http.server.HTTPServer(("127.0.0.1", 0), Called) as made:
        made.socket = serves.wrap_socket(made.socket, server_side=True)
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made.server_address[1], ssl.create_default_context(cafile=file)
        made.shutdown()
        thread.join()


def certify(file: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)]), Hands().now
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=9999))
        .not_valid_after(now + timedelta(days=9999))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(private + certificate.public_bytes(pem))


def anywhere(_address: str) -> bool:
    return True


def test_the_host_is_called_by_the_number_that_was_found(
    server: tuple[int, ssl.SSLContext],
) -> None:
    port, context = server
    asked: list[str] = []

    def find(host: str) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    request = HookRequest(URL, b"{}", {"Content-Type": "application/json"})
    Called.seen.clear()
    assert post_hook(request, find, anywhere, context, port) == HookAnswer(204)
    assert asked == [HOST] and Called.seen == [(f"{HOST}/a?b=c", b"{}")]


def test_a_redirect_is_not_followed(
    server: tuple[int, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, context = server
    monkeypatch.setattr(Called, "status", 302)
    Called.seen.clear()
    request = HookRequest(URL, b"{}", {})
    answer = post_hook(request, lambda _host: ["127.0.0.1"], anywhere, context, port)
    assert answer == HookAnswer(302) and len(Called.seen) == 1


def test_a_server_without_the_hosts_certificate_is_told_nothing(
    server: tuple[int, ssl.SSLContext],
) -> None:
    port, _ = server
    Called.seen.clear()
    request = HookRequest(URL, b"{}", {})
    answer = post_hook(request, lambda _host: ["127.0.0.1"], anywhere, None, port)
    assert answer == HookAnswer(0, "SSLCertVerificationError") and Called.seen == []


def test_the_address_is_shown_to_nobody_again() -> None:
    line = f"WEBHOOK Fnord-7 discord {URL}\nthe next line"
    assert hide_secrets(line) == "WEBHOOK Fnord-7 discord [hidden]\nthe next line"
    assert URL not in hide_secrets(f"webhook  Fnord-7  slack  {URL}")
    row = LOBBY["WEBHOOK"]
    fields, told = row.read("WEBHOOK", f"Fnord-7 Discord {URL}")
    assert fields["text"] == URL and told == "Fnord-7 discord"
    with pytest.raises(InvalidField):
        row.read("WEBHOOK", f"Fnord-7 irc {URL}")


@pytest.mark.parametrize("is_allowed", (True, False))
def test_who_has_created_a_game_sets_it_where_the_operator_allows(
    is_allowed: bool, sqlite_database: Database
) -> None:
    table = table_of(sqlite_database, "toy", ("ann", "bob"))
    web = table.service.settings.web.model_copy(update={"hooks": is_allowed})
    settings = table.service.settings.model_copy(update={"web": web})
    service = ServiceContext(table.database, settings, table.clock)
    command = Command("WEBHOOK", "WEBHOOK Fnord-7 slack", key="Fnord-7", value="slack", text=URL)
    with begin(service, table.clock()) as tx:
        ann, bob = (
            tx.session.exec(select(Person).where(Person.email == f"{name}@example.org")).one()
            for name in ("ann", "bob")
        )
        tx.session.add(
            OpenGame(
                name="Fnord-7",
                ruleset="toy",
                places=3,
                robot="-",
                secret="",
                secret_hash="",
                creator_id=key_of(ann),
                created_at=table.clock(),
                game_id=table.game_id,
            )
        )
        letter = tx.session.exec(select(Letter)).first()
        assert letter is not None
        told = [webhook(tx, Visitor(person, "x", letter), command) for person in (bob, ann)]
        kept = tx.session.exec(select(Webhook)).all()
    assert isinstance(told[0], LobbyRefusal)
    if not is_allowed:
        assert isinstance(told[1], LobbyRefusal) and "does not let games call" in told[1].text
        return
    assert isinstance(told[1], LobbyResult) and len(kept) == 1
    assert kept[0].secret in told[1].text and URL not in told[1].text
