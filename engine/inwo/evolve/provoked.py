"""Whom a player in his first turn has attacked or aimed at: they may answer him (I4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.state import UNCONTROLLED, InwoState

PROVOKING = (ev.AttackAnnounced, ev.PlayMade, ev.CameIntoPlay)


def with_provoked(state: InwoState, event: ev.InwoEvent) -> InwoState:
    """The state with the rivals whom an attack, a play or a linked Plot is aimed at."""
    pairs = tuple(_aimed(state, event))
    new = tuple(pair for pair in dict.fromkeys(pairs) if pair not in state.turn.provoked)
    if not new:
        return state
    return changed(state, turn=changed(state.turn, provoked=(*state.turn.provoked, *new)))


def _aimed(state: InwoState, event: ev.InwoEvent) -> Iterator[tuple[str, str]]:
    by, names = "", tuple[str, ...]()
    match event:
        case ev.AttackAnnounced():
            by, names = event.attack.seat, (event.attack.target,)
        case ev.PlayMade():
            order = event.play.order
            by, names = event.play.seat, order.on if order is not None else ()
        case ev.CameIntoPlay():
            card = event.card
            by, names = card.seat, tuple(one for one in (card.host, card.tied) if one)
    if not by or state.seat(by).turns_taken:
        return
    seats = [seat.name for seat in state.seats]
    for name in names:
        rival = name if name in seats else state.controller(name)
        if rival not in (None, by, UNCONTROLLED):
            yield by, str(rival)
