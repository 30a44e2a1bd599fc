"""The records that other mail servers look for in DNS, as the settings want them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from pbem.settings import MailSettings


@dataclass(frozen=True, slots=True)
class WantedRecord:
    """A record that other mail servers look for: what it begins with, or must hold."""

    what: str
    name: str
    kind: Literal["MX", "TXT"]
    fits: Callable[[str], bool]
    example: str
    is_needed: bool = False

    @property
    def line(self) -> str:
        """The record as a zone file has it."""
        return f"{self.name}. {self.kind} {self.example}"


def wanted_records(mail: MailSettings, reports_to: str = "") -> Iterator[WantedRecord]:
    """MX, SPF, DMARC and, where we sign, DKIM; `reports_to` gets what DMARC reports."""
    domain, dkim = mail.domain, mail.dkim
    if not mail.imap.host:
        yield WantedRecord("MX", domain, "MX", bool, f"10 mail.{domain}.", is_needed=True)
    relay = "" if is_this_machine(mail.smtp_out.host) else f" include:{mail.smtp_out.host}"
    yield WantedRecord("SPF", domain, "TXT", _begins("v=spf1"), f'"v=spf1 mx{relay} -all"')
    dmarc = f'"v=DMARC1; p=none; rua=mailto:{reports_to or f"postmaster@{domain}"}"'
    yield WantedRecord("DMARC", f"_dmarc.{domain}", "TXT", _begins("v=DMARC1"), dmarc)
    if dkim.key and (public := public_half(Path(dkim.key))):
        name = f"{dkim.selector}._domainkey.{dkim.domain or domain}"
        shown = f'"v=DKIM1; k=rsa; p={public}"'
        yield WantedRecord("DKIM", name, "TXT", lambda text: public in text.replace(" ", ""), shown)


def public_half(key: Path) -> str:
    """What DNS has of a DKIM key, in base 64; "" where it is none that we can use."""
    try:
        private = load_pem_private_key(key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return ""
    if not isinstance(private, RSAPrivateKey):
        return ""
    der = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return b64encode(der).decode()


def is_this_machine(host: str) -> bool:
    """Whether a host is the machine we run on, as its name or address alone says."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _begins(mark: str) -> Callable[[str], bool]:
    return lambda text: text.lower().startswith(mark.lower())
