"""Moments inside a text that many will read, each in his own zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from pbem.documents.layout import clock

_INSTANT = re.compile(r"<(\d{4}-\d\d-\d\dT\d\d:\d\dZ)>")


def instant(at: datetime) -> str:
    """The moment as it is kept within a text: `<2026-04-24T18:00Z>`."""
    return f"<{at.astimezone(UTC):%Y-%m-%dT%H:%MZ}>"


def in_zone(text: str, zone: str) -> str:
    """The text with its moments in full, as a reader in that zone reads his clock."""
    return _INSTANT.sub(lambda found: clock.format_moment(found[1], zone), text)
