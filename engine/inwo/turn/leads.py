"""The Groups that players lead with: named together, bounced, put in play (I4.3, I4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.legality import refuse_under
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoAnswers, InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, OnTable
from engine.inwo.structure import fit, places_under

Leads = Mapping[str, Sequence[od.PlaceLead]]
"""What each seat has said; several lines are one list of wishes."""
LeadZone = Literal["groups", "group_deck"]


def leads_said(answers: InwoAnswers) -> Leads:
    """The lines of each seat that name leads, in their order (I4.6)."""
    orders = {seat: [line.order for line in lines] for seat, lines in answers.items()}
    return {
        seat: [order for order in said if isinstance(order, od.PlaceLead)]
        for seat, said in orders.items()
    }


def place_leads(table: InwoTable, wishes: Leads, zone: LeadZone) -> None:
    """Who names what another names has bounced, and names again (I4.3)."""
    waiting = [seat.name for seat in table.state.seats]
    barred: set[str] = set()
    while waiting:
        named = {
            seat: wish
            for seat in waiting
            if (wish := _first_allowed(table, seat, wishes.get(seat, ()), zone, barred))
        }
        counts = Counter(card_id(copy) for copy, _ in named.values())
        waiting = []
        for seat, (copy, side) in named.items():
            barred.add(card_id(copy))
            if counts[card_id(copy)] > 1:
                _bounce(table, seat, copy, zone)
                waiting.append(seat)
            else:
                _place_lead(table, seat, copy, side)


def _bounce(table: InwoTable, seat: str, copy: str, zone: LeadZone) -> None:
    """It is set aside; of a hand it stays there, or another is drawn for it (I29.2, I30.1)."""
    if zone == "group_deck":
        table.put(seat, (copy,), zone, "bounced", "bounced")
    elif table.state.options.game_form == "subgenius":
        table.draw(seat, "group_deck", 1, "dealt")
        table.emit(ev.CardsMoved(seat, (copy,), "groups", "group_deck", "bounced", -1))
        table.shuffle(seat, "group_deck")


def _first_allowed(
    table: InwoTable,
    seat: str,
    wishes: Sequence[od.PlaceLead],
    zone: LeadZone,
    barred: set[str],
) -> tuple[str, Side] | None:
    """The first Group of his list still allowed, with its arrow; else the strongest (I4.6).

    In SubGenius it may be a Resource (I29.2).
    """
    held: tuple[str, ...] = getattr(table.state.seat(seat), zone)
    groups = [copy for copy in held if "group" in card_of(copy).words]
    may_lead = held if table.state.options.game_form == "subgenius" else groups
    root, known = table.state.seat(seat).illuminati, facts(table.state)
    barred = barred | {card_id(copy) for copy in groups if refuse_under(known, copy, root)}
    free = [copy for copy in may_lead if card_id(copy) not in barred]
    left = [copy for copy in free if copy in groups] if groups else free
    wished = (found for wish in wishes for found in _wished(free, left, wish))
    best = max(left, key=lambda copy: card_of(copy).power, default=None)
    side = wishes[-1].at or "N" if wishes else "N"
    return next(wished, (best, side) if best is not None else None)


def _wished(
    free: Sequence[str], groups: Sequence[str], wish: od.PlaceLead
) -> Iterator[tuple[str, Side]]:
    """Those that a line names and that are free; then the strongest of its word."""
    for name in wish.cards:
        copy = find(free, name)
        if copy is not None:
            yield copy, wish.side_of(card_id(copy))
    fitting = [copy for copy in groups if wish.word and wish.word in card_of(copy).words]
    if fitting:
        yield max(fitting, key=lambda copy: card_of(copy).power), wish.at or "N"


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


def _place_lead(table: InwoTable, seat: str, copy: str, side: Side) -> None:
    root = table.state.seat(seat).illuminati
    zone: LeadZone = "groups" if copy in table.state.seat(seat).groups else "group_deck"
    if "group" not in card_of(copy).words:
        table.emit(ev.CameIntoPlay(OnTable(copy, seat, host=root), zone, "lead"))
        return
    places = places_under(table.state, seat, (root,), side)
    laid = fit(table.state, seat, copy, places)
    assert laid is not None
    card = OnTable(copy, seat, root, laid.laid[0].arrow)
    table.emit(ev.CameIntoPlay(card, zone, "lead"))
