"""The Groups that players lead with: named together, bounced, put in play (I4.3, I4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.legality import refuse_under
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, OnTable
from engine.inwo.structure import fit, places_under

Leads = Mapping[str, od.PlaceLead]
LeadZone = Literal["groups", "group_deck"]


def place_leads(table: InwoTable, wishes: Leads, zone: LeadZone) -> None:
    """Who names what another names has bounced, and names again (I4.3)."""
    waiting = [seat.name for seat in table.state.seats]
    barred: set[str] = set()
    while waiting:
        named = {seat: _wish(table, seat, wishes.get(seat), zone, barred) for seat in waiting}
        counts = Counter(card_id(copy) for copy in named.values() if copy)
        waiting = []
        for seat, copy in named.items():
            if copy is None:
                continue
            barred.add(card_id(copy))
            if counts[card_id(copy)] > 1:
                _bounce(table, seat, copy, zone)
                waiting.append(seat)
            else:
                _place_lead(table, seat, copy, wishes.get(seat))


def _bounce(table: InwoTable, seat: str, copy: str, zone: LeadZone) -> None:
    """It is set aside; of a hand it stays there, or another is drawn for it (I29.2, I30.1)."""
    if zone == "group_deck":
        table.put(seat, (copy,), zone, "bounced", "bounced")
    elif table.state.options.game_form == "subgenius":
        table.draw(seat, "group_deck", 1, "dealt")
        table.emit(ev.CardsMoved(seat, (copy,), "groups", "group_deck", "bounced", -1))
        table.shuffle(seat, "group_deck")


def _wish(
    table: InwoTable, seat: str, wish: od.PlaceLead | None, zone: LeadZone, barred: set[str]
) -> str | None:
    """The first Group of his list still allowed, else the strongest of his deck (I4.6).

    In SubGenius it may be a Resource (I29.2).
    """
    held: tuple[str, ...] = getattr(table.state.seat(seat), zone)
    deck = [copy for copy in held if "group" in card_of(copy).words]
    may_lead = held if table.state.options.game_form == "subgenius" else deck
    root, known = table.state.seat(seat).illuminati, facts(table.state)
    barred = barred | {card_id(copy) for copy in deck if refuse_under(known, copy, root)}
    for name in wish.cards if wish else ():
        copy = find(may_lead, name)
        if copy is not None and card_id(copy) not in barred:
            return copy
    left = [copy for copy in deck or may_lead if card_id(copy) not in barred]
    if wish is not None and wish.word:
        left = [copy for copy in left if wish.word in card_of(copy).words] or left
    return max(left, key=lambda copy: card_of(copy).power, default=None)


def refuse_lead(state: InwoState, seat: str, wish: od.PlaceLead) -> Refusal | None:
    """Why none of the cards named can be a lead: no Group, or none of his deck (I4.3).

    A deck that is covered does not tell; of a common one hands are dealt first (I29.2, I30.1).
    """
    deck = state.seat(seat).group_deck
    is_covered = any(card_id(copy) not in INWO_CARDS for copy in deck)
    groups = [name for name in wish.cards if "group" in card_of(card_id(name)).words]
    fit = [name for name in groups if is_covered or find(deck, name) is not None]
    if wish.word or fit or "group_deck" in state.options.shared:
        return None
    return refuse(rl.LEAD_UNFIT, card=wish.cards[0])


def _place_lead(table: InwoTable, seat: str, copy: str, wish: od.PlaceLead | None) -> None:
    root = table.state.seat(seat).illuminati
    zone: LeadZone = "groups" if copy in table.state.seat(seat).groups else "group_deck"
    if "group" not in card_of(copy).words:
        table.emit(ev.CameIntoPlay(OnTable(copy, seat, host=root), zone, "lead"))
        return
    side = wish.side_of(card_id(copy)) if wish is not None else "N"
    places = places_under(table.state, seat, (root,), side)
    laid = fit(table.state, seat, copy, places)
    assert laid is not None
    card = OnTable(copy, seat, root, laid.laid[0].arrow)
    table.emit(ev.CameIntoPlay(card, zone, "lead"))
