"""To a player whose part of the game the moderator has changed by hand: what, and why."""

from __future__ import annotations

from pbem.reports.layout.letterhead import letterhead
from pbem.reports.layout.mail_context import Mail, MailContext
from pbem.reports.layout.plain import one_line
from pbem.reports.layout.render import render


def edited_mail(about: MailContext, text: str, why: str) -> Mail:
    """`text` is what has changed, in a sentence to him; `why` the moderator's reason."""
    context = {
        "head": letterhead(about),
        "text": one_line(text, 600),
        "why": one_line(why, 600).rstrip("."),
    }
    return render("edited", context)
