"""A moderator's copy of what was answered to orders that he wrote in a player's name."""

from __future__ import annotations

from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import proper_name
from pbem.documents.layout.render import render
from pbem.documents.marks import above_cut
from pbem.mails.moderation import ModeratorHeader


def copy_mail(watch: ModeratorHeader, seat: str, mail: Mail) -> Mail:
    """The answer as its player got it, without the form for orders."""
    context = {
        "game": proper_name(watch.game, 40),
        "seat": proper_name(seat),
        "subject": mail.subject,
        "text": above_cut(mail.body),
    }
    return render("moderator_copy", context)
