"""How the cards of a structure lie: open arrows, where a branch fits (I9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from engine.core.arrangement import Arrangement, Branch, arrange
from engine.core.geometry import Ground, Outline, Shape, Side
from engine.core.structure import Grounds, OpenArrows, broken_structure, puppet_rows
from engine.inwo import abilities as ab
from engine.inwo.cards import outline_of
from engine.inwo.facts import Facts, facts
from engine.inwo.state import Change, InwoState

Places = Sequence[tuple[str, Side]]
_GROUNDS = Grounds(outline_of)
FREE = Shape(0, 0)
"""Cards without extent never overlap: an arrow is open if no puppet is on it (I9.2)."""


def shape_of(state: InwoState) -> Shape:
    return FREE if state.options.cards == "free" else state.options.shape


def touches(known: Facts, change: Change, copy: str) -> bool:
    """Whether a change that is no number is one of a card (I39.10)."""
    card = known.table.get(copy)
    is_on = change.on in (copy, "all") or card is not None and change.on == card.seat
    return is_on and (not change.among or change.among in known.words(copy))


def outlines_in(state: InwoState) -> Mapping[str, Outline]:
    """The arrows of every card, with those that it has gained or lost (I39.10)."""
    if not any(change.stat == "arrow" for change in state.changes):
        return outline_of
    known = facts(state)
    hands = (copy for seat in state.seats for copy in (*seat.groups, *seat.group_deck))
    found = {copy: outline_of[copy] for copy in (*state.table, *hands)}
    for change in known.changes:
        for copy in state.table if change.stat == "arrow" else ():
            if touches(known, change, copy):
                out = tuple(one for one in found[copy].arrows_out if one != change.value)
                more = (change.value,) if change.op == "gain" else ()
                found[copy] = Outline(found[copy].arrow_in, (*out, *more))
    return found


def _grounds(state: InwoState) -> Grounds:
    outlines = outlines_in(state)
    return _GROUNDS if outlines is outline_of else Grounds(outlines)


def ground_in(state: InwoState, seat: str, without: Collection[str] = ()) -> Ground:
    """How a seat's structure lies, some cards left out; the caller may write on it."""
    rows = puppet_rows(state.table, seat, without)
    return _grounds(state).ground(state.seat(seat).illuminati, rows, shape_of(state))


def arrows_open(state: InwoState, seat: str) -> OpenArrows:
    """The open arrows of every card of a structure (I9.2)."""
    rows = puppet_rows(state.table, seat)
    open_ = _grounds(state).open_arrows(state.seat(seat).illuminati, rows, shape_of(state))
    closed = [card.host for card, _ in facts(state).of_kind(ab.NoPuppets)]
    return {copy: arrows for copy, arrows in open_.items() if copy not in closed}


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


def is_sound(state: InwoState, seat: str) -> bool:
    """Whether a structure is a tree on printed arrows, without overlap."""
    lay = partial(ground_in, state, seat)
    return next(iter(broken_structure(state.table, seat, outline_of, lay)), None) is None
