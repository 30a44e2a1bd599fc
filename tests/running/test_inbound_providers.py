"""Letters that mail providers post: proof, replay, size, and who is told to come again."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.database import Database, StorageError
from pbem.web.inbound_shapes import Unreadable, read_form
from tests.support.amazon import signed
from tests.support.providers import (
    ALSO_OURS,
    KEY,
    LINK,
    OURS,
    RAW,
    SECRETS,
    TEXT,
    Intake,
    by_mailgun,
    by_postmark,
    by_sendgrid,
    by_ses,
    client_of,
    form_of,
    mailgun_fields,
    refused,
    ses_notice,
)
from tests.support.rows import after


@pytest.fixture
def intake() -> Intake:
    return Intake()


@pytest.fixture
def client(sqlite_database: Database, intake: Intake) -> FlaskClient:
    return client_of(sqlite_database, intake)


def test_mailgun(client: FlaskClient, intake: Intake) -> None:
    answer = by_mailgun(client, mailgun_fields())
    assert (answer.status_code, answer.json) == (200, {"letters": [1]})
    assert intake.letters == [(RAW, OURS, "ann@example.net", {})]


def test_mailgun_as_a_form_of_the_other_kind(client: FlaskClient, intake: Intake) -> None:
    fields = {name: value.decode("latin-1") for name, value in mailgun_fields().items()}
    body = urlencode(fields, encoding="latin-1")
    kind = "application/x-www-form-urlencoded"
    assert client.post("/inbound/mailgun", data=body, content_type=kind).status_code == 200
    assert intake.letters[0][0] == RAW


def test_sendgrid(client: FlaskClient, intake: Intake) -> None:
    rcpts = (OURS, "nobody@example.org", ALSO_OURS)
    assert by_sendgrid(client, rcpts=rcpts).json == {"letters": [1, 2]}
    assert intake.letters == [
        (RAW, rcpt, "ann@example.net", {"spf": "pass"}) for rcpt in (OURS, ALSO_OURS)
    ]


@pytest.mark.parametrize("raw", [TEXT.decode(), b64encode(TEXT).decode()])
def test_postmark(client: FlaskClient, intake: Intake, raw: str) -> None:
    assert by_postmark(client, raw).status_code == 200
    assert intake.letters == [(TEXT, OURS, "bounce@example.net", {})]


@pytest.mark.parametrize(("raw", "encoding"), [(RAW, "BASE64"), (TEXT, "UTF-8")])
def test_ses(client: FlaskClient, intake: Intake, raw: bytes, encoding: str) -> None:
    assert by_ses(client, signed(ses_notice(raw, encoding=encoding))).status_code == 200
    verdicts = {"spf": "pass", "dmarc": "fail"}
    assert intake.letters == [(raw, OURS, "ann@example.net", verdicts)]


def test_a_wrong_proof_is_refused(client: FlaskClient, intake: Intake) -> None:
    refused(by_mailgun(client, mailgun_fields(key="another")), 401, "signature")
    refused(by_mailgun(client, mailgun_fields() | {"signature": b"\xe4"}), 401, "signature")
    refused(by_mailgun(client, mailgun_fields(token="")), 401, "signature")
    for post in (by_sendgrid, by_postmark, by_ses):
        answer = post(client, password="another")
        refused(answer, 401, "password")
        assert answer.headers["WWW-Authenticate"].startswith("Basic")
    assert client.post("/inbound/ses", data=b"{}").status_code == 401
    assert intake.letters == []


def test_without_a_secret_every_way_is_closed(sqlite_database: Database, intake: Intake) -> None:
    client = client_of(sqlite_database, intake, **dict.fromkeys(SECRETS, ""))
    answers = [by_mailgun(client, mailgun_fields(key=""))]
    answers += [post(client, password="") for post in (by_sendgrid, by_postmark, by_ses)]
    assert [answer.status_code for answer in answers] == [403] * 4
    assert intake.letters == []


@pytest.mark.parametrize(("seconds", "code"), [(-301, 401), (-300, 200), (300, 200), (301, 401)])
def test_mailgun_within_five_minutes(client: FlaskClient, seconds: int, code: int) -> None:
    assert by_mailgun(client, mailgun_fields(at=after(seconds))).status_code == code


def test_a_token_of_mailgun_is_good_for_one_letter(client: FlaskClient, intake: Intake) -> None:
    assert by_mailgun(client, mailgun_fields()).status_code == 200
    assert by_mailgun(client, mailgun_fields()).status_code == 200
    refused(by_mailgun(client, mailgun_fields(raw=TEXT)), 401, "another letter")
    assert by_mailgun(client, mailgun_fields(raw=TEXT, token="t2")).status_code == 200
    assert [letter[0] for letter in intake.letters] == [RAW, RAW, TEXT]


def test_a_captured_call_of_mailgun_reaches_no_other_seat(
    client: FlaskClient, intake: Intake
) -> None:
    assert by_mailgun(client, mailgun_fields()).status_code == 200
    refused(by_mailgun(client, mailgun_fields(rcpt=ALSO_OURS)), 401, "another letter")
    assert [letter[1] for letter in intake.letters] == [OURS]


def test_each_is_told_in_its_own_way_never_to_come_again(client: FlaskClient) -> None:
    nobody = "nobody@example.org"
    refused(by_mailgun(client, mailgun_fields(rcpt=nobody)), 406, "no such recipient")
    refused(by_postmark(client, rcpt=nobody), 403, "no such recipient")
    refused(by_sendgrid(client, rcpts=(nobody,)), 404, "no such recipient")
    refused(by_ses(client, signed(ses_notice(rcpt=nobody))), 404, "no such recipient")


@pytest.mark.parametrize("failure", [OSError("disk full"), StorageError("locked"), TimeoutError()])
def test_each_is_told_to_come_again(
    client: FlaskClient, intake: Intake, failure: Exception
) -> None:
    intake.failure = failure
    posts: list[Callable[[], TestResponse]] = [
        lambda: by_mailgun(client, mailgun_fields()),
        lambda: by_postmark(client),
        lambda: by_sendgrid(client),
        lambda: by_ses(client),
    ]
    for post in posts:
        refused(post(), 503, "again later")


def test_size(client: FlaskClient, intake: Intake) -> None:
    most = 1_048_576
    full = b"A: " + b"x" * (most - 3)
    assert by_mailgun(client, mailgun_fields(raw=full)).status_code == 200
    assert by_postmark(client, full.decode()).status_code == 200
    assert by_sendgrid(client, full).status_code == 200
    assert by_ses(client, signed(ses_notice(full))).status_code == 200
    refused(by_mailgun(client, mailgun_fields(raw=full + b"x", token="t2")), 406, "too big")
    refused(by_postmark(client, full.decode() + "x"), 403, "too big")
    refused(by_sendgrid(client, full + b"x"), 404, "too big")
    refused(by_ses(client, signed(ses_notice(full + b"x"))), 404, "too big")
    assert by_sendgrid(client, full * 5).status_code == 413
    assert len(intake.letters) == 4


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "JSON"),
        (b"[1]", "JSON object"),
        (b"[" * 200_000, "JSON"),
        (b'{"RawEmail": "no colon!"}', "base64"),
        (b'{"OriginalRecipient": "x"}', "RawEmail is missing"),
        (b'{"RawEmail": "A: b"}', "recipient is missing"),
    ],
)
def test_a_broken_body_is_refused(client: FlaskClient, body: bytes, why: str) -> None:
    refused(client.post("/inbound/postmark", data=body, auth=("x", KEY)), 403, why)


def test_a_form_without_the_raw_letter_says_what_to_switch_on(client: FlaskClient) -> None:
    fields = mailgun_fields()
    del fields["body-mime"]
    refused(by_mailgun(client, fields), 406, "raw letter")
    notice = ses_notice()
    notice["Message"] = json.dumps(json.loads(notice["Message"]) | {"content": None})
    refused(by_ses(client, signed(notice)), 400, "SNS action")


def test_broken_forms() -> None:
    for kind, body in (
        ("text/plain", b"x"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\n"),
        ("multipart/form-data; boundary=x", form_of({str(n): b"" for n in range(300)})[0]),
    ):
        with pytest.raises(Unreadable):
            read_form(kind, body)


def test_a_subscription_is_left_to_the_operator(
    client: FlaskClient,
    intake: Intake,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    notice = {"Type": "SubscriptionConfirmation", "Token": "t", "SubscribeURL": LINK}
    assert by_ses(client, signed(notice)).status_code == 200
    assert LINK in caplog.text + "".join(capsys.readouterr())
    for link in (
        "https://sns.evil.example.org/",
        "http://sns.eu-west-1.amazonaws.com/?x",
        "https://sns.eu-west-1.amazonaws.com.example.org/?x",
        "",
    ):
        refused(by_ses(client, signed(notice | {"SubscribeURL": link})), 400, "not Amazon's")
    assert by_ses(client, signed(notice | {"Type": "UnsubscribeConfirmation"})).status_code == 200
    assert intake.letters == []
