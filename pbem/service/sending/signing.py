"""Signing what is sent, where a key is configured."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

from pbem.mail.signing import BadKey, Signer, sign
from pbem.settings import DkimSettings, MailSettings, SettingsError


def signed(mail: MailSettings, raw: bytes, at: datetime) -> bytes:
    """A mail with its signature, or as it is where no key is configured. Raises SettingsError."""
    if not mail.dkim.key:
        return raw
    try:
        return sign(raw, signer_of(mail.dkim, mail.domain), at)
    except BadKey as error:
        raise SettingsError(f"mail.dkim.key: {mail.dkim.key}: {error}") from None


def check_key(mail: MailSettings) -> None:
    """Raise SettingsError for a key that is configured and cannot sign."""
    signed(mail, b"From: check@example.org\r\n\r\n", datetime.fromtimestamp(0).astimezone())


@cache
def signer_of(dkim: DkimSettings, domain: str) -> Signer:
    """The signer of the settings; its key is read once. Raises SettingsError."""
    try:
        key = Path(dkim.key).read_bytes()
    except OSError as error:
        raise SettingsError(f"mail.dkim.key: {dkim.key}: {error.strerror}") from None
    return Signer(key, dkim.selector, dkim.domain or domain)
