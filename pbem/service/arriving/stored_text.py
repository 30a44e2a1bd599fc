"""A stored letter whose words are changed: its headers of use stay, and one plain text."""

from __future__ import annotations

from email import policy
from email.parser import BytesHeaderParser

from pbem.models import Letter
from pbem.service.codes import hide_passwords

_HEADERS = ("From", "To", "Date", "Message-ID", "Subject", "In-Reply-To")


def with_text(raw: bytes, text: str) -> bytes:
    """A letter with its most useful headers, and that text for its own."""
    found = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    lines = [f"{name}: {' '.join(str(found[name]).split())}" for name in _HEADERS if found[name]]
    return "\r\n".join([*lines, "", text, ""]).encode("utf-8", "replace")


def hide_passwords_in(letter: Letter, subject: str, text: str) -> None:
    """Passwords, and addresses that a game calls, go from a letter that is done.

    `subject` and `text` are the letter's own, decoded. Another letter that comes with the same
    bytes is kept by itself from then on.
    """
    hidden_subject, hidden = hide_passwords(subject), hide_passwords(text)
    is_in_subject = hidden_subject != subject
    if not letter.raw or (hidden == text and not is_in_subject):
        return
    kept = with_text(letter.raw, hidden.replace("\r\n", "\n").replace("\n", "\r\n"))
    if is_in_subject:
        head, _, body = kept.partition(b"\r\n\r\n")
        lines = [one for one in head.split(b"\r\n") if not one.startswith(b"Subject:")]
        lines.append(f"Subject: {' '.join(hidden_subject.split())}".encode())
        kept = b"\r\n".join(lines) + b"\r\n\r\n" + body
    letter.raw, letter.raw_digest = kept, "-"
