"""Mails about seats that are free, taken over, or left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.documents.layout import clock
from pbem.documents.layout.cast import person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render

WhyOffered = Literal["missed", "resigns", "moderator"]
StandbyAnswer = Literal[
    "joined",
    "left",
    "join-asked",
    "leave-asked",
    "not-on-list",
    "too-late",
    "withdrawn",
    "gone",
    "wrong-code",
    "no-seat",
    "seated",
]
MAY_HAVE_SEEN = "{} has moderated this game and may have seen what is hidden in it."
"""Said of a moderator who plays a seat from now on."""
Departure = Literal["resigned", "ejected", "replaced"]


def offer_mail(context: MailContext, world: str, seat: str, line: str, clock_text: str) -> Mail:
    """To a standby player: a seat is free. `world` is what anybody may know of the game.

    `context` is the reader's, without a seat; `line` is what he sends to take it.
    """
    values = {
        "head": letterhead(context),
        "world": world,
        "seat": one_line(seat, 30),
        "line": one_line(line, 90),
        "clock": one_line(clock_text, 200),
    }
    return render("standby_offer", values)


def standby_answer(what: StandbyAnswer, game: str = "", seat: str = "", code: str = "") -> Mail:
    """To a standby player: he is on the list or off it, or what became of the seat.

    `code` shows that it is he who wants to be on the list, or off it, where that was asked.
    """
    values = {"what": what, "game": one_line(game, 40), "seat": one_line(seat, 30), "code": code}
    return render("standby", values)


def offered_mail(
    context: MailContext,
    why: WhyOffered,
    leaves_at: datetime | None = None,
    *,
    is_in_a_row: bool = True,
) -> Mail:
    """To the seat's player: his seat is offered to others, and how he keeps it.

    `is_in_a_row` if he has missed his last two turns, not three of six.
    """
    values = {
        "head": letterhead(context),
        "why": why,
        "is_in_a_row": is_in_a_row,
        "leaves": clock.full(leaves_at, context.zone) if leaves_at else "",
        "leaves_short": clock.short(leaves_at, context.zone, context.now) if leaves_at else "",
    }
    return render("seat_offered", values)


def left_mail(
    context: MailContext, seat: str, lost: str, *, ends_turn: bool, is_released: bool = False
) -> Mail:
    """To the others at the table: somebody has resigned and is gone.

    `lost` is what becomes of what he had, by the rules of the game; `ends_turn` if the open turn
    is over at once, `is_released` if what comes of it waits for the moderator.
    """
    return render(
        "seat_left",
        {
            "head": letterhead(context),
            "who": person(seat, context.seat),
            "lost": lost,
            "ends_turn": ends_turn,
            "is_released": is_released,
        },
    )


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Who plays a seat from now on; `has_moderated` where he may know what the others have."""

    seat: str
    player: str
    has_moderated: bool = False


def taken_mail(context: MailContext, newcomer: NewPlayer, *, is_moved: bool, why: str = "") -> Mail:
    """To the others at the table: somebody else plays a seat; `is_moved` if its deadline was,
    `why` a moderator's reason."""
    player = one_line(newcomer.player, 40)
    return render(
        "seat_taken",
        {
            "head": letterhead(context),
            "who": person(newcomer.seat, context.seat),
            "player": player,
            "is_moved": is_moved,
            "seen": MAY_HAVE_SEEN.format(player) if newcomer.has_moderated else "",
            "why": one_line(why, 300).rstrip("."),
        },
    )


def welcome_mail(
    context: MailContext, policies: Sequence[str], clock_text: str, *, is_mine: bool
) -> Mail:
    """To who has taken a seat over; `policies` are the standing orders he finds.

    `is_mine` says that the game waits for him.
    """
    return render(
        "seat_welcome",
        {
            "head": letterhead(context),
            "policies": [one_line(text) for text in policies],
            "clock": one_line(clock_text, 200),
            "is_mine": is_mine,
        },
    )


def departure_mail(
    context: MailContext, what: Departure, lost: str = "", why: str = "", contact: str = ""
) -> Mail:
    """To who has left a game, by his own will or another's.

    `lost` is what becomes of what he had, `why` the moderator's reason, and `contact` the address
    of whoever did it.
    """
    values = {
        "head": letterhead(context),
        "what": what,
        "lost": lost,
        "why": one_line(why, 300).rstrip("."),
        "contact": one_line(contact, 254),
    }
    return render("departure", values)
