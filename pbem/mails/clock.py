"""Mails of the clock: a late notice, a letter that waits for the results."""

from __future__ import annotations

from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render


def late_mail(about: MailContext, until_at: datetime, silence: str, passed: str) -> Mail:
    """To whoever has nothing on file at the deadline: the game waits on, so long (R12.7).

    `passed` is what comes of silence by the rules of the game.
    """
    return render(
        "late",
        {
            "head": letterhead(about),
            "until": clock.full(until_at, about.zone),
            "left": clock.span(until_at - about.now),
            "is_bot": silence == BOT,
            "passed": passed,
        },
    )


def waiting_mail(about: MailContext, arrived_at: datetime, contact: str, subject: str = "") -> Mail:
    """To a player whose letters a moderator wants to see first: this one waits, as later ones will.

    `contact` is the moderator's address.
    """
    return render(
        "letter_waits",
        {
            "head": letterhead(about),
            "arrived": clock.full(arrived_at, about.zone),
            "contact": one_line(contact, 254),
            "subject": one_line(subject, 60),
        },
    )


def kept_mail(
    about: MailContext, arrived_at: datetime, closed_at: datetime, subject: str = ""
) -> Mail:
    """To whoever writes while results wait for the moderator: the letter is kept for later."""
    return render(
        "kept",
        {
            "head": letterhead(about),
            "arrived": clock.full(arrived_at, about.zone),
            "closed": clock.full(closed_at, about.zone),
            "subject": one_line(subject, 60),
        },
    )
