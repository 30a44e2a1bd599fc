"""Webhooks of mail providers: who may post, and what each must hear to come again or not.

| provider | proof | stored | never | again |
|---|---|---|---|---|
| Mailgun | HMAC over time and token, a token for one letter | 200 | 406 | any other |
| Postmark | password in the address | 200 | 403 | any other |
| SendGrid | password in the address | 200 | 4xx | 5xx |
| Amazon SES by SNS | password in the address, signature, the topic | 200 | 4xx | 5xx |
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NoReturn, TypeVar

from flask import Blueprint, Response, abort, jsonify, make_response, request
from pydantic import SecretStr

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.settings import MailSettings
from pbem.web import inbound_shapes as shapes
from pbem.web.inbound import AcceptPosted, KnowsAddress
from pbem.web.inbound_shapes import PostedLetter, Subscription, Unreadable
from pbem.web.inbound_sns import Fetch, NotSignedByAmazon, SnsVerifier, fetch_certificate

log = get_logger(__name__)

T = TypeVar("T")
WINDOW = timedelta(minutes=5)
ENVELOPE_BYTES = 512 * 1024
"""What may stand around a letter in a provider's body, beside base64's or a form's growth."""
_LINK = re.compile(r"https://sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?/\S+")


def body_limit(mail: MailSettings) -> int:
    """The longest body a provider may post: every byte of a letter spelt as three."""
    return 3 * mail.max_letter_bytes + ENVELOPE_BYTES


class Tokens:
    """Mailgun's tokens seen lately: one is good for one letter, so that none can be replayed.

    Mailgun signs time and token, but neither the letter nor whom it is for. So a token counts for
    the recipient, sender and letter with which it came first: a call that somebody has captured
    cannot be sent on to another seat. Kept in this process: another process takes a token once
    more, within the window, from somebody who has listened to TLS.
    """

    def __init__(self) -> None:
        self._seen: dict[str, tuple[datetime, bytes]] = {}
        self._lock = Lock()

    def is_good(self, fields: Mapping[str, bytes], now: datetime) -> bool:
        """Whether the token is new, or comes again with the same letter for the same recipient."""
        token = fields.get("token", b"").decode("latin-1")
        parts = (fields.get(name, b"") for name in ("recipient", "sender", "body-mime"))
        digest = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()
        with self._lock:
            self._seen = {k: v for k, v in self._seen.items() if now - v[0] <= 3 * WINDOW}
            _at, known = self._seen.setdefault(token, (now, digest))
            return hmac.compare_digest(known, digest)


def provider_pages(
    mail: MailSettings,
    accept: AcceptPosted,
    knows: KnowsAddress,
    clock: Callable[[], datetime],
    fetch: Fetch = fetch_certificate,
) -> Blueprint:
    """`POST /inbound/mailgun`, `/postmark`, `/sendgrid` and `/ses`.

    `fetch(address)` gets Amazon's certificates.
    """
    pages = Blueprint("providers", __name__)
    hooks, tokens, notary = mail.webhooks, Tokens(), SnsVerifier(fetch)

    def stored(letter: PostedLetter, never: int) -> Response:
        return _stored(letter, never, mail.max_letter_bytes, accept, knows)

    # Mailgun posts the raw letter only to addresses that end so.
    @pages.post("/inbound/mailgun")
    @pages.post("/inbound/mailgun/mime")
    def mailgun() -> Response:
        fields = _form(mail, hooks.mailgun_key, 406)
        _check_mailgun(hooks.mailgun_key.get_secret_value(), fields, clock(), tokens)
        return stored(_read(lambda: shapes.mailgun(fields), 406), 406)

    @pages.post("/inbound/postmark")
    def postmark() -> Response:
        _check_password(hooks.postmark_password)
        body = _body(mail)
        return stored(_read(lambda: shapes.postmark(body), 403), 403)

    @pages.post("/inbound/sendgrid")
    def sendgrid() -> Response:
        _check_password(hooks.sendgrid_password)
        fields = _form(mail, hooks.sendgrid_password, 400)
        return stored(_read(lambda: shapes.sendgrid(fields), 400), 404)

    @pages.post("/inbound/ses")
    def ses() -> Response:
        _check_password(hooks.ses_password)
        body = _body(mail)
        notice = _amazon_notice(hooks.ses_topic, notary, body, clock())
        if isinstance(notice, Subscription):
            return _subscription(notice)
        return jsonify(letters=[]) if notice is None else stored(notice, 404)

    return pages


