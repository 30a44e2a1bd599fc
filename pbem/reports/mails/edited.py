"""To a player whose part of the game the moderator has changed by hand: what, and why."""

from __future__ import annotations

from pbem.reports.paper.about import About, Mail
from pbem.reports.paper.letterhead import letterhead
from pbem.reports.paper.plain import one_line
from pbem.reports.paper.render import render


def edited_mail(about: About, text: str, why: str) -> Mail:
    """`text` is what has changed, in a sentence to him; `why` the moderator's reason."""
    context = {
        "head": letterhead(about),
        "text": one_line(text, 600),
        "why": one_line(why, 600).rstrip("."),
    }
    return render("edited", context)
