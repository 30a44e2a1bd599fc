"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.event_counts import COUNTED, counted
from engine.illuminati.evolve import advanced, attacks, ledger, money, turns
from engine.illuminati.evolve.pieces import banked, in_seat, in_turn, relaid, without
from engine.illuminati.state import AnnouncedScript, HeldLine, SeatState, State, TurnState


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; before `GameBegan` there is none."""
    if isinstance(event, ev.GameBegan):
        seats = tuple(SeatState(name, "") for name in event.seats)
        return ledger.counted(State(event.options, seats, len(seats), TurnState(0, ""), {}))
    assert state is not None
    after = moved(state, event)
    if type(event) not in COUNTED and type(event) not in ledger.MOVES_MONEY:
        return after
    return with_counts(after, [(state, event, after)])


def moved(state: State, event: ev.Event) -> State:
    """The same without what is counted beside the rules, which none of them asks for."""
    change = _STEPS[type(event)]
    return change(state, event) if change else state


def with_counts(state: State, steps: Sequence[ledger.Transition]) -> State:
    """The state after events that were `moved` alone, with what is counted beside the rules."""
    happened = counted(state.happened, [event for _, event, _ in steps])
    most = None if state.ledger is None else ledger.noted(state.ledger, steps)
    return changed(state, happened=happened, ledger=most)


_DEEDS: frozenset[type[ev.Event]] = frozenset(
    (
        *(ev.Accused, ev.Announced, ev.Arranged, ev.BoughtCard, ev.Freed, ev.GaveMoney),
        *(ev.GaveSpecial, ev.Moved, ev.Played, ev.Realigned, ev.SpreadOut, ev.Transferred),
    )
)
"""What is no pass when the player to move does it (R2.11)."""


_Change = Callable[[State, Any], State]


def _deed(change: _Change | None) -> _Change:
    """The same, and the turn of the player to move is busy if it is he who does it."""

    def done(state: State, event: Any) -> State:
        after = change(state, event) if change else state
        if after.turn.is_busy or event.seat != state.turn.seat:
            return after
        is_leaving = type(event) is ev.Freed and event.why == "left"
        return after if is_leaving else in_turn(after, is_busy=True)

    return done


_CHANGES: Mapping[type[ev.Event], _Change] = {
    ev.LotsDrawn: lambda s, e: changed(s, draws=e.draw + 1),
    ev.Dealt: turns.dealt,
    ev.Shuffled: turns.shuffled,
    ev.TurnedUp: turns.turned_up,
    ev.RolledForOrder: lambda s, e: changed(s, draws=e.draw + 1),
    ev.OrderSettled: lambda s, e: changed(s, seats=tuple(s.seat(name) for name in e.seats)),
    ev.GoalChosen: lambda s, e: in_seat(s, e.seat, goal=e.goal),
    ev.TurnBegan: turns.began,
    ev.RoundOpened: turns.opened,
    ev.TurnCalled: turns.called,
    ev.IncomePaid: money.income,
    ev.TaxPaid: money.taxed,
    ev.UpkeepPaid: lambda s, e: banked(s, e.payer, -e.amount),
    ev.Drew: turns.drew,
    ev.Announced: attacks.announced,
    ev.Privileged: attacks.privileged,
    ev.Spent: attacks.spent,
    ev.Attacked: attacks.attacked,
    ev.Captured: attacks.captured,
    ev.Freed: attacks.freed,
    ev.Destroyed: attacks.destroyed,
    ev.Transferred: money.transferred,
    ev.Moved: lambda s, e: changed(
        s, holdings=relaid(s, e.laid), turn=changed(s.turn, actions=s.turn.actions + 1)
    ),
    ev.Arranged: lambda s, e: changed(s, holdings=relaid(s, e.laid)),
    ev.SpreadOut: money.spread,
    ev.GaveMoney: money.gave_money,
    ev.GaveSpecial: money.gave_special,
    ev.GaveGroup: money.gave_group,
    ev.Offered: money.offered,
    ev.OfferClosed: money.closed,
    ev.Traded: money.traded,
    ev.Played: turns.played,
    ev.Gained: lambda s, e: banked(s, e.card, e.amount),
    ev.Bribed: attacks.bribed,
    ev.Revived: lambda s, e: changed(
        s, dead=without(s.dead, e.card), uncontrolled=(*s.uncontrolled, e.card)
    ),
    ev.Realigned: lambda s, e: in_turn(
        s,
        alignments={**s.turn.alignments, e.target: e.alignments},
        powers_used=(*s.turn.powers_used, e.card),
    ),
    ev.BoughtCard: lambda s, e: in_turn(
        banked(s, e.card, -e.cost), powers_used=(*s.turn.powers_used, e.card)
    ),
    ev.Passed: lambda s, e: in_turn(s, has_passed=True),
    ev.LineRuled: turns.ruled,
    ev.ThrowAllowed: lambda s, e: in_turn(s, allowed=(*s.turn.allowed, e.seat)),
    ev.Copied: lambda s, e: in_seat(s, e.seat, copies=e.illuminati),
    ev.Stated: lambda s, e: in_seat(s, e.seat, **{f"stated_{e.what}": e.amount}),
    ev.Accused: advanced.accused,
    ev.Cheated: advanced.cheated,
    ev.Caught: advanced.caught,
    ev.MissedCatch: lambda s, e: in_seat(s, e.seat, missed=(*s.seat(e.seat).missed, e.turn)),
    ev.PaidBack: advanced.paid_back,
    ev.Restored: advanced.restored,
    ev.TurnSkipped: money.skipped,
    ev.ScriptAnnounced: lambda s, e: changed(
        s, announced=AnnouncedScript(e.seat, e.script, e.lines)
    ),
    ev.ScriptWithdrawn: lambda s, e: changed(s, announced=None, held=()),
    ev.LineHeld: lambda s, e: changed(s, held=(*s.held, HeldLine(e.seat, e.line))),
    ev.LineReleased: lambda s, e: changed(s, held=s.held[1:]),
    ev.TurnPaused: turns.paused,
    ev.TurnEnded: turns.ended,
    ev.Eliminated: lambda s, e: turns.out(s, e.seat, e.by),
    ev.Resigned: lambda s, e: turns.out(s, e.seat, None),
    ev.Won: lambda s, e: changed(s, winners=tuple(seat for seat, _ in e.winners)),
}
"""What comes of every event that changes anything."""
_CHANGES_NOTHING = (
    *(ev.TaxForegone, ev.UpkeepUnpaid, ev.DrewNothing, ev.Showed, ev.SpiedMoney, ev.SpiedHand),
    *(ev.CalledOff, ev.NotMade, ev.PrivilegeAbolished, ev.JoinedIn, ev.Cancelled, ev.RollSet),
    *(ev.PolicyFired, ev.PolicyEnded, ev.GameThrown),
)
assert {ev.GameBegan, *_CHANGES, *_CHANGES_NOTHING} == {*ev.EVENTS}, "every event has its row"
_STEPS: Mapping[type[ev.Event], _Change | None] = {
    **dict.fromkeys(_CHANGES_NOTHING),
    **_CHANGES,
    **{kind: _deed(_CHANGES.get(kind)) for kind in _DEEDS},
}
"""The same of every event, with what makes the player to move busy."""


def replay(events: Iterable[ev.Event]) -> State:
    """The state a whole log leads to, from `GameBegan` on; ValueError if it is empty."""
    log = iter(events)
    began = next(log, None)
    if began is None:
        raise ValueError("no events, no game")
    state, steps = evolve(None, began), []
    for event in log:
        before, state = state, moved(state, event)
        steps.append((before, event, state))
    return with_counts(state, steps)
