"""A turn as one seat may know it: what its report is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.illuminati.advice.advising import advised
from engine.illuminati.event_counts import counts_before
from engine.illuminati.events import Event
from engine.illuminati.options import Option
from engine.illuminati.state import State
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.secrecy import seen_by


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """What a report tells, as far as its reader may know it.

    `events` and `since` are those of the issue; `before` counts by kinds what had happened before
    the events (`event_counts`). `options` are the reader's legal orders, best first.
    """

    issue: Issue
    events: Sequence[Event] = ()
    since: Sequence[Event] = ()
    before: Mapping[str, int] = field(default_factory=dict)
    options: Sequence[Option] = ()


def seen_turn(state: State, seat: str, issue: Issue) -> SeenTurn:
    """An issue as a seat may know it."""
    return SeenTurn(
        issue,
        seen_by(seat, issue.events, state),
        seen_by(seat, issue.since, state),
        counts_before(state.happened, issue.events),
        () if issue.open_turn else advised(state, seat),
    )
