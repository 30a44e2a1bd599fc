"""The table of a position as a whole: every card once, no overlap, the rest of the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.core.dice import SecretDice
from engine.core.geometry import lay_out, overlaps
from engine.core.values import changed
from engine.illuminati.cards import OUTLINES, SPECIALS
from engine.illuminati.cards.custom import deck_with
from engine.illuminati.state import State
from pbem.games.illuminati.position.values import PositionError

FIXED_DICE = b"position"
"""The key that shuffles the cards named nowhere, so that a position is the same every time."""


def no_twice(names: Iterable[str], where: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise PositionError(f"{where} {name} is there twice")


def _places(state: State) -> Iterator[tuple[str, str]]:
    """Every card that is named, and where."""
    for holding in state.holdings.values():
        yield holding.card, f"{holding.seat}'s structure"
    for seat in state.seats:
        yield from ((card, f"{seat.name}'s hand") for card in seat.hand)
    for name in ("uncontrolled", "dead", "deck", "discards"):
        yield from ((card, name) for card in getattr(state, name))


def each_once(state: State) -> None:
    """No card in two places; a Special as often as it is printed."""
    places: dict[str, list[str]] = {}
    for card, place in _places(state):
        places.setdefault(card, []).append(place)
    for card, found in places.items():
        if len(found) > (SPECIALS[card].copies if card in SPECIALS else 1):
            raise PositionError(f"{card} is in two places: {', '.join(found)}")


def check_structures(state: State) -> None:
    for seat in state.seats_in():
        rows = []
        arrows: dict[tuple[str, str], str] = {}
        for h in state.holdings.values():
            if h.seat != seat.name or h.master is None or h.arrow is None:
                continue
            other = arrows.setdefault((h.master, h.arrow), h.card)
            if other != h.card:
                raise PositionError(
                    f"seat {seat.name}: {h.card} and {other} are on one arrow, "
                    f"{h.arrow} of {h.master}"
                )
            rows.append((h.card, h.master, h.arrow))
        ground = lay_out(seat.illuminati, rows, OUTLINES, state.options.shape)
        for one, other in overlaps(ground):
            raise PositionError(f"seat {seat.name}: {one} and {other} overlap (R8.2)")


def with_rest(state: State) -> State:
    """The cards named nowhere, shuffled below the deck."""
    named = Counter(card for card, _ in _places(state))
    rest = []
    for card in deck_with(state.options.own_cards):
        if named[card]:
            named[card] -= 1
        else:
            rest.append(card)
    shuffled = SecretDice(FIXED_DICE).shuffle(0, "position", rest)
    return changed(state, deck=(*state.deck, *shuffled))
