"""How groups that change hands fit into the structures they come to (R8.3, R8.4, R9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from engine.core.arrangement import Branch, Laid, arrange
from engine.core.geometry import Ground, Side
from engine.core.rulings import Refusal
from engine.core.values import Value, changed
from engine.illuminati import events as ev
from engine.illuminati import rulings as rl
from engine.illuminati.orders import PuppetPlace
from engine.illuminati.state import OfferObject, State
from engine.illuminati.structure import branch_cards, branch_of, ground_of, puppets_of
from engine.illuminati.structure.places import refuse_printed

Lost = tuple[str, tuple[str, ...], ev.FreedWhy]
"""Whose cards become uncontrolled, which, the root first, and why."""


class Fit(Value):
    """Where every card that changes hands lies, and what finds no room or is given up."""

    laid: tuple[Laid, ...] = ()
    lost: tuple[Lost, ...] = ()


class _Coming(Value):
    """What comes to one seat from another, and what it says about it."""

    state: State
    seat: str
    giver: str
    roots: tuple[str, ...]
    going: frozenset[str]
    places: tuple[Laid, ...] = ()
    wishes: tuple[PuppetPlace, ...] = ()


def fit(
    state: State,
    offer: OfferObject,
    places: Sequence[Laid] = (),
    wishes: Sequence[PuppetPlace] = (),
) -> Fit | Refusal:
    """Both sides of an exchange laid at once, after what leaves is lifted.

    `places` and `wishes` are those of `offer.to`; the rest goes where the standing rule says
    (R8.4). A Refusal where a group has no room or a wish makes no sense.
    """
    going = _branches(state, offer.gives.groups)
    back = _branches(state, offer.wants.groups)
    sides = (
        _Coming(state, offer.to, offer.by, offer.gives.groups, back, tuple(places), tuple(wishes)),
        _Coming(state, offer.by, offer.to, offer.wants.groups, going),
    )
    fits = []
    for side in sides:
        found = _refuse_places(side) or _refuse_needless(side) or _fit_one(side)
        if isinstance(found, Refusal):
            return found
        fits.append(found)
    first, second = fits
    return Fit((*first.laid, *second.laid), (*first.lost, *second.lost))


def _branches(state: State, roots: Iterable[str]) -> frozenset[str]:
    return frozenset(card for root in roots for card in branch_of(state, root))


def _given_up(side: _Coming) -> tuple[Lost, ...]:
    """Old cards of the receiver that he gives up to make room, branch by branch (R8.3)."""
    lost: list[Lost] = []
    gone: set[str] = set(side.going)
    for wish in side.wishes:
        if side.state.owner(wish.card) == side.seat and wish.card not in gone:
            cards = tuple(card for card in branch_of(side.state, wish.card) if card not in gone)
            lost.append((side.seat, cards, "given-up"))
            gone.update(cards)
    return tuple(lost)


def _refuse_places(side: _Coming) -> Refusal | None:
    """A puppet that comes goes to its master's arrow or is given up, an old card is given up."""
    coming = _branches(side.state, side.roots)
    for wish in side.wishes:
        holding = side.state.holdings.get(wish.card)
        master = holding.master if holding else None
        is_puppet = wish.card in coming and wish.card not in side.roots
        is_old = holding is not None and holding.seat == side.seat and wish.card not in side.going
        if master is None or not (is_puppet or (is_old and wish.arrow is None)):
            return Refusal(rl.NOT_IN_TRADE, {"card": wish.card})
        refusal = refuse_printed(master, wish.arrow)
        if refusal:
            return refusal
    named = [row.card for row in side.places]
    for card in named:
        if card not in side.roots or named.count(card) > 1:
            return Refusal(rl.NOT_IN_TRADE, {"card": card})
    return None


def _refuse_needless(side: _Coming) -> Refusal | None:
    """In another player's turn he gives up only what would overlap with what comes (R8.3, R2.8)."""
    if side.state.turn.seat == side.seat:
        return None
    for wish in side.wishes:
        if side.state.owner(wish.card) != side.seat or wish.card in side.going:
            continue
        others = tuple(other for other in side.wishes if other is not wish)
        found = _fit_one(changed(side, wishes=others))
        if isinstance(found, Fit) and all(why != "no-room" for _, _, why in found.lost):
            return Refusal(rl.DROPS_TOO_MUCH, {"card": wish.card})
    return None


def _fit_one(side: _Coming) -> Fit | Refusal:
    """The order of laying that loses fewest cards, then leaves most open arrows."""
    if not side.roots:
        return Fit((), _given_up(side))
    named = tuple(row.card for row in side.places)
    rest = [root for root in side.roots if root not in named]
    best: tuple[tuple[int, int], Fit] | None = None
    refusal: Refusal | None = None
    for order in permutations(rest):
        found = _lay(side, (*named, *order))
        if isinstance(found, Refusal):
            refusal = refusal or found
        elif best is None or found[0] < best[0]:
            best = found
    if best is not None:
        return best[1]
    assert refusal is not None, "groups were neither laid nor refused"
    return refusal


def _lay(side: _Coming, roots: Sequence[str]) -> tuple[tuple[int, int], Fit] | Refusal:
    """Lay the branches one after the other: (cards lost, open arrows below 0) and the fit."""
    lost = list(_given_up(side))
    gone = {card for _, cards, _ in lost for card in cards}
    ground = ground_of(side.state, side.seat, side.going | gone)
    puppets = puppets_of(side.state, side.giver)
    places = {row.card: row for row in side.places}
    wishes = {wish.card: wish.arrow for wish in side.wishes}
    laid: list[Laid] = []
    for root in roots:
        row = places.get(root)
        refusal = _refuse_place(ground, row) if row else None
        if refusal:
            return refusal
        spots = [(row.master, row.arrow)] if row else _open_places(ground)
        found = arrange(ground, Branch(root, puppets), spots, wishes)
        if found is None:
            illuminati = side.state.seat(side.seat).illuminati
            return Refusal(rl.NO_ROOM, {"card": illuminati, "target": root})
        for new in found.laid:
            ground.put(new.card, new.master, new.arrow)
        laid += found.laid
        lost += [_lost(side.giver, branch_cards(puppets, card), wishes) for card in found.lost]
    cards_lost = sum(len(cards) for _, cards, _ in lost)
    return (cards_lost, -ground.count_open()), Fit(tuple(laid), tuple(lost))


def _lost(giver: str, cards: list[str], wishes: dict[str, Side | None]) -> Lost:
    return giver, tuple(cards), "no-room" if wishes.get(cards[0], "N") else "given-up"


def _open_places(ground: Ground) -> list[tuple[str, Side]]:
    return [(master, arrow) for master in ground.spots for arrow in ground.open_arrows(master)]


def _refuse_place(ground: Ground, row: Laid) -> Refusal | None:
    """Why a group cannot be put where the receiver says."""
    if row.master not in ground.spots:
        return Refusal(rl.NOT_YOURS_TO_PLACE, {"card": row.master})
    refusal = refuse_printed(row.master, row.arrow)
    open_now = ground.open_arrows(row.master)
    if refusal or row.arrow in open_now:
        return refusal
    facts = {"card": row.master, "arrow": row.arrow, "open": " ".join(open_now)}
    return Refusal(rl.ARROW_NOT_OPEN, facts)
