"""Cards of the hand that come into play without a fight (I8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.halves import become_halves
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.rewording import refuse_words, reword_host
from engine.inwo.facts import facts
from engine.inwo.inwotable import (
    InwoTable,
    OrderTable,
    by_order,
    came_mark,
    find,
    link_mark,
    on_table,
)
from engine.inwo.rulings import refuse
from engine.inwo.state import UNCONTROLLED, UNSEARCHED, InwoState, OnTable, Ruin
from engine.inwo.structure import Places, fit, places_under


def refuse_coming(
    state: InwoState, seat: str, name: str, order: od.TakeOver, reach: Sequence[str] = ()
) -> Refusal | None:
    """Why a card of the hand, or of his `reach`, does not come in without a roll (I8.2)."""
    held = find(reach or state.may_come(seat), name)
    if held is None:
        is_lying = find(state.uncontrolled, name) is not None
        of_area = rl.NOT_TURNED_UP if state.has_area else rl.NOT_FROM_AREA
        return refuse(of_area if is_lying else rl.NOT_IN_HAND, card=name)
    refusal = lg.refuse_takeover(facts(state), seat, held)
    if refusal or "resource" in card_of(held).words:
        return refusal or _refuse_linked(state, seat, held, order)
    under = on_table(state, order.under, seat) if order.under else None
    barred = _refuse_under(state, seat, held, under) if under else None
    if barred:
        return barred
    return (
        None
        if takeover_places(state, seat, order.under, order.at, held)
        else refuse(rl.NO_PLACE, card=order.under or state.seat(seat).illuminati)
    )


def _refuse_under(state: InwoState, seat: str, held: str, under: str) -> Refusal | None:
    """Why a Group does not come under a card; a burden may hang on a rival's (I37)."""
    barred = lg.refuse_master(facts(state), held, under)
    holder = _receiver(state, seat, held, under)
    if barred or holder == seat:
        return barred
    if state.shelters(holder, seat):
        return refuse(rl.FIRST_TURN, seat=holder)
    return lg.refuse_control(facts(state), holder, held)


def _receiver(state: InwoState, seat: str, held: str, under: str | None) -> str:
    """Who will control a Group that comes under a card (I37)."""
    may_be_rival = bool(held) and lg.is_burden(held)
    return (state.controller(under or "") if may_be_rival else None) or seat


def takeover_places(
    state: InwoState,
    seat: str,
    under: str | None = None,
    at: Side | None = None,
    card: str = "",
) -> Places:
    """Where a Group may go: under the one named, else his Illuminati, else the first (I9.10)."""
    known = facts(state)
    if under is not None:
        master = on_table(state, under, seat)
        is_able = master is not None and not known.is_paralyzed(master)
        holder = _receiver(state, seat, card, master)
        return places_under(state, holder, (master,), at, card=card) if master and is_able else []
    for master in known.groups[seat]:
        if known.is_paralyzed(master) or card and lg.refuse_master(known, card, master):
            continue
        places = places_under(state, seat, (master,), at, card=card)
        if places:
            return places
    return []


def bring_in(table: InwoTable, seat: str, order: od.TakeOver) -> str:
    """The first card of the order comes into play, as his caller has found it may."""
    held = find(table.state.may_come(seat), order.cards[0])
    assert held is not None
    come_in(table, seat, held, order)
    return held


def come_in(table: InwoTable, seat: str, held: str, order: od.TakeOver) -> None:
    """A Group card of the hand on its place; a Resource beside, linked as ordered."""
    late = not table.state.is_before_tokens
    zone: ev.CardZone | Literal["table"] = "table" if held in table.state.table else "groups"
    if "resource" in card_of(held).words:
        host = on_table(table.state, order.link, seat) if order.link else None
        card = OnTable(held, seat, host=host or table.state.seat(seat).illuminati)
        _drop_older(table, held)
        table.emit(ev.CameIntoPlay(card, zone, "takeover", late))
        table.emit(ev.OnceUsed(seat, came_mark(held)))
        if card_of(held).ability(ab.HidesResources) is not None:
            table.emit(ev.Marked(held, UNSEARCHED))
        reword_host(table, host or "", order.value)
        return
    places = takeover_places(table.state, seat, order.under, order.at, held)
    table.emit(ev.CameIntoPlay(_placed(table, seat, held, places), zone, "takeover", late))
    become_halves(table, held)


def _placed(table: InwoTable, seat: str, held: str, places: Places) -> OnTable:
    holder = _receiver(table.state, seat, held, places[0][0])
    laid = fit(table.state, holder, held, places)
    assert laid is not None
    row = laid.laid[0]
    return OnTable(held, holder, row.master, row.arrow)


def may_get(state: InwoState, seat: str, burden: str) -> bool:
    """Whether a burden that a rival has won can be handed on to a player (I37)."""
    is_barred = lg.refuse_control(facts(state), seat, burden) is not None
    return not is_barred and bool(takeover_places(state, seat, card=burden))


def hand_on(table: InwoTable, seat: str, burden: str) -> None:
    """A burden goes to a player, on an arrow of his (I9.10, I37)."""
    if may_get(table.state, seat, burden):
        places = takeover_places(table.state, seat, card=burden)
        laid = fit(table.state, seat, burden, places)
        assert laid is not None
        table.emit(ev.BranchLaid(seat, laid.laid, "captured", table.state.table[burden].seat))


def place_group(table: InwoTable, seat: str, held: str) -> None:
    """A card brings a Group of the hand, without a roll (I35.30, I9.10)."""
    places = takeover_places(table.state, seat, card=held)
    card = _placed(table, seat, held, places)
    table.emit(ev.CameIntoPlay(card, "groups", "by-card", late=True))


