"""Invariants of every state; a service runs them before it keeps a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.inwo import abilities as ab
from engine.inwo.cards import card_of, is_made, is_resource
from engine.inwo.facts import facts
from engine.inwo.state import HALF, InwoState
from engine.inwo.structure import faults_of


def audit_inwo(state: InwoState) -> list[str]:
    """What is broken, in words; empty when the state is sound."""
    return [
        *_places(state),
        *_tokens(state),
        *_structures(state),
        *_links(state),
        *_hands(state),
        *_turn(state),
    ]


def everything(state: InwoState) -> Counter[str]:
    """In how many places each copy is."""
    found: Counter[str] = Counter(iter(state.table))
    shared = state.options.shared
    for at, seat in enumerate(state.seats):
        for zone in (seat.plots, seat.groups, seat.discards):
            found.update(zone)
        for deck in ("plot_deck", "group_deck"):
            found.update(getattr(seat, deck) if not at or deck not in shared else ())
        for zone in (seat.unseen, seat.bounced, seat.removed, seat.agents, seat.hidden):
            found.update(zone)
        found.update(ruin.copy for ruin in seat.destroyed)
    return Counter({copy: number for copy, number in found.items() if not is_made(copy)})


def _places(state: InwoState) -> Iterator[str]:
    """No copy is in two places; each seat's deck is all there, as many cards as it began with."""
    for copy, number in everything(state).items():
        if number != 1:
            yield f"{copy}: in {number} places"


def _tokens(state: InwoState) -> Iterator[str]:
    for copy, number in state.tokens.items():
        if number < 0:
            yield f"{copy}: {number} tokens"
        if copy not in state.table:
            yield f"{copy}: tokens, but not on the table"


def _structures(state: InwoState) -> Iterator[str]:
    """Every structure is a tree without overlap; there is one copy of each Group."""
    known = facts(state)
    names = Counter(card_of(copy).id for seat in known.groups.values() for copy in seat)
    halves = {card_of(c).id for c, card in state.table.items() if HALF in card.marks}
    for name, number in names.items():
        is_one = card_of(name).ability(ab.Many) is None and name not in halves
        if number > 1 and card_of(name).family == "group" and is_one:
            yield f"{name}: {number} copies in play"
    for seat in state.seats:
        if seat.is_out:
            if known.groups[seat.name]:
                yield f"{seat.name}: out, but controls Groups"
            continue
        yield from faults_of(state, seat.name)


def _links(state: InwoState) -> Iterator[str]:
    """A card that hangs on a Group in play is its controller's, but for Zaps."""
    for copy, card in state.table.items():
        host = state.table.get(card.host or "")
        if host and is_resource(copy) and host.seat != card.seat:
            yield f"{copy}: linked to {card.host} of {host.seat}, but {card.seat}'s"


def _hands(state: InwoState) -> Iterator[str]:
    for seat in state.seats:
        if not set(seat.exposed) <= set(seat.plots):
            yield f"{seat.name}: exposed Plots that are not in hand"
        if not set(seat.failed) <= set(seat.groups):
            yield f"{seat.name}: failed Groups that are not in hand"


def _turn(state: InwoState) -> Iterator[str]:
    if state.turn.seat not in [seat.name for seat in state.seats]:
        yield f"it is nobody's turn: {state.turn.seat!r}"
    if not state.asks and not state.winners:
        yield "the game waits for nothing"
    if state.attack is not None and all(ask.kind == "script" for ask in state.asks):
        yield "an attack is under way, and nobody is asked"
