"""Cards dealt, drawn and played, seats that leave, and how turns and rounds begin and end."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS
from engine.illuminati.evolve import advanced
from engine.illuminati.evolve.pieces import in_seat, in_turn, with_seat, without
from engine.illuminati.rulings import CONDITION_FALSE
from engine.illuminati.state import Holding, State, TurnState


def began(state: State, event: ev.TurnBegan) -> State:
    state = _shelved(state)
    if state.seat(event.seat).interfered:
        state = in_seat(state, event.seat, interfered=0)
    state = changed(state, turn=TurnState(event.number, event.seat))
    return advanced.began(state, event)


def ended(state: State, event: ev.TurnEnded) -> State:
    seat = state.seat(event.seat)
    state = with_seat(state, changed(seat, turns_taken=seat.turns_taken + 1))
    state = state if state.announced is None else changed(state, announced=None)
    return advanced.ended(state, event)


def opened(state: State, event: ev.RoundOpened) -> State:
    """Every seat's turn has its number; a turn nobody came to keeps the one it had."""
    last = max((state.turn.number, *(turn.number for turn in state.waiting)))
    waiting = tuple(TurnState(last + at, seat) for at, seat in enumerate(event.seats, 1))
    return changed(state, round=event.number, initiative=event.seats, waiting=waiting)


def _shelved(state: State) -> State:
    """The turn now open is laid back among those that wait, if it was one of them."""
    if not state.waiting:
        return state
    now = state.turn
    waiting = tuple(now if turn.number == now.number else turn for turn in state.waiting)
    return changed(state, waiting=waiting)


def called(state: State, event: ev.TurnCalled) -> State:
    waiting = _shelved(state).waiting
    turn = next(turn for turn in waiting if turn.number == event.number)
    later = tuple(other for other in waiting if other.number > event.number)
    return changed(state, turn=turn, waiting=later)


def paused(state: State, event: ev.TurnPaused) -> State:
    """The same turn with new lines: numbers mean those of the part to come."""
    state = in_turn(state, parts=event.part, results={}, met={}, needs={})
    return changed(state, announced=None)


def ruled(state: State, event: ev.LineRuled) -> State:
    old = state.turn
    results = {**old.results, event.line: event.succeeded}
    met = {**old.met, event.line: event.reason != CONDITION_FALSE.code}
    return changed(state, turn=changed(old, results=results, met=met))


def drew(state: State, event: ev.Drew) -> State:
    assert event.card is not None and event.card == state.deck[0]
    if event.is_special:
        hand = (*state.seat(event.seat).hand, event.card)
        state = in_seat(state, event.seat, hand=hand)
        return changed(state, deck=state.deck[1:])
    return changed(state, deck=state.deck[1:], uncontrolled=(*state.uncontrolled, event.card))


def played(state: State, event: ev.Played) -> State:
    state = in_seat(state, event.seat, hand=without(state.seat(event.seat).hand, event.card))
    return changed(state, discards=(*state.discards, event.card))


def out(state: State, name: str, by: str | None) -> State:
    seat = state.seat(name)
    holdings = {card: h for card, h in state.holdings.items() if h.seat != name}
    state = changed(state, holdings=holdings, discards=(*state.discards, *seat.hand))
    state = in_seat(state, name, hand=(), is_out=True)
    if by is not None and by != name:
        state = in_seat(state, by, kills=(*state.seat(by).kills, seat.illuminati))
    return state


def dealt(state: State, event: ev.Dealt) -> State:
    holding = Holding(event.illuminati, event.seat, None, None)
    state = in_seat(state, event.seat, illuminati=event.illuminati)
    holdings = {**state.holdings, event.illuminati: holding}
    return changed(state, holdings=holdings, draws=event.draw + 1)


def turned_up(state: State, event: ev.TurnedUp) -> State:
    assert event.card == state.deck[0]
    if event.card not in GROUPS:
        return state
    return changed(state, deck=state.deck[1:], uncontrolled=(*state.uncontrolled, event.card))


def shuffled(state: State, event: ev.Shuffled) -> State:
    assert event.deck is not None
    return changed(state, deck=event.deck, draws=event.draw + 1)
