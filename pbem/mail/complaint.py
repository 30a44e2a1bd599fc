"""Complaints that a provider passes on when somebody calls our mail spam (ARF, RFC 5965)."""

from dataclasses import dataclass
from email.message import Message

from pbem.mail.address import token_of, tokens_in
from pbem.mail.headers import Headers, addresses, first, message_ids, read_headers
from pbem.mail.parse import parse_mail

_LIMIT = 64 * 1024
_MOST_PARTS = 20
_COMPLAINTS = frozenset({"abuse", "fraud", "opt-out", "opt-out-list", "unsubscribe", "not-spam"})


@dataclass(frozen=True, slots=True)
class Complaint:
    """Somebody's complaint about a mail of ours.

    `kind` is the Feedback-Type ("abuse" where none is told), `address` his address or "" where the
    provider hid it, `token` the seat's by the envelope or the mail complained of, `message_id`
    that mail's id or "".
    """

    kind: str
    address: str
    token: str | None
    message_id: str


def complaint_of(raw: bytes) -> Complaint | None:
    """Read bytes as a feedback report; None for any other mail. Never raises.

    A report that says not-spam, or tells of authentication and viruses, is none.
    """
    message = parse_mail(raw[:_LIMIT])
    if message.get_content_type() != "multipart/report":
        return None
    parts = _parts(message)
    report = next((p for p in parts if p.get_content_type() == "message/feedback-report"), None)
    if report is None:
        return None
    fields = _fields(report)
    kind = first(fields, "feedback-type").strip().lower() or "abuse"
    if kind not in _COMPLAINTS or kind == "not-spam":
        return None
    original = _original(parts)
    return Complaint(
        kind=kind,
        address=_complainer(fields, original),
        token=_token(fields, original),
        message_id=next(iter(message_ids(first(original, "message-id"))), ""),
    )


def _parts(message: Message) -> list[Message]:
    inner = message.get_payload()
    if not isinstance(inner, list):
        return []
    return [part for part in inner[:_MOST_PARTS] if isinstance(part, Message)]


def _fields(part: Message) -> Headers:
    """The fields inside a part, whether the parser took them for a message or for text."""
    inner = part.get_payload()
    if isinstance(inner, list):
        return read_headers(inner[0]) if inner and isinstance(inner[0], Message) else {}
    return read_headers(parse_mail(str(inner).encode("utf-8", "surrogateescape")))


def _original(parts: list[Message]) -> Headers:
    for part in parts:
        if part.get_content_type() in ("message/rfc822", "text/rfc822-headers", "message/global"):
            return _fields(part)
    return {}


def _complainer(fields: Headers, original: Headers) -> str:
    named = (*fields.get("original-rcpt-to", ()), *original.get("to", ()))
    found = addresses(value.rpartition(";")[2] for value in named)
    return next((address.casefold() for _name, address in found if not token_of(address)), "")


def _token(fields: Headers, original: Headers) -> str | None:
    for _name, address in addresses(fields.get("original-mail-from", ())):
        if token := token_of(address):
            return token
    own = {
        "to": (*original.get("reply-to", ()), *original.get("return-path", ())),
        "references": original.get("message-id", ()),
    }
    return next(iter(tokens_in(own)), None)
