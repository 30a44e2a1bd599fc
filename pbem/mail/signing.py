"""DKIM (RFC 6376): our mails are signed with an RSA key, relaxed/relaxed, always the same way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import dkim

SIGNED = (
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "reply-to",
    "list-id",
    "list-unsubscribe",
    "list-unsubscribe-post",
    "auto-submitted",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "content-language",
)
"""Headers that are signed where a mail has them; RFC 8058 wants the two of unsubscribing."""


class BadKey(ValueError):
    """The key cannot sign; the text says why and never what is in it."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs: the key in PEM, and where DNS has its public half."""

    key: bytes
    selector: str
    domain: str


class _Dated(dkim.DKIM):  # type: ignore[misc]
    """Dates a signature as told, so that a mail sent twice has the same bytes."""

    signed_at: datetime

    def gen_header(self, fields: list[tuple[bytes, bytes]], *args: Any, **more: Any) -> bytes:
        at = str(int(self.signed_at.timestamp())).encode("ascii")
        dated = [(name, at if name == b"t" else value) for name, value in fields]
        header: bytes = super().gen_header(dated, *args, **more)
        return header


def sign(raw: bytes, signer: Signer, at: datetime) -> bytes:
    """Put a DKIM-Signature of the time `at` before a mail. Raises BadKey.

    The same mail, signer and time give the same bytes.
    """
    maker = _Dated(raw)
    maker.signed_at = at
    present = {name.decode("ascii", "replace").lower() for name, _ in maker.headers}
    try:
        header: bytes = maker.sign(
            signer.selector.encode(),
            signer.domain.encode(),
            signer.key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name for name in SIGNED if name in present],
        )
    except dkim.DKIMException as error:
        raise BadKey(f"the DKIM key cannot sign: {type(error).__name__}") from error
    return header + raw
