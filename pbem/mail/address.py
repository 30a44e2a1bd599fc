"""Seat addresses: a secret token in the local part says whose letter it is."""

import hmac
import re
from base64 import b32encode
from collections.abc import Iterable, Mapping

TOKEN_BYTES = 16
_TOKEN_LETTERS = 26
_TOKEN = rf"[a-z2-7]{{{_TOKEN_LETTERS}}}"
_IN_LOCAL_PART = re.compile(rf"^.*[+\-]({_TOKEN})$", re.IGNORECASE | re.DOTALL)
_IN_MESSAGE_ID = re.compile(rf"(?<![^<\s])[^\s<>@]{{1,64}}\.({_TOKEN})@", re.IGNORECASE)
_ANYWHERE = re.compile(rf"(?<![a-z0-9]){_TOKEN}(?![a-z0-9])", re.IGNORECASE)
_TAKEN_OUT = "[taken out]"
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]{1,128}@[^\s<>,;:\"()\[\]]{1,255}")
_PLAIN = re.compile(r"(?:(?![<>@,;:\"])[!-~]){1,64}@[A-Za-z0-9.-]{1,255}")
_RECIPIENT_HEADERS = (
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "resent-to",
)
_THREAD_HEADERS = ("in-reply-to", "references")
_HEADER_LIMIT = 16 * 1024


def is_address(email: str) -> bool:
    """Whether that can be a mail address that we write to: ASCII, without a name or quotes."""
    return _PLAIN.fullmatch(email) is not None


def new_token(random_bytes: bytes) -> str:
    """Spell 16 random bytes as 26 letters of lower-case base32 without padding.

    Raises ValueError for any other number of bytes.
    """
    if len(random_bytes) != TOKEN_BYTES:
        raise ValueError(f"a token is made of {TOKEN_BYTES} random bytes, not {len(random_bytes)}")
    return b32encode(random_bytes).decode("ascii").rstrip("=").lower()


def same_token(one: str, other: str) -> bool:
    """Say whether two tokens are the same, whatever their case, in constant time."""
    return hmac.compare_digest(one.casefold().encode(), other.casefold().encode())


def reply_address(base: str, token: str) -> str:
    """Put a token into an address: `game@example.org` becomes `game+TOKEN@example.org`.

    Raises ValueError when `base` has no local part or no domain.
    """
    local, at, domain = base.rpartition("@")
    if not (local and at and domain):
        raise ValueError(f"not a mail address: {base!r}")
    return f"{local}+{token}@{domain}"


def token_of(address: str) -> str | None:
    """Return the token of `game+TOKEN@…` or `game-TOKEN@…` in lower case, or None."""
    local, at, _domain = address.strip().strip("<>").rpartition("@")
    if not at or len(local) > 320:
        return None
    found = _IN_LOCAL_PART.match(local)
    return found.group(1).lower() if found else None


def without_tokens(text: str) -> str:
    """The text without all that has the shape of a token, in use or not."""
    return _ANYWHERE.sub(_TAKEN_OUT, text) if len(text) >= _TOKEN_LETTERS else text


def token_of_message_id(message_id: str) -> str | None:
    """Return the token of a Message-ID made by `compose.message_id_for`, or None."""
    found = _IN_MESSAGE_ID.search(message_id[:_HEADER_LIMIT])
    return found.group(1).lower() if found else None


def tokens_in(headers: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return every distinct token of a letter's headers, recipients before thread headers.

    `headers` maps lower-case names to all their values, as `headers.read_headers` gives them.
    """
    found: dict[str, None] = {}
    for name in _RECIPIENT_HEADERS:
        for value in headers.get(name, ()):
            for address in _ADDRESS.findall(value[:_HEADER_LIMIT]):
                if token := token_of(address):
                    found[token] = None
    for name in _THREAD_HEADERS:
        for value in headers.get(name, ()):
            for match in _IN_MESSAGE_ID.finditer(value[:_HEADER_LIMIT]):
                found[match.group(1).lower()] = None
    return tuple(found)
