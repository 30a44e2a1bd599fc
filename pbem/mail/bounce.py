"""Bounces: who could not be reached, for good or for now (RFC 3464, then flufl.bounce)."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from flufl.bounce import all_failures

from pbem.mail.address import tokens_in
from pbem.mail.headers import PARSER_FAULTS, Headers, addresses, first, read_headers
from pbem.mail.machine import is_daemon, machine_reason, words_reason
from pbem.mail.parse import parse_mail

_LIMIT = 64 * 1024
# Some detectors of flufl.bounce take quadratic time.
_GUESS_LIMIT = 16 * 1024
_MOST_PARTS = 50
_MOST_LINE = 2000
_ENHANCED = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-5]\d(?=[ -])")
_UNKNOWN_FOR_GOOD = "5.0.0"
_UNKNOWN_FOR_NOW = "4.0.0"
# They trip over odd headers and log that with a traceback each time, whatever a stranger sends.
_DETECTORS_LOG = logging.getLogger("flufl.bounce")
_DETECTORS_LOG.propagate = False
_DETECTORS_LOG.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class BounceReport:
    """A delivery that failed or waits.

    `address` is the recipient ("" where only the token is known), `token` the seat's by the
    envelope address the bounce came to, `code` an enhanced status code of RFC 3463 such as
    "5.1.1"; 5.0.0 or 4.0.0 where none was told. `is_permanent` goes by the code.
    """

    address: str
    token: str | None
    is_permanent: bool
    code: str


def bounce_of(raw: bytes, *, rcpt: str = "") -> BounceReport | None:
    """Read bytes as a bounce; None for what is none: letters, automatic replies, receipts.

    `rcpt` is the address it came to, where the caller knows it: the token in it (VERP) says
    whose mail failed whatever the text says. Never raises.
    """
    message = parse_mail(raw[:_LIMIT])
    headers = read_headers(message)
    if rcpt:
        headers = {**headers, "to": (rcpt, *headers.get("to", ()))}
    is_machine = bool(machine_reason(headers, message) or words_reason(headers))
    if not is_machine or _is_reply(headers):
        return None
    token = next(iter(tokens_in(headers)), None)
    reported = list(_reported(message))
    if reported:
        failed = [one for one in reported if one[0]]
        return _bounce(token, *(failed or reported)[0]) if failed else None
    return _guessed(raw[:_LIMIT], message, headers, token)


def _is_reply(headers: Headers) -> bool:
    """Automatic replies of people's mailboxes come from people's addresses (RFC 3834)."""
    submitted = first(headers, "auto-submitted").lower()
    if not submitted.startswith(("auto-replied", "auto-notified")):
        return False
    if "x-failed-recipients" in headers or "report" in first(headers, "content-type").lower():
        return False
    return not any(is_daemon(address) for _name, address in addresses(headers.get("from", ())))


def _bounce(token: str | None, address: str, code: str) -> BounceReport:
    return BounceReport(address.casefold(), token, is_permanent=code.startswith("5"), code=code)


def _reported(message: Message) -> Iterator[tuple[str, str]]:
    """Address and code of each recipient of a delivery-status part; "" where it was reached."""
    for part in _parts(message):
        if part.get_content_type() not in (
            "message/delivery-status",
            "message/global-delivery-status",
        ):
            continue
        blocks = part.get_payload()
        for block in blocks if isinstance(blocks, list) else []:
            if not isinstance(block, Message):
                continue
            fields = read_headers(block)
            address = _recipient(fields)
            if not address:
                continue
            action = first(fields, "action").lower()
            has_failed = action.startswith(("failed", "delayed")) or not action
            yield (address if has_failed else "", _code(fields, is_delay=action == "delayed"))


def _recipient(fields: Headers) -> str:
    for name in ("original-recipient", "final-recipient"):
        value = first(fields, name)
        found = addresses([value.rpartition(";")[2]])
        if found:
            return found[0][1]
    return ""


def _code(fields: Headers, *, is_delay: bool) -> str:
    """The most telling code: of the server's own words where Status says nothing (x.0.0)."""
    status = _ENHANCED.search(first(fields, "status"))
    if status and not status[1].endswith(".0.0"):
        return status[1]
    diagnostic = first(fields, "diagnostic-code")[:_MOST_LINE]
    return _code_in(diagnostic) or (
        status[1] if status else _UNKNOWN_FOR_NOW if is_delay else _UNKNOWN_FOR_GOOD
    )


def _code_in(text: str) -> str:
    enhanced = _ENHANCED.search(text)
    if enhanced and enhanced[1][0] != "2":
        return enhanced[1]
    reply = _REPLY.search(text)
    return f"{reply[1]}.0.0" if reply else ""


def _guessed(
    raw: bytes, message: Message, headers: Headers, token: str | None
) -> BounceReport | None:
    """A bounce in words of its own: by X-Failed-Recipients, or as flufl.bounce reads it."""
    failed = addresses(headers.get("x-failed-recipients", ()))
    waiting, gone = _known_failures(raw)
    address = failed[0][1] if failed else (gone or waiting or [""])[0]
    if not address:
        return None
    code = _code_in(_words(message))
    if waiting and not gone and not failed:
        code = code if code.startswith("4") else _UNKNOWN_FOR_NOW
    return _bounce(token, address, code or _UNKNOWN_FOR_GOOD)


def _known_failures(raw: bytes) -> tuple[list[str], list[str]]:
    ascii_only = raw[:_GUESS_LIMIT].decode("ascii", "replace").replace("\ufffd", "?")
    try:
        waiting, gone = all_failures(parse_mail(ascii_only.encode("ascii")))
    except PARSER_FAULTS:
        return [], []
    return _spelt(waiting), _spelt(gone)


def _spelt(found: object) -> list[str]:
    assert isinstance(found, set | frozenset)
    return sorted(
        address.decode("ascii", "replace") if isinstance(address, bytes) else str(address)
        for address in found
    )


def _words(message: Message) -> str:
    """The first text of the bounce, above the letter that comes back."""
    for part in _parts(message):
        if part.get_content_type() == "text/plain":
            try:
                data = part.get_payload(decode=True)
            except PARSER_FAULTS:
                data = None
            return (data if isinstance(data, bytes) else b"")[:8192].decode("ascii", "replace")
    return ""


def _parts(message: Message) -> Iterator[Message]:
    """The parts above the letter that comes back, which is never looked into."""
    waiting, seen = [message], 0
    while waiting and seen < _MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        inner = part.get_payload() if part.get_content_maintype() == "multipart" else None
        waiting += [child for child in inner or () if isinstance(child, Message)]
