"""Who sits at the table: order of play, who is waited for, and what time it is with everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.illuminati.view import View
from pbem.documents.layout import clock
from pbem.documents.layout.cast import Person, listed, person, short_name
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.games.illuminati.report.parts.table_rules import table_rules


@dataclass(frozen=True, slots=True)
class Guest:
    """What is said of a player beside the game: his name, his zone, the robot that plays him."""

    name: str
    zone: str
    robot: str = ""


@dataclass(frozen=True, slots=True)
class WhoRow:
    """A seat in order of play; `time` is what his clock shows now, "" for a robot."""

    person: Person
    player: str
    illuminati: str
    groups: int
    time: str
    is_out: bool
    is_to_move: bool
    is_waited_for: bool


def who_mail(
    about: MailContext,
    view: View,
    guests: Mapping[str, Guest],
    waited_for: Sequence[str] | None,
    the_clock: str = "",
    away: Mapping[str, datetime] | None = None,
    *,
    moderators: Sequence[str] = (),
    ended: str = "",
) -> Mail:
    """The players in order of play, and the game's clock in a sentence.

    `waited_for` are those whose letter is still awaited, None where the table hides who they are;
    `away` says until when a seat's player is away; `moderators` are names; `ended` says
    how the game ended where nobody has won it.
    """
    rows = [
        WhoRow(
            person(seat.name, view.seat),
            _played_by(guests[seat.name]),
            short_name(seat.illuminati),
            len(seat.cards),
            _time(about, guests[seat.name]),
            seat.is_out,
            seat.name == view.to_move and not view.winners,
            seat.name in (waited_for or ()),
        )
        for seat in view.seats
    ]
    context = {
        "head": letterhead(about),
        "rows": rows,
        "is_over": bool(view.winners or ended),
        "ended": one_line(ended, 400),
        "waited_for": listed([str(person(name, view.seat)) for name in waited_for or ()]),
        "is_hidden": waited_for is None,
        "clock": one_line(the_clock, 1000),
        "same_person": [
            listed([str(person(name, view.seat)) for name in names]) for names in about.same_person
        ],
        "table_rules": table_rules(view.options),
        "moderators": listed([proper_name(name, 30) for name in moderators]),
        "away": [
            (person(name, view.seat), clock.short(until_at, about.zone))
            for name, until_at in (away or {}).items()
        ],
    }
    return render("who", context)


def _played_by(guest: Guest) -> str:
    return f"robot ({guest.robot})" if guest.robot else proper_name(guest.name)


def _time(about: MailContext, guest: Guest) -> str:
    """Without the zone's name: others need know the hour, not the town."""
    dates = about.zone.dates if isinstance(about.zone, clock.Zone) else clock.DATES[0]
    return "" if guest.robot else clock.short(about.now, clock.Zone(guest.zone, dates))
