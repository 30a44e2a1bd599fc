"""Offers: how they lie open, are agreed, and end (I21.4)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.evolve.zones import EvolveTable, in_seat
from engine.inwo.state import Deal, InwoState, Question


def _offered(state: InwoState, event: ev.DealOffered) -> InwoState:
    for name in (event.deal.by, event.deal.to):
        state = in_seat(state, name, offers=state.seat(name).offers + 1)
    return changed(state, deals=(*state.deals, event.deal))


def _agreed(state: InwoState, event: ev.DealAgreed) -> InwoState:
    return _with_deal(state, event.deal, changed(event.deal, accepted=event.order))


def _lie_meant(state: InwoState, event: ev.LieMeant) -> InwoState:
    deal = next(one for one in state.deals if one.number_of(event.seat) == event.number)
    if event.seat == deal.by:
        return _with_deal(state, deal, changed(deal, lies=event.is_meant))
    assert deal.accepted is not None
    order = changed(deal.accepted, lies=event.is_meant)
    return _with_deal(state, deal, changed(deal, accepted=order))


def _with_deal(state: InwoState, old: Deal, new: Deal) -> InwoState:
    return changed(state, deals=tuple(new if deal == old else deal for deal in state.deals))


def _ended(state: InwoState, event: ev.DealEnded) -> InwoState:
    return changed(state, deals=tuple(deal for deal in state.deals if deal != event.deal))


def questions_left(state: InwoState, gone: str) -> tuple[Question, ...]:
    """What is still asked when a player and his deals are gone."""
    trades = {(who, deal.number_of(who)) for deal in state.deals for who in (deal.by, deal.to)}
    return tuple(
        one
        for one in state.questions
        if one.seat != gone and (one.kind != "keep-or-lie" or (one.seat, one.amount) in trades)
    )


DEALS: EvolveTable = {
    ev.DealOffered: _offered,
    ev.DealAgreed: _agreed,
    ev.LieMeant: _lie_meant,
    ev.DealEnded: _ended,
}
"""What comes of the events of this module."""
