"""Invariants of every state; a service runs them before it keeps a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.core.structure import broken_structure
from engine.illuminati.cards import OUTLINES
from engine.illuminati.cards.custom import deck_with
from engine.illuminati.state import State
from engine.illuminati.structure import ground_of
from engine.illuminati.turn.parts import MOST_PARTS


def audit(state: State) -> list[str]:
    """What is broken, in words; empty when the state is sound."""
    return [*_places(state), *_money(state), *_structures(state), *_turn(state)]


def _places(state: State) -> Iterator[str]:
    """Every card is in exactly one place."""
    hands = [card for seat in state.seats for card in seat.hand]
    groups = [card for card, holding in state.holdings.items() if holding.master is not None]
    found = Counter(
        (*hands, *groups, *state.uncontrolled, *state.dead, *state.deck, *state.discards)
    )
    wanted = Counter(deck_with(state.options.own_cards))
    for card in sorted(found | wanted):
        if found[card] != wanted[card]:
            yield f"{card}: in {found[card]} places instead of {wanted[card]}"


def _money(state: State) -> Iterator[str]:
    for card, holding in state.holdings.items():
        if holding.money < 0:
            yield f"{card}: {holding.money} MB"


def _structures(state: State) -> Iterator[str]:
    """Every structure is a tree on printed arrows, without overlap."""
    for seat in state.seats:
        root = state.holdings.get(seat.illuminati)
        if seat.is_out:
            if any(holding.seat == seat.name for holding in state.holdings.values()):
                yield f"{seat.name}: out, but holds cards"
            continue
        if root is None or root.seat != seat.name or root.master is not None:
            yield f"{seat.name}: no Illuminati in play"
            continue
        lay = partial(ground_of, state, seat.name)
        yield from broken_structure(state.holdings, seat.name, OUTLINES, lay)


def _turn(state: State) -> Iterator[str]:
    names = [seat.name for seat in state.seats]
    if len(set(names)) != len(names):
        yield "two seats have one name"
    if state.turn.seat not in names:
        yield f"it is nobody's turn: {state.turn.seat!r}"
    if not 0 <= state.turn.parts < MOST_PARTS:
        yield f"{state.turn.parts} parts of a turn have been run"
    yield from _round(state, names)


def _round(state: State, names: list[str]) -> Iterator[str]:
    """Turns wait in a round alone, in its order, each seat's once (R12.2)."""
    waiting = [turn.seat for turn in state.waiting]
    if (state.round or state.initiative or waiting) and state.options.pace != "conclave":
        yield f"round {state.round} in a game without rounds"
    if not set(state.initiative) <= set(names):
        yield f"a round of strangers: {state.initiative}"
    now = [state.turn.seat, *waiting]
    if waiting and now != list(state.initiative[-len(now) :]):
        yield f"{now} are to move, and the order is {state.initiative}"
    numbers = [state.turn.number, *(turn.number for turn in state.waiting)]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        yield f"the turns of the round are numbered {numbers}"
