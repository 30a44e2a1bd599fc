"""What cheats and their discovery say: the deed in words, and the top of the deck (R11.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.illuminati import events as ev
from pbem.reports.layout.cast import card_name, listed

CheatContext = dict[str, Any]

_DEEDS: Mapping[str, str] = {
    "dice": "misread the dice",
    "bank": "took money from the bank",
    "power": "overstated a Power",
    "resistance": "overstated a Resistance",
    "peek": "looked at the deck",
    "stack": "stacked the deck",
}
"""In words that fit after a name and after "you"."""


def _cheated(event: ev.Cheated, reader: str | None) -> CheatContext:
    return {
        "line": event.scheme.line,
        "deed": _DEEDS[event.scheme.what],
        "deck": listed([card_name(card) for card in event.deck]),
    }


def _caught(event: ev.Caught, reader: str | None) -> CheatContext:
    return {"deed": _DEEDS[event.what]}


def _paid_back(event: ev.PaidBack, reader: str | None) -> CheatContext:
    paid = [f"{card_name(card)} {amount}" for card, amount in event.payments or ()]
    return {"list": listed(paid)}


CHEATS: Mapping[type, Callable[[Any, str | None], CheatContext]] = {
    ev.Caught: _caught,
    ev.Cheated: _cheated,
    ev.PaidBack: _paid_back,
}
