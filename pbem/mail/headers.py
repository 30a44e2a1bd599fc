"""Headers read one by one, each guarded: a bad one is text, never an exception."""

import re
from collections.abc import Iterable, Mapping
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from functools import lru_cache

from pbem.mail.charset import decode

Headers = Mapping[str, tuple[str, ...]]

NUL = "\0"
"""The name under which headers tell that there is a NUL in the author's address."""
_VALUE_LIMIT = 16 * 1024
_SUBJECT_LIMIT = 1000
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,996}>")
_UNDECODED = re.compile("[\udc80-\udcff]")
_WHITE = re.compile(r"[\s\x00-\x1f\x7f]+")
# All that the standard library's mail code was seen to raise on hostile input.
PARSER_FAULTS = (
    AssertionError,
    AttributeError,
    HeaderParseError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


def read_headers(message: Message) -> Headers:
    """Map each lower-case header name to all its values, undecoded, unfolded and bounded."""
    found: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        found.setdefault(str(name).lower(), []).append(_plain(value))
        if "\0" in str(value) and str(name).lower() == "from":
            found[NUL] = [""]
    return {name: tuple(values) for name, values in found.items()}


def first(headers: Headers, name: str) -> str:
    """Return the first value of a header, or the empty string."""
    values = headers.get(name)
    return values[0] if values else ""


def decoded(value: str) -> str:
    """Decode the RFC 2047 words of one value to one line of text, at most 1,000 characters."""
    value = value[: _SUBJECT_LIMIT * 4]
    try:
        parts = decode_header(value)
    except PARSER_FAULTS:
        parts = [(value, None)]
    text = "".join(
        decode(part, charset) if isinstance(part, bytes) else part for part, charset in parts
    )
    return _on_one_line(text)[:_SUBJECT_LIMIT]


def addresses(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return (name, address) of every address in the values that has a local part and a domain."""
    return _addresses(tuple(values))


@lru_cache(maxsize=16)
def _addresses(values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """A letter's headers are asked more than once who wrote it and to whom."""
    try:
        # Not strict: a list of recipients with one bad entry still names the others.
        pairs = getaddresses([value[:_VALUE_LIMIT] for value in values])
    except PARSER_FAULTS:
        return ()
    return tuple((decoded(name), address) for name, address in pairs if _is_address(address))


def message_ids(value: str) -> tuple[str, ...]:
    """Return the distinct ids `<…>` of Message-ID, In-Reply-To or References, in order."""
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(value[:_VALUE_LIMIT])))


def may_have_parameter(part: Message, name: str) -> bool:
    """Say whether the name of a parameter stands in the Content-Type at all."""
    return name in str(part.get("content-type", "")).lower()


def parameter(part: Message, name: str) -> str:
    """Return a parameter of the Content-Type of one part, or the empty string."""
    try:
        if not may_have_parameter(part, name):
            return ""
        value = part.get_param(name, "")
    except PARSER_FAULTS:
        return ""
    # An RFC 2231 parameter comes as (charset, language, value).
    return str(value[2] if isinstance(value, tuple) else value)


def _plain(value: object) -> str:
    # compat32 keeps undecodable bytes as surrogates; most such headers are raw UTF-8 or cp1252.
    text = str(value)[:_VALUE_LIMIT]
    if not text.isascii() and _UNDECODED.search(text):
        text = decode(text.encode("utf-8", "surrogateescape"), None)
    return _on_one_line(text)


def _is_address(address: str) -> bool:
    local, at, domain = address.rpartition("@")
    return bool(local and at and domain) and len(address) <= 320 and " " not in address


def _on_one_line(text: str) -> str:
    if text.isprintable() and "  " not in text:
        return text.strip()
    return _WHITE.sub(" ", text).strip()
