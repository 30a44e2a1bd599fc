"""Gifts and trades: cards of the hand, Resources, Groups with their branches (I9.7, I21)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.lies import Answering, is_lie, refuse_lie, unanswered
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import (
    InwoTable,
    OrderTable,
    allowed,
    by_order,
    find,
    in_hand,
    link_mark,
    on_table,
)
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, Deal, InwoState
from engine.inwo.structure import fit, places_under

HIDDEN_PLOT = "a-hidden-plot"
"""An item of an offer of which the giver chooses the card: the one that came last."""

TOKEN = "a-token"
"""An item that is a token of the giver's Illuminati, for the other's (I21.3)."""


class _Traded(NamedTuple):
    """Something that goes from one player to another."""

    kind: Literal["hand", "resource", "group", "token"]
    copy: str


class _Handover(NamedTuple):
    """From whom, to whom, and where a Group comes to lie (I9.7)."""

    giver: str
    taker: str
    under: str | None = None
    at: Side | None = None
    paying: str | None = None


def _item(state: InwoState, giver: str, name: str) -> _Traded | None:
    holder = state.seat(giver)
    if name == HIDDEN_PLOT:
        hidden = [plot for plot in holder.plots if plot not in holder.exposed]
        return _Traded("hand", hidden[-1]) if hidden else None
    if name == TOKEN:
        return _Traded("token", holder.illuminati)
    held = in_hand(state, giver, name)
    if held is not None:
        return _Traded("hand", held)
    copy = find((c for c, card in state.table.items() if card.seat == giver), name)
    if copy is None or copy == holder.illuminati:
        return None
    if "resource" in card_of(copy).words:
        return _Traded("resource", copy)
    return _Traded("group", copy) if facts(state).is_group(copy) else None


# --- why not --------------------------------------------------------------------------------


def _refuse_side(state: InwoState, way: _Handover, names: tuple[str, ...]) -> Refusal | None:
    """Why not all of this can go from one player to the other (I21.1, I21.2)."""
    for name in names:
        item = _item(state, way.giver, name)
        if item is None:
            return refuse(rl.NOT_YOURS, card=name)
        refusal = _refuse_item(state, way, item)
        if refusal:
            return refusal
    return None


def _refuse_item(state: InwoState, way: _Handover, item: _Traded) -> Refusal | None:
    if item.kind == "hand":
        return None
    if item.kind == "token":
        return _refuse_token(state, way, item.copy)
    if state.turn.step != "main" or state.turn.seat not in (way.giver, way.taker):
        return refuse(rl.NOT_MAIN, card=item.copy)
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=item.copy)
    known = facts(state)
    if item.kind == "resource":
        return _refuse_resource(known, way, item.copy)
    if lg.is_burden(item.copy):
        return refuse(rl.FIXED, card=item.copy)
    barred = lg.refuse_control(known, way.taker, item.copy)
    barred = barred or lg.refuse_master(known, item.copy, _master(state, way))
    if barred:
        return barred
    if _payer(state, way, item.copy) is None:
        return refuse(rl.NO_TOKEN_TO_GIVE, card=item.copy)
    return None if _laid(state, way, item.copy) else refuse(rl.NO_PLACE_TO_GET, card=item.copy)


def _refuse_resource(known: Facts, way: _Handover, copy: str) -> Refusal | None:
    """Not one that cannot be moved, has been used, or that the other may not take (I8.3, I21.2)."""
    if lg.is_barred(known, way.taker, "resources"):
        return refuse(rl.ZAPPED, card=copy)
    if lg.is_linked_for_good(known, copy):
        return refuse(rl.KEPT_FOR_GOOD, card=copy)
    marks = (link_mark(copy), f"use:{copy}", f"use:{card_id(copy)}")
    is_used = not set(marks).isdisjoint(known.state.seat(way.giver).used)
    return refuse(rl.RESOURCE_USED, card=copy) if is_used else None


def _refuse_token(state: InwoState, way: _Handover, root: str) -> Refusal | None:
    """Only while a Plot lets one of the two give and receive tokens, and he has one (I38.84)."""
    notes = [note.on for note in facts(state).changes if note.stat == "token-gifts"]
    is_due = any(_is_due(note, way.giver) for note in state.changes)
    if way.giver not in notes and way.taker not in notes and not is_due:
        return refuse(rl.TOKEN_GIFT, card=root)
    is_there = state.tokens.get(root, 0) > 0
    return None if is_there else refuse(rl.NO_TOKEN_TO_MOVE, card=root)


def _is_due(note: Change, seat: str) -> bool:
    """Whether a card bids him give a token before he does anything else (I33.11)."""
    return note.stat == "token-due" and note.on == seat


def lose_due(table: InwoTable, order: od.InwoOrder | None = None) -> None:
    """The token that must be given is lost before anything else is done (I33.11)."""
    seat = table.state.turn.seat
    due = [note for note in table.state.changes if _is_due(note, seat)]
    items = order.cards if isinstance(order, od.GiveCards) else ()
    items = order.gives if isinstance(order, od.OfferDeal) else items
    if not due or items == (TOKEN,):
        return
    root = table.state.seat(seat).illuminati
    if table.state.tokens.get(root, 0):
        table.emit(ev.TokensTaken(seat, ((root, 1),), "removed"))
    table.emit(ev.ChangesEnded(due[0].until))


def _master(state: InwoState, way: _Handover) -> str:
    found = on_table(state, way.under, way.taker) if way.under else None
    return found or state.seat(way.taker).illuminati


def _payer(state: InwoState, way: _Handover, group: str) -> str | None:
    """Either Illuminati, the Group, its master before or after (I9.7)."""
    roots = (state.seat(way.giver).illuminati, state.seat(way.taker).illuminati)
    named = on_table(state, way.paying, way.giver) if way.paying else None
    for copy in (group, *roots, state.table[group].master, _master(state, way)):
        if way.paying is not None and copy != named:
            continue
        if copy and lg.refuse_acting(facts(state), copy, rl.NO_TOKEN_TO_MOVE) is None:
            return copy
    return None


def _laid(state: InwoState, way: _Handover, group: str) -> Arrangement | None:
    places = places_under(state, way.taker, (_master(state, way),), way.at, card=group)
    return fit(state, way.taker, group, places) if places else None


def _refuse_privileged(state: InwoState, *takers: str) -> Refusal | None:
    """No cards for who takes part in a privileged attack (I16.1)."""
    attack = state.attack
    if attack is None or not attack.privileged:
        return None
    concerned = {attack.seat, state.controller(attack.target)}
    return refuse(rl.PRIVILEGED, seat=takers[0]) if concerned & set(takers) else None


# --- gifts (I21.1, I21.2) -------------------------------------------------------------------


def refuse_giving(state: InwoState, seat: str, order: od.GiveCards) -> Refusal | None:
    """Why cards are not given; a Group needs an offer and the other's consent."""
    taker = next((one for one in state.seats if one.name == order.to), None)
    if taker is None or taker.is_out or order.to == seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=order.to)
    way = _Handover(seat, order.to)
    for name in order.cards:
        item = _item(state, seat, name)
        if item is not None and item.kind == "group":
            is_fixed = lg.is_burden(item.copy)
            return refuse(rl.FIXED if is_fixed else rl.NEEDS_CONSENT, card=item.copy)
    return _refuse_privileged(state, order.to) or _refuse_side(state, way, order.cards)


