"""The webhook: raw MIME from a provider or a script, signed with a shared secret; and our forms."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from typing import NoReturn, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.settings import MailSettings

log = get_logger(__name__)

WINDOW = timedelta(minutes=5)

KnowsAddress = Callable[[str], bool]


class AcceptPosted(Protocol):
    """Stores one letter for one recipient and returns its id, the same one for the same letter."""

    def __call__(
        self, raw: bytes, rcpt: str, mail_from: str, verdicts: Mapping[str, str]
    ) -> int: ...


def signature_of(secret: str, timestamp: str, rcpt: str, mail_from: str, body: bytes) -> str:
    """Hex HMAC-SHA256 over timestamp, recipient and sender, each with a line feed, and the body."""
    head = f"{timestamp}\n{rcpt}\n{mail_from}\n".encode()
    return hmac.new(secret.encode(), head + body, hashlib.sha256).hexdigest()


def inbound_pages(
    mail: MailSettings, accept: AcceptPosted, knows: KnowsAddress, clock: Callable[[], datetime]
) -> Blueprint:
    """`POST /inbound/raw`: 202 stored, 4xx never will be, 503 try again."""
    pages = Blueprint("inbound", __name__)

    @pages.post("/inbound/raw")
    def raw() -> tuple[Response, int]:
        rcpt, mail_from = _header("Recipient"), request.headers.get("X-Pbem-Sender", "")
        # The length is known before a byte is read; what it says is enforced while reading.
        body = request.get_data(cache=False)
        _check_signature(mail.webhook_secret.get_secret_value(), rcpt, mail_from, body, clock())
        if not body:
            abort(400, "the body is empty; it must be the raw message")
        try:
            if not knows(rcpt):
                abort(404, "no such recipient here")
            letter_id = accept(body, rcpt, mail_from, {})
        except (StorageError, OSError) as error:
            log.error("letter not stored", error=str(error))
            abort(503, "the letter could not be stored; send it again later")
        return jsonify(letter=letter_id), 202

    return pages


def _header(name: str) -> str:
    value = request.headers.get(f"X-Pbem-{name}", "")
    if not value:
        abort(400, f"the header X-Pbem-{name} is missing")
    return value


def _check_signature(secret: str, rcpt: str, mail_from: str, body: bytes, now: datetime) -> None:
    if not secret:
        abort(403, "the webhook is closed: no mail.webhook_secret is configured")
    timestamp, given = _header("Timestamp"), _header("Signature")
    wanted = signature_of(secret, timestamp, rcpt, mail_from, body)
    if not hmac.compare_digest(wanted.encode(), given.lower().encode()):
        _refuse("the signature is wrong")
    # Only now: whoever cannot sign learns nothing about our clock.
    if not timestamp.isascii() or not timestamp.isdigit():
        _refuse("X-Pbem-Timestamp must be seconds since 1970")
    if abs(now.timestamp() - int(timestamp)) > WINDOW.total_seconds():
        _refuse("the timestamp is more than five minutes off")


def _refuse(why: str) -> NoReturn:
    log.warning("webhook refused", why=why)
    abort(401, why)


def letter_from(sender: str, own: str, text: str) -> bytes:
    """A letter as its sender would have written it."""
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"], letter["Subject"] = sender, own, "From the web"
    letter["Message-ID"] = make_msgid(domain=own.rpartition("@")[2])
    letter.set_content(f"{text}\n")
    return letter.as_bytes()
