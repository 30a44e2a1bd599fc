"""The box at the top of a report: what has changed, the last turns, when the reader comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

from engine.illuminati import events as ev
from engine.illuminati.view import View
from engine.illuminati.winning import SAFE_TURNS
from pbem.documents.layout.cast import listed, person
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.summary import TurnEvents, TurnSummary, summary_of

_GONE = (ev.Eliminated, ev.Resigned)
MOST_TOLD = 4
"""Turns that the box tells, the last ones; a phone shows little more above the fold."""


class _SummarizedPart(Protocol):
    """A part of the story; one without a summary is told at length further down."""

    @property
    def summary(self) -> TurnSummary | None: ...


def last_turns(
    parts: Sequence[_SummarizedPart], pages: Sequence[TurnEvents], reader: str
) -> list[str]:
    """The turns that were run since the last report, in a line each.

    None where the story itself is no longer than that.
    """
    if not any(part.summary is None for part in parts):
        return []
    run = (_done_in(page, reader) for page in reversed(pages) if page.number and page.has_ended)
    lines = islice((summary.line for summary in run if summary.deeds), MOST_TOLD)
    return [*lines][::-1]


def _done_in(page: TurnEvents, reader: str) -> TurnSummary:
    """What somebody did; what was drawn is among the uncontrolled by now."""
    deeds = tuple(event for event in page.events if not isinstance(event, ev.Drew))
    return summary_of(replace(page, events=deeds), reader)


def who_comes(view: View, *, is_round: bool) -> str:
    """What a reader does who is not to move: `You may watch; then come cat, dee and you.`

    In a round nobody is told who comes when: all write at once.
    """
    names = [seat.name for seat in view.seats if not seat.is_out]
    watch = "You may watch"
    if view.options.is_announced and view.seat in names:
        watch += ", and answer what is announced"
    if is_round or view.seat not in names or view.to_move not in names:
        return f"{watch}."
    start = names.index(view.to_move) + 1
    coming = [*names[start:], *names[:start]]
    until = coming[: coming.index(view.seat) + 1]
    if len(until) == 1:
        return f"{watch}; you are next."
    return f"{watch}; then come {listed([str(person(name, view.seat)) for name in until])}."


def must_gain(view: View) -> bool:
    """Whether the reader's next turn is the last that he may end without a group (R10.1)."""
    mine = next((seat for seat in view.seats if seat.name == view.seat), None)
    if mine is None or mine.is_out or view.winners:
        return False
    return mine.turns_taken == SAFE_TURNS - 1 and len(mine.cards) == 1


@dataclass(slots=True)
class Changes:
    """Cards by name; a group lost and won back is told both ways."""

    gained: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)

    @property
    def sentences(self) -> list[str]:
        """Nothing where nothing has changed."""
        rows = [
            ("Gained: ", self.gained),
            ("Lost: ", self.lost),
            ("Destroyed: ", self.killed),
            ("Held against attack: ", self.held),
            ("Given to you: ", self.given),
            ("Out of the game: ", self.out),
        ]
        return [f"{what}{listed(names)}." for what, names in rows if names]


def changes(events: Sequence[ev.Event], reader: str) -> Changes:
    """The sum of the events for one seat."""
    sum_of = Changes()
    victim: str | None = None
    for event in events:
        if isinstance(event, ev.Attacked):
            victim = event.owner
            if event.owner == reader != event.seat and not event.success:
                sum_of.held.append(card_name(event.target))
        elif isinstance(event, ev.Freed):
            gave_up = event.why in ("dropped", "given-up", "left")
            if reader == (event.seat if gave_up else victim):
                sum_of.lost += _names(event.cards)
        elif isinstance(event, _GONE):
            if event.seat != reader:
                sum_of.out.append(str(person(event.seat, reader)))
        else:
            _take(sum_of, event, reader)
    return sum_of


def _take(sum_of: Changes, event: ev.Event, reader: str) -> None:
    match event:
        case ev.Captured() | ev.Bribed() if event.seat == reader:
            sum_of.gained += _names(row.card for row in event.laid)
        case ev.Captured() if event.owner == reader:
            sum_of.lost += _names(row.card for row in event.laid)
        case ev.Destroyed():
            sum_of.lost += _names([event.card]) if event.owner == reader else []
            sum_of.killed += _names([event.card]) if event.seat == reader else []
        case _:
            _take_deal(sum_of, event, reader)


def _take_deal(sum_of: Changes, event: ev.Event, reader: str) -> None:
    """What goes from hand to hand without dice (R9)."""
    match event:
        case ev.GaveGroup() | ev.Restored():
            giver, to = event.seat, event.to if isinstance(event, ev.GaveGroup) else event.owner
            cards = _names(row.card for row in event.laid)
            sum_of.gained += cards if to == reader else []
            sum_of.lost += cards if giver == reader else []
        case ev.Traded() if reader in (event.seat, event.to):
            there, back = _names(event.groups), _names(event.back_groups)
            sum_of.gained += there if event.to == reader else back
            sum_of.lost += there if event.seat == reader else back
        case ev.GaveMoney(amount=int(amount)) if event.to == reader:
            sum_of.given.append(f"{amount} MB from {person(event.seat, reader)}")
        case ev.GaveSpecial() if event.to == reader:
            sum_of.given.append(f"a Special from {person(event.seat, reader)}")


def _names(cards: Iterable[str]) -> list[str]:
    return [card_name(card) for card in cards]