def give(table: InwoTable, seat: str, order: od.GiveCards) -> Refusal | None:
    """Cards of the hand and Resources change hands."""
    refusal = refuse_giving(table.state, seat, order)
    if refusal is None:
        _hand_over(table, _Handover(seat, order.to), order.cards)
    return refusal


def _hand_over(table: InwoTable, way: _Handover, names: tuple[str, ...]) -> Refusal | None:
    """All of it in its order; or why one cannot go once those before it have gone."""
    for name in names:
        item = _item(table.state, way.giver, name)
        assert item is not None
        if item.kind == "hand":
            zone: ev.CardZone = "plots" if card_of(item.copy).is_plot else "groups"
            moved = ev.CardsMoved(way.giver, (item.copy,), zone, zone, "given", to_seat=way.taker)
            table.emit(moved)
        elif item.kind == "token":
            root = table.state.seat(way.taker).illuminati
            table.emit(ev.TokensTaken(way.giver, ((item.copy, 1),), "gift"))
            table.emit(ev.TokensPlaced(way.taker, ((root, 1),)))
            for note in table.state.changes:
                if _is_due(note, way.giver):
                    table.emit(ev.ChangesEnded(note.until))
        elif item.kind == "resource":
            root = table.state.seat(way.taker).illuminati
            table.emit(ev.ResourceGiven(item.copy, way.taker, root))
        elif refusal := _give_group(table, way, item.copy):
            return refusal
    return None


