"""The box at the top of a report: what the last turns brought, and when the reader comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.illuminati import events as ev
from engine.illuminati.view import View
from pbem.documents.layout.cast import listed, person
from pbem.games.illuminati.report.parts.summary import TurnEvents, TurnSummary, summary_of

MOST_TOLD = 4
"""Turns that the box tells, the last ones; a phone shows little more above the fold."""


class _ToldPart(Protocol):
    """A part of the story; one without a gist is told at length further down."""

    @property
    def summary(self) -> TurnSummary | None: ...


def last_turns(parts: Sequence[_ToldPart], pages: Sequence[TurnEvents], reader: str) -> list[str]:
    """The turns that were run since the last report, in a line each.

    None where the story itself is no longer than that.
    """
    if not any(part.summary is None for part in parts):
        return []
    run = [_done_in(page, reader) for page in pages if page.number and page.has_ended]
    return [summary.line for summary in run if summary.deeds][-MOST_TOLD:]


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
