"""Whether a notice is Amazon SNS's own: its signature, its age, and a certificate from Amazon."""

from __future__ import annotations

import hashlib
import re
import ssl
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NoReturn
from urllib.request import HTTPRedirectHandler, Request, build_opener

from dkim import crypto

FETCH_SECONDS = 5.0
MOST_CERTIFICATE_BYTES = 16 * 1024
LIFE = timedelta(days=1)
"""How long a fetched certificate is believed."""
MOST_KEYS = 8
WINDOW = timedelta(minutes=70)
"""Amazon tries for an hour at most, and a notice keeps its time."""
LEAST_KEY_BITS = 2048

_CERTIFICATE = re.compile(
    r"https://sns\.([a-z]{2}[a-z0-9-]{3,30})\.amazonaws\.com(\.cn)?"
    r"/SimpleNotificationService-[0-9A-Za-z]{8,64}\.pem"
)
_TOPIC = re.compile(r"arn:aws[a-z-]*:sns:([a-z0-9-]+):[0-9]{12}:[A-Za-z0-9_.-]{1,256}")
# The digests of SignatureVersion, and what is signed, in the order in which Amazon signs it.
_DIGESTS = {"1": hashlib.sha1, "2": hashlib.sha256}
_OF_A_LETTER = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
_OF_A_QUESTION = (
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
)

Fetch = Callable[[str], bytes]
"""Gets a certificate in PEM. Raises OSError when it cannot be had now."""


class NotAmazons(ValueError):
    """The notice is not signed by Amazon; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class _Known:
    key: dict[str, int]
    fetched_at: datetime


class Notary:
    """Checks notices; certificates are fetched when first needed and kept for a day."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._keys: dict[str, _Known] = {}
        self._lock = Lock()

    def check(self, notice: Mapping[str, Any], now: datetime) -> None:
        """Raise NotAmazons for a notice that is forged or old.

        Raises OSError when the certificate cannot be fetched now.
        """
        where = _certificate_of(notice)
        digest = _DIGESTS.get(str(notice.get("SignatureVersion")))
        if digest is None:
            raise NotAmazons("an unknown SignatureVersion")
        _check_age(str(notice.get("Timestamp") or ""), now)
        signature = _signature_of(notice)
        signed = signed_text(notice)
        key = self._key(where, now)
        if len(signature) != (key["modulus"].bit_length() + 7) // 8:
            raise NotAmazons("the signature is wrong")
        if not crypto.RSASSA_PKCS1_v1_5_verify(digest(signed), signature, key):
            raise NotAmazons("the signature is wrong")

    def _key(self, where: str, now: datetime) -> dict[str, int]:
        with self._lock:
            known = self._keys.get(where)
        if known is not None and now - known.fetched_at < LIFE:
            return known.key
        key = key_of(self._fetch(where))
        with self._lock:
            if len(self._keys) >= MOST_KEYS:
                self._keys.clear()
            self._keys[where] = _Known(key, now)
        return key


def signed_text(notice: Mapping[str, Any]) -> bytes:
    """What Amazon signs of a notice: names and values, each on a line of its own."""
    is_letter = notice.get("Type") == "Notification"
    wanted = _OF_A_LETTER if is_letter else _OF_A_QUESTION
    there = [name for name in wanted if notice.get(name) is not None]
    lines = "".join(f"{name}\n{notice[name]}\n" for name in there)
    return lines.encode("utf-8", "surrogatepass")


def key_of(pem: bytes) -> dict[str, int]:
    """The RSA key of a certificate in PEM. Raises NotAmazons where there is none, or a weak one."""
    try:
        der = ssl.PEM_cert_to_DER_cert(pem.decode("ascii").strip())
        certificate = _parts(_parts(der)[0][1])
        fields = _parts(certificate[0][1])
        # RFC 5280, 4.1: version (if tagged), serial, algorithm, issuer, validity, subject, key.
        place = 6 if fields[0][0] == 0xA0 else 5
        key: dict[str, int] = crypto.parse_public_key(fields[place][2])
    except (ValueError, IndexError, AssertionError, crypto.UnparsableKeyError) as error:
        raise NotAmazons("the certificate cannot be read") from error
    if key["modulus"].bit_length() < LEAST_KEY_BITS or key["publicExponent"] < 3:
        raise NotAmazons("the certificate's key is weak")
    return key


def fetch_certificate(where: str) -> bytes:
    """Get a certificate by HTTPS, from that address and no other. Raises OSError."""
    with build_opener(_NoRedirects).open(Request(where), timeout=FETCH_SECONDS) as answer:
        found: bytes = answer.read(MOST_CERTIFICATE_BYTES + 1)
    if len(found) > MOST_CERTIFICATE_BYTES:
        raise OSError("the certificate is too long")
    return found


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_more: Any) -> NoReturn:
        raise OSError("a certificate is not fetched elsewhere")


def _certificate_of(notice: Mapping[str, Any]) -> str:
    where = str(notice.get("SigningCertURL") or "")
    found = _CERTIFICATE.fullmatch(where)
    topic = _TOPIC.fullmatch(str(notice.get("TopicArn") or ""))
    if found is None or topic is None or topic[1] != found[1]:
        raise NotAmazons("the certificate is not that of the topic's region at Amazon")
    return where


def _signature_of(notice: Mapping[str, Any]) -> bytes:
    try:
        return b64decode(str(notice.get("Signature") or ""), validate=True)
    except ValueError as error:
        raise NotAmazons("the signature is broken") from error


def _check_age(stamp: str, now: datetime) -> None:
    try:
        at = datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError as error:
        raise NotAmazons("the notice has no time") from error
    if abs(now - at) > WINDOW:
        raise NotAmazons("the notice is too old")


def _parts(der: bytes) -> list[tuple[int, bytes, bytes]]:
    """Tag, content and the whole of each value in DER (X.690, 8.1). Raises ValueError."""
    return list(_values(der))


def _values(der: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    at = 0
    while at < len(der):
        head, length = 2, der[at + 1]
        if length >= 0x80:
            head = 2 + (length & 0x7F)
            length = int.from_bytes(der[at + 2 : at + head], "big")
        end = at + head + length
        if end > len(der):
            raise ValueError("cut off")
        yield der[at], der[at + head : end], der[at:end]
        at = end
