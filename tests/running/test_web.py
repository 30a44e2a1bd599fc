"""The web side: health, the signed webhook, and a page that shows no secret."""

import http.client
import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.database import Database, StorageError, open_database
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from pbem.web import create_app
from pbem.web.inbound import signature_of
from pbem.web.server import WebServer
from tests.support.rows import NOON, TOKENS, add_game, add_letter, add_mail, add_seat, after

SECRET = "not-a-secret-only-a-test"
OURS = "game+token@example.org"
RAW = b"Subject: orders\r\n\r\npass\r\n"


class Intake:
    """A door that keeps letters in a list, or fails as a full disk would."""

    def __init__(self) -> None:
        self.letters: list[tuple[bytes, str, str]] = []
        self.failure: Exception | None = None

    def knows(self, rcpt: str) -> bool:
        return rcpt == OURS

    def accept(self, raw: bytes, rcpt: str, mail_from: str, verdicts: Mapping[str, str]) -> int:
        assert verdicts == {}
        if self.failure is not None:
            raise self.failure
        self.letters.append((raw, rcpt, mail_from))
        return len(self.letters)


@pytest.fixture
def intake() -> Intake:
    return Intake()


def client_of(
    database: Database, intake: Intake, now: datetime = NOON, secret: str = SECRET
) -> FlaskClient:
    settings = Settings.model_validate(
        {"mail": {"webhook_secret": secret, "name": "The <Referee>"}}
    )
    service = ServiceContext(database, settings, lambda: now)
    return create_app(service, intake.accept, intake.knows).test_client()


def context_of(settings: Settings, database: Database) -> ServiceContext:
    return ServiceContext(database, settings, database.now)


@pytest.fixture
def client(database: Database, intake: Intake) -> FlaskClient:
    return client_of(database, intake)


def signed(
    body: bytes = RAW, rcpt: str = OURS, at: datetime = NOON, secret: str = SECRET
) -> dict[str, str]:
    stamp = str(int(at.timestamp()))
    return {
        "X-Pbem-Recipient": rcpt,
        "X-Pbem-Sender": "ann@example.org",
        "X-Pbem-Timestamp": stamp,
        "X-Pbem-Signature": signature_of(secret, stamp, rcpt, "ann@example.org", body),
    }


def post(client: FlaskClient, headers: dict[str, str], body: bytes = RAW) -> TestResponse:
    return client.post("/inbound/raw", data=body, headers=headers)


def test_a_signed_letter_is_stored(client: FlaskClient, intake: Intake) -> None:
    answer = post(client, signed())
    assert (answer.status_code, answer.json) == (202, {"letter": 1})
    assert intake.letters == [(RAW, OURS, "ann@example.org")]


def test_a_letter_is_taken_as_bytes(client: FlaskClient, intake: Intake) -> None:
    body = bytes(range(256))
    assert post(client, signed(body), body).status_code == 202
    assert intake.letters[0][0] == body


def test_the_signature_is_the_documented_one() -> None:
    """`printf '1\\nr\\ns\\nbody' | openssl dgst -sha256 -hmac secret`."""
    expected = "c1adf79e7fe2cab98ffd9a36c4949f325f3ef624457cd221b3de8638f9d0c5cc"
    assert signature_of("secret", "1", "r", "s", b"body") == expected


@pytest.mark.parametrize(
    ("headers", "code", "why"),
    [
        (signed(secret="another"), 401, "signature"),
        (signed(body=b"another"), 401, "signature"),
        (signed() | {"X-Pbem-Recipient": "game+other@example.org"}, 401, "signature"),
        (signed() | {"X-Pbem-Sender": "bob@example.org"}, 401, "signature"),
        (signed() | {"X-Pbem-Signature": "\xe4"}, 401, "signature"),
        (signed() | {"X-Pbem-Signature": ""}, 400, "X-Pbem-Signature is missing"),
        (signed() | {"X-Pbem-Recipient": ""}, 400, "X-Pbem-Recipient is missing"),
        (signed() | {"X-Pbem-Timestamp": ""}, 400, "X-Pbem-Timestamp is missing"),
        (signed(at=after(-301)), 401, "five minutes"),
        (signed(at=after(301)), 401, "five minutes"),
        (signed(rcpt="nobody@example.org"), 404, "no such recipient"),
    ],
)
def test_a_letter_is_refused_with_a_reason(
    client: FlaskClient, intake: Intake, headers: dict[str, str], code: int, why: str
) -> None:
    answer = post(client, headers)
    assert answer.status_code == code
    assert why in answer.json["error"]
    assert intake.letters == []