def _stored(
    letter: PostedLetter, never: int, most_bytes: int, accept: AcceptPosted, knows: KnowsAddress
) -> Response:
    """Store a letter for each of our addresses; `never` is what its provider takes for a no."""
    if len(letter.raw) > most_bytes:
        _refuse(never, "the letter is too big")
    try:
        ours = [rcpt for rcpt in letter.rcpts if knows(rcpt)]
        ids = [accept(letter.raw, to, letter.mail_from, letter.verdicts) for to in ours]
    except (StorageError, OSError) as error:
        log.error("letter not stored", error=str(error))
        abort(503, "the letter could not be stored; send it again later")
    if not ids:
        _refuse(never, "no such recipient here")
    return jsonify(letters=ids)


def _amazon_notice(
    topic: str, notary: SnsVerifier, body: bytes, now: datetime
) -> PostedLetter | Subscription | None:
    """What a signed notice brings; letters are taken from our own topic alone."""
    fields = _read(lambda: shapes.notice_of(body), 400)
    _check_notice(notary, fields, now)
    notice = _read(lambda: shapes.amazon(fields), 400)
    if not topic and isinstance(notice, PostedLetter):
        _refuse(403, "no topic is allowed: set mail.webhooks.ses_topic")
    if topic and fields.get("TopicArn") != topic:
        _refuse(403, "another topic")
    return notice


def _subscription(notice: Subscription) -> Response:
    """Write the link down for the operator; whatever address a body names, nothing is fetched."""
    if not _LINK.fullmatch(notice.link):
        _refuse(400, "the link is not Amazon's")
    text = "open this link to let Amazon post letters"
    log.warning(text, topic=notice.topic, link_to_open=notice.link)
    return jsonify(letters=[])


def _check_mailgun(key: str, fields: Mapping[str, bytes], now: datetime, seen: Tokens) -> None:
    stamp, token = fields.get("timestamp", b""), fields.get("token", b"")
    wanted = hmac.new(key.encode(), stamp + token, hashlib.sha256).hexdigest()
    given = fields.get("signature", b"").lower()
    if not token or not hmac.compare_digest(wanted.encode(), given):
        _refuse(401, "the signature is wrong")
    if not stamp.isdigit() or abs(now.timestamp() - int(stamp)) > WINDOW.total_seconds():
        _refuse(401, "the timestamp is more than five minutes off")
    if not seen.is_good(fields, now):
        _refuse(401, "the token was used for another letter")


def _check_notice(notary: SnsVerifier, notice: Mapping[str, Any], now: datetime) -> None:
    try:
        notary.check(notice, now)
    except NotSignedByAmazon as error:
        _refuse(403, str(error))
    except OSError as error:
        log.error("Amazon's certificate could not be fetched", error=str(error))
        abort(503, "the signature could not be checked; send it again later")


def _check_password(wanted: SecretStr) -> None:
    """HTTP's own password: the provider posts to https://pbem:PASSWORD@host/…; any user name."""
    secret = wanted.get_secret_value()
    if not secret:
        abort(403, "this webhook is closed: no secret is configured for it")
    given = request.authorization.password if request.authorization else None
    if not hmac.compare_digest(secret.encode(), (given or "").encode("utf-8", "replace")):
        log.warning("webhook refused", why="the password is wrong")
        answer = make_response(jsonify(error="the password is wrong"), 401)
        # SNS sends the password of the address only when it is asked for one.
        answer.headers["WWW-Authenticate"] = 'Basic realm="pbem"'
        abort(answer)


def _form(mail: MailSettings, secret: SecretStr, never: int) -> dict[str, bytes]:
    if not secret.get_secret_value():
        abort(403, "this webhook is closed: no secret is configured for it")
    body = _body(mail)
    return _read(lambda: shapes.read_form(request.headers.get("Content-Type", ""), body), never)


def _body(mail: MailSettings) -> bytes:
    request.max_content_length = body_limit(mail)
    return request.get_data(cache=False, parse_form_data=False)


def _read(read: Callable[[], T], never: int) -> T:
    try:
        return read()
    except Unreadable as error:
        _refuse(never, str(error))


def _refuse(code: int, why: str) -> NoReturn:
    log.warning("webhook refused", why=why)
    # Werkzeug has no exception of its own for every code.
    abort(make_response(jsonify(error=why), code))
