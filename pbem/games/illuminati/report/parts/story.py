"""Events as chapters to be told: what is public, what is the reader's alone, in which words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from msgspec import Struct

from engine.illuminati import events as ev
from engine.illuminati.event_counts import EventCounts, counted_kind
from engine.illuminati.view import View, is_private_to
from pbem.documents.layout.cast import NamedPlayer, person
from pbem.documents.layout.clock import format_kept
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import hang, one_line, paragraph
from pbem.documents.layout.render import text_templates
from pbem.games.illuminati.report.parts.event_context import EventContext, event_context
from pbem.games.illuminati.report.parts.names import FormatOrder, card_name

_SILENT = (
    *(ev.LineRuled, ev.GoalChosen, ev.Showed, ev.TurnBegan),
    *(ev.Offered, ev.OfferClosed),
    *(ev.Stated, ev.Cheated, ev.MissedCatch),
    *(ev.PolicyFired, ev.PolicyEnded),
    *(ev.ScriptAnnounced, ev.ScriptWithdrawn, ev.LineHeld, ev.LineReleased),
)
"""EventCounts to one reader alone, or by the heading of a chapter."""
OPENS = (ev.TurnBegan, ev.TurnCalled)
"""A chapter."""
_SCENES = (ev.Announced, ev.Played, ev.Passed, ev.Eliminated, ev.Resigned, ev.Won)


@dataclass(frozen=True, slots=True, eq=False)
class EventText:
    """One event ready for its macro; facts are reached as items, so a missing one is an error.

    `count` is how many of its kind came before it in the whole game, `what` is what the order of
    its phrases is drawn from. Readers share it where the event names none of them.
    """

    kind: str
    count: int
    what: str
    opens_scene: bool
    is_public: bool
    is_private: bool
    facts: EventContext

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    @property
    def told(self) -> str:
        """What everybody may read of it, as a paragraph of the story."""
        return _told(self)

    def say(self, *phrases: str) -> str:
        """One of the stock phrases, its {fields} filled in; none twice before all were used."""
        return phrases[self.place(len(phrases))].format_map(self.facts)

    def place(self, many: int) -> int:
        """Which of so many phrases is this one's."""
        return shuffled_place(self.what, self.count, many)


TEXTS_KEPT = 1024
"""Texts of events that are remembered: the readers of a turn have most of them in common."""


@lru_cache(maxsize=TEXTS_KEPT)
def _told(text: EventText) -> str:
    macros = text_templates().get_template("illuminati/events.txt").module
    said: str = getattr(macros, text.kind)(text)
    # An attack brings its sum, line by line.
    return said if text.kind == _ATTACKED else hang(paragraph(said), 2) + "\n"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn's part of the story; number 0 is the set-up."""

    number: int
    seat: NamedPlayer | None
    illuminati: str
    texts: tuple[EventText, ...]

    @property
    def public(self) -> tuple[EventText, ...]:
        return tuple(t for t in self.texts if t.is_public)

    @property
    def told(self) -> str:
        """What everybody may read of it; an empty line before what opens a scene."""
        return "".join(
            [f"\n{text.told}" if text.opens_scene else text.told for text in self.public]
        )

    @property
    def private(self) -> tuple[EventText, ...]:
        return tuple(t for t in self.texts if t.is_private)