@pytest.mark.parametrize("seconds", [-300, 300])
def test_five_minutes_are_allowed(client: FlaskClient, seconds: int) -> None:
    assert post(client, signed(at=after(seconds))).status_code == 202


def test_a_signed_time_must_be_a_number(client: FlaskClient) -> None:
    stamp = "yesterday"
    signature = signature_of(SECRET, stamp, OURS, "ann@example.org", RAW)
    headers = signed() | {"X-Pbem-Timestamp": stamp, "X-Pbem-Signature": signature}
    answer = post(client, headers)
    assert answer.status_code == 401
    assert "seconds since 1970" in answer.json["error"]


def test_an_empty_letter_is_refused(client: FlaskClient, intake: Intake) -> None:
    assert post(client, signed(b""), b"").status_code == 400
    assert intake.letters == []


def test_a_bounce_has_no_sender(client: FlaskClient, intake: Intake) -> None:
    stamp = str(int(NOON.timestamp()))
    headers = signed() | {
        "X-Pbem-Sender": "",
        "X-Pbem-Signature": signature_of(SECRET, stamp, OURS, "", RAW),
    }
    assert post(client, headers).status_code == 202
    assert intake.letters == [(RAW, OURS, "")]


def test_more_than_a_mebibyte_is_refused(client: FlaskClient, intake: Intake) -> None:
    body = b"x" * 1_048_577
    assert post(client, signed(body), body).status_code == 413
    assert post(client, signed(body[:-1]), body[:-1]).status_code == 202
    assert len(intake.letters) == 1


@pytest.mark.parametrize("failure", [OSError("disk full"), StorageError("locked"), TimeoutError()])
def test_a_letter_that_cannot_be_stored_is_to_come_again(
    client: FlaskClient, intake: Intake, failure: Exception
) -> None:
    intake.failure = failure
    answer = post(client, signed())
    assert answer.status_code == 503
    assert "disk" not in answer.text


def test_without_a_secret_the_webhook_is_closed(database: Database, intake: Intake) -> None:
    client = client_of(database, intake, secret="")
    assert post(client, signed(secret="")).status_code == 403
    assert intake.letters == []


def test_alive(client: FlaskClient) -> None:
    assert client.get("/health").json == {"status": "alive"}


def test_ready_when_nothing_waits(client: FlaskClient) -> None:
    answer = client.get("/health/ready")
    assert answer.status_code == 200
    assert answer.json == {
        "status": "ready",
        "database": "reachable",
        "due_game_s": None,
        "unread_letter_s": None,
        "unsent_mail_s": None,
        "blocked_mail_s": None,
        "unsent_mails": 0,
        "dead_letters": 0,
        "dead_mails": 0,
        "login_refused": 0,
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "key"),
    [("game", "due_game_s"), ("letter", "unread_letter_s"), ("mail", "unsent_mail_s")],
)
@pytest.mark.parametrize(("age", "code"), [(60, 200), (61, 503)])
def test_not_ready_when_something_is_stuck(
    database: Database, intake: Intake, what: str, key: str, age: int, code: int
) -> None:
    with database.write() as session:
        {"game": add_game, "letter": add_letter, "mail": add_mail}[what](session)
    answer = client_of(database, intake, after(age)).get("/health/ready")
    assert answer.status_code == code
    assert answer.json[key] == age
    assert answer.json["status"] == ("ready" if code == 200 else "stuck")


