"""Where a letter was written, as far as its headers tell: the program, and the machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.parser import BytesHeaderParser

from pbem.mail.headers import first, read_headers

_HOST = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f.:]{3,45})\]", re.IGNORECASE)
_SENT_FROM = ("x-originating-ip", "x-client-ip")
_PROGRAM = ("user-agent", "x-mailer")
_TAG = re.compile(r"[+].*$")
_WITHOUT_DOTS = ("gmail.com", "googlemail.com")


def device_of(raw: bytes) -> str:
    """The program and the machine that a letter was written with; "" where one is not told.

    Only both together say something: one program writes for many, as does one gateway.
    """
    headers = read_headers(BytesHeaderParser().parsebytes(raw))
    program = next(filter(None, (first(headers, name) for name in _PROGRAM)), "")
    # The last of these headers is the first that was written.
    values = [*(first(headers, name) for name in _SENT_FROM), *headers.get("received", ())[-1:]]
    host = next(filter(None, (_host_in(value) for value in values)), "")
    return f"{program[:60]} at {host}" if program and host else ""


def mailbox_of(email: str) -> str:
    """The mailbox behind an address: without a tag, and without dots where they count nothing."""
    local, _, domain = email.casefold().rpartition("@")
    local = _TAG.sub("", local)
    return f"{local.replace('.', '') if domain in _WITHOUT_DOTS else local}@{domain}"


def _host_in(value: str) -> str:
    found: Sequence[str] = _HOST.findall(value if "[" in value else f"[{value}]")
    return found[0] if found else ""
