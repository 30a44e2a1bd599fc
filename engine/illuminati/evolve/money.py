"""Money that changes its treasury."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve.pieces import paid, with_money
from engine.illuminati.state import State


def transferred(state: State, event: ev.Transferred) -> State:
    assert event.amount is not None
    holdings = paid(state, ((event.source, event.amount),), -1)
    target = holdings[event.to]
    holdings[event.to] = with_money(target, target.money + event.amount)
    turn = state.turn
    if event.why == "transfer":
        turn = changed(turn, transfers=turn.transfers + 1)
    elif event.why == "action":
        turn = changed(turn, actions=turn.actions + 1)
    return changed(state, holdings=holdings, turn=turn)


def income(state: State, event: ev.IncomePaid) -> State:
    turn = state.turn
    if not event.is_repeat:
        turn = changed(turn, income=event.amounts)
    return changed(state, holdings=paid(state, event.amounts, 1), turn=turn)


def skipped(state: State, event: ev.TurnSkipped) -> State:
    holdings = paid(state, event.returned, -1)
    for card, amount in event.repaid:
        holdings[card] = with_money(holdings[card], holdings[card].money + amount)
    return changed(state, holdings=holdings)


def taxed(state: State, event: ev.TaxPaid) -> State:
    assert event.payments is not None
    holdings = paid(state, event.payments, -1)
    to = holdings[event.card]
    holdings[event.card] = with_money(to, to.money + event.amount)
    row = (event.seat, event.card, event.payments)
    turn = changed(state.turn, taxes=(*state.turn.taxes, row))
    return changed(state, holdings=holdings, turn=turn)


def spread(state: State, event: ev.SpreadOut) -> State:
    assert event.amounts is not None
    holdings = dict(state.holdings)
    for card, money in event.amounts:
        holdings[card] = with_money(holdings[card], money)
    return changed(state, holdings=holdings)


def gave_money(state: State, event: ev.GaveMoney) -> State:
    assert event.amount is not None
    source, to = state.seat(event.seat).illuminati, state.seat(event.to).illuminati
    holdings = paid(state, ((source, event.amount),), -1)
    holdings[to] = with_money(holdings[to], holdings[to].money + event.amount)
    return changed(state, holdings=holdings)
