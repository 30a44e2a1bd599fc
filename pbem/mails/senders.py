"""Mails about who writes: is this letter yours, your new address, mail to you that comes back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render


def login_mail(player: str, link: str, ends_at: datetime, zone: str) -> Mail:
    """A link that is good once, until `ends_at`, shown in the reader's zone."""
    context = {"player": player, "link": link, "ends": clock.full(ends_at, zone)}
    return render("login", context)


def device_mail(context: MailContext, code: str, ends_at: datetime) -> Mail:
    """The code by which one more device opens a seat's page, until `ends_at`."""
    ends = clock.full(ends_at, context.zone)
    return render("device", {"head": letterhead(context), "code": code, "ends": ends})


SenderDoubt = Literal["other-address", "no-token", "forged"]
HeldOutcome = Literal["read", "superseded", "missed", "unknown", "expired", "no-code"]


@dataclass(frozen=True, slots=True)
class DoubtfulLetter:
    """A letter that may be somebody else's; `sender` is the From address it bears."""

    sender: str
    subject: str
    arrived_at: datetime


@dataclass(frozen=True, slots=True)
class Asking:
    """How a held letter is asked about: the code that releases it, how often a day, and the last.

    After the last question of a day others like it are kept without one.
    """

    code: str
    most: int
    is_last: bool = False


def confirm(context: MailContext, why: SenderDoubt, letter: DoubtfulLetter, asking: Asking) -> Mail:
    """Asks a player whether a letter that is held is his; only its subject is shown."""
    return render(
        "confirm",
        {
            "head": letterhead(context),
            "why": why,
            "sender": one_line(letter.sender, 60),
            **asdict(asking),
            "arrived": clock.full(letter.arrived_at, context.zone),
            "subject": one_line(letter.subject, 60),
        },
    )


def confirmed(
    context: MailContext,
    outcome: HeldOutcome,
    arrived_at: datetime | None,
    asked: str = "",
    others: int = 0,
) -> Mail:
    """What became of a CONFIRM; `asked` is an address that was mailed a code of its own, `others`
    the number of other lines in the letter."""
    return render(
        "held",
        {
            "head": letterhead(context),
            "outcome": outcome,
            "arrived": clock.full(arrived_at, context.zone) if arrived_at else "",
            "asked": one_line(asked, 60),
            "others": others,
        },
    )


def is_yours(player: str, known: str, email: str, code: str) -> Mail:
    """To an address that a player says is his as well: the code that shows it.

    Nothing of any game is told, as it may be anybody's; `known` is the player's first address.
    """
    context = {"player": proper_name(player, 30), "known": one_line(known, 60)}
    return render("address_asked", {**context, "email": one_line(email, 60), "code": code})


def address_yours(player: str, email: str, *, is_yours: bool) -> Mail:
    """The code of an address has come back: it is the player's now, or was another's before."""
    context = {"player": proper_name(player, 30), "email": one_line(email, 60)}
    return render("address_yours", {**context, "is_yours": is_yours})


def address_main(
    player: str, moved: tuple[str, str], code: str, until: datetime, zone: clock.Zone
) -> Mail:
    """To a person's other addresses: his mail goes from the one address to the other now."""
    former, email = (one_line(one, 60) for one in moved)
    context = {"player": proper_name(player, 30), "former": former, "email": email}
    return render("address_main", context | {"code": code, "until": clock.full(until, zone)})


def address_bad(context: MailContext, bad: str, status: str) -> Mail:
    """To a player's other address: mail to his first one comes back."""
    values = {"head": letterhead(context), "bad": one_line(bad, 60), "status": one_line(status, 20)}
    return render("address_bad", values)


def address_new(context: MailContext, is_at_once: bool, days: int) -> Mail:
    """The seat's address has been renewed: the old one is good for so many days, or no longer."""
    values = {"head": letterhead(context), "is_at_once": is_at_once, "days": days}
    return render("address_new", values)


def address_quiet(most: int, until_at: datetime, zone: str) -> Mail:
    """The last answer of the hour to an address that got as many as one can."""
    context = {"most": most, "until": clock.full(until_at, zone)}
    return render("address_quiet", context | {"until_short": clock.short(until_at, zone)})
