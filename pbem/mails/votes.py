"""Mails of votes: what the players are asked to decide, and that it came to nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render


@dataclass(frozen=True, slots=True)
class VoteSummary:
    """A vote: its number, what it is for, who asks, how many yes of whom it needs, until when, and
    who has voted how so far."""

    number: int
    title: str
    asks: str
    by: str
    needs: int
    voters: tuple[str, ...]
    ends_at: datetime
    how: str


def vote_asked(context: MailContext, vote: VoteSummary) -> Mail:
    """Asks a player for his yes or no."""
    until = clock.full(vote.ends_at, context.zone)
    return render("vote", {"head": letterhead(context), "vote": vote, "until": until})


def vote_failed(context: MailContext, vote: VoteSummary) -> Mail:
    """A vote is lost: who voted how."""
    return render("vote_failed", {"head": letterhead(context), "vote": vote})
