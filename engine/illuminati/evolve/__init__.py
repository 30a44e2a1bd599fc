"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve import (
    advanced,
    attacks,
    cards,
    ledger,
    money,
    pieces,
    rounds,
    trades,
)
from engine.illuminati.state import SeatState, State, TurnState
from engine.illuminati.tellings import counted


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; before `GameBegan` there is none."""
    if isinstance(event, ev.GameBegan):
        seats = tuple(SeatState(name, "") for name in event.seats)
        return ledger.counted(State(event.options, seats, len(seats), TurnState(0, ""), {}))
    assert state is not None
    after = _evolve(state, event)
    happened = counted(state.happened, event)
    if happened is not state.happened:
        after = changed(after, happened=happened)
    if state.ledger is not None and type(event) in ledger.MOVES_MONEY:
        after = ledger.noted(state, state.ledger, after, event)
    if type(event) in _DEEDS and not after.turn.is_busy and _is_deed(state, event):
        return changed(after, turn=changed(after.turn, is_busy=True))
    return after


_DEEDS = frozenset(
    (
        ev.Accused,
        ev.Announced,
        ev.Arranged,
        ev.BoughtCard,
        ev.Freed,
        ev.GaveMoney,
        ev.GaveSpecial,
        ev.Moved,
        ev.Played,
        ev.Realigned,
        ev.SpreadOut,
        ev.Transferred,
    )
)
"""What is no pass when the player to move does it (R2.11)."""


def _is_deed(state: State, event: ev.Event) -> bool:
    if isinstance(event, ev.Freed) and event.why == "left":
        return False
    return getattr(event, "seat", None) == state.turn.seat


def _evolve(state: State, event: ev.Event) -> State:  # noqa: C901  one row an event
    # The commonest come first: rows are tried in this order.
    match event:
        case ev.LineRuled():
            return cards.ruled(state, event)
        case ev.Spent():
            return attacks.spent(state, event)
        case ev.PolicyFired():
            return state
        case ev.Announced():
            return attacks.announced(state, event)
        case ev.Attacked():
            return attacks.attacked(state, event)
        case ev.Drew():
            return cards.drew(state, event)
        case ev.IncomePaid():
            return money.income(state, event)
        case ev.TurnBegan():
            return advanced.began(cards.turn_began(rounds.shelved(state), event), event)
        case ev.TurnEnded():
            seat = state.seat(event.seat)
            state = pieces.with_seat(state, changed(seat, turns_taken=seat.turns_taken + 1))
            state = state if state.announced is None else changed(state, announced=None)
            return advanced.ended(state, event)
        case ev.Captured():
            return attacks.captured(state, event)
        case ev.Transferred():
            return money.transferred(state, event)
        case ev.Privileged():
            return attacks.privileged(state, event)
        case ev.TurnSkipped():
            return money.skipped(state, event)
        case ev.Freed():
            return attacks.freed(state, event)
        case ev.Destroyed():
            return attacks.destroyed(state, event)
        case ev.TaxPaid():
            return money.taxed(state, event)
        case ev.UpkeepPaid():
            paid = pieces.paid(state, ((event.payer, event.amount),), -1)
            return changed(state, holdings=paid)
        case ev.Gained():
            paid = pieces.paid(state, ((event.card, event.amount),), 1)
            return changed(state, holdings=paid)
        case ev.BoughtCard():
            turn = changed(state.turn, powers_used=(*state.turn.powers_used, event.card))
            paid = pieces.paid(state, ((event.card, event.cost),), -1)
            return changed(state, holdings=paid, turn=turn)
        case ev.Moved():
            turn = changed(state.turn, actions=state.turn.actions + 1)
            return changed(state, holdings=pieces.relaid(state, event.laid), turn=turn)
        case ev.Arranged():
            return changed(state, holdings=pieces.relaid(state, event.laid))
        case ev.SpreadOut():
            return money.spread(state, event)
        case ev.GaveMoney():
            return money.gave_money(state, event)
        case ev.GaveSpecial():
            return cards.gave_special(state, event)
        case ev.GaveGroup():
            return trades.gave_group(state, event)
        case ev.Offered():
            return trades.offered(state, event)
        case ev.OfferClosed():
            return trades.closed(state, event)
        case ev.Traded():
            return trades.traded(state, event)
        case ev.Played():
            return cards.played(state, event)
        case ev.Bribed():
            return attacks.bribed(state, event)
        case ev.Revived():
            return changed(
                state,
                dead=pieces.without(state.dead, event.card),
                uncontrolled=(*state.uncontrolled, event.card),
            )
        case ev.Realigned():
            return cards.realigned(state, event)
        case ev.Copied():
            seat = changed(state.seat(event.seat), copies=event.illuminati)
            return pieces.with_seat(state, seat)
        case ev.Stated():
            return advanced.stated(state, event)
        case ev.Accused():
            return advanced.accused(state, event)
        case ev.Cheated():
            return advanced.cheated(state, event)
        case ev.Caught():
            return advanced.caught(state, event)
        case ev.MissedCatch():
            return advanced.missed(state, event)
        case ev.PaidBack():
            return advanced.paid_back(state, event)
        case ev.Restored():
            return advanced.restored(state, event)
        case ev.RoundOpened():
            return rounds.opened(state, event)
        case ev.TurnCalled():
            return rounds.called(state, event)
        case ev.TurnPaused():
            return rounds.paused(state, event)
        case ev.ScriptAnnounced():
            return rounds.announced(state, event)
        case ev.ScriptWithdrawn():
            return changed(state, announced=None)
        case ev.ThrowAllowed():
            allowed = (*state.turn.allowed, event.seat)
            return changed(state, turn=changed(state.turn, allowed=allowed))
        case ev.Passed():
            return changed(state, turn=changed(state.turn, has_passed=True))
        case ev.Eliminated():
            return cards.out(state, event.seat, event.by)
        case ev.Resigned():
            return cards.out(state, event.seat, None)
        case ev.Won():
            return changed(state, winners=tuple(seat for seat, _ in event.winners))
        case ev.Dealt():
            return cards.dealt(state, event)
        case ev.Shuffled():
            assert event.deck is not None
            return changed(state, deck=event.deck, draws=event.draw + 1)
        case ev.TurnedUp():
            return cards.turned_up(state, event)
        case ev.RolledForOrder() | ev.LotsDrawn():
            return changed(state, draws=event.draw + 1)
        case ev.OrderSettled():
            return changed(state, seats=tuple(state.seat(name) for name in event.seats))
        case ev.GoalChosen():
            return pieces.with_seat(state, changed(state.seat(event.seat), goal=event.goal))
        case (
            ev.GameBegan()
            | ev.TaxForegone()
            | ev.UpkeepUnpaid()
            | ev.DrewNothing()
            | ev.Showed()
            | ev.SpiedMoney()
            | ev.SpiedHand()
            | ev.CalledOff()
            | ev.NotMade()
            | ev.PrivilegeAbolished()
            | ev.JoinedIn()
            | ev.PolicyEnded()
            | ev.GameThrown()
            | ev.Cancelled()
            | ev.RollSet()
        ):
            return state
        case _:
            assert_never(event)


def replay(events: Iterable[ev.Event]) -> State:
    """The state a whole log leads to, from `GameBegan` on; ValueError if it is empty."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("no events, no game")
    return state
