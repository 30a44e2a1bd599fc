"""Mails of the clock: a reminder, a late notice, a letter that waits for the results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.illuminati.deeds.actions import ACTIONS
from engine.illuminati.orders import Order
from engine.illuminati.view import View
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.illuminati.report.parts.totals import totals


@dataclass(frozen=True, slots=True)
class OrdersOnFile:
    """What a seat has on file for what the game waits for: lines as told, and their orders."""

    lines: tuple[str, ...] = ()
    orders: tuple[Order | None, ...] = ()


def reminder_mail(
    about: MailContext,
    view: View,
    on_file: OrdersOnFile,
    silence: str,
    grace_until: datetime | None = None,
    attacks: int = 0,
) -> Mail:
    """To somebody who is waited for: until when, what is on file, what is open, what silence does.

    `silence` is the seat's default, `grace_until` how long a missing script is waited for, and
    `attacks` counts what is announced and may be answered.
    """
    counted = totals(on_file.orders, view)
    return render(
        "reminder",
        {
            "head": letterhead(about),
            "on_file": [one_line(line) for line in on_file.lines],
            "actions": counted.actions,
            "actions_left": counted.actions_left,
            "most_actions": ACTIONS,
            "is_pass": counted.is_pass,
            "is_bot": silence == BOT,
            "grace": clock.full(grace_until, about.zone) if grace_until else "",
            "attacks": attacks,
        },
    )


def late_mail(about: MailContext, until_at: datetime, silence: str) -> Mail:
    """To whoever has nothing on file at the deadline: the game waits on, so long (R12.7)."""
    return render(
        "late",
        {
            "head": letterhead(about),
            "until": clock.full(until_at, about.zone),
            "left": clock.span(until_at - about.now),
            "is_bot": silence == BOT,
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
