"""An adjudication as the plain values of `pbem adjudicate --json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.illuminati import events as ev
from engine.illuminati.cards.custom import enlisted
from engine.illuminati.game import view
from engine.illuminati.state import State
from pbem.games.illuminati.adjudication.turn import Adjudication
from pbem.games.illuminati.codec import plain_events, plain_view


def as_plain(result: Adjudication) -> dict[str, Any]:
    """The adjudication as the plain dict that `pbem adjudicate --json` prints.

    A table's own cards go by the ids that the position gives them.
    """
    state = result.after
    shown = {seat.name: plain_view(view(state, seat.name)) for seat in state.seats}
    plain = {
        "rulings": [
            {
                "seat": line.seat,
                "line": line.line,
                "text": line.text,
                "status": line.status,
                "reason": line.reason,
                "rule": line.rule,
            }
            for line in result.lines
        ],
        "attacks": attacks_of(result.events),
        "events": plain_events(result.events),
        "after": _after(state),
        "views": shown,
        "winners": list(state.winners),
    }
    own = {card.id: card.short_id for card in enlisted(state.options.own_cards).all}
    return _renamed(plain, own) if own else plain


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """The value with ids replaced wherever they stand."""
    if isinstance(value, dict):
        return {ids.get(key, key): _renamed(inner, ids) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def attacks_of(events: tuple[ev.Event, ...]) -> list[dict[str, Any]]:
    """Every attack with its sum; the parts' values add up to the need (R5.1).

    One called off has neither roll nor total; `raises` are the payments after the opening stake.
    """
    attacks: list[dict[str, Any]] = []
    raises: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, ev.Announced):
            raises = []
        elif isinstance(event, ev.Spent) and event.is_raise:
            raises += _raises(event)
        elif isinstance(event, ev.Attacked):
            attacks.append(_attack(event, raises) | _rolled(event))
        elif isinstance(event, ev.CalledOff):
            attacks.append(_attack(event, []) | NOT_ROLLED)
    return attacks


NOT_ROLLED = {"roll": None, "total": None, "success": False, "called_off": True}


def _attack(event: ev.Attacked | ev.CalledOff, raises: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "attacker": event.attacker,
        "target": event.target,
        "kind": event.form,
        "parts": [{"what": p.what, "who": p.who, "value": p.value} for p in event.parts],
        "need": event.need,
        "raises": raises,
    }


def _rolled(event: ev.Attacked) -> dict[str, Any]:
    return {
        "roll": list(event.roll),
        "total": event.total,
        "success": event.success,
        "called_off": False,
    }


def _raises(event: ev.Spent) -> list[dict[str, Any]]:
    return [
        {"seat": event.seat, "money": amount, "from": card, "need": event.need}
        for card, amount in event.payments
    ]


def _after(state: State) -> dict[str, Any]:
    held = list(state.holdings.values())
    return {
        "holds": {
            seat.name: [h.card for h in held if h.seat == seat.name and h.master is not None]
            for seat in state.seats
        },
        "master": {h.card: h.master for h in held if h.master is not None},
        "arrow": {h.card: h.arrow for h in held if h.arrow is not None},
        "money": {h.card: h.money for h in held},
        "uncontrolled": list(state.uncontrolled),
        "dead": list(state.dead),
        "hand_size": {seat.name: len(seat.hand) for seat in state.seats},
        "hands": {seat.name: list(seat.hand) for seat in state.seats},
        "kills": {seat.name: list(seat.kills) for seat in state.seats},
        "eliminated": [seat.name for seat in state.seats if seat.is_out],
        "deck_size": len(state.deck),
    }
