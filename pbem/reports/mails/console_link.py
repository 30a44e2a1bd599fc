"""The mail that lets a moderator into the web console."""

from __future__ import annotations

from datetime import datetime

from pbem.reports.layout import clock
from pbem.reports.layout.mail_context import Mail
from pbem.reports.layout.render import render


def login_mail(player: str, link: str, ends_at: datetime, zone: str) -> Mail:
    """A link that is good once, until `ends_at`, shown in the reader's zone."""
    context = {"player": player, "link": link, "ends": clock.full(ends_at, zone)}
    return render("login", context)
