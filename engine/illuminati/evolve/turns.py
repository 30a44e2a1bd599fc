"""Cards dealt, drawn and played, seats that leave, and how turns and rounds begin and end."""

from __future__ import annotations

from typing import Any

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS
from engine.illuminati.evolve import advanced
from engine.illuminati.evolve.pieces import banked, relaid, with_seat, without
from engine.illuminati.rulings import CONDITION_FALSE
from engine.illuminati.state import AnnouncedScript, Holding, State, TurnState


def began(state: State, event: ev.TurnBegan) -> State:
    state = _shelved(state)
    seat = state.seat(event.seat)
    if seat.interfered:
        state = with_seat(state, changed(seat, interfered=0))
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
    turn = changed(state.turn, parts=event.part, results={}, met={}, needs={})
    return changed(state, turn=turn, announced=None)


def announced(state: State, event: ev.ScriptAnnounced) -> State:
    return changed(state, announced=AnnouncedScript(event.seat, event.script, event.lines))


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


def in_seat(state: State, name: str, **changes: Any) -> State:
    return with_seat(state, changed(state.seat(name), **changes))


def bought(state: State, event: ev.BoughtCard) -> State:
    turn = changed(state.turn, powers_used=(*state.turn.powers_used, event.card))
    return changed(banked(state, event.card, -event.cost), turn=turn)


def moved(state: State, event: ev.Moved) -> State:
    turn = changed(state.turn, actions=state.turn.actions + 1)
    return changed(state, holdings=relaid(state, event.laid), turn=turn)


def revived(state: State, event: ev.Revived) -> State:
    dead = without(state.dead, event.card)
    return changed(state, dead=dead, uncontrolled=(*state.uncontrolled, event.card))


def allowed(state: State, event: ev.ThrowAllowed) -> State:
    seats = (*state.turn.allowed, event.seat)
    return changed(state, turn=changed(state.turn, allowed=seats))


def shuffled(state: State, event: ev.Shuffled) -> State:
    assert event.deck is not None
    return changed(state, deck=event.deck, draws=event.draw + 1)


def drawn_for(state: State, event: ev.RolledForOrder | ev.LotsDrawn) -> State:
    return changed(state, draws=event.draw + 1)
