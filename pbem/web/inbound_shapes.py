"""What mail providers post, read into raw letters: forms, JSON and notices of Amazon SNS.

Each reader takes the body's bytes and gives a `PostedLetter`, or raises Unreadable; no network, no
clock, no database. The raw letter is the provider's copy of the bytes, never put together anew.
"""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from werkzeug.http import parse_options_header
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData

MOST_PARTS = 200
_VERDICT_NAMES = {"spfVerdict": "spf", "dkimVerdict": "dkim", "dmarcVerdict": "dmarc"}


class Unreadable(ValueError):
    """The body is not what this provider posts; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class PostedLetter:
    """One letter as a provider posted it; `verdicts` such as {"spf": "pass"}."""

    raw: bytes
    rcpts: tuple[str, ...]
    mail_from: str
    verdicts: Mapping[str, str] = field(default_factory=dict)


def read_form(content_type: str, body: bytes) -> dict[str, bytes]:
    """The fields of a posted form as bytes, whatever their charset: letters are not text."""
    kind, options = parse_options_header(content_type)
    if kind == "application/x-www-form-urlencoded":
        try:
            pairs = parse_qsl(
                body.decode("latin-1"), True, encoding="latin-1", max_num_fields=MOST_PARTS
            )
        except ValueError as error:
            raise Unreadable("the form has too many fields") from error
        return {name: value.encode("latin-1") for name, value in pairs}
    if kind != "multipart/form-data" or not options.get("boundary"):
        raise Unreadable("the body must be a form")
    decoder = MultipartDecoder(options["boundary"].encode("latin-1", "replace"), len(body))
    decoder.receive_data(body)
    decoder.receive_data(None)
    return _fields_of(decoder)


def _fields_of(decoder: MultipartDecoder) -> dict[str, bytes]:
    fields: dict[str, bytes] = {}
    name, parts = "", 0
    try:
        while not isinstance(event := decoder.next_event(), Epilogue | NeedData):
            if isinstance(event, Field | File):
                name = event.name
                fields[name] = b""
                parts += 1
                if parts > MOST_PARTS:
                    raise Unreadable("the form has too many fields")
            elif isinstance(event, Data):
                fields[name] += event.data
    except Unreadable:
        raise
    except ValueError as error:
        raise Unreadable("the form is broken") from error
    return fields


def mailgun(fields: Mapping[str, bytes]) -> PostedLetter:
    """A route to an address ending in `mime`: the raw letter is the field `body-mime`."""
    rcpts = _text(fields, "recipient").split(",")
    return _posted(fields.get("body-mime", b""), rcpts, _text(fields, "sender"), "body-mime")


def sendgrid(fields: Mapping[str, bytes]) -> PostedLetter:
    """Inbound Parse with "POST the raw, full MIME message": the fields `email` and `envelope`."""
    envelope = _object(fields.get("envelope", b""))
    to = envelope.get("to")
    rcpts = [str(one) for one in to] if isinstance(to, list) else []
    spf = _text(fields, "SPF").strip().lower()
    verdicts = {"spf": spf} if spf in ("pass", "fail", "softfail", "neutral", "none") else {}
    sender = str(envelope.get("from") or "")
    return _posted(fields.get("email", b""), rcpts, sender, "email", verdicts)


def postmark(body: bytes) -> PostedLetter:
    """An inbound stream with "Include raw email content": RawEmail and OriginalRecipient.

    RawEmail is taken as it is or in base64: a header's colon is not a letter of base64.
    """
    letter = _object(body)
    given = str(letter.get("RawEmail") or "")
    raw = given.encode("utf-8", "surrogatepass")
    if given and ":" not in given.lstrip().partition("\n")[0]:
        raw = _unbase64(given)
    sender = _return_path(letter)
    return _posted(raw, [str(letter.get("OriginalRecipient") or "")], sender, "RawEmail")


def _return_path(letter: Mapping[str, Any]) -> str:
    headers = letter.get("Headers")
    for header in headers if isinstance(headers, list) else ():
        if isinstance(header, dict) and str(header.get("Name")).lower() == "return-path":
            return str(header.get("Value") or "").strip().strip("<>")
    return str(letter.get("From") or "")


@dataclass(frozen=True, slots=True)
class Subscription:
    """Amazon asks whether this address wants a topic's notices; a person opens the link."""

    topic: str
    link: str


def notice_of(body: bytes) -> dict[str, Any]:
    """A notice of SNS as it was posted."""
    return _object(body)


def amazon(notice: Mapping[str, Any]) -> PostedLetter | Subscription | None:
    """A notice of SNS: a letter SES received, a subscription to confirm, None for anything else."""
    topic = str(notice.get("TopicArn") or "")
    if notice.get("Type") == "SubscriptionConfirmation":
        return Subscription(topic, str(notice.get("SubscribeURL") or ""))
    if notice.get("Type") != "Notification":
        return None
    message = _object(str(notice.get("Message") or "").encode("utf-8", "surrogatepass"))
    if message.get("notificationType") != "Received":
        return None
    return _received(message)


def _received(message: Mapping[str, Any]) -> PostedLetter:
    receipt, mail = _inner(message, "receipt"), _inner(message, "mail")
    content = message.get("content")
    if not isinstance(content, str) or not content:
        raise Unreadable("the notice has no content: use an SNS action, which sends the letter")
    is_base64 = str(_inner(receipt, "action").get("encoding")).upper() == "BASE64"
    raw = _unbase64(content) if is_base64 else content.encode("utf-8", "surrogatepass")
    rcpts = receipt.get("recipients")
    verdicts = {
        short: str(_inner(receipt, name).get("status")).lower()
        for name, short in _VERDICT_NAMES.items()
        if _inner(receipt, name).get("status")
    }
    to = [str(one) for one in rcpts] if isinstance(rcpts, list) else []
    return _posted(raw, to, str(mail.get("source") or ""), "content", verdicts)


def _posted(
    raw: bytes,
    rcpts: list[str],
    mail_from: str,
    name: str,
    verdicts: Mapping[str, str] | None = None,
) -> PostedLetter:
    if not raw:
        raise Unreadable(f"{name} is missing: switch on that the raw letter is posted")
    found = tuple(dict.fromkeys(one.strip() for one in rcpts if one.strip()))
    if not found:
        raise Unreadable("the recipient is missing")
    return PostedLetter(raw, found, mail_from.strip().strip("<>"), verdicts or {})


def _text(fields: Mapping[str, bytes], name: str) -> str:
    return fields.get(name, b"").decode("utf-8", "replace")


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not JSON") from error
    if not isinstance(found, dict):
        raise Unreadable("not a JSON object")
    return found


def _inner(message: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = message.get(name)
    return found if isinstance(found, dict) else {}


def _unbase64(text: str) -> bytes:
    try:
        return b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unreadable("broken base64") from error
