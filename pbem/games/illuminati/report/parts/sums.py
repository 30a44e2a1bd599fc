"""An attack told as a sum: every part by name, the need, the chance (R5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.illuminati import events as ev
from engine.illuminati.abilities import ALIGNMENTS
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import ways
from pbem.documents.layout.cast import person
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.names import card_name

_PART_LABELS: Mapping[ev.PartName, str] = {
    "power": "Power of {who}",
    "aid": "aided by {who}",
    "bonus": "bonus of {who}",
    "alignment": "{who}",
    "resistance": "Resistance of {who}",
    "target_power": "Power of {who}",
    "proximity": "proximity of {who}",
    "neutralize": "to neutralize is easier",
    "money": "money from {who}",
}


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line of an attack's sum."""

    label: str
    value: int

    @property
    def signed(self) -> str:
        return f"{self.value:+d}" if self.value else "0"


def terms(parts: Sequence[ev.Part], reader: str | None) -> list[SumLine]:
    """The parts of a need by name, as the reader calls whose they are; those of one name summed."""
    summed: dict[str, int] = {}
    for part in parts:
        label = _label(part, reader)
        summed[label] = summed.get(label, 0) + part.value
    return [SumLine(label, value) for label, value in summed.items()]


def percent(chances: int) -> int:
    """Chances of 36 as per cent, rounded to the nearest."""
    return (chances * 100 + 18) // 36


def _label(part: ev.Part, reader: str | None) -> str:
    if part.what == "alignment":
        return _pair(part.who)
    who = card_name(part.who) if part.who in CARDS else str(person(part.who, reader))
    return _PART_LABELS[part.what].format(who=who)


def _pair(who: str) -> str:
    mine, _, theirs = who.partition("/")
    if theirs:
        return f"{mine.capitalize()} against {theirs.capitalize()}"
    if mine in ALIGNMENTS:
        return f"both {mine.capitalize()}"
    return one_line(mine, 40)


def sum_of(event: ev.Attacked, reader: str | None) -> dict[str, Any]:
    """What the telling of an attack needs besides its fields."""
    return {
        "terms": terms(event.parts, reader),
        "chance": percent(ways(event.need)),
        "dice": " + ".join(str(die) for die in event.roll),
        "is_turned": event.total != sum(event.roll),
        "is_hopeless": event.need < 2,
        "is_bought": any(part.what == "money" and part.value < 0 for part in event.parts),
        "is_own": event.owner == event.seat,
        "is_free": event.owner is None,
    }
