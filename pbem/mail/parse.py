"""Raw bytes to a parsed message, with the shape of hostile mail bounded beforehand."""

import re
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser, Parser

from pbem.mail.headers import PARSER_FAULTS

# The standard parser takes quadratic time on deep nesting and on very many parts or headers.
SUSPECT_BYTES = 64 * 1024
_MOST_BOUNDARY_LINES = 400
_MOST_MULTIPARTS = 20
_MOST_LINES = 60_000
_BARE_CR = re.compile(rb"\r(?!\n)")
_HALF_OF_CRLF = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_LF_LF = re.compile(rb"\n\r?\n")
_CRLF_CRLF = re.compile(rb"\r\n\r\n")
_BLANK_LINE = re.compile(r"(?>\r\n|\r|\n)(?>\r\n|\r|\n)")
_FROM_LINE = re.compile("[\r\n]From ")
_HEADER_END = re.compile(rb"\r?\n\r?\n|\r\r")


def parse_mail(raw: bytes) -> Message:
    """Parse any bytes; what the standard library cannot parse becomes headers and one body."""
    raw = raw.lstrip(b"\r\n\x00 \t") if raw[:1] in b"\r\n\x00 \t" else raw
    raw = with_whole_line_ends(raw)
    if _is_suspect(raw):
        raw = raw[:SUSPECT_BYTES]
    try:
        return _of_one_part(raw) or message_from_bytes(raw)
    except PARSER_FAULTS:
        return _headers_only(raw)


def _of_one_part(raw: bytes) -> Message | None:
    """A letter whose body is one text: its headers alone are parsed, None for any other."""
    text = raw.decode("ascii", "surrogateescape")
    gap = _BLANK_LINE.search(text)
    # The parser may take such a line for the first one of the body.
    if gap is None or _FROM_LINE.search(text, 0, gap.start()):
        return None
    message = Parser().parsestr(text[: gap.end()], headersonly=True)
    if message.defects or message.get_content_maintype() in ("multipart", "message"):
        return None
    message.set_payload(text[gap.end() :])
    return message


def with_whole_line_ends(raw: bytes) -> bytes:
    """Make blanks of what looks like half a line end in the headers of a letter.

    A server that checked the letter saw no line end there, so no header of its own may begin.
    """
    whole = _CRLF_CRLF.search(raw)
    head = raw[: whole.start()] if whole else raw
    ends = head.count(b"\r\n")
    if ends == head.count(b"\n") == head.count(b"\r"):
        return raw
    if ends * 2 >= head.count(b"\n") > 0:
        return _HALF_OF_CRLF.sub(b" ", head) + raw[len(head) :]
    end = _LF_LF.search(raw)
    head = raw[: end.start()] if end else raw
    return _BARE_CR.sub(b" ", head) + raw[len(head) :] if b"\n" in head else raw


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
