"""How things stand, what is on file, what is asked, who plays: STATUS, reminders, WHO."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest

from engine.illuminati import events as ev
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.state import OfferObject, State
from engine.illuminati.view import View, public_view, view
from pbem.documents.layout import clock
from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.documents.layout.letterhead import BOT, letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render, render_part
from pbem.games.contract.reports import Guest, TableNotes
from pbem.games.illuminati.judging.context import Given, lines_of
from pbem.games.illuminati.language import format_line
from pbem.games.illuminati.report.mails.turn import world_context
from pbem.games.illuminati.report.parts.event_context import in_words
from pbem.games.illuminati.report.parts.names import FormatOrder, short_name
from pbem.games.illuminati.report.parts.story import EventText, chapters, macro_name, story_reader
from pbem.games.illuminati.report.parts.table_rules import table_rules
from pbem.games.illuminati.report.parts.totals import totals

_FIRED = (macro_name(ev.PolicyFired), macro_name(ev.PolicyEnded))


@dataclass(frozen=True, slots=True)
class Matters:
    """Sentences and rows of STATUS; `fired` are to be told by the macros of secrets."""

    money: str
    actions: str
    answers: tuple[str, ...]
    offers: tuple[str, ...]
    fired: tuple[EventText, ...]


def matters(
    about: MailContext,
    view: View,
    answers: Sequence[str],
    events: Sequence[ev.Event],
    tell: FormatOrder,
) -> Matters:
    """`answers` are those on file, as lines; `events` all since his last turn, as he sees them;
    `tell` puts a standing order into his words."""
    story = chapters(about.turn, events, story_reader(about, view, tell))
    return Matters(
        _money(view),
        _actions(view, about),
        tuple(one_line(line) for line in answers),
        tuple(_offer(offer, view.seat, about.zone) for offer in view.offers),
        tuple(t for chapter in story for t in chapter.private if t.kind in _FIRED),
    )


@dataclass(frozen=True, slots=True)
class OwnStatus:
    """What a reader has on file, and what else he should know.

    `broken` says of each line of `script` why it cannot run as things stand, "" where it can.
    `policies` are the standing orders as lines, `odds` what is to be said of some of them,
    `matters` what else concerns the reader alone; `stopped` says why no deadline runs, `ended`
    how the game ended where nobody has won it, `is_ready` that the reader has said READY, so that
    nobody waits for him.
    """

    script: Sequence[str]
    policies: Sequence[str] = ()
    odds: Mapping[str, str] = field(default_factory=dict)
    matters: Matters | None = None
    stopped: str = ""
    ended: str = ""
    broken: Sequence[str] = ()
    is_ready: bool = False


def status(about: MailContext, view: View, own: OwnStatus) -> Mail:
    """How things stand now, without story or choices."""
    context = world_context(about, view) | {
        "on_file": [
            (one_line(line), one_line(why, 600))
            for line, why in zip_longest(own.script, own.broken, fillvalue="")
        ],
        "matters": own.matters,
        "stopped": one_line(own.stopped, 200),
        "is_over": bool(view.winners or own.ended),
        "ended": one_line(own.ended, 400),
        "is_ready": own.is_ready,
        "policies": [
            (one_line(text), one_line(own.odds.get(text, ""), 600)) for text in own.policies
        ],
    }
    return render("illuminati/status", context)


def reminder(given: Given, about: MailContext, on_file: str, grace_until: datetime | None) -> Mail:
    """To somebody who is waited for: until when, what is on file, what is open, what silence does.

    `grace_until` is how long a missing script is waited for.
    """
    seat, announced = about.seat, given.state.announced
    lines, names = lines_of(given, seat, on_file), given.names(seat)
    counted = totals([line.order for line in lines], view(given.state, seat))
    context = {
        "head": letterhead(about),
        "on_file": [one_line(format_line(line, names)) for line in lines],
        "actions_left": counted.actions_left,
        "most_actions": ACTIONS,
        "is_pass": counted.is_pass,
        "is_bot": about.silence == BOT,
        "grace": clock.full(grace_until, about.zone) if grace_until else "",
        "attacks": len(announced.lines) if announced else 0,
    }
    return render("illuminati/reminder", context)


def public_world(state: State, about: MailContext) -> str:
    """How things stand as far as anybody may know."""
    return render_part("illuminati/public_world", world_context(about, public_view(state)))


def _money(view: View) -> str:
    mine = next((seat for seat in view.seats if seat.name == view.seat), None)
    if mine is None or mine.is_out:
        return ""
    cards = [(card.card, card.money or 0) for card in mine.cards]
    total = sum(money for _, money in cards)
    where = listed([f"{short_name(card)} {money}" for card, money in cards if money])
    return f"{total} MB" + (f" ({where})." if where else ".")


def _actions(view: View, about: MailContext) -> str:
    if view.seat not in (view.to_move, *about.wanted) or view.winners:
        return ""
    return f"{view.actions_left} of 2 actions and {view.transfers_left} of 2 transfers left."


def _offer(offer: OfferObject, reader: str, zone: str) -> str:
    gives, wants = in_words(offer.gives), in_words(offer.wants)
    until = f", to the end of turn {offer.until_turn}" if offer.until_turn else ""
    if offer.until_at:
        until += f", until {clock.format_moment(offer.until_at, zone)}"
    if offer.by == reader:
        return f"{offer.number}: you offer {person(offer.to, reader)} {gives} for {wants}{until}."
    by = person(offer.by, reader)
    number = offer.number
    return (
        f"{number}: {by} offers you {gives} for {wants}{until}. "
        f"ACCEPT {number}, DECLINE {number} or COUNTER {number} ..."
    )


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


def who_mail(about: MailContext, view: View, notes: TableNotes) -> Mail:
    """The players in order of play, and the game's clock in a sentence."""
    guests, waited_for = notes.guests, notes.waited_for
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
        "is_over": bool(view.winners or notes.ended),
        "ended": one_line(notes.ended, 400),
        "waited_for": listed([str(person(name, view.seat)) for name in waited_for or ()]),
        "is_hidden": waited_for is None,
        "clock": one_line(notes.clock, 1000),
        "same_person": [
            listed([str(person(name, view.seat)) for name in names]) for names in about.same_person
        ],
        "table_rules": (*table_rules(view.options), *about.press),
        "moderators": listed([proper_name(name, 30) for name in notes.moderators]),
        "in_time": [(person(name, about.seat), told) for name, told in notes.in_time.items()],
        "ratings": [(person(name, about.seat), told) for name, told in notes.ratings.items()],
        "away": [
            (person(name, view.seat), clock.short(until_at, about.zone))
            for name, until_at in notes.away.items()
        ],
    }
    return render("illuminati/who", context)


def _played_by(guest: Guest) -> str:
    return f"robot ({guest.robot})" if guest.robot else proper_name(guest.name)


def _time(about: MailContext, guest: Guest) -> str:
    """Without the zone's name: others need know the hour, not the town."""
    dates = about.zone.dates if isinstance(about.zone, clock.Zone) else clock.DATES[0]
    return (
        ""
        if guest.robot or not guest.zone
        else clock.short(about.now, clock.Zone(guest.zone, dates))
    )
