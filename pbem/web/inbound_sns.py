"""Whether a notice is Amazon SNS's own: its signature, its age, and a certificate from Amazon."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NoReturn
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.x509 import load_pem_x509_certificate

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
_DIGESTS: dict[str, hashes.HashAlgorithm] = {"1": hashes.SHA1(), "2": hashes.SHA256()}
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


class NotSignedByAmazon(ValueError):
    """The notice is not signed by Amazon; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class _Known:
    key: RSAPublicKey
    fetched_at: datetime


class SnsVerifier:
    """Checks notices; certificates are fetched when first needed and kept for a day."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._keys: dict[str, _Known] = {}
        self._lock = Lock()

    def check(self, notice: Mapping[str, Any], now: datetime) -> None:
        """Raise NotSignedByAmazon for a notice that is forged or old.

        Raises OSError when the certificate cannot be fetched now.
        """
        where = _certificate_of(notice)
        digest = _DIGESTS.get(str(notice.get("SignatureVersion")))
        if digest is None:
            raise NotSignedByAmazon("an unknown SignatureVersion")
        _check_age(str(notice.get("Timestamp") or ""), now)
        signature = _signature_of(notice)
        try:
            self._key(where, now).verify(signature, signed_text(notice), PKCS1v15(), digest)
        except InvalidSignature as error:
            raise NotSignedByAmazon("the signature is wrong") from error

    def _key(self, where: str, now: datetime) -> RSAPublicKey:
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


def key_of(pem: bytes) -> RSAPublicKey:
    """The RSA key of a certificate in PEM. Raises NotSignedByAmazon where there is none, or a weak
    one."""
    try:
        key = load_pem_x509_certificate(pem).public_key()
    except (ValueError, UnsupportedAlgorithm) as error:
        raise NotSignedByAmazon("the certificate cannot be read") from error
    if not isinstance(key, RSAPublicKey) or key.key_size < LEAST_KEY_BITS:
        raise NotSignedByAmazon("the certificate's key is weak")
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
        raise NotSignedByAmazon("the certificate is not that of the topic's region at Amazon")
    return where


def _signature_of(notice: Mapping[str, Any]) -> bytes:
    try:
        return b64decode(str(notice.get("Signature") or ""), validate=True)
    except ValueError as error:
        raise NotSignedByAmazon("the signature is broken") from error


def _check_age(stamp: str, now: datetime) -> None:
    try:
        at = datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError as error:
        raise NotSignedByAmazon("the notice has no time") from error
    if abs(now - at) > WINDOW:
        raise NotSignedByAmazon("the notice is too old")
