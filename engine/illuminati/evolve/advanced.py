"""What the advanced rules change: copying, hidden Illuminati, cheats (R11)."""

from __future__ import annotations

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS
from engine.illuminati.evolve.pieces import (
    bereave,
    consoled,
    in_seat,
    in_turn,
    paid,
    with_seat,
    without,
)
from engine.illuminati.state import Crooked, Holding, Scheme, SeatState, State


def accused(state: State, event: ev.Accused) -> State:
    state = in_turn(state, actions=state.turn.actions + 1)
    if not event.is_right:
        return state
    return in_seat(state, event.against, is_identified=True, stated_power=None, stated_income=None)


def lent(event: ev.Attacked) -> int:
    """Points of aid from a card that may split them (R11.6)."""
    aid = [part for part in event.parts if part.what == "aid"]
    return sum([part.value for part in aid if CARDS[part.who].ability(ab.SplitAid) is not None])


def neutralized(state: State, seat: str, card: str) -> State:
    """Credit for a neutralized group (R11.6)."""
    return in_seat(state, seat, neutralized=(*state.seat(seat).neutralized, card))


def began(state: State, event: ev.TurnBegan) -> State:
    """His cheats can be caught no longer; guesses at turns long past are forgotten (R11.5)."""
    # A round begins all turns at once, before anybody has read of the last ones.
    if not state.options.cheating or state.waiting:
        return state
    seat = state.seat(event.seat)
    missed = tuple(turn for turn in seat.missed if turn > event.number - 2 * len(state.seats))
    return in_seat(state, event.seat, schemes=(), missed=missed)


def ended(state: State, event: ev.TurnEnded) -> State:
    """In a round his cheats of the turn before can be caught until this one is over (R11.5)."""
    if not state.options.cheating or not state.round:
        return state
    seat = state.seat(event.seat)
    schemes = tuple(scheme for scheme in seat.schemes if scheme.turn >= event.number)
    missed = tuple(turn for turn in seat.missed if turn > event.number - 2 * len(state.seats))
    return in_seat(state, event.seat, schemes=schemes, missed=missed)


def cheated(state: State, event: ev.Cheated) -> State:
    schemes = (*state.seat(event.seat).schemes, event.scheme)
    state = in_seat(state, event.seat, schemes=schemes)
    return changed(state, deck=(*event.deck, *state.deck[len(event.deck) :]))


def came_out(state: State, event: ev.Attacked) -> State:
    """Note in the schemes of this attack how it was decided."""
    if not state.options.cheating:
        return state
    for seat in state.seats:
        schemes = tuple(_noted(scheme, state.turn.number, event) for scheme in seat.schemes)
        if schemes != seat.schemes:
            state = in_seat(state, seat.name, schemes=schemes)
    return state


def _noted(scheme: Scheme, turn: int, event: ev.Attacked) -> Scheme:
    attack = scheme.attack
    # A total is there already: the line of that number in an earlier part of the turn.
    if attack is None or attack.total or (scheme.turn, scheme.line) != (turn, event.line):
        return scheme
    total = event.total
    if scheme.what == "dice" and event.total != sum(event.roll) + scheme.amount:
        # A card replaced what he misread: without the cheat the total is the same.
        total = event.total + scheme.amount
    noted = changed(attack, need=event.need, total=total, success=event.success)
    return changed(scheme, attack=noted)


def caught(state: State, event: ev.Caught) -> State:
    seat = state.seat(event.seat)
    scheme = next(
        s for s in seat.schemes if (s.turn, s.line, s.what) == (event.turn, event.line, event.what)
    )
    at = seat.schemes.index(scheme)
    state = in_seat(state, event.seat, schemes=seat.schemes[:at] + seat.schemes[at + 1 :])
    if event.deck is not None:
        state = changed(state, deck=(*event.deck, *state.deck[len(event.deck) :]))
    if event.target is not None and scheme.attack is not None:
        attacker = state.seat(scheme.attack.seat)
        state = with_seat(state, _uncredited(attacker, scheme.attack))
    return state


def _uncredited(seat: SeatState, attack: Crooked) -> SeatState:
    if attack.form == "destroy" and attack.target in seat.kills:
        return changed(seat, kills=without(seat.kills, attack.target))
    if attack.form == "neutralize" and attack.target in seat.neutralized:
        return changed(seat, neutralized=without(seat.neutralized, attack.target))
    return seat


def paid_back(state: State, event: ev.PaidBack) -> State:
    assert event.payments is not None
    return changed(state, holdings=paid(state, event.payments, -1))


def restored(state: State, event: ev.Restored) -> State:
    """Cards join the owner again from wherever they are, their money on them."""
    holdings = dict(state.holdings)
    loser = state.owner(event.card)
    uncontrolled = state.uncontrolled
    for row in event.laid:
        old = holdings.pop(row.card, None)
        money = old.money if old else 0
        holdings[row.card] = Holding(row.card, event.owner, row.master, row.arrow, money)
        uncontrolled = tuple(card for card in uncontrolled if card != row.card)
    state = changed(state, holdings=holdings, uncontrolled=uncontrolled)
    if loser is not None and loser != event.owner:
        state = bereave(state, (loser,), None)
    return consoled(state, event.owner)
