"""What has changed for the reader since his last report, from the events he is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.illuminati import events as ev
from pbem.reports.cast import card_name, listed, person


@dataclass(slots=True)
class Changes:
    """Cards by name; a group lost and won back is told both ways."""

    gained: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)

    @property
    def sentences(self) -> list[str]:
        """Nothing where nothing has changed."""
        said = [
            ("Gained: ", self.gained),
            ("Lost: ", self.lost),
            ("Destroyed: ", self.killed),
            ("Held against attack: ", self.held),
            ("Out of the game: ", self.out),
        ]
        return [f"{what}{listed(names)}." for what, names in said if names]


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
        elif isinstance(event, ev.Eliminated | ev.Resigned):
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


def _names(cards: Iterable[str]) -> list[str]:
    return [card_name(card) for card in cards]
