"""What concerns one reader alone: his money, his actions, offers to him, what he has on file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.illuminati import events as ev
from engine.illuminati.state import OfferObject
from engine.illuminati.view import View
from pbem.documents.layout import clock
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.event_context import in_words
from pbem.games.illuminati.report.parts.names import FormatOrder, short_name
from pbem.games.illuminati.report.parts.story import EventText, chapters, macro_name, story_reader

_FIRED = (ev.PolicyFired, ev.PolicyEnded)
_TOLD = tuple(map(macro_name, _FIRED))


@dataclass(frozen=True, slots=True)
class Matters:
    """Sentences and rows of STATUS; `fired` are to be told by the macros of secrets."""

    money: str
    actions: str
    answers: tuple[str, ...]
    offers: tuple[str, ...]
    fired: tuple[EventText, ...]


def of_matter(events: Sequence[ev.Event]) -> bool:
    """Whether any of these is told among his own matters: most are not, and need not be told."""
    return any(isinstance(event, _FIRED) for event in events)


def matters(
    context: MailContext,
    view: View,
    answers: Sequence[str],
    events: Sequence[ev.Event],
    tell: FormatOrder,
) -> Matters:
    """`answers` are those on file, as lines; `events` all since his last turn, as he sees them;
    `tell` puts a standing order into his words."""
    story = chapters(context.turn, events, story_reader(context, view, tell))
    return Matters(
        _money(view),
        _actions(view, context),
        tuple(one_line(line) for line in answers),
        tuple(_offer(offer, view.seat, context.zone) for offer in view.offers),
        tuple(t for chapter in story for t in chapter.private if t.kind in _TOLD),
    )


def _money(view: View) -> str:
    mine = next((seat for seat in view.seats if seat.name == view.seat), None)
    if mine is None or mine.is_out:
        return ""
    cards = [(card.card, card.money or 0) for card in mine.cards]
    total = sum(money for _, money in cards)
    where = listed([f"{short_name(card)} {money}" for card, money in cards if money])
    return f"{total} MB" + (f" ({where})." if where else ".")


def _actions(view: View, context: MailContext) -> str:
    if view.seat not in (view.to_move, *context.wanted) or view.winners:
        return ""
    return f"{view.actions_left} of 2 actions and {view.transfers_left} of 2 transfers left."


def _offer(offer: OfferObject, reader: str, zone: str) -> str:
    gives, wants = in_words(offer.gives), in_words(offer.wants)
    until = f", to the end of turn {offer.until_turn}" if offer.until_turn else ""
    if offer.until_at:
        until += f", until {clock.format_kept(offer.until_at, zone)}"
    if offer.by == reader:
        return f"{offer.number}: you offer {person(offer.to, reader)} {gives} for {wants}{until}."
    by = person(offer.by, reader)
    number = offer.number
    return (
        f"{number}: {by} offers you {gives} for {wants}{until}. "
        f"ACCEPT {number}, DECLINE {number} or COUNTER {number} ..."
    )