def macro_name(kind: type) -> str:
    """The macro that tells such an event: `TurnedUp` is told by `turned_up`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_MACROS = {kind: macro_name(kind) for kind in ev.EVENTS}
_ATTACKED = macro_name(ev.Attacked)
_TURNED_UP = macro_name(ev.TurnedUp)
"""EventCounts with the shuffle that follows it."""


MOST_SHUFFLED = 2048
"""Orders of phrases that are kept, those that were asked for last."""


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def shuffled_place(what: str, count: int, many: int) -> int:
    """Which of so many phrases is used where `count` were before: they are gone through in rounds.

    The order of each round is drawn by `what`; none begins with what the one before ended with.
    """
    rounds, place = divmod(count, many)
    order = _shuffled(f"{what}:{rounds}", many)
    if rounds and many > 2 and order[0] == _shuffled(f"{what}:{rounds - 1}", many)[-1]:
        # Only the ends change places, so that the last one is known without the rounds before.
        order = (order[1], order[0], *order[2:])
    return order[place]


@lru_cache(maxsize=MOST_SHUFFLED)
def _shuffled(what: str, many: int) -> tuple[int, ...]:
    """An order of so many places that `what` alone decides; all seats of a game ask for it."""
    return tuple(sorted(range(many), key=lambda at: (_number(f"{what}:{at}"), at)))


@dataclass(frozen=True, slots=True)
class StoryReader:
    """Whom a story is told to: one at the seat, or "" for none of them.

    `illuminati` maps seats to their cards; `tell` puts standing orders into his words, `zone`
    is where he reads his clock.
    """

    game: str
    seat: str
    illuminati: Mapping[str, str]
    tell: FormatOrder | None = None
    zone: str = "UTC"


def story_reader(context: MailContext, view: View, tell: FormatOrder | None = None) -> StoryReader:
    """The reader of a mail; `tell` puts standing orders into his words."""
    plays = {seat.name: seat.illuminati for seat in view.seats}
    return StoryReader(context.game, context.seat, plays, tell, context.zone)


def chapters(
    turn: int, events: Sequence[ev.Event], reader: StoryReader, before: EventCounts | None = None
) -> tuple[Chapter, ...]:
    """The story of these events, a chapter a turn; `turn` is the one now open.

    `before` counts what had happened before these events, so that they are told in the same words
    in every mail.
    """
    counts = dict(before or {})
    found: list[Chapter] = []
    page: list[EventText] = []
    number, seat = opening(events, turn)
    for event in events:
        if isinstance(event, OPENS):
            found.append(_chapter(number, seat, page, reader))
            number, seat, page = event.number, event.seat, []
        if not (isinstance(event, ev.Shuffled) and page and page[-1].kind == _TURNED_UP):
            page.append(_event_text(event, number, reader, counts))
        if kind := counted_kind(event):
            counts[kind] = counts.get(kind, 0) + 1
    found.append(_chapter(number, seat, page, reader))
    return tuple(chapter for chapter in found if chapter.texts)


def opening(events: Sequence[ev.Event], turn: int) -> tuple[int, str | None]:
    """Number and seat of the turn that was under way when these events begin."""
    for event in events:
        if isinstance(event, ev.GameBegan):
            return 0, None
        if isinstance(event, ev.TurnEnded | ev.TurnPaused):
            return event.number, event.seat
        if isinstance(event, ev.TurnBegan | ev.TurnCalled):
            return event.number - 1, None
    return turn, None


def _chapter(
    number: int, seat: str | None, page: Sequence[EventText], reader: StoryReader
) -> Chapter:
    who = None if seat is None else person(seat, reader.seat)
    return Chapter(number, who, card_name(reader.illuminati.get(seat or "")), tuple(page))


def forget_told() -> None:
    """Tell all anew from here on, as benchmarks need it."""
    for kept in (_told, _text_of, _names_in):
        kept.cache_clear()


def _event_text(event: ev.Event, turn: int, reader: StoryReader, counts: EventCounts) -> EventText:
    # Whom an event does not name is told the same as all the others.
    is_his = reader.seat in _names_in(event)
    kind = counted_kind(event)
    text = _text_of(event, reader.seat if is_his else "", reader.game, counts.get(kind, 0))
    his = _in_his_terms(event, turn, reader)
    return replace(text, facts=text.facts | his) if his else text


@lru_cache(maxsize=TEXTS_KEPT)
def _names_in(event: ev.Event) -> frozenset[str]:
    """Every name in an event, of seats and cards alike."""
    return frozenset(_strings_in(event))


def _strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _strings_in(part)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _strings_in(getattr(value, name))


@lru_cache(maxsize=TEXTS_KEPT)
def _text_of(event: ev.Event, reader: str, game: str, count: int) -> EventText:
    kind = counted_kind(event)
    return EventText(
        _MACROS[type(event)],
        count,
        f"{game}:{kind}",
        isinstance(event, _SCENES),
        not isinstance(event, _SILENT),
        _is_private(event, reader),
        event_context(event, reader),
    )


def _in_his_terms(event: ev.Event, turn: int, reader: StoryReader) -> EventContext:
    """Facts that need the reader's words for an order, or his clock."""
    match event:
        case ev.PolicyFired() | ev.PolicyEnded():
            order = {"order": one_line(reader.tell(event.order), 200)} if reader.tell else {}
            return {"turn": turn, **order}
        case ev.Offered(until_at=str(until_at)):
            return {"until_at": format_kept(until_at, reader.zone)}
        case _:
            return {}


_PRIVATE = (
    *(ev.GoalChosen, ev.Stated, ev.Cheated, ev.MissedCatch, ev.PolicyFired, ev.PolicyEnded),
    *(ev.PaidBack, ev.Showed, ev.GaveSpecial, ev.Offered, ev.OfferClosed, ev.Traded),
    *(ev.SpiedMoney, ev.SpiedHand, ev.TaxPaid),
)
"""What of his own a reader is told among his secrets; the rest stands elsewhere."""


def _is_private(event: ev.Event, reader: str) -> bool:
    """Whether the event tells this reader something others are not told."""
    is_own = event.is_special if isinstance(event, ev.Drew) else isinstance(event, _PRIVATE)
    return is_own and is_private_to(event, reader)
