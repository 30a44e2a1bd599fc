"""Mails of votes: what the players are asked to decide, and that it came to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.cast import person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render

Ballots = tuple[tuple[str, tuple[str, ...]], ...]
"""Who says "yes", who says "no", who is "silent"."""


@dataclass(frozen=True, slots=True)
class VoteSummary:
    """A vote: its number, what it is for, who asks, how many yes of how many it needs, until when,
    and who has voted how so far."""

    number: int
    title: str
    asks: str
    by: str
    needs: int
    voters: int
    ends_at: datetime
    ballots: Ballots


def vote_asked(context: MailContext, vote: VoteSummary) -> Mail:
    """Asks a player for his yes or no."""
    values = {"until": clock.full(vote.ends_at, context.zone), **_of_reader(context, vote)}
    return render("vote", values)


def vote_failed(context: MailContext, vote: VoteSummary) -> Mail:
    """A vote is lost: who voted how."""
    return render("vote_failed", _of_reader(context, vote))


def _of_reader(context: MailContext, vote: VoteSummary) -> dict[str, object]:
    return {
        "head": letterhead(context),
        "vote": vote,
        "by": person(vote.by, context.seat),
        "how": format_ballots(vote.ballots, context.seat),
    }


def format_ballots(ballots: Ballots, reader: str = "") -> str:
    """`yes: ann, you; silent: cat`."""
    return "; ".join(f"{word}: {_names(names, reader)}" for word, names in ballots if names)


def _names(names: Iterable[str], reader: str) -> str:
    return ", ".join(str(person(name, reader)) for name in names)
