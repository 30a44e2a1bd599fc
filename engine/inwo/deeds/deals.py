"""Gifts and trades: cards of the hand, Resources, Groups with their branches (I9.7, I21)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.deeds.agreed import exchange, pend, refuse_exchange, ways_of
from engine.inwo.deeds.handing import (
    TOKEN,
    Handover,
    hand_over,
    is_due,
    item_of,
    refuse_privileged,
    refuse_side,
)
from engine.inwo.deeds.liars import refuse_lie
from engine.inwo.deeds.lies import Answering, is_lie, unanswered
from engine.inwo.inwotable import InwoTable, OrderTable, allowed, by_order
from engine.inwo.rulings import refuse
from engine.inwo.state import Deal, InwoState


def lose_due(table: InwoTable, order: od.InwoOrder | None = None) -> None:
    """The token that must be given is lost before anything else is done (I33.11)."""
    seat = table.state.turn.seat
    due = [note for note in table.state.changes if is_due(note, seat)]
    items = order.cards if isinstance(order, od.GiveCards) else ()
    items = order.gives if isinstance(order, od.OfferDeal) else items
    if not due or items == (TOKEN,):
        return
    root = table.state.seat(seat).illuminati
    if table.state.tokens.get(root, 0):
        table.emit(ev.TokensTaken(seat, ((root, 1),), "removed"))
    table.emit(ev.ChangesEnded(due[0].until))


# --- gifts (I21.1, I21.2) -------------------------------------------------------------------


def refuse_giving(state: InwoState, seat: str, order: od.GiveCards) -> Refusal | None:
    """Why cards are not given; a Group needs an offer and the other's consent."""
    taker = next((one for one in state.seats if one.name == order.to), None)
    if taker is None or taker.is_out or order.to == seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=order.to)
    way = Handover(seat, order.to)
    for name in order.cards:
        item = item_of(state, seat, name)
        if item is not None and item.kind == "group":
            is_fixed = lg.is_burden(item.copy)
            return refuse(rl.FIXED if is_fixed else rl.NEEDS_CONSENT, card=item.copy)
    return refuse_privileged(state, order.to) or refuse_side(state, way, order.cards)


def give(table: InwoTable, seat: str, order: od.GiveCards) -> Refusal | None:
    """Cards of the hand and Resources change hands."""
    refusal = refuse_giving(table.state, seat, order)
    if refusal is None:
        hand_over(table, Handover(seat, order.to), order.cards)
    return refusal


# --- trades (I21.4, I21.5) ------------------------------------------------------------------


def refuse_offer(state: InwoState, seat: str, order: od.OfferDeal) -> Refusal | None:
    """Why an offer is not made; what the other would give is judged when he accepts."""
    taker = next((one for one in state.seats if one.name == order.to), None)
    if taker is None or taker.is_out or order.to == seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=order.to)
    if order.lies and (barred := refuse_lie(state, seat, order.to)):
        return barred
    for name in order.gives:
        if item_of(state, seat, name) is None:
            return refuse(rl.NOT_YOURS, card=name)
    return None


def offer(table: InwoTable, seat: str, order: od.OfferDeal) -> Refusal | None:
    """An offer lies open until it is accepted, declined or impossible; each counts his own."""
    refusal = refuse_offer(table.state, seat, order)
    if refusal is None:
        state = table.state
        numbers = (state.seat(seat).offers + 1, state.seat(order.to).offers + 1)
        sides = (seat, order.to, order.gives, order.wants)
        ends = order.expires, order.lies
        deal = Deal(*sides, numbers, order.under, order.at, order.paying, *ends)
        table.emit(ev.DealOffered(deal))
        if _is_welcome(table, seat, order):
            accept(table, order.to, od.AcceptDeal(numbers[1]))
    return refusal


