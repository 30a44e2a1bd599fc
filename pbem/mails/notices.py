"""The small mails: too late, not recognised, help, status, news, a letter that was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import Literal

from engine.illuminati.events import Event, Offered
from engine.illuminati.view import View
from pbem.documents.layout import clock, plain
from pbem.documents.layout.cast import listed
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.report.mails.answering import printable_line
from pbem.games.illuminati.report.mails.turn import world_context
from pbem.games.illuminati.report.parts.stating import Matters
from pbem.games.illuminati.report.parts.story import chapters


def edited_mail(about: MailContext, text: str, why: str) -> Mail:
    """`text` is what has changed, in a sentence to him; `why` the moderator's reason."""
    context = {
        "head": letterhead(about),
        "text": one_line(text, 600),
        "why": one_line(why, 600).rstrip("."),
    }
    return render("edited", context)


def reopened(mail: Mail, why: str) -> Mail:
    """The report with a paragraph before it; the subject says that it is not the first of it."""
    told = plain.fill(plain.one_line(why, 1500)).strip()
    subject = mail.subject.replace("] ", "] AGAIN: ", 1)
    return replace(mail, subject=subject, text=f"OPEN AGAIN\n\n{told}\n\n{mail.text.lstrip()}")


def done_later(about: MailContext, lines: Sequence[JudgedLine]) -> Mail:
    """Each line that was held, and whether it has been done now."""
    context = {"head": letterhead(about), "lines": [printable_line(line) for line in lines]}
    return render("held_lines", context)


Unknown = Literal["no-token", "wrong-token", "several", "other-address", "nobody"]


def too_late(
    about: MailContext,
    arrived_at: datetime,
    missed_at: datetime,
    subject: str = "",
    kept: Sequence[str] = (),
) -> Mail:
    """A letter that came after its deadline; of its lines only texts with these verbs count."""
    return render(
        "too_late",
        {
            "head": letterhead(about),
            "arrived": clock.full(arrived_at, about.zone),
            "missed": clock.full(missed_at, about.zone),
            "by": clock.span(arrived_at - missed_at),
            "subject": one_line(subject, 60),
            "kept": listed(list(kept)),
        },
    )


def not_recognised(why: Unknown, subject: str = "") -> Mail:
    """To a sender we cannot place: what to do, and nothing about any game."""
    return render("not_recognised", {"why": why, "subject": one_line(subject, 60)})


def too_often(most: int) -> Mail:
    """To a player whose letters are refused until the hour is over."""
    return render("too_often", {"most": most})


def help_mail(about: MailContext | None, text: str) -> Mail:
    """The help text of the language (already at 72 columns), with how to go on."""
    return render("help", {"head": letterhead(about) if about else None, "text": text.rstrip()})


def status(
    about: MailContext,
    view: View,
    orders_told: Sequence[str],
    policies: Sequence[str] = (),
    odds: Mapping[str, str] | None = None,
    matters: Matters | None = None,
    *,
    stopped: str = "",
    ended: str = "",
    broken: Sequence[str] = (),
    is_ready: bool = False,
) -> Mail:
    """How things stand now, without story or choices.

    `broken` says of each line of `orders_told` why it cannot run as things stand, "" where it can.

    `policies` are the standing instructions as lines, `odds` what is to be said of some of them,
    `matters` what else concerns the reader alone; `stopped` says why no deadline runs, `ended`
    how the game ended where nobody has won it, `is_ready` that the reader has said READY, so that
    nobody waits for him.
    """
    notes = odds or {}
    context = world_context(about, view) | {
        "on_file": [
            (one_line(line), one_line(why, 600))
            for line, why in zip_longest(orders_told, broken, fillvalue="")
        ],
        "matters": matters,
        "stopped": one_line(stopped, 200),
        "is_over": bool(view.winners or ended),
        "ended": one_line(ended, 400),
        "is_ready": is_ready,
        "policies": [(one_line(text), one_line(notes.get(text, ""), 600)) for text in policies],
    }
    return render("status", context)


def news(
    about: MailContext, view: View, events: Sequence[Event], before: Mapping[str, int] | None = None
) -> Mail:
    """What has just happened to the reader between turns; `events` as `seen` by him.

    `before` counts what had happened before them.
    """
    plays = {seat.name: seat.illuminati for seat in view.seats}
    story = chapters(
        about.game, about.turn, events, about.seat, plays, zone=about.zone, before=before
    )
    offers = [e.number for e in events if isinstance(e, Offered) and e.to == about.seat]
    return render("news", {"head": letterhead(about), "chapter": story[-1], "offers": offers})


def held_problem(about: MailContext | None, subject: str = "") -> Mail:
    """A letter that failed inside: it is kept, the moderator knows, the player need do nothing."""
    head = letterhead(about) if about else None
    return render("held_problem", {"head": head, "subject": one_line(subject, 60)})


def archived_mail(about: MailContext) -> Mail:
    """To whoever writes to a game that has been put away."""
    return render("archived", {"head": letterhead(about)})
