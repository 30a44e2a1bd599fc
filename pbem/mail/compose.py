"""A message as a value, and its bytes: the same message gives the same bytes, always."""

import hashlib
import hmac
import re
from base64 import b32encode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.generator import BytesGenerator
from email.headerregistry import Address, BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from functools import cache, lru_cache
from io import BytesIO

# The standard policy encodes ids of 78 characters and more, which breaks threads.
_WHOLE = frozenset(
    ("message-id", "in-reply-to", "references", "list-id", "list-unsubscribe", "reply-to")
)
_WIDE = 998
# RFC 2045 allows no longer line of base64.
_BASE64_LINE = re.compile(".{1,76}")
_MOST_REFERENCES = 6
_ID = re.compile(r"<[!-;=?-~]{3,240}>")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\u202a-\u202e\ud800-\udfff]+")
_NAME_LIMIT = 120
_SUBJECT_LIMIT = 240


@dataclass(frozen=True, slots=True)
class File:
    """A file that goes with a mail: `type` is "image/png" or the like, `cid` without brackets.

    One with a `cid` belongs to the HTML, which names it as `cid:`; without HTML it is left out.
    """

    name: str
    type: str
    content: bytes
    cid: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One mail to one recipient, complete: `render` adds nothing of its own.

    Ids are with their angle brackets, `references` begins with the thread's root, `date_at` is
    aware. `is_reply`: it answers a mail by itself (RFC 3834).
    """

    to: str
    subject: str
    text: str
    message_id: str
    from_addr: str
    date_at: datetime
    is_reply: bool = False
    to_name: str = ""
    from_name: str = ""
    html: str | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    reply_to: str = ""
    list_id: str = ""
    unsubscribe: str = ""
    files: tuple[File, ...] = ()


class _ThreadPolicy(EmailPolicy):
    """RFC 5322 with CRLF, folding all headers but those that mail programs compare whole.

    Nor is a plain subject folded: it would begin on its second line, and to some with a blank.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        is_plain = name.lower() == "subject" and value.isascii()
        policy = _WIDE_POLICY if is_plain or name.lower() in _WHOLE else SMTP
        return policy.fold_binary(name, value)


_WIDE_POLICY = SMTP.clone(max_line_length=_WIDE)
_HEADERS = HeaderRegistry()
HEADERS_KEPT = 256
"""Headers that are remembered as they were parsed."""


@cache
def _header_type(name: str) -> type[BaseHeader]:
    return _HEADERS[name]


class _HeaderTypes(HeaderRegistry):
    """Makes one type for a header of each name, where the original makes one for each header."""

    def __getitem__(self, name: str) -> type[BaseHeader]:
        return _header_type(name.lower())

    def __call__(self, name: str, value: object) -> BaseHeader:
        """A header; the mails of a turn have most of theirs in common, and to parse takes long."""
        return _header(name, value) if type(value) is str else self[name](name, value)


@lru_cache(maxsize=HEADERS_KEPT)
def _header(name: str, value: str) -> BaseHeader:
    return _header_type(name.lower())(name, value)


_POLICY = _ThreadPolicy(linesep="\r\n", header_factory=_HeaderTypes())


class _Writer(BytesGenerator):
    """Writes a body in one piece, where the original writes every line and every line end."""

    def _write_lines(self, lines: str) -> None:
        plain = lines.replace("\r\n", "\n").replace("\r", "\n")
        self.write(plain.replace("\n", "\r\n"))


def message_id_for(secret: bytes, what: str, domain: str, token: str) -> str:
    """Make the Message-ID of a mail; `what` says which, such as the seventh to a seat.

    The same arguments give the same id, and nobody without the secret can tell `what` from it: a
    reader must not count by it what else was sent. `token_of_message_id` finds the token.
    """
    code = hmac.new(secret, what.encode(), hashlib.sha256).digest()[:15]
    return f"<{b32encode(code).decode('ascii').lower()}.{token}@{domain}>"


def render(message: Message) -> bytes:
    """Turn a message into the bytes to be sent, with CRLF line ends.

    Text comes back from a parser as it went in (line ends as `\\n`, one at the end). Control
    characters in names and subjects become blanks. The text is the first part, then HTML with
    its pictures, then other files, nested no deeper than needed. Raises ValueError for an address
    that is none or a naive `date_at`.
    """
    mail = _body(message)
    rest = mail.items()
    for name, _ in rest:
        del mail[name]
    for name, value in (*_headers(message), *rest):
        mail[name] = value
    if "MIME-Version" not in mail:
        mail["MIME-Version"] = "1.0"
    mail["Content-Language"] = "en"
    out = BytesIO()
    _Writer(out, mangle_from_=False, policy=_POLICY).flatten(mail)
    return out.getvalue()


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
    yield "Auto-Submitted", "auto-replied" if message.is_reply else "auto-generated"
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


def _body(message: Message) -> EmailMessage:
    """The parts of a message: RFC 2046 alternatives, RFC 2387 for what the HTML shows."""
    body = _text_part(message.text, "plain")
    if message.html is not None:
        html = _text_part(message.html, "html")
        shown = [_file_part(file) for file in message.files if file.cid]
        if shown:
            html = _multipart(message, "related", html, *shown)
        body = _multipart(message, "alternative", body, html)
    loose = [_file_part(file) for file in message.files if not file.cid]
    return _multipart(message, "mixed", body, *loose) if loose else body


def _text_part(text: str, subtype: str) -> EmailMessage:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    longest = max(map(len, text.split("\n")))
    part = EmailMessage(policy=_POLICY)
    # Not 8bit: a relay that recodes it would break the DKIM signature.
    is_plain = text.isascii() and longest <= _WIDE
    part.set_content(text, subtype=subtype, cte="7bit" if is_plain else "quoted-printable")
    return part


def _file_part(file: File) -> EmailMessage:
    main, _, sub = file.type.partition("/")
    part = EmailMessage(policy=_POLICY)
    part.set_content(
        b"",
        maintype=main,
        subtype=sub,
        disposition="inline" if file.cid else "attachment",
        filename=_one_line(file.name, _NAME_LIMIT),
        cid=f"<{file.cid}>" if file.cid else None,
        # RFC 5545: a calendar file is UTF-8; RFC 5546: it only tells.
        params={"charset": "utf-8", "method": "PUBLISH"} if sub == "calendar" else None,
    )
    # By itself it would encode line by line.
    lines = _BASE64_LINE.findall(b64encode(file.content).decode("ascii"))
    part.set_payload("\n".join([*lines, ""]))
    return part


def _multipart(message: Message, subtype: str, *parts: EmailMessage) -> EmailMessage:
    whole = EmailMessage(policy=_POLICY)
    boundary = _boundary(message, subtype)
    whole["Content-Type"] = f'multipart/{subtype}; boundary="{boundary}"'
    for part in parts:
        del part["MIME-Version"]
        whole.attach(part)
    return whole


def _boundary(message: Message, subtype: str) -> str:
    # Derived from what is sent, so that it cannot stand in it by chance or by design.
    content = "\0".join((subtype, message.message_id, message.text, message.html or ""))
    return f"=_{hashlib.sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}"
