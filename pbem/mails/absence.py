"""Mails about who is away and who writes for whom; all in general terms, for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.documents.layout import clock
from pbem.documents.layout.cast import person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render

AwayNews = Literal["away", "back", "approved", "refused", "moved"]
SitterNews = Literal["begins", "over"]


@dataclass(frozen=True, slots=True)
class TimeAway:
    """Which seat's player is away, and when."""

    seat: str
    from_at: datetime
    until_at: datetime


def away_mail(
    context: MailContext, what: AwayNews, time: TimeAway, *, is_moved: bool = False, why: str = ""
) -> Mail:
    """That a player is away, or is not; `is_moved` where his deadline waits for him, and "moved" to
    whom nobody tells whose it is.

    `context` has the deadline as it is now; `why` is a moderator's reason.
    """
    return render(
        "away",
        {
            "head": letterhead(context),
            "what": what,
            "who": person(time.seat, context.seat),
            "start": clock.short(time.from_at, context.zone),
            "has_begun": time.from_at <= context.now,
            "end": clock.short(time.until_at, context.zone),
            "is_moved": is_moved,
            "why": one_line(why, 300).rstrip("."),
        },
    )


def sitter_mail(
    context: MailContext, what: SitterNews, who: str, sitter: str, until_at: datetime
) -> Mail:
    """To the sitter himself: what he may do for the seat, or that it is over.

    `who` is the seat, `sitter` the reader's name; nothing of the game is in it.
    """
    return render(
        "sitter",
        {
            "head": letterhead(context),
            "what": what,
            "who": one_line(who, 30),
            "sitter": one_line(sitter, 40),
            "end": clock.full(until_at, context.zone),
        },
    )


def sitting_mail(
    context: MailContext, what: SitterNews, who: str, sitter: str, until_at: datetime
) -> Mail:
    """To everybody at the table: somebody writes for a seat, or does so no more."""
    return render(
        "sitting",
        {
            "head": letterhead(context),
            "what": what,
            "who": person(who, context.seat),
            "sitter": one_line(sitter, 40),
            "end": clock.short(until_at, context.zone),
        },
    )
