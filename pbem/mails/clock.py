"""Mails of the clock: a late notice, a letter that waits for the results."""

from __future__ import annotations

from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render


def late_mail(context: MailContext, until_at: datetime, silence: str, passed: str) -> Mail:
    """To whoever has nothing on file at the deadline: the game waits on, so long (R12.7).

    `passed` is what comes of silence by the rules of the game.
    """
    return render(
        "late",
        {
            "head": letterhead(context),
            "until": clock.full(until_at, context.zone),
            "left": clock.span(until_at - context.now),
            "is_bot": silence == BOT,
            "passed": passed,
        },
    )


def waiting_mail(
    context: MailContext, arrived_at: datetime, contact: str, subject: str = ""
) -> Mail:
    """To a player whose letters a moderator wants to see first: this one waits, as later ones will.

    `contact` is the moderator's address.
    """
    return render(
        "letter_waits",
        {
            "head": letterhead(context),
            "arrived": clock.full(arrived_at, context.zone),
            "contact": one_line(contact, 254),
            "subject": one_line(subject, 60),
        },
    )


def kept_mail(
    context: MailContext, arrived_at: datetime, closed_at: datetime, subject: str = ""
) -> Mail:
    """To whoever writes while results wait for the moderator: the letter is kept for later."""
    return render(
        "kept",
        {
            "head": letterhead(context),
            "arrived": clock.full(arrived_at, context.zone),
            "closed": clock.full(closed_at, context.zone),
            "subject": one_line(subject, 60),
        },
    )
