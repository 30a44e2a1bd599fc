"""Cards dealt, drawn, given, played; seats that leave; lines that were ruled on."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS
from engine.illuminati.evolve.pieces import with_seat, without
from engine.illuminati.rulings import CONDITION_FALSE
from engine.illuminati.state import Holding, State, TurnState


def turn_began(state: State, event: ev.TurnBegan) -> State:
    seat = state.seat(event.seat)
    if seat.interfered:
        state = with_seat(state, changed(seat, interfered=0))
    return changed(state, turn=TurnState(event.number, event.seat))


def ruled(state: State, event: ev.LineRuled) -> State:
    old = state.turn
    results = {**old.results, event.line: event.succeeded}
    met = {**old.met, event.line: event.reason != CONDITION_FALSE.code}
    return changed(state, turn=changed(old, results=results, met=met))


def drew(state: State, event: ev.Drew) -> State:
    assert event.card is not None and event.card == state.deck[0]
    if event.is_special:
        seat = state.seat(event.seat)
        state = with_seat(state, changed(seat, hand=(*seat.hand, event.card)))
        return changed(state, deck=state.deck[1:])
    return changed(state, deck=state.deck[1:], uncontrolled=(*state.uncontrolled, event.card))


def gave_special(state: State, event: ev.GaveSpecial) -> State:
    assert event.card is not None
    giver, receiver = state.seat(event.seat), state.seat(event.to)
    state = with_seat(state, changed(giver, hand=without(giver.hand, event.card)))
    return with_seat(state, changed(receiver, hand=(*receiver.hand, event.card)))


def played(state: State, event: ev.Played) -> State:
    seat = state.seat(event.seat)
    state = with_seat(state, changed(seat, hand=without(seat.hand, event.card)))
    return changed(state, discards=(*state.discards, event.card))


def realigned(state: State, event: ev.Realigned) -> State:
    turn = changed(
        state.turn,
        alignments={**state.turn.alignments, event.target: event.alignments},
        powers_used=(*state.turn.powers_used, event.card),
    )
    return changed(state, turn=turn)


def out(state: State, name: str, by: str | None) -> State:
    seat = state.seat(name)
    holdings = {card: h for card, h in state.holdings.items() if h.seat != name}
    state = changed(state, holdings=holdings, discards=(*state.discards, *seat.hand))
    state = with_seat(state, changed(seat, hand=(), is_out=True))
    if by is not None and by != name:
        killer = state.seat(by)
        state = with_seat(state, changed(killer, kills=(*killer.kills, seat.illuminati)))
    return state


def dealt(state: State, event: ev.Dealt) -> State:
    seat = changed(state.seat(event.seat), illuminati=event.illuminati)
    holding = Holding(event.illuminati, event.seat, None, None)
    holdings = {**state.holdings, event.illuminati: holding}
    return changed(with_seat(state, seat), holdings=holdings, draws=event.draw + 1)


def turned_up(state: State, event: ev.TurnedUp) -> State:
    assert event.card == state.deck[0]
    if event.card not in GROUPS:
        return state
    return changed(state, deck=state.deck[1:], uncontrolled=(*state.uncontrolled, event.card))
