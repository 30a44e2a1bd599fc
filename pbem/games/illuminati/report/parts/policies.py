"""What standing instructions did, why they did nothing, and why one is at an end (R12.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.illuminati import events as ev
from pbem.games.illuminati.report.parts.bargains import in_words

PolicyContext = dict[str, Any]

_SPENT: Mapping[ev.FiredWhy, str] = {
    "reached": "{sum}; the need was {need} then, as far as you wished to go",
    "capped": "{sum}, all you allow an attack; the need was {need} then",
    "round-spent": "{sum}; that was all for this round, and it rests until your next turn",
    "reserve": "{sum}; the rest is your RESERVE",
    "purse-empty": "{sum}, all there was; the need was {need} then",
    "out-of-reach": "{sum}; then its aim was out of reach",
}
_IDLE: Mapping[ev.FiredWhy, str] = {
    "not-needed": "did nothing: the need was {need}, and it asks for no more",
    "capped": "did nothing: what you allow an attack is spent",
    "round-spent": "did nothing: what you allow a round is spent; it rests until your next turn",
    "reserve": "did nothing: your RESERVE holds the money back",
    "purse-empty": "did nothing: there was no money to spend",
    "out-of-reach": "did nothing: its aim was out of reach",
    "privileged": "did nothing: the attack was privileged",
    "played": "was carried out",
    "cancelled": "came to nothing: its Special was cancelled as it was played",
    "no-card": "did nothing: what it needs is not in your hand",
}
_ENDED: Mapping[ev.EndedWhy, str] = {
    "turn-passed": "the last turn it was for is over",
    "day-passed": "the time you gave it is over",
    "no-card": "its Special is no longer in your hand",
    "group-dead": "there is nothing left for it to be about",
    "seat-out": "it is about a player who is out of the game",
    "out": "you are out of the game",
    "unmasked": "your Illuminati lies face up",
}


def _fired(event: ev.PolicyFired, reader: str | None) -> PolicyContext:
    if event.why == "held-back":
        did = "kept {spent} MB back"
    else:
        did = _SPENT.get(event.why, "{sum}") if event.spent else _IDLE.get(event.why, "did nothing")
    sum_of = f"spent {event.spent} MB"
    return {
        "did": did.format(sum=sum_of, spent=event.spent, need=event.need),
        "order": type(event.order).__name__,
    }


def _ended(event: ev.PolicyEnded, reader: str | None) -> PolicyContext:
    return {"why": _ENDED[event.why], "order": type(event.order).__name__}


def _thrown(event: ev.GameThrown, reader: str | None) -> PolicyContext:
    return {"goods": in_words(event.goods)}


POLICIES: Mapping[type, Callable[[Any, str | None], PolicyContext]] = {
    ev.PolicyFired: _fired,
    ev.PolicyEnded: _ended,
    ev.GameThrown: _thrown,
}
"""More facts of an event, by its kind; the order in the player's words is the teller's to add."""
