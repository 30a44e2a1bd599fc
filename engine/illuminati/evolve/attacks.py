"""Attacks and what they do to structures."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve.advanced import came_out, lent, neutralized
from engine.illuminati.evolve.pieces import bereave, consoled, paid, with_seat, without
from engine.illuminati.state import Holding, State


def announced(state: State, event: ev.Announced) -> State:
    took_part = dict(state.turn.took_part)
    for card in dict.fromkeys((event.attacker, *event.aid)):
        took_part[card] = took_part.get(card, 0) + 1
    attackers = (*state.turn.attackers, event.attacker)
    turn = changed(
        state.turn, actions=state.turn.actions + 1, took_part=took_part, attackers=attackers
    )
    return changed(state, turn=turn)


def spent(state: State, event: ev.Spent) -> State:
    state = changed(state, holdings=paid(state, event.payments, -1))
    if event.seat == state.turn.seat:
        return state
    seat = state.seat(event.seat)
    more = sum(amount for _, amount in event.payments)
    return with_seat(state, changed(seat, interfered=seat.interfered + more))


def privileged(state: State, event: ev.Privileged) -> State:
    if not event.cost:
        return state
    illuminati = state.seat(event.seat).illuminati
    turn = changed(state.turn, powers_used=(*state.turn.powers_used, illuminati))
    return changed(state, holdings=paid(state, ((illuminati, event.cost),), -1), turn=turn)


def attacked(state: State, event: ev.Attacked) -> State:
    needs = {**state.turn.needs, event.line: event.need}
    turn = changed(state.turn, needs=needs, lent=state.turn.lent + lent(event))
    return came_out(changed(state, draws=event.draw + 1, turn=turn), event)


def captured(state: State, event: ev.Captured) -> State:
    assert event.money is not None
    holdings, kept = dict(state.holdings), dict(event.money)
    taken = [row.card for row in event.laid]
    for row in event.laid:
        holdings.pop(row.card, None)
        money = kept.get(row.card, 0)
        holdings[row.card] = Holding(row.card, event.seat, row.master, row.arrow, money)
    uncontrolled = tuple([card for card in state.uncontrolled if card not in taken])
    state = changed(state, holdings=holdings, uncontrolled=uncontrolled)
    if event.owner is not None:
        state = bereave(state, (event.owner,), event.seat)
    return consoled(state, event.seat)


def freed(state: State, event: ev.Freed) -> State:
    holdings = dict(state.holdings)
    owners = list(dict.fromkeys(holdings.pop(card).seat for card in event.cards))
    uncontrolled = (*state.uncontrolled, *event.cards)
    state = changed(state, holdings=holdings, uncontrolled=uncontrolled)
    if event.why == "neutralized":
        state = neutralized(state, event.seat, event.cards[0])
    taken = event.why in ("neutralized", "no-room", "master-destroyed", "given-up")
    for owner in owners:
        state = bereave(state, (owner,), event.seat if taken and owner != event.seat else None)
    return state


def destroyed(state: State, event: ev.Destroyed) -> State:
    holdings = dict(state.holdings)
    holdings.pop(event.card, None)
    state = changed(
        state,
        holdings=holdings,
        uncontrolled=tuple(card for card in state.uncontrolled if card != event.card),
        dead=(*state.dead, event.card),
    )
    killer = state.seat(event.seat)
    state = with_seat(state, changed(killer, kills=(*killer.kills, event.card)))
    if event.owner is not None:
        state = bereave(state, (event.owner,), event.seat)
    return state


def bribed(state: State, event: ev.Bribed) -> State:
    holdings = dict(state.holdings)
    for row in event.laid:
        holdings[row.card] = Holding(row.card, event.seat, row.master, row.arrow, 0)
    turn = changed(state.turn, actions=state.turn.actions + 1)
    uncontrolled = without(state.uncontrolled, event.target)
    state = changed(state, holdings=holdings, uncontrolled=uncontrolled, turn=turn)
    return consoled(state, event.seat)
