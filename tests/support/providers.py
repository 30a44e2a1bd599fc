"""Mail providers that post letters, each in its own way."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.database import Database
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.amazon import TOPIC, Amazon, signed
from tests.support.rows import NOON

OURS, ALSO_OURS = "game+ann@example.org", "game+bob@example.org"
RAW = b"From: ann@example.net\r\nSubject: Z\xfcge\r\n\r\n\x00\x80\xff pass\r\n"
TEXT = b"From: ann@example.net\r\nSubject: x\r\n\r\npass Z\xc3\xbcge\r\n"
KEY = "key-of-a-test"
LINK = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1"


class Intake:
    """A door that keeps letters in a list, or fails as a full disk would."""

    def __init__(self) -> None:
        self.letters: list[tuple[bytes, str, str, dict[str, str]]] = []
        self.failure: Exception | None = None

    def knows(self, rcpt: str) -> bool:
        return rcpt in (OURS, ALSO_OURS)

    def accept(self, raw: bytes, rcpt: str, mail_from: str, verdicts: Mapping[str, str]) -> int:
        if self.failure is not None:
            raise self.failure
        self.letters.append((raw, rcpt, mail_from, dict(verdicts)))
        return len(self.letters)


def client_of(
    database: Database,
    intake: Intake,
    now: datetime = NOON,
    amazon: Amazon | None = None,
    **hooks: str,
) -> FlaskClient:
    secrets = {name: KEY for name in SECRETS} | {"ses_topic": TOPIC} | hooks
    settings = Settings.model_validate({"mail": {"webhooks": secrets}})
    fetch = (amazon or Amazon()).fetch
    service = ServiceContext(database, settings, lambda: now)
    return create_app(service, intake.accept, intake.knows, fetch).test_client()


SECRETS = ("mailgun_key", "postmark_password", "sendgrid_password", "ses_password")


def form_of(fields: Mapping[str, bytes]) -> tuple[bytes, str]:
    """A form as providers post it: bytes, not text."""
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in fields.items()
    ]
    return b"".join(parts) + b"--x--\r\n", "multipart/form-data; boundary=x"


def mailgun_fields(
    raw: bytes = RAW, rcpt: str = OURS, at: datetime = NOON, token: str = "t1", key: str = KEY
) -> dict[str, bytes]:
    stamp = str(int(at.timestamp()))
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {
        "recipient": rcpt.encode(),
        "sender": b"ann@example.net",
        "body-mime": raw,
        "timestamp": stamp.encode(),
        "token": token.encode(),
        "signature": signature.encode(),
    }


def by_mailgun(client: FlaskClient, fields: Mapping[str, bytes]) -> TestResponse:
    body, kind = form_of(fields)
    return client.post("/inbound/mailgun/mime", data=body, content_type=kind)


def by_sendgrid(
    client: FlaskClient, raw: bytes = RAW, rcpts: tuple[str, ...] = (OURS,), password: str = KEY
) -> TestResponse:
    envelope = json.dumps({"to": rcpts, "from": "ann@example.net"}).encode()
    body, kind = form_of({"email": raw, "envelope": envelope, "SPF": b"pass", "dkim": b"{}"})
    return client.post("/inbound/sendgrid", data=body, content_type=kind, auth=("pbem", password))


def by_postmark(
    client: FlaskClient, raw: str = TEXT.decode(), rcpt: str = OURS, password: str = KEY
) -> TestResponse:
    said = {
        "RawEmail": raw,
        "OriginalRecipient": rcpt,
        "From": "ann@example.net",
        "Headers": [{"Name": "Return-Path", "Value": "<bounce@example.net>"}],
    }
    return client.post("/inbound/postmark", json=said, auth=("pbem", password))


def ses_notice(raw: bytes = RAW, rcpt: str = OURS, encoding: str = "BASE64") -> dict[str, Any]:
    content = b64encode(raw).decode() if encoding == "BASE64" else raw.decode()
    message = {
        "notificationType": "Received",
        "mail": {"source": "ann@example.net"},
        "receipt": {
            "recipients": [rcpt],
            "action": {"type": "SNS", "encoding": encoding},
            "spfVerdict": {"status": "PASS"},
            "dmarcVerdict": {"status": "FAIL"},
        },
        "content": content,
    }
    return {"Type": "Notification", "Message": json.dumps(message)}


def by_ses(client: FlaskClient, notice: object | None = None, password: str = KEY) -> TestResponse:
    # SNS says text/plain, whatever it sends.
    data = json.dumps(signed(ses_notice()) if notice is None else notice)
    return client.post(
        "/inbound/ses", data=data, content_type="text/plain", auth=("pbem", password)
    )


def refused(answer: TestResponse, code: int, why: str) -> None:
    assert answer.status_code == code, answer.text
    assert why in answer.json["error"]
