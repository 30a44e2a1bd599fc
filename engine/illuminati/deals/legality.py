"""May this be offered, accepted, declined; may a group be given (R9.2, R9.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Reason, Refusal, RefusalFacts
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import GROUPS, SPECIALS
from engine.illuminati.deals.fitting import fit
from engine.illuminati.deeds.moves import ACTIONS, refuse_action, refuse_receiver
from engine.illuminati.state import OfferObject, State
from engine.illuminati.structure import branch_of


def offer_known(state: State, seat: str, number: int) -> OfferObject | None:
    """The open offer that has this number among those that the seat made or got."""
    for offer in state.offers:
        if seat in (offer.by, offer.to) and offer.number_of(seat) == number:
            return offer
    return None


def gift_of(seat: str, order: od.GiveGroup) -> OfferObject:
    """A group given for nothing, as the exchange it is."""
    return OfferObject(0, seat, order.to, od.Goods(groups=(order.card,)), od.Goods())


def refuse_deal(state: State, seat: str, order: od.DealOrder) -> Refusal | None:
    """Why the seat cannot offer, accept or decline this now, as far as it may know itself."""
    match order:
        case od.Offer():
            return _refuse_offer(state, seat, order)
        case od.Accept():
            return _refuse_accept(state, seat, order)
        case od.Decline():
            known = offer_known(state, seat, order.number)
            return None if known else Refusal(rl.NO_SUCH_OFFER, {"number": order.number})


# --- offer ------------------------------------------------------------------------------


def receiver_of(state: State, seat: str, order: od.Offer) -> str:
    """To whom an offer goes: a counter-offer needs no name, it goes to the other of the two."""
    known = None if order.counters is None else offer_known(state, seat, order.counters)
    if known is None or order.to:
        return order.to
    return known.by if known.to == seat else known.to


def _refuse_offer(state: State, seat: str, order: od.Offer) -> Refusal | None:
    to = receiver_of(state, seat, order)
    if order.counters is not None:
        known = offer_known(state, seat, order.counters)
        if known is None or to not in (known.by, known.to):
            return Refusal(rl.NO_SUCH_OFFER, {"number": order.counters})
    if order.until_turn is not None and order.until_turn < state.turn.number:
        return Refusal(rl.OFFER_EXPIRED, {"turn": order.until_turn})
    return (
        refuse_receiver(state, seat, to)
        or _refuse_terms(order.gives, order.wants)
        or _refuse_own_half(state, seat, order.gives)
        or _refuse_groups(state, to, order.wants.groups, rl.NOT_THEIRS)
        or _refuse_nested(state, (*order.gives.groups, *order.wants.groups))
    )


def _refuse_terms(gives: od.Goods, wants: od.Goods) -> Refusal | None:
    """What can be no trade, whoever holds what."""
    if gives == wants == od.Goods():
        return Refusal(rl.NO_GOODS, {})
    if gives.money < 0 or wants.money < 0:
        return Refusal(rl.NO_AMOUNT, {})
    for card in (*gives.specials, *wants.specials):
        if card not in SPECIALS:
            return Refusal(rl.NOT_IN_HAND, {"card": card})
    groups = len(gives.groups) + len(wants.groups)
    if groups > ACTIONS:
        return Refusal(rl.TOO_MANY_GROUPS, {"groups": groups, "actions": ACTIONS})
    return None


def _refuse_own_half(state: State, seat: str, goods: od.Goods) -> Refusal | None:
    """Nobody offers or pays with what he does not have."""
    lacking = missing_special(state, seat, goods)
    if lacking is not None:
        return Refusal(rl.NOT_IN_HAND, {"card": lacking})
    illuminati = state.seat(seat).illuminati
    money = state.money(illuminati)
    if goods.money > money:
        facts: RefusalFacts = {"card": illuminati, "money": money, "needed": goods.money}
        return Refusal(rl.NO_MONEY_TO_GIVE, facts)
    return _refuse_groups(state, seat, goods.groups, rl.NOT_YOURS_TO_GIVE)


def missing_special(state: State, seat: str, goods: od.Goods) -> str | None:
    """The first Special of the goods that the seat does not hold (often enough)."""
    hand = list(state.seat(seat).hand)
    for card in goods.specials:
        if card not in hand:
            return card
        hand.remove(card)
    return None


def _refuse_groups(
    state: State, owner: str, groups: Sequence[str], reason: Reason
) -> Refusal | None:
    for card in groups:
        if state.owner(card) != owner:
            return Refusal(reason, {"card": card, "seat": owner})
        if card not in GROUPS:
            return Refusal(rl.TRADES_ILLUMINATI, {"card": card})
    return None


def _refuse_nested(state: State, groups: Sequence[str]) -> Refusal | None:
    """A group that another takes along already, or that is named twice."""
    for at, card in enumerate(groups):
        others = (*groups[:at], *groups[at + 1 :])
        if any(card in branch_of(state, other) for other in others):
            return Refusal(rl.TRADED_TWICE, {"card": card})
    return None


# --- accept, give -----------------------------------------------------------------------


def _refuse_accept(state: State, seat: str, order: od.Accept) -> Refusal | None:
    offer = offer_known(state, seat, order.number)
    if offer is None:
        return Refusal(rl.NO_SUCH_OFFER, {"number": order.number})
    if offer.by == seat:
        return Refusal(rl.OWN_OFFER, {"number": order.number})
    if offer.until_turn is not None and state.turn.number > offer.until_turn:
        return Refusal(rl.OFFER_EXPIRED, {"turn": offer.until_turn})
    groups = (*offer.gives.groups, *offer.wants.groups)
    refusal = (
        refuse_receiver(state, seat, offer.by)
        or _refuse_own_half(state, seat, offer.wants)
        or _refuse_groups(state, offer.by, offer.gives.groups, rl.HALF_MISSING)
        or _refuse_nested(state, groups)
        or (_refuse_turn(state, offer, len(groups)) if groups else None)
    )
    if refusal:
        return refusal
    found = fit(state, offer, order.places, order.wishes)
    return found if isinstance(found, Refusal) else None


def _refuse_turn(state: State, offer: OfferObject, groups: int) -> Refusal | None:
    """Groups change hands in the turn of one of the two, each for one of his actions (R9.2)."""
    if state.turn.seat not in (offer.by, offer.to):
        return Refusal(rl.NOT_THEIR_TURN, {"seat": state.turn.seat})
    if state.turn.has_passed:
        return Refusal(rl.ALREADY_PASSED, {})
    if state.turn.actions + groups > ACTIONS:
        return Refusal(rl.ACTIONS_SPENT, {"actions": ACTIONS})
    return None


def refuse_give_group(state: State, seat: str, order: od.GiveGroup) -> Refusal | None:
    """R9.2, in the giver's own turn; whether the receiver consents shows when it is run."""
    refusal = (
        refuse_receiver(state, seat, order.to)
        or _refuse_groups(state, seat, (order.card,), rl.NOT_YOURS_TO_GIVE)
        or refuse_action(state)
    )
    if refusal:
        return refusal
    found = fit(state, gift_of(seat, order))
    return found if isinstance(found, Refusal) else None