def _is_welcome(table: InwoTable, seat: str, order: od.OfferDeal) -> bool:
    """Whether it gives Groups alone, and the other has said that he takes them (I9.7)."""
    items = [item_of(table.state, seat, name) for name in order.gives]
    is_gift = not order.wants and all(item is not None and item.kind == "group" for item in items)
    policies = table.policies_of(order.to, od.ReceivePolicy)
    return is_gift and any(policy.seat == seat for policy in policies)


def _deal(state: InwoState, seat: str, number: int) -> Deal | None:
    """The offer that he knows by this number, unless it has been accepted."""
    open_ = (deal for deal in state.deals if deal.accepted is None)
    return next((deal for deal in open_ if deal.number_of(seat) == number), None)


def refuse_accepting(state: InwoState, seat: str, order: od.AcceptDeal) -> Refusal | None:
    """Why an offer cannot be accepted so (I21.4)."""
    deal = _deal(state, seat, order.number)
    if deal is None or deal.to != seat or _is_expired(state, deal):
        return refuse(rl.NO_SUCH_OFFER, number=order.number)
    if order.lies and (barred := refuse_lie(state, seat, deal.by)):
        return barred
    there, back = ways_of(state, deal, order)
    return (
        refuse_privileged(state, seat, deal.by)
        or refuse_side(state, there, deal.gives)
        or refuse_side(state, back, deal.wants)
    )


def _is_expired(state: InwoState, deal: Deal) -> bool:
    """Whether the turn with which it ends is over; a day is for who knows the time (I21.4)."""
    turn = deal.expires.casefold().removeprefix("turn ")
    return turn.isdecimal() and state.turn.number > int(turn)


def accept(
    table: InwoTable, seat: str, order: od.AcceptDeal, answer: Answering = unanswered
) -> Refusal | None:
    """Both sides are handed over in one step, or not at all; a lost cause is declined (I21.4).

    Where the moment between has a window they wait for it; else who is lied to may `answer`.
    """
    refusal = refuse_accepting(table.state, seat, order)
    deal = _deal(table.state, seat, order.number)
    if deal is None or deal.to != seat:
        return refusal
    if refusal is not None:
        if refusal.reason is rl.NOT_YOURS:
            table.emit(ev.DealEnded(deal, "gone"))
        return refusal
    if refusal := refuse_exchange(table, deal, order):
        return refusal
    if pend(table, deal, order):
        return None
    table.emit(ev.DealEnded(deal, "accepted"))
    is_kept = not (deal.lies and is_lie(table, deal.by, deal.to, answer))
    is_paid = not (order.lies and is_lie(table, deal.to, deal.by, answer))
    exchange(table, deal, order, is_kept=is_kept, is_paid=is_paid)
    return None


def counter(table: InwoTable, seat: str, order: od.CounterDeal) -> Refusal | None:
    """An offer to him is declined, and its maker gets another; neither where that is refused."""
    deal = _deal(table.state, seat, order.number)
    if deal is None or deal.to != seat:
        return refuse(rl.NO_SUCH_OFFER, number=order.number)
    made = od.OfferDeal(deal.by, order.gives, order.wants)
    refusal = refuse_offer(table.state, seat, made)
    if refusal is not None:
        return refusal
    table.emit(ev.DealEnded(deal, "declined"))
    return offer(table, seat, made)


def decline(table: InwoTable, seat: str, order: od.DeclineDeal) -> Refusal | None:
    """Either party ends an offer."""
    deal = _deal(table.state, seat, order.number)
    if deal is None:
        return refuse(rl.NO_SUCH_OFFER, number=order.number)
    table.emit(ev.DealEnded(deal, "declined"))
    return None


ORDERS: OrderTable = {
    od.GiveCards: by_order(refuse_giving, give),
    od.OfferDeal: by_order(refuse_offer, offer),
    od.DeclineDeal: by_order(allowed, decline),
    od.CounterDeal: by_order(allowed, counter),
}
"""Orders of this module as they are refused and carried out."""