def _give_group(table: InwoTable, way: _Handover, group: str) -> Refusal | None:
    """A Group goes with branch, tokens and links to an arrow of the receiver (I9.7)."""
    payer, laid = _payer(table.state, way, group), _laid(table.state, way, group)
    if payer is None:
        return refuse(rl.NO_TOKEN_TO_GIVE, card=group)
    if laid is None:
        return refuse(rl.NO_PLACE_TO_GET, card=group)
    table.spend(table.state.table[payer].seat, payer, "given")
    for root in laid.lost:
        remove_branch(table, root, "groups", "no-room")
    table.emit(ev.BranchLaid(way.taker, laid.laid, "given"))
    check_bereft(table, way.giver, way.giver)
    return None


# --- trades (I21.4, I21.5) ------------------------------------------------------------------


def refuse_offer(state: InwoState, seat: str, order: od.OfferDeal) -> Refusal | None:
    """Why an offer is not made; what the other would give is judged when he accepts."""
    taker = next((one for one in state.seats if one.name == order.to), None)
    if taker is None or taker.is_out or order.to == seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=order.to)
    if order.lies and (barred := refuse_lie(state, seat, order.to)):
        return barred
    for name in order.gives:
        if _item(state, seat, name) is None:
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
    items = [_item(table.state, seat, name) for name in order.gives]
    is_gift = not order.wants and all(item is not None and item.kind == "group" for item in items)
    policies = table.policies_of(order.to, od.ReceivePolicy)
    return is_gift and any(policy.seat == seat for policy in policies)


def _deal(state: InwoState, seat: str, number: int) -> Deal | None:
    return next((deal for deal in state.deals if deal.number_of(seat) == number), None)


def refuse_accepting(state: InwoState, seat: str, order: od.AcceptDeal) -> Refusal | None:
    """Why an offer cannot be accepted so (I21.4)."""
    deal = _deal(state, seat, order.number)
    if deal is None or deal.to != seat or _is_expired(state, deal):
        return refuse(rl.NO_SUCH_OFFER, number=order.number)
    if order.lies and (barred := refuse_lie(state, seat, deal.by)):
        return barred
    there, back = _ways(deal, order)
    return (
        _refuse_privileged(state, seat, deal.by)
        or _refuse_side(state, there, deal.gives)
        or _refuse_side(state, back, deal.wants)
    )


def _is_expired(state: InwoState, deal: Deal) -> bool:
    """Whether the turn with which it ends is over; a day is for who knows the time (I21.4)."""
    turn = deal.expires.casefold().removeprefix("turn ")
    return turn.isdecimal() and state.turn.number > int(turn)


def _ways(deal: Deal, order: od.AcceptDeal) -> tuple[_Handover, _Handover]:
    there = _Handover(deal.by, deal.to, order.under, order.at, deal.paying)
    return there, _Handover(deal.to, deal.by, deal.under, deal.at)


def accept(
    table: InwoTable, seat: str, order: od.AcceptDeal, answer: Answering = unanswered
) -> Refusal | None:
    """Both sides are handed over in one step, or not at all; a lost cause is declined (I21.4).

    Who is lied to may `answer`.
    """
    refusal = refuse_accepting(table.state, seat, order)
    deal = _deal(table.state, seat, order.number)
    if deal is None or deal.to != seat:
        return refusal
    if refusal is not None:
        if refusal.reason is rl.NOT_YOURS:
            table.emit(ev.DealEnded(deal, "gone"))
        return refusal
    there, back = _ways(deal, order)
    trial = InwoTable(table.state, table.dice)
    wants = tuple(_named(table.state, deal.to, name) for name in deal.wants)
    if refusal := _hand_over(trial, there, deal.gives) or _hand_over(trial, back, wants):
        return refusal
    table.emit(ev.DealEnded(deal, "accepted"))
    is_kept = not (deal.lies and is_lie(table, deal.by, deal.to, answer))
    is_paid = not (order.lies and is_lie(table, deal.to, deal.by, answer))
    if is_kept:
        _hand_over(table, there, deal.gives)
    if is_paid:
        _hand_over(table, back, wants)
    return None


def _named(state: InwoState, giver: str, name: str) -> str:
    """The very copy meant before anything moves: what comes in is not handed back."""
    item = _item(state, giver, name)
    assert item is not None
    return item.copy


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
