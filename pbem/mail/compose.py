"""A message as a value, and its bytes: the same message gives the same bytes, always."""

import hashlib
import re
from base64 import b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime

# The standard policy encodes ids of 78 characters and more, which breaks threads.
_WHOLE = frozenset(
    ("message-id", "in-reply-to", "references", "list-id", "list-unsubscribe", "reply-to")
)
_WIDE = 998
_MOST_REFERENCES = 6
_ID = re.compile(r"<[!-;=?-~]{3,240}>")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\u202a-\u202e\ud800-\udfff]+")
_NAME_LIMIT = 120
_SUBJECT_LIMIT = 240


@dataclass(frozen=True, slots=True)
class Message:
    """One mail to one recipient, complete: `render` adds nothing of its own.

    Ids are with their angle brackets, `references` begins with the thread's root, `date_at` is
    aware. `kind` is a word such as "ack", "report" or "bulletin".
    """

    to: str
    subject: str
    text: str
    message_id: str
    from_addr: str
    date_at: datetime
    kind: str
    to_name: str = ""
    from_name: str = ""
    html: str | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    reply_to: str = ""
    list_id: str = ""
    unsubscribe: str = ""


class _ThreadPolicy(EmailPolicy):
    """RFC 5322 with CRLF, folding all headers but those that mail programs compare whole."""

    def fold_binary(self, name: str, value: str) -> bytes:
        policy = _WIDE_POLICY if name.lower() in _WHOLE else SMTP
        return policy.fold_binary(name, value)


_WIDE_POLICY = SMTP.clone(max_line_length=_WIDE)
_POLICY = _ThreadPolicy(linesep="\r\n")


def message_id_for(key: str, domain: str, token: str) -> str:
    """Make the Message-ID of the mail with this key, such as `report:17:14:ann`.

    The same key, domain and token give the same id; `token_of_message_id` finds the token.
    """
    digest = b32encode(hashlib.sha256(key.encode()).digest()[:15]).decode("ascii").lower()
    return f"<{digest}.{token}@{domain}>"


def render(message: Message) -> bytes:
    """Turn a message into the bytes to be sent, with CRLF line ends.

    Text comes back from a parser as it went in (line ends as `\\n`, one at the end). Control
    characters in names and subjects become blanks. Raises ValueError for an address that is
    none or a naive `date_at`.
    """
    mail = EmailMessage(policy=_POLICY)
    for name, value in _headers(message):
        mail[name] = value
    _set_text(mail, message.text, "plain")
    if message.html is not None:
        mail.make_alternative()
        alternative = EmailMessage(policy=_POLICY)
        _set_text(alternative, message.html, "html")
        del alternative["MIME-Version"]
        mail.attach(alternative)
        mail.set_boundary(_boundary(message))
    # Setting a content clears headers that begin with Content-.
    mail["Content-Language"] = "en"
    return mail.as_bytes()


def _headers(message: Message) -> Iterator[tuple[str, str | Address]]:
    if message.date_at.tzinfo is None:
        raise ValueError("date_at must be an aware datetime")
    yield "From", _address(message.from_name, message.from_addr)
    yield "To", _address(message.to_name, message.to)
    yield "Subject", _one_line(message.subject, _SUBJECT_LIMIT)
    yield "Date", format_datetime(message.date_at)
    yield "Message-ID", _id(message.message_id)
    if _ID.fullmatch(message.in_reply_to):
        yield "In-Reply-To", message.in_reply_to
    if references := _references(message):
        yield "References", references
    if message.reply_to:
        yield "Reply-To", _address(message.from_name, message.reply_to)
    if message.list_id:
        yield "List-Id", _one_line(message.list_id, _SUBJECT_LIMIT)
    if message.unsubscribe:
        yield "List-Unsubscribe", f"<{_one_line(message.unsubscribe, 900).strip('<>')}>"
        if message.unsubscribe.strip("<>").startswith("https:"):
            yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    # RFC 3834: an acknowledgement replies, everything else goes out by itself.
    yield "Auto-Submitted", "auto-replied" if message.kind == "ack" else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"


def _references(message: Message) -> str:
    """Join the thread's root and the last few ids; ids no mail program would keep are left out."""
    wanted = (*message.references, message.in_reply_to)
    ids = list(dict.fromkeys(one for one in wanted if _ID.fullmatch(one)))
    if len(ids) > _MOST_REFERENCES:
        ids = [ids[0], *ids[1 - _MOST_REFERENCES :]]
    while len(" ".join(ids)) > _WIDE - len("References: "):
        del ids[1]
    return " ".join(ids)


def _id(message_id: str) -> str:
    if not _ID.fullmatch(message_id):
        raise ValueError(f"not a Message-ID: {message_id!r}")
    return message_id


def _address(name: str, address: str) -> Address:
    if _UNPRINTABLE.search(address) or not address.isascii() or address.count("@") != 1:
        raise ValueError(f"not a mail address: {address!r}")
    return Address(_one_line(name, _NAME_LIMIT), addr_spec=address)


def _one_line(text: str, limit: int) -> str:
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:limit].rstrip()


def _set_text(part: EmailMessage, text: str, subtype: str) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    longest = max(map(len, text.split("\n")))
    # Not 8bit: a relay that recodes it would break the DKIM signature.
    is_plain = text.isascii() and longest <= _WIDE
    part.set_content(text, subtype=subtype, cte="7bit" if is_plain else "quoted-printable")


def _boundary(message: Message) -> str:
    # Derived from what is sent, so that it cannot stand in it by chance or by design.
    content = "\0".join((message.message_id, message.text, message.html or ""))
    return f"=_{hashlib.sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}"
