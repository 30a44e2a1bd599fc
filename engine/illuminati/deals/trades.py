"""Offers, trades and gifts of groups carried out: all of it at once or nothing (R9.2 to R9.4).

A trade with groups is accepted in the turn of one of the two and spends that player's actions;
an acceptance at another time is refused and the offer stays open. A GIVE of a group runs in the
giver's turn only, so that consent given beforehand never spends the receiver's own actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.deals.fitting import Fit, fit
from engine.illuminati.deals.legality import (
    gift_of,
    missing_special,
    offer_known,
    receiver_of,
    refuse_deal,
    refuse_give_group,
)
from engine.illuminati.deals.throwing import Giving, matters, refuse_thrown
from engine.illuminati.gametable import Deeds, GameTable, deed
from engine.illuminati.state import OfferObject, State
from engine.illuminati.winning import eliminate_bereft

# --- what only the carrying out may tell ------------------------------------------------


def refuse_now(table: GameTable, seat: str, order: od.Order) -> Refusal | None:
    """Why a legal order comes to nothing for a reason that its player could not know.

    Consent not given, a promised half that is gone, a game that would be thrown: these lie in
    others' secrets, so they are tested when the order is carried out, never when it is checked.
    """
    refuse = _SECRET_REASONS.get(type(order))
    return refuse(table, seat, order) if refuse else None


def _refuse_thrown_money(table: GameTable, seat: str, order: od.GiveMoney) -> Refusal | None:
    giving = Giving(seat, order.to, od.Goods(order.amount))
    deal = (ev.GaveMoney(seat, order.to, order.amount),)
    return refuse_thrown(table, seat, (giving,), deal)


def _refuse_unwanted(table: GameTable, seat: str, order: od.GiveGroup) -> Refusal | None:
    """A group is given by consent, and never so that the game is thrown (R9.2, R9.4)."""
    if not has_consent(table, order.to, seat):
        return Refusal(rl.NO_CONSENT, {"seat": order.to, "card": order.card})
    giving = Giving(seat, order.to, od.Goods(groups=(order.card,)))
    return refuse_thrown(table, seat, (giving,), _gift(table.state, seat, order))


def _refuse_thrown_offer(table: GameTable, seat: str, order: od.Offer) -> Refusal | None:
    """An offer that, taken as things stand, would let its receiver win (R9.4).

    Specials win nobody a game, and whether the other has those wanted is his secret.
    """
    to = receiver_of(table.state, seat, order)
    giving = Giving(seat, to, order.gives)
    if not matters(table.state, giving):
        return None
    gives, wants = changed(order.gives, specials=()), changed(order.wants, specials=())
    offer = OfferObject(0, seat, to, gives, wants)
    found = fit(table.state, offer)
    if isinstance(found, Refusal):
        return None
    deal = [*_freed(found), _traded(offer, found)]
    return refuse_thrown(table, seat, (giving,), deal, is_done=False)


def _refuse_broken(table: GameTable, seat: str, order: od.Accept) -> Refusal | None:
    """An offer whose half is gone, or that throws the game (R9.3, R9.4)."""
    offer = offer_known(table.state, seat, order.number)
    assert offer is not None, "an unknown offer was accepted"
    givings = (Giving(offer.by, offer.to, offer.gives), Giving(offer.to, offer.by, offer.wants))
    return _refuse_missing(table.state, offer) or refuse_thrown(
        table, seat, givings, _exchange(table.state, offer, order)
    )


_SECRET_REASONS: Mapping[type, Callable[[GameTable, str, Any], Refusal | None]] = {
    od.GiveMoney: _refuse_thrown_money,
    od.GiveGroup: _refuse_unwanted,
    od.Offer: _refuse_thrown_offer,
    od.Accept: _refuse_broken,
}


def has_consent(table: GameTable, receiver: str, giver: str) -> bool:
    """Whether the receiver has said that he takes groups of that seat (R9.2)."""
    return any(isinstance(o, od.AcceptGroups) and o.seat == giver for o in table.prepared(receiver))


def _refuse_missing(state: State, offer: OfferObject) -> Refusal | None:
    """What the one who made the offer no longer has (R9.3)."""
    lacking = missing_special(state, offer.by, offer.gives)
    if lacking is not None:
        return Refusal(rl.HALF_MISSING, {"seat": offer.by, "card": lacking})
    if offer.gives.money > state.money(state.seat(offer.by).illuminati):
        return Refusal(rl.HALF_MISSING, {"seat": offer.by, "needed": offer.gives.money})
    return None


# --- carried out ------------------------------------------------------------------------


def run_deal(table: GameTable, seat: str, order: od.DealOrder) -> None:
    """Make, accept or close an offer that may be."""
    match order:
        case od.Offer():
            _offer(table, seat, order)
        case od.Accept():
            _accept(table, seat, order)
        case od.Decline():
            offer = offer_known(table.state, seat, order.number)
            assert offer is not None, "an unknown offer was declined"
            _close(table, offer, "withdrawn" if offer.by == seat else "declined")


def _close(table: GameTable, offer: OfferObject, why: ev.OfferClosedWhy) -> None:
    table.emit(ev.OfferClosed(offer.number, offer.by, offer.to, why, offer.to_number))


def _offer(table: GameTable, seat: str, order: od.Offer) -> None:
    to = receiver_of(table.state, seat, order)
    if order.counters is not None:
        known = offer_known(table.state, seat, order.counters)
        assert known is not None, "an unknown offer was countered"
        _close(table, known, "countered")
    number, to_number = (table.state.seat(name).offers + 1 for name in (seat, to))
    terms = (order.gives, order.wants, order.until_turn, order.counters, order.until_at)
    table.emit(ev.Offered(number, seat, to, *terms, to_number))


def _accept(table: GameTable, seat: str, order: od.Accept) -> None:
    offer = offer_known(table.state, seat, order.number)
    assert offer is not None, "an unknown offer was accepted"
    if _refuse_missing(table.state, offer):
        return
    events = _exchange(table.state, offer, order)
    _close(table, offer, "accepted")
    for event in events:
        table.emit(event)
    eliminate_bereft(table)


def run_give_group(table: GameTable, seat: str, order: od.GiveGroup) -> None:
    """The branch joins the receiver's structure, its treasuries on it."""
    for event in _gift(table.state, seat, order):
        table.emit(event)
    eliminate_bereft(table)