@pytest.mark.parametrize(
    ("what", "key"), [("letter", "unread_letter_s"), ("mail", "unsent_mail_s")]
)
def test_what_is_tried_again_counts_by_its_age(
    database: Database, intake: Intake, what: str, key: str
) -> None:
    with database.write() as session:
        {"letter": add_letter, "mail": add_mail}[what](
            session, attempts=4, next_try_at=after(20_000)
        )
    answer = client_of(database, intake, after(3600)).get("/health/ready")
    assert (answer.status_code, answer.json[key]) == (503, 3600)


def test_not_ready_when_nothing_can_be_written(sqlite_database: Database, intake: Intake) -> None:
    client = client_of(sqlite_database, intake)
    assert client.get("/health/ready").status_code == 200
    with sqlite_database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with suppress(StorageError):
        for number in range(100):
            with sqlite_database.write() as session:
                add_letter(session, f"d{number}", raw=b"x" * 3000)
    answer = client_of(sqlite_database, intake).get("/health/ready")
    assert (answer.status_code, answer.json["database"]) == (503, "cannot be written")


def test_what_is_set_aside_is_not_stuck(database: Database, intake: Intake) -> None:
    with database.write() as session:
        add_game(session, "paused", phase="paused")
        add_game(session, "open", deadline_at=after(7200))
        add_letter(session, "dead", state="dead")
        add_mail(session, "dead", state="dead")
    answer = client_of(database, intake, after(3600)).get("/health/ready")
    assert answer.status_code == 200
    assert (answer.json["dead_letters"], answer.json["dead_mails"]) == (1, 1)


def test_not_ready_without_a_database(intake: Intake) -> None:
    url = "postgresql://pbem:hunter2@127.0.0.1:1/pbem"
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    client = client_of(database, intake)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json["database"]) == (503, "unreachable")
    page = client.get("/")
    assert page.status_code == 503
    assert "hunter2" not in answer.text + page.text
    assert client.get("/health").status_code == 200
    database.close()


def with_games(database: Database) -> None:
    with database.write() as session:
        game = add_game(session, deadline_at=after(90), turn=14, state='{"deck":["x"]}')
        add_seat(session, game, "bob", 1)
        add_seat(session, game, "ann", 0)
        add_game(session, "later", deadline_at=after(7200), to_move="<b>bob</b>")
        add_game(session, "no-hurry", deadline_at=None)
        add_game(session, "over", phase="finished", deadline_at=None, finished_at=after(-60))
        add_game(session, "resting", phase="paused", deadline_at=after(80))


def test_the_page_lists_games_by_deadline(database: Database, client: FlaskClient) -> None:
    with_games(database)
    page = client.get("/").text
    names = ["resting", "fnord-7", "later", "no-hurry", "over"]
    links = [f'<th scope="row"><a href="/game/{name}">{name}</a></th>' for name in names]
    places = [page.index(link) for link in links]
    assert places == sorted(places)
    assert ">ann, bob\n" in page and "Rules of this table" in page
    assert '<time datetime="2026-11-21T12:01:30Z">Sat 21 Nov 2026, 12:01 UTC</time>' in page
    assert "paused" in page and "finished" in page


def test_the_page_is_escaped_and_has_no_secret(database: Database, client: FlaskClient) -> None:
    with_games(database)
    page, data = client.get("/").text, client.get("/games.json").text
    assert "<b>bob" not in page and "&lt;b&gt;bob" in page
    assert "The &lt;Referee&gt;" in page
    for secret in (*TOKENS.values(), "5ec2e7", "4a54", "@example.org", "deck", SECRET):
        assert secret not in page + data


def test_the_games_as_json(database: Database, client: FlaskClient) -> None:
    with_games(database)
    games = client.get("/games.json").json["games"]
    assert games[1] == {
        "name": "fnord-7",
        "phase": "running",
        "turn": 14,
        "to_move": "ann",
        "deadline_at": "2026-11-21T12:01:30Z",
        "finished_at": None,
        "seats": ["ann", "bob"],
        "clock": {"script": {"next": "72h"}, "answers": {"next": "18h"}},
        "rules": ["Attacks are announced before they are made, and everybody may answer them."],
    }
    assert games[-1]["finished_at"] == "2026-11-21T11:59:00Z"


