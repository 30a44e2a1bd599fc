"""Who plays, in order of play: what WHO answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.illuminati.state import State
from engine.illuminati.view import view as view_of
from pbem.documents.layout import clock
from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.games.contract.reports import Guest, TableNotes
from pbem.games.illuminati.report.parts.names import short_name
from pbem.games.illuminati.report.parts.table_rules import table_rules


@dataclass(frozen=True, slots=True)
class WhoRow:
    """A seat in order of play; `time` is what his clock shows now, "" for a robot."""

    person: NamedPlayer
    player: str
    illuminati: str
    groups: int
    time: str
    is_out: bool
    is_to_move: bool
    is_waited_for: bool


def who(state: State, context: MailContext, notes: TableNotes) -> Mail:
    """The players in order of play, and the game's clock in a sentence."""
    view = view_of(state, context.seat)
    guests, waited_for = notes.guests, notes.waited_for
    rows = [
        WhoRow(
            person(seat.name, view.seat),
            _played_by(guests[seat.name]),
            short_name(seat.illuminati),
            len(seat.cards),
            _time(context, guests[seat.name]),
            seat.is_out,
            seat.name == view.to_move and not view.winners,
            seat.name in (waited_for or ()),
        )
        for seat in view.seats
    ]
    values = {
        "head": letterhead(context),
        "rows": rows,
        "is_over": bool(view.winners or notes.ended),
        "ended": one_line(notes.ended, 400),
        "waited_for": listed([str(person(name, view.seat)) for name in waited_for or ()]),
        "is_hidden": waited_for is None,
        "clock": one_line(notes.clock, 1000),
        "same_person": [
            listed([str(person(name, view.seat)) for name in names])
            for names in context.same_person
        ],
        "table_rules": (*table_rules(view.options), *context.press),
        "moderators": listed([proper_name(name, 30) for name in notes.moderators]),
        "in_time": [(person(name, context.seat), text) for name, text in notes.in_time.items()],
        "ratings": [(person(name, context.seat), text) for name, text in notes.ratings.items()],
        "away": [
            (person(name, view.seat), clock.short(until_at, context.zone))
            for name, until_at in notes.away.items()
        ],
    }
    return render("illuminati/who", values)


def _played_by(guest: Guest) -> str:
    return f"robot ({guest.robot})" if guest.robot else proper_name(guest.name)


def _time(context: MailContext, guest: Guest) -> str:
    """Without the zone's name: others need know the hour, not the town."""
    dates = context.zone.dates if isinstance(context.zone, clock.Zone) else clock.DATES[0]
    return (
        ""
        if guest.robot or not guest.zone
        else clock.short(context.now, clock.Zone(guest.zone, dates))
    )
