"""Raw bytes to a parsed message, with the shape of hostile mail bounded beforehand."""

import re
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser

from pbem.mail.headers import PARSER_FAULTS

# The standard parser takes quadratic time on deep nesting and on very many parts or headers.
SUSPECT_BYTES = 64 * 1024
_MOST_BOUNDARY_LINES = 400
_MOST_MULTIPARTS = 20
_MOST_LINES = 60_000
_HEADER_END = re.compile(rb"\r?\n\r?\n|\r\r")


def parse_mail(raw: bytes) -> Message:
    """Parse any bytes; what the standard library cannot parse becomes headers and one body."""
    raw = raw.lstrip(b"\r\n\x00 \t") if raw[:1] in b"\r\n\x00 \t" else raw
    if _is_suspect(raw):
        raw = raw[:SUSPECT_BYTES]
    try:
        return message_from_bytes(raw)
    except PARSER_FAULTS:
        return _headers_only(raw)


def _headers_only(raw: bytes) -> Message:
    try:
        return BytesHeaderParser().parsebytes(raw)
    except PARSER_FAULTS:
        return Message()


def _is_suspect(raw: bytes) -> bool:
    if len(raw) <= SUSPECT_BYTES:
        return False
    end = _HEADER_END.search(raw)
    return (
        end is None
        or end.start() > SUSPECT_BYTES
        or raw.count(b"\n--") > _MOST_BOUNDARY_LINES
        or raw.lower().count(b"multipart/") > _MOST_MULTIPARTS
        or raw.count(b"\n") + raw.count(b"\r") > _MOST_LINES
    )
