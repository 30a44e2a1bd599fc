"""How the cards of a structure lie: open arrows, where a branch fits (I9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.core.arrangement import Arrangement, Branch, arrange
from engine.core.geometry import Ground, Shape, Side
from engine.core.structure import Grounds, OpenArrows, puppet_rows
from engine.inwo.cards import outline_of
from engine.inwo.facts import facts
from engine.inwo.state import InwoState

Places = Sequence[tuple[str, Side]]
_GROUNDS = Grounds(outline_of)
FREE = Shape(0, 0)
"""Cards without extent never overlap: an arrow is open if no puppet is on it (I9.2)."""


def shape_of(state: InwoState) -> Shape:
    return FREE if state.options.cards == "free" else state.options.shape


def ground_in(state: InwoState, seat: str, without: Collection[str] = ()) -> Ground:
    """How a seat's structure lies, some cards left out; the caller may write on it."""
    rows = puppet_rows(state.table, seat, without)
    return _GROUNDS.ground(state.seat(seat).illuminati, rows, shape_of(state))


def arrows_open(state: InwoState, seat: str) -> OpenArrows:
    """The open arrows of every card of a structure (I9.2)."""
    rows = puppet_rows(state.table, seat)
    return _GROUNDS.open_arrows(state.seat(seat).illuminati, rows, shape_of(state))


def places_under(
    state: InwoState, seat: str, masters: Iterable[str], at: Side | None = None
) -> list[tuple[str, Side]]:
    """The open arrows of some cards, all or the one named."""
    arrows = arrows_open(state, seat)
    return [
        (master, arrow)
        for master in masters
        for arrow in arrows.get(master, ())
        if at in (None, arrow)
    ]


def fit(
    state: InwoState,
    seat: str,
    root: str,
    places: Places,
    wishes: Iterable[tuple[str, Side]] = (),
) -> Arrangement | None:
    """How a Group with its branch lies on one of these arrows of a seat's structure (I9.10)."""
    known = facts(state)
    puppets: dict[str, list[tuple[str, Side]]] = {}
    branch = known.branch(root) if root in state.table else [root]
    for copy in branch[1:]:
        card = state.table[copy]
        assert card.master is not None and card.arrow is not None
        puppets.setdefault(card.master, []).append((copy, card.arrow))
    is_mine = state.controller(root) == seat
    ground = ground_in(state, seat, branch if is_mine else ())
    return arrange(ground, Branch(root, puppets), places, dict(wishes))
