"""Letters that come without an envelope: their own headers say whom they reached and from whom."""

from __future__ import annotations

from email.message import Message
from email.utils import getaddresses

from pbem.mail.address import reply_address, token_of, tokens_in
from pbem.mail.headers import PARSER_FAULTS, Headers, addresses, first, read_headers
from pbem.mail.parse import parse_mail
from pbem.service.arriving.intake import accept, knows
from pbem.service.context import ServiceContext

_DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
"""What the last server writes: whom this copy is for."""
_WRITTEN = ("to", "cc", "resent-to", "resent-cc", "bcc")
MOST_RECIPIENTS = 10


def recipients_of(service: ServiceContext, raw: bytes) -> tuple[str, ...]:
    """Our addresses that a letter reached, in the order of its headers; empty if none is ours.

    What the last server wrote decides, then what the sender wrote; a seat's own address beats the
    service's. A reply that was sent to the service's own address is its thread's seat's.
    """
    headers = _headers_of(raw)
    for names in (_DELIVERED, _WRITTEN):
        found = [a for name in names for a in _listed(headers, name) if knows(service, a)]
        seats = [address for address in found if token_of(address)]
        if seats:
            return _distinct(seats)
    base = service.settings.mail.address
    if not any(
        knows(service, a) for name in (*_DELIVERED, *_WRITTEN) for a in _listed(headers, name)
    ):
        return ()
    thread = [reply_address(base, token) for token in tokens_in(headers)]
    return _distinct([address for address in thread if knows(service, address)][:1] or [base])


def sender_of(raw: bytes) -> str:
    """The envelope's sender: Return-Path, where `<>` is a bounce's; else the first From address."""
    headers = _headers_of(raw)
    if "return-path" in headers:
        return first(headers, "return-path").strip().strip("<>").strip()
    written = addresses(headers.get("from", ()))
    return written[0][1] if written else ""


def collect(
    service: ServiceContext, raw: bytes, rcpt: str = "", mail_from: str | None = None
) -> list[int]:
    """Store a letter for each of our addresses it reached; the ids, empty if it is not for us.

    `rcpt` and `mail_from` are the envelope's, where it is known. Raises StorageError or
    TimeoutError when it could not be stored; then call again with the same letter.
    """
    rcpts = ((rcpt,) if knows(service, rcpt) else ()) if rcpt else recipients_of(service, raw)
    sender = sender_of(raw) if mail_from is None else mail_from
    return [accept(service, raw, one, sender) for one in rcpts]


def _headers_of(raw: bytes) -> Headers:
    message: Message = parse_mail(raw)
    return read_headers(message)


def _listed(headers: Headers, name: str) -> list[str]:
    try:
        pairs = getaddresses(list(headers.get(name, ())))
    except PARSER_FAULTS:
        return []
    return [address for _name, address in pairs if "@" in address]


def _distinct(found: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address.casefold() for address in found))[:MOST_RECIPIENTS]
