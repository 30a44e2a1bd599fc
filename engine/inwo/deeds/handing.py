"""What goes from one player to another, and how it is handed over (I9.7, I21.1 to I21.3)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find_among, in_hand, link_mark, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, InwoState
from engine.inwo.structure import fit, places_under

HIDDEN_PLOT = "a-hidden-plot"
"""An item of an offer of which the giver chooses the card: the one that came last."""

TOKEN = "a-token"
"""An item that is a token of the giver's Illuminati, for the other's (I21.3)."""


class _Traded(NamedTuple):
    """Something that goes from one player to another."""

    kind: Literal["hand", "resource", "group", "token"]
    copy: str


class Handover(NamedTuple):
    """From whom, to whom, and where a Group comes to lie (I9.7).

    Groups are `leaving` the taker at the same moment: their arrows are open (I21.4).
    """

    giver: str
    taker: str
    under: str | None = None
    at: Side | None = None
    paying: str | None = None
    leaving: tuple[str, ...] = ()


def item_of(state: InwoState, giver: str, name: str) -> _Traded | None:
    holder = state.seat(giver)
    if name == HIDDEN_PLOT:
        hidden = [plot for plot in holder.plots if plot not in holder.exposed]
        return _Traded("hand", hidden[-1]) if hidden else None
    if name == TOKEN:
        return _Traded("token", holder.illuminati)
    held = in_hand(state, giver, name)
    if held is not None:
        return _Traded("hand", held)
    copy = find_among(state, (c for c, card in state.table.items() if card.seat == giver), name)
    if copy is None or copy == holder.illuminati:
        return None
    if "resource" in card_of(copy).words:
        return _Traded("resource", copy)
    return _Traded("group", copy) if facts(state).is_group(copy) else None


# --- why not --------------------------------------------------------------------------------


def refuse_side(state: InwoState, way: Handover, names: tuple[str, ...]) -> Refusal | None:
    """Why not all of this can go from one player to the other (I21.1, I21.2)."""
    for name in names:
        item = item_of(state, way.giver, name)
        if item is None:
            return refuse(rl.NOT_YOURS, card=name)
        refusal = _refuse_item(state, way, item)
        if refusal:
            return refusal
    return None


def _refuse_item(state: InwoState, way: Handover, item: _Traded) -> Refusal | None:
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
    if way.paying and on_table(state, way.paying, way.giver) not in _payers(state, way, item.copy):
        return refuse(rl.GIFT_PAYER, card=way.paying)
    if _payer(state, way, item.copy) is None:
        return refuse(rl.NO_TOKEN_TO_GIVE, card=item.copy)
    return None if _laid(state, way, item.copy) else refuse(rl.NO_PLACE_TO_GET, card=item.copy)


def _refuse_resource(known: Facts, way: Handover, copy: str) -> Refusal | None:
    """Not one that cannot be moved, has been used, or that the other may not take (I8.3, I21.2)."""
    if lg.is_barred(known, way.taker, "resources"):
        return refuse(rl.ZAPPED, card=copy)
    if lg.is_linked_for_good(known, copy):
        return refuse(rl.KEPT_FOR_GOOD, card=copy)
    marks = (link_mark(copy), f"use:{copy}", f"use:{card_id(copy)}")
    is_used = not set(marks).isdisjoint(known.state.seat(way.giver).used)
    return refuse(rl.RESOURCE_USED, card=copy) if is_used else None


def _refuse_token(state: InwoState, way: Handover, root: str) -> Refusal | None:
    """Only while a Plot lets one of the two give and receive tokens, and he has one (I38.84)."""
    notes = [note.on for note in facts(state).changes if note.stat == "token-gifts"]
    must_give = any(is_due(note, way.giver) for note in state.changes)
    if way.giver not in notes and way.taker not in notes and not must_give:
        return refuse(rl.TOKEN_GIFT, card=root)
    is_there = state.tokens.get(root, 0) > 0
    return None if is_there else refuse(rl.NO_TOKEN_AS_GIFT, card=root)


def is_due(note: Change, seat: str) -> bool:
    """Whether a card bids him give a token before he does anything else (I33.11)."""
    return note.stat == "token-due" and note.on == seat


def _master(state: InwoState, way: Handover) -> str:
    found = on_table(state, way.under, way.taker) if way.under else None
    return found or state.seat(way.taker).illuminati


def _payer(state: InwoState, way: Handover, group: str) -> str | None:
    named = on_table(state, way.paying, way.giver) if way.paying else None
    for copy in _payers(state, way, group):
        if way.paying is not None and copy != named:
            continue
        if copy and lg.refuse_acting(facts(state), copy, rl.NO_TOKEN_TO_MOVE) is None:
            return copy
    return None


def _payers(state: InwoState, way: Handover, group: str) -> tuple[str | None, ...]:
    """Either Illuminati, the Group, its master before or after (I9.7)."""
    roots = (state.seat(way.giver).illuminati, state.seat(way.taker).illuminati)
    return (group, *roots, state.table[group].master, _master(state, way))


def _laid(state: InwoState, way: Handover, group: str) -> Arrangement | None:
    gone = {copy for root in way.leaving for copy in facts(state).branch(root)}
    rest = {copy: card for copy, card in state.table.items() if copy not in gone}
    left = changed(state, table=rest)
    places = places_under(left, way.taker, (_master(state, way),), way.at, card=group)
    return fit(left, way.taker, group, places) if places else None


def refuse_privileged(state: InwoState, *takers: str) -> Refusal | None:
    """No cards for who takes part in a privileged attack (I16.1)."""
    attack = state.attack
    if attack is None or not attack.privileged:
        return None
    concerned = {attack.seat, state.controller(attack.target)}
    return refuse(rl.PRIVILEGED, seat=takers[0]) if concerned & set(takers) else None


# --- handing over -------------------------------------------------------------------------


def hand_over(table: InwoTable, way: Handover, names: tuple[str, ...]) -> Refusal | None:
    """All of it in its order; or why one cannot go once those before it have gone."""
    for name in names:
        item = item_of(table.state, way.giver, name)
        if item is None:
            # A puppet that has gone along with its master is there by now.
            if table.state.controller(on_table(table.state, name) or "") == way.taker:
                continue
            return refuse(rl.NOT_YOURS, card=name)
        if item.kind == "hand":
            zone: ev.CardZone = "plots" if card_of(item.copy).is_plot else "groups"
            moved = ev.CardsMoved(way.giver, (item.copy,), zone, zone, "given", to_seat=way.taker)
            table.emit(moved)
        elif item.kind == "token":
            root = table.state.seat(way.taker).illuminati
            table.emit(ev.TokensTaken(way.giver, ((item.copy, 1),), "gift"))
            table.emit(ev.TokensPlaced(way.taker, ((root, 1),)))
            for note in table.state.changes:
                if is_due(note, way.giver):
                    table.emit(ev.ChangesEnded(note.until))
        elif item.kind == "resource":
            root = table.state.seat(way.taker).illuminati
            table.emit(ev.ResourceGiven(item.copy, way.taker, root))
        elif refusal := _give_group(table, way, item.copy):
            return refusal
    return None


def _give_group(table: InwoTable, way: Handover, group: str) -> Refusal | None:
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
    return None


def groups_of(state: InwoState, giver: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The Groups in play among what a player gives."""
    items = (item_of(state, giver, name) for name in names)
    return tuple(item.copy for item in items if item is not None and item.kind == "group")


def named_copy(state: InwoState, giver: str, name: str) -> str:
    """The very copy meant before anything moves: what comes in is not handed back."""
    item = item_of(state, giver, name)
    assert item is not None
    return item.copy
