"""What came of orders: the state after, the events, and the fate of each line."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from engine.core.values import dataclass
from engine.illuminati import events as ev
from engine.illuminati import rulings as rl
from engine.illuminati.rulings import Refusal, Ruling
from engine.illuminati.state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: the state after, what happened in order, the fate of each line."""

    state: State
    events: tuple[ev.Event, ...]
    rulings: tuple[Ruling, ...] = ()


def rulings_of(events: Sequence[ev.Event]) -> tuple[Ruling, ...]:
    """The fate of every line that events tell of, by line number."""
    needs: dict[int, int] = {}
    ruled: list[ev.LineRuled] = []
    for event in events:
        if isinstance(event, ev.LineRuled):
            ruled.append(event)
        elif isinstance(event, ev.Attacked):
            needs[event.line] = event.need
    return tuple(
        Ruling(
            event.line,
            _status(event.reason),
            event.reason,
            event.rule,
            dict(event.facts),
            need=None if event.reason else needs.get(event.line),
        )
        for event in sorted(ruled, key=attrgetter("line"))
    )


def _status(reason: str) -> rl.Status:
    if not reason:
        return "ok"
    return "skipped" if reason == rl.CONDITION_FALSE.code else "illegal"


def ruling_of(line: int, refusal: Refusal | None) -> Ruling:
    """A line's fate from its refusal."""
    if refusal is None:
        return Ruling(line, "ok")
    reason = refusal.reason
    return Ruling(line, _status(reason.code), reason.code, reason.rule, refusal.facts)
