"""Relief of Devastated Places (I19.4, I19.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import acting_power
from engine.inwo.attacks.costs import boosts_on
from engine.inwo.attacks.sum import BOOST
from engine.inwo.cards import card_of
from engine.inwo.deeds.cancels import record
from engine.inwo.deeds.undoing import relief_needed, relief_standing
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState, ReliefOffer


def refuse_relief(state: InwoState, seat: str, order: od.Relieve) -> Refusal | None:
    """Why a Place is not Relieved so."""
    copy = on_table(state, order.card)
    if copy is None or not state.table[copy].devastated:
        return refuse(rl.NOT_DEVASTATED, card=order.card)
    if any(one.stat == "no-relief" and one.on == copy for one in facts(state).changes):
        return refuse(rl.RELIEF_BARRED, card=copy)
    if not _promised(state, seat, order.groups):
        needed = relief_needed(facts(state), copy)
        return refuse(rl.RELIEF_TOO_WEAK, card=copy, needed=needed)
    return None


def _promised(state: InwoState, seat: str, groups: Iterable[str]) -> list[str]:
    """The Groups that could act, in the order named; none if one of them could not."""
    known = facts(state)
    found = [on_table(state, name, seat) for name in groups]
    able = [copy for copy in found if copy is not None and copy in known.groups[seat]]
    barred = any(lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY) for copy in able)
    return [] if barred or len(able) < len(found) else able


class _Action(NamedTuple):
    """An action that helps: whose Group spends a token, its boosts, and what it counts."""

    seat: str
    copy: str
    boosts: list[str]
    amount: int


def _paying(state: InwoState, offers: Iterable[ReliefOffer], place: str) -> list[_Action]:
    """The Groups that spend a token, in the order named and offered, until the sum is there.

    None where it is not (I6.8). Where others' actions were cancelled what is left of them counts,
    and these stand in for the lost ones (I19.5).
    """
    known = facts(state)
    needed = relief_needed(known, place)
    paid: list[_Action] = []
    total = sum(play.amount for play in relief_standing(state, place))
    for offer in offers:
        plots = state.seat(offer.seat).plots
        left = [plot for name in offer.boosts if (plot := find(plots, name))]
        for copy in _promised(state, offer.seat, offer.groups):
            is_paid = any((one.seat, one.copy) == (offer.seat, copy) for one in paid)
            if is_paid or (paid and total >= needed):
                continue
            boosts = boosts_on(known, offer.seat, copy, left)
            left = [plot for plot in left if plot not in boosts]
            amount = _weight(known, copy, BOOST * len(boosts))
            paid.append(_Action(offer.seat, copy, boosts, amount))
            total += amount
    return paid if paid and total >= needed else []


def _weight(known: Facts, copy: str, more: int) -> int:
    """What the action of a Group counts here, with its boosts (I19.4, I35.1)."""
    weight = card_of(copy).ability(ab.ReliefWeight)
    power = acting_power(known, copy) + more
    is_used = any(_mark(copy) in seat.used for seat in known.state.seats)
    if weight is None or (weight.once and is_used):
        return power
    return weight.counts + more if weight.counts else weight.times * power


def _mark(copy: str) -> str:
    return f"relief:{copy}"


def is_enough(state: InwoState, copy: str, seat: str, groups: tuple[str, ...]) -> bool:
    """Whether these Groups of a seat could Relieve a Devastated Place alone."""
    offers = (ReliefOffer(copy, seat, groups),)
    return state.table[copy].devastated and bool(_paying(state, offers, copy))


def relieve(table: InwoTable, seat: str, order: od.Relieve) -> Refusal | None:
    """All tokens at one moment; the mark is taken off (I19.4). What is not enough is offered until
    the turn ends, and those who join make it enough (I19.5)."""
    refusal = refuse_relief(table.state, seat, order)
    if refusal is None:
        place = on_table(table.state, order.card)
        assert place is not None
        groups = tuple(_promised(table.state, seat, order.groups))
        offer = ReliefOffer(place, seat, groups, order.boosts)
        others = [one for one in table.state.turn.offered if one.place == place]
        paying = _paying(table.state, (*others, offer), place)
        if not paying:
            table.emit(ev.ReliefOffered(offer))
            return None
        for action in paying:
            _act(table, place, action)
        table.emit(ev.Devastated(place, is_relieved=True))
    return refusal


def _act(table: InwoTable, place: str, action: _Action) -> None:
    """A Group acts for a Place, with its boosts: each action can be cancelled (M4)."""
    payer, copy, boosts, amount = action
    for plot in boosts:
        table.discard(payer, plot, "plots", "played")
    table.spend(payer, copy, "relief")
    weight = card_of(copy).ability(ab.ReliefWeight)
    if weight is not None and weight.draws:
        table.draw(payer, "plot_deck", weight.draws, "relief")
    if weight is not None and weight.once:
        table.emit(ev.OnceUsed(payer, _mark(copy)))
    record(table, AttackPlay(0, payer, "relief", place, paid=(copy,), amount=amount))


def relieve_freely(table: InwoTable, is_next_turn: bool) -> None:
    """Places that a card Relieves by itself (I36.12)."""
    for card, rule in tuple(table.known.of_kind(ab.AutoRelief)):
        for copy, place in tuple(table.state.table.items()):
            is_meant = rule.next_turn is is_next_turn and place.devastated
            if is_meant and table.known.reaches(card, rule.covers, copy):
                table.emit(ev.Devastated(copy, is_relieved=True))


ORDERS: OrderTable = {
    od.Relieve: by_order(refuse_relief, relieve),
}
"""Orders of this module as they are refused and carried out."""
