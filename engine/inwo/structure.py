"""How the cards of a structure lie: open arrows, where a branch fits (I9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from engine.core.arrangement import Arrangement, Branch, arrange
from engine.core.geometry import Ground, Outline, Shape, Side
from engine.core.structure import Grounds, OpenArrows, broken_structure, puppet_rows
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo.cards import card_of, outline_of
from engine.inwo.facts import Facts, facts
from engine.inwo.state import Change, InwoState

Places = Sequence[tuple[str, Side]]
_GROUNDS, _FREE_GROUNDS = Grounds(outline_of), Grounds(outline_of, anywhere=True)
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
                found[copy] = changed(found[copy], arrows_out=(*out, *more))
    return found


def hang_anywhere(state: InwoState, seat: str) -> bool:
    """Whether a card lets a seat's Groups hang on any sides of their masters (I37)."""
    return any(card.seat == seat for card, _ in facts(state).of_kind(ab.FreeSides))


def _grounds(state: InwoState, seat: str) -> Grounds:
    outlines, anywhere = outlines_in(state), hang_anywhere(state, seat)
    if outlines is not outline_of:
        return Grounds(outlines, anywhere)
    return _FREE_GROUNDS if anywhere else _GROUNDS


def ground_in(state: InwoState, seat: str, without: Collection[str] = ()) -> Ground:
    """How a seat's structure lies, some cards left out; the caller may write on it."""
    rows = puppet_rows(state.table, seat, without)
    return _grounds(state, seat).ground(state.seat(seat).illuminati, rows, shape_of(state))


def _closed(state: InwoState) -> list[str | None]:
    """The cards that get no more puppets (I37)."""
    return [card.host for card, _ in facts(state).of_kind(ab.NoPuppets)]


def arrows_open(state: InwoState, seat: str) -> OpenArrows:
    """The open arrows of every card of a structure (I9.2)."""
    rows, root = puppet_rows(state.table, seat), state.seat(seat).illuminati
    open_ = _grounds(state, seat).open_arrows(root, rows, shape_of(state))
    closed = _closed(state)
    return {copy: arrows for copy, arrows in open_.items() if copy not in closed}


def _sides_open(state: InwoState, seat: str, card: str) -> OpenArrows:
    """Where a card could hang on every card of a structure: one may need no arrow (I38.87)."""
    if not card_of(card).outline.anywhere:
        return arrows_open(state, seat)
    ground, closed = ground_in(state, seat), _closed(state)
    return {copy: ground.open_sides(card, copy) for copy in ground.spots if copy not in closed}


def places_under(
    state: InwoState,
    seat: str,
    masters: Iterable[str],
    at: Side | None = None,
    *,
    card: str = "",
) -> list[tuple[str, Side]]:
    """The open arrows of some cards, all or the one named; for a card that hangs, its sides."""
    arrows = _sides_open(state, seat, card) if card else arrows_open(state, seat)
    return [
        (master, arrow)
        for master in masters
        for arrow in arrows.get(master, ())
        if at in (None, arrow)
    ]


def sides_of(state: InwoState, copy: str, master: str | None = None) -> tuple[Side, ...]:
    """The sides of its master, or of another card, on which a Group may hang."""
    card = state.table[copy]
    return ground_in(state, card.seat).sides(copy, master or card.master or "")


def places_without(state: InwoState, copy: str, masters: Iterable[str]) -> Places:
    """Where a Group would hang under some cards of its structure, its own branch lifted."""
    seat, branch = state.table[copy].seat, facts(state).branch(copy)
    ground = ground_in(state, seat, branch)
    return [(master, side) for master in masters for side in ground.open_sides(copy, master)]


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


def faults_of(state: InwoState, seat: str) -> Iterator[str]:
    """Why a structure is no tree on arrows, or on sides where cards hang so; in words."""
    lay = partial(ground_in, state, seat)
    # A card whose abilities are out of force lets hang what hangs there already.
    mine = (copy for copy, card in state.table.items() if card.seat == seat)
    anywhere = any(card_of(copy).ability(ab.FreeSides) for copy in mine)
    return broken_structure(state.table, seat, outlines_in(state), lay, anywhere)


def is_sound(state: InwoState, seat: str) -> bool:
    """Whether a structure is a tree without overlap."""
    return next(faults_of(state, seat), None) is None