def _fitted(state: State, offer: OfferObject, order: od.Accept | None = None) -> Fit:
    found = fit(state, offer, order.places, order.wishes) if order else fit(state, offer)
    assert isinstance(found, Fit), f"groups were allowed to change hands but {found}"
    return found


def _freed(found: Fit) -> list[ev.Event]:
    return [ev.Freed(owner, cards, why) for owner, cards, why in found.lost]


def _gift(state: State, seat: str, order: od.GiveGroup) -> list[ev.Event]:
    found = _fitted(state, gift_of(seat, order))
    return [*_freed(found), ev.GaveGroup(seat, order.to, order.card, found.laid)]


def _exchange(state: State, offer: OfferObject, order: od.Accept) -> list[ev.Event]:
    found = _fitted(state, offer, order)
    return [*_freed(found), _traded(offer, found)]


def _traded(offer: OfferObject, found: Fit) -> ev.Traded:
    gives, wants = offer.gives, offer.wants
    return ev.Traded(
        offer.by,
        offer.to,
        gives.groups,
        wants.groups,
        found.laid,
        gives.money,
        wants.money,
        gives.specials,
        wants.specials,
    )


def close_stale(table: GameTable) -> None:
    """As a turn begins: offers whose last turn is over go, and those of players who left."""
    state = table.state
    for offer in state.offers:
        if state.seat(offer.by).is_out or state.seat(offer.to).is_out:
            _close(table, offer, "left")
        elif offer.until_turn is not None and offer.until_turn < state.turn.number:
            _close(table, offer, "expired")


def expire(table: GameTable, offers: Sequence[OfferObject]) -> None:
    """Close these open offers, whose time by the clock is over."""
    for offer in table.state.offers:
        if offer in offers:
            _close(table, offer, "expired")


DEEDS: Deeds = {
    od.GiveGroup: deed(refuse_give_group, run_give_group),
    **dict.fromkeys(get_args(od.DealOrder), deed(refuse_deal, run_deal)),
}
"""Orders of this module as they are refused and carried out."""