def _drop_older(table: InwoTable, held: str) -> None:
    """Of a Resource that is one in play the older goes (I38.57)."""
    terms = card_of(held).ability(ab.ResourceTerms)
    if terms is None or not terms.sole:
        return
    for copy in tuple(table.state.table):
        if copy != held and card_id(copy) == card_id(held):
            owner = table.state.owner_of(copy).name
            if terms.ruins:
                ruin = Ruin(copy, tuple(sorted(card_of(copy).words)), credit=False)
                table.emit(ev.GroupDestroyed(owner, ruin, table.state.table[copy].seat))
            else:
                table.emit(ev.LeftPlay(((copy, owner),), "discards", "ousted"))


# --- Resources ------------------------------------------------------------------------------


def _refuse_linked(
    state: InwoState, seat: str, held: str, order: od.TakeOver | od.BringResource
) -> Refusal | None:
    """Why a Resource that comes into play is not linked as ordered."""
    if order.link is None:
        return refuse_words(facts(state), held, "", order.value)
    return _refuse_link(state, seat, held, order.link, order.value)


def _refuse_link(
    state: InwoState, seat: str, resource: str, to: str | None, value: str
) -> Refusal | None:
    """Why a Resource may not be linked to a card (I20.2, I20.4)."""
    host = on_table(state, to, seat) if to else state.seat(seat).illuminati
    if host is None or state.table[host].seat != seat:
        return refuse(rl.LINK_ABSENT if host is None else rl.LINK_OF_OTHERS, card=host or to or "")
    if state.table[host].host is not None:
        return refuse(rl.TIE_UNFIT, card=resource, on=host)
    terms = card_of(resource).ability(ab.ResourceTerms)
    linked = [card_id(copy) for copy in facts(state).linked.get(host, ()) if copy != resource]
    if terms is not None and terms.one and card_id(resource) in linked:
        return refuse(rl.LINK_UNFIT, card=resource, on=host)
    if terms and "illuminati" not in card_of(host).words and not facts(state).fits(terms.to, host):
        return refuse(rl.LINK_UNFIT, card=resource, on=host)
    return refuse_words(facts(state), resource, host, value)


def _resource_meant(state: InwoState, seat: str, name: str) -> str | None:
    """A Resource of the hand; in SubGenius one that lies uncontrolled (I29.7)."""
    if state.options.game_form != "subgenius":
        return find(state.seat(seat).groups, name)
    return find((copy for copy, card in state.table.items() if card.seat == UNCONTROLLED), name)


def refuse_bringing(state: InwoState, seat: str, order: od.BringResource) -> Refusal | None:
    """Why a Resource of the hand may not come for an Illuminati action (I8.4)."""
    held = _resource_meant(state, seat, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if "resource" not in card_of(held).words:
        return refuse(rl.NOT_A_RESOURCE, card=held)
    if "bring" in state.seat(seat).used:
        return refuse(rl.ONCE_A_TURN, card=held)
    known = facts(state)
    root = state.seat(seat).illuminati
    refusal = lg.refuse_takeover(known, seat, held)
    refusal = refusal or lg.refuse_acting(known, root, rl.NO_TOKEN_TO_ACT)
    return refusal or _refuse_linked(state, seat, held, order)


def bring(table: InwoTable, seat: str, order: od.BringResource) -> Refusal | None:
    """A Resource of the hand comes into play, once a turn (I5.5)."""
    refusal = refuse_bringing(table.state, seat, order)
    if refusal is None:
        held = _resource_meant(table.state, seat, order.card)
        assert held is not None
        table.spend(seat, table.state.seat(seat).illuminati, "bring")
        table.emit(ev.OnceUsed(seat, "bring"))
        come_in(table, seat, held, od.TakeOver((held,), link=order.link, value=order.value))
    return refusal


def refuse_linking(state: InwoState, seat: str, order: od.LinkResource) -> Refusal | None:
    """Why a Resource may not be linked anew (I20.2, I20.3)."""
    copy = on_table(state, order.card, seat)
    if copy is None or "resource" not in card_of(copy).words:
        return refuse(rl.LINK_ABSENT, card=order.card)
    if state.table[copy].seat != seat:
        return refuse(rl.LINK_OF_OTHERS, card=copy)
    if lg.is_linked_for_good(facts(state), copy):
        return refuse(rl.LINKED_FOR_GOOD, card=copy)
    refusal = _refuse_link(state, seat, copy, order.to, order.value)
    if refusal is None and state.table[copy].host == (on_table(state, order.to or "", seat)):
        return refuse(rl.LINKED_THERE, card=copy)
    if refusal is None and link_mark(copy) in state.seat(seat).used:
        return refuse(rl.LINK_MOVED, card=copy)
    return refusal


def link(table: InwoTable, seat: str, order: od.LinkResource) -> Refusal | None:
    """A Resource is linked to another card of his, once a turn."""
    refusal = refuse_linking(table.state, seat, order)
    if refusal is None:
        copy = on_table(table.state, order.card, seat)
        host = on_table(table.state, order.to, seat) if order.to else None
        assert copy is not None
        table.emit(ev.Relinked(copy, host or table.state.seat(seat).illuminati))
        reword_host(table, host or "", order.value)
        table.emit(ev.OnceUsed(seat, link_mark(copy)))
    return refusal


ORDERS: OrderTable = {
    od.BringResource: by_order(refuse_bringing, bring),
}
"""Orders of this module as they are refused and carried out."""
