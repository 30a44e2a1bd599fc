"""What makes a letter the same letter: its Message-ID and body, or sender, date and body."""

import hashlib
import re
from collections.abc import Callable

_HEADER_LIMIT = 64 * 1024
_END = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_IDENTITY = (rb"message-id",)
_ELSE = (rb"from", rb"date")
_DATE = (rb"date",)


def digest_of(raw: bytes, rcpt: str, occasion: str | Callable[[], str] = "") -> str:
    """A hex SHA-256 that two deliveries of one letter to one recipient share.

    Trace headers differ from delivery to delivery and do not count; a Message-ID alone does not
    decide, because it can be forged to suppress another letter. A letter with neither Message-ID
    nor Date is the same only on the same `occasion`, which is asked for then alone.
    """
    end = _END.search(raw, 0, _HEADER_LIMIT)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw[:_HEADER_LIMIT], raw)
    identity = _values(head, _IDENTITY) or _values(head, _ELSE)
    if not (_values(head, _IDENTITY) or _values(head, _DATE)):
        told = occasion if isinstance(occasion, str) else occasion()
        identity = [*identity, told.encode()] if told else identity
    digest = hashlib.sha256()
    for part in (rcpt.strip().casefold().encode(), *identity, hashlib.sha256(body).digest()):
        digest.update(len(part).to_bytes(4, "big"))
        digest.update(part)
    return digest.hexdigest()


def _values(head: bytes, names: tuple[bytes, ...]) -> list[bytes]:
    found = []
    for line in _FOLD.sub(b" ", head).splitlines():
        name, colon, value = line.partition(b":")
        if colon and name.strip().lower() in names:
            found.append(value.strip())
    return found
