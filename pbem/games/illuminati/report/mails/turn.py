"""The turn report of one seat: everything it may know, told once, in one mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.illuminati.events import Drew, Event, TurnedUp
from engine.illuminati.view import View
from engine.illuminati.view import view as view_of
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render
from pbem.games.contract.reports import Issue, Length
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import Vocabulary
from pbem.games.illuminati.report.mails.turn_orders import orders_context
from pbem.games.illuminati.report.mails.turn_story import story_context
from pbem.games.illuminati.report.parts.lengths import due_length
from pbem.games.illuminati.report.parts.lessons import taught
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn, seen_turn
from pbem.games.illuminati.report.parts.world import card_texts, world_context
from pbem.games.illuminati.secrecy import seen_by

Context = dict[str, object]
_LENGTHS: Mapping[Length, str] = {
    "full": "the FULL report",
    "brief": "the BRIEF report",
    "digest": "a DIGEST, sent when something is asked of you or has happened to you",
}


def report(given: Given, context: MailContext, issue: Issue) -> Mail | None:
    """What the reader is told when a turn is over; None where he wants nothing now."""
    state, seat = given.state, context.seat
    shown = seen_by(seat, issue.events, state)
    length = due_length(context, issue, shown, is_out=state.seat(seat).is_out)
    if length is None:
        return None
    seen = seen_turn(state, seat, replace(issue, length=length))
    mail = turn_report(context, view_of(state, seat), given.names(seat), seen)
    return taught(given, seat, mail, issue.teaching)


def turn_report(context: MailContext, view: View, names: Vocabulary, seen: SeenTurn) -> Mail:
    """What the seat is told when a turn has been resolved, in words that he may use himself.

    The same arguments make the same bytes.
    """
    values: Context = {}
    for part in PARTS:
        values |= part(context, view, names, seen)
    return render("illuminati/turn", values)


def _world(context: MailContext, view: View, _names: Vocabulary, seen: SeenTurn) -> Context:
    """How things stand; the key to the tables and all cards' texts only where they are asked for.

    Otherwise the cards are explained that have just come onto the table.
    """
    values = world_context(context, view)
    if context.is_first or seen.issue.is_anew or seen.issue.legend:
        return values
    return values | {"legend": "", "card_texts": card_texts(view, _new_cards(seen.events))}


def _new_cards(events: Sequence[Event]) -> frozenset[str]:
    """The cards that came onto the table in these events, which nobody has read yet."""
    return frozenset(e.card for e in events if isinstance(e, TurnedUp | Drew) and e.card)


def _issue(context: MailContext, view: View, _names: Vocabulary, seen: SeenTurn) -> Context:
    """Who plays, and what kind of report this is."""
    issue = seen.issue
    return {
        "players": listed([str(person(seat.name, context.seat)) for seat in view.seats]),
        "same_person": [
            listed([str(person(name, context.seat)) for name in names])
            for names in context.same_person
        ],
        "is_anew": issue.is_anew,
        "teaching": issue.teaching,
        "length": issue.length,
        "length_text": _LENGTHS[issue.length],
    }


PARTS: tuple[Callable[[MailContext, View, Vocabulary, SeenTurn], Context], ...] = (
    _issue,
    story_context,
    _world,
    orders_context,
)
"""What a report is made of, in the order in which it is read."""