def test_an_empty_page_says_what_to_do(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "There are no games yet" in page and 'href="/play"' in page
    assert client.get("/games.json").json == {"games": []}


@pytest.mark.parametrize("path", ["/", "/games.json", "/health", "/nowhere", "/static/page.css"])
def test_every_answer_has_the_security_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    answer.close()


def test_the_page_needs_nothing_its_policy_forbids(database: Database, client: FlaskClient) -> None:
    with_games(database)
    page = client.get("/").text
    assert "<script" not in page and "style=" not in page and "<style" not in page
    sheet = client.get("/static/page.css")
    assert sheet.mimetype == "text/css"
    sheet.close()


def test_a_refusal_is_json_and_names_the_reason(client: FlaskClient) -> None:
    answer = client.get("/inbound/raw")
    assert answer.status_code == 405
    assert "not allowed" in answer.json["error"]


def test_the_server_serves_and_stops(sqlite_database: Database, intake: Intake) -> None:
    client = client_of(sqlite_database, intake, datetime.now(UTC))
    server = WebServer(client.application, "127.0.0.1", 0)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/health/ready")
    assert json.loads(connection.getresponse().read())["status"] == "ready"
    # Refused by its length, before the body is taken.
    connection.putrequest("POST", "/inbound/raw")
    connection.putheader("Content-Length", "1100000")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=60).connect()


# --- hosts, browsers, endless forms ---------------------------------------------------------


@pytest.mark.parametrize("path", ["/console", "/", "/console/login", "/health/live"])
def test_a_host_that_is_not_ours_is_refused(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil" not in answer.text and "Location" not in answer.headers


@pytest.mark.long
@pytest.mark.parametrize(
    ("web", "host", "code"),
    [
        ({"url": "https://play.example.org"}, "play.example.org", 200),
        ({"url": "https://play.example.org"}, "localhost:8080", 200),
        ({"url": "https://play.example.org", "host": "0.0.0.0"}, "10.1.2.3", 400),
        ({"hosts": ("probe.internal",)}, "probe.internal", 200),
        ({"host": "0.0.0.0"}, "10.1.2.3:8080", 200),
        ({"host": "::1"}, "[::1]:8080", 200),
    ],
)
def test_which_hosts_are_ours(
    sqlite_database: Database, intake: Intake, web: dict[str, object], host: str, code: int
) -> None:
    settings = Settings.model_validate({"web": web})
    app = create_app(context_of(settings, sqlite_database), intake.accept, intake.knows)
    assert app.test_client().get("/", headers={"Host": host}).status_code == code


def test_a_browser_gets_a_page_and_a_program_json(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/nothing", "/stop/1/news/wrong", "/inbound/raw"):
        page = client.get(path, headers=browser)
        assert page.mimetype == "text/html" and "<h2>" in page.text, path
        assert client.get(path).is_json
        assert client.get(path, headers={"Accept": "*/*"}).is_json


@pytest.mark.parametrize("provider", ["mailgun", "sendgrid"])
@pytest.mark.parametrize("shape", ["fields", "same", "parts"])
def test_a_form_of_too_many_fields_is_refused(
    sqlite_database: Database, intake: Intake, provider: str, shape: str
) -> None:
    hooks = {"mailgun_key": SECRET, "sendgrid_password": SECRET}
    settings = Settings.model_validate({"mail": {"webhooks": hooks}})
    client = create_app(
        context_of(settings, sqlite_database), intake.accept, intake.knows
    ).test_client()
    kind = "application/x-www-form-urlencoded"
    body = b"&".join(b"a%d=" % n for n in range(3000)) if shape == "fields" else b"a=&" * 3000
    if shape == "parts":
        kind = "multipart/form-data; boundary=x"
        part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
        body = part * 3000 + b"--x--\r\n"
    answer = client.post(
        f"/inbound/{provider}", data=body, content_type=kind, auth=("pbem", SECRET)
    )
    assert answer.status_code in (400, 406)
    assert "too many fields" in answer.json["error"]
    assert intake.letters == []
