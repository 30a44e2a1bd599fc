"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from engine.core.arrangement import Laid
from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS
from engine.illuminati.state import Holding, Seat, State, Turn

Holdings = dict[str, Holding]


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; before `GameBegan` there is none."""
    if isinstance(event, ev.GameBegan):
        seats = tuple(Seat(name, "") for name in event.seats)
        return State(event.options, seats, len(seats), Turn(0, ""), {})
    assert state is not None
    return _evolve(state, event)


def _evolve(state: State, event: ev.Event) -> State:  # noqa: C901  one row an event
    match event:
        case ev.LineRuled():
            return _ruled(state, event)
        case ev.Announced():
            return _announced(state, event)
        case ev.Spent():
            return replace(state, holdings=_paid(state, event.payments, -1))
        case ev.Attacked():
            return replace(state, draws=event.draw + 1)
        case ev.Captured():
            return _captured(state, event)
        case ev.Freed():
            return _freed(state, event)
        case ev.Destroyed():
            return _destroyed(state, event)
        case ev.Transferred():
            return _transferred(state, event)
        case ev.IncomePaid():
            return _income(state, event)
        case ev.Drew():
            return _drew(state, event)
        case ev.TurnBegan():
            return replace(state, turn=Turn(event.number, event.seat))
        case ev.TurnEnded():
            seat = state.seat(event.seat)
            return _with_seat(state, replace(seat, turns_taken=seat.turns_taken + 1))
        case ev.TaxPaid():
            return _taxed(state, event)
        case ev.UpkeepPaid():
            return replace(state, holdings=_paid(state, ((event.payer, event.amount),), -1))
        case ev.Gained():
            return replace(state, holdings=_paid(state, ((event.card, event.amount),), 1))
        case ev.BoughtCard():
            turn = replace(state.turn, powers_used=(*state.turn.powers_used, event.card))
            paid = _paid(state, ((event.card, event.cost),), -1)
            return replace(state, holdings=paid, turn=turn)
        case ev.Moved():
            turn = replace(state.turn, actions=state.turn.actions + 1)
            return replace(state, holdings=_relaid(state, event.laid), turn=turn)
        case ev.Arranged():
            return replace(state, holdings=_relaid(state, event.laid))
        case ev.SpreadOut():
            return _spread(state, event)
        case ev.GaveMoney():
            return _gave_money(state, event)
        case ev.GaveSpecial():
            return _gave_special(state, event)
        case ev.Played():
            return _played(state, event)
        case ev.Bribed():
            return _bribed(state, event)
        case ev.Revived():
            return replace(
                state,
                dead=_without(state.dead, event.card),
                uncontrolled=(*state.uncontrolled, event.card),
            )
        case ev.Realigned():
            return _realigned(state, event)
        case ev.Passed():
            return replace(state, turn=replace(state.turn, has_passed=True))
        case ev.Eliminated():
            return _out(state, event.seat, event.by)
        case ev.Resigned():
            return _out(state, event.seat, None)
        case ev.Won():
            return replace(state, winners=tuple(seat for seat, _ in event.winners))
        case ev.Dealt():
            return _dealt(state, event)
        case ev.Shuffled():
            assert event.deck is not None
            return replace(state, deck=event.deck, draws=event.draw + 1)
        case ev.TurnedUp():
            return _turned_up(state, event)
        case ev.RolledForOrder():
            return replace(state, draws=event.draw + 1)
        case ev.OrderSettled():
            return replace(state, seats=tuple(state.seat(name) for name in event.seats))
        case ev.GoalChosen():
            state = _with_seat(state, replace(state.seat(event.seat), goal=event.goal))
            return state if event.draw is None else replace(state, draws=event.draw + 1)
        case (
            ev.GameBegan()
            | ev.TaxForegone()
            | ev.UpkeepUnpaid()
            | ev.DrewNothing()
            | ev.Showed()
            | ev.SpiedMoney()
            | ev.SpiedHand()
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


# --- small tools of this module ---------------------------------------------------------


def _with_seat(state: State, seat: Seat) -> State:
    seats = tuple(seat if old.name == seat.name else old for old in state.seats)
    return replace(state, seats=seats)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """One copy less of a card; ValueError if it is not there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _with_money(holding: Holding, money: int) -> Holding:
    assert money >= 0, f"{holding.card} would hold {money} MB"
    return Holding(holding.card, holding.seat, holding.master, holding.arrow, money)


def _paid(state: State, payments: ev.Amounts, sign: int) -> Holdings:
    holdings = dict(state.holdings)
    for card, amount in payments:
        holding = holdings[card]
        holdings[card] = _with_money(holding, holding.money + sign * amount)
    return holdings


def _relaid(state: State, laid: tuple[Laid, ...]) -> Holdings:
    holdings = dict(state.holdings)
    for row in laid:
        old = holdings[row.card]
        holdings[row.card] = Holding(row.card, old.seat, row.master, row.arrow, old.money)
    return holdings


def _has_group(holdings: Mapping[str, Holding], seat: str) -> bool:
    return any(h.seat == seat and h.master is not None for h in holdings.values())


def _bereave(state: State, owners: Iterable[str], by: str | None) -> State:
    """Remember who took a seat's last group (R10.1)."""
    for owner in owners:
        if not _has_group(state.holdings, owner):
            state = _with_seat(state, replace(state.seat(owner), bereft_by=by))
    return state


# --- one function an event --------------------------------------------------------------


def _ruled(state: State, event: ev.LineRuled) -> State:
    old = state.turn
    turn = replace(
        old,
        results={**old.results, event.line: event.succeeded},
        is_busy=old.is_busy or (not event.reason and not old.has_passed),
    )
    return replace(state, turn=turn)


def _announced(state: State, event: ev.Announced) -> State:
    took_part = dict(state.turn.took_part)
    for card in (event.attacker, *event.aid):
        took_part[card] = took_part.get(card, 0) + 1
    turn = replace(state.turn, actions=state.turn.actions + 1, took_part=took_part)
    return replace(state, turn=turn)


def _captured(state: State, event: ev.Captured) -> State:
    assert event.money is not None
    holdings, kept = dict(state.holdings), dict(event.money)
    taken = [row.card for row in event.laid]
    for row in event.laid:
        holdings.pop(row.card, None)
        money = kept.get(row.card, 0)
        holdings[row.card] = Holding(row.card, event.seat, row.master, row.arrow, money)
    uncontrolled = tuple(card for card in state.uncontrolled if card not in taken)
    state = replace(state, holdings=holdings, uncontrolled=uncontrolled)
    if event.owner is not None:
        state = _bereave(state, (event.owner,), event.seat)
    return _consoled(state, event.seat)


def _consoled(state: State, seat: str) -> State:
    old = state.seat(seat)
    return state if old.bereft_by is None else _with_seat(state, replace(old, bereft_by=None))


def _freed(state: State, event: ev.Freed) -> State:
    holdings = dict(state.holdings)
    owners = list(dict.fromkeys(holdings.pop(card).seat for card in event.cards))
    uncontrolled = (*state.uncontrolled, *event.cards)
    state = replace(state, holdings=holdings, uncontrolled=uncontrolled)
    taken = event.why in ("neutralized", "no-room", "master-destroyed", "given-up")
    for owner in owners:
        state = _bereave(state, (owner,), event.seat if taken and owner != event.seat else None)
    return state


def _destroyed(state: State, event: ev.Destroyed) -> State:
    holdings = dict(state.holdings)
    holdings.pop(event.card, None)
    state = replace(
        state,
        holdings=holdings,
        uncontrolled=tuple(card for card in state.uncontrolled if card != event.card),
        dead=(*state.dead, event.card),
    )
    killer = state.seat(event.seat)
    state = _with_seat(state, replace(killer, kills=(*killer.kills, event.card)))
    if event.owner is not None:
        state = _bereave(state, (event.owner,), event.seat)
    return state


def _transferred(state: State, event: ev.Transferred) -> State:
    assert event.amount is not None
    holdings = _paid(state, ((event.source, event.amount),), -1)
    target = holdings[event.to]
    holdings[event.to] = _with_money(target, target.money + event.amount)
    turn = state.turn
    if event.why == "transfer":
        turn = replace(turn, transfers=turn.transfers + 1)
    elif event.why == "action":
        turn = replace(turn, actions=turn.actions + 1)
    return replace(state, holdings=holdings, turn=turn)


def _income(state: State, event: ev.IncomePaid) -> State:
    turn = state.turn
    if not event.is_repeat:
        turn = replace(turn, income=event.amounts)
    return replace(state, holdings=_paid(state, event.amounts, 1), turn=turn)


def _drew(state: State, event: ev.Drew) -> State:
    assert event.card is not None and event.card == state.deck[0]
    if event.is_special:
        seat = state.seat(event.seat)
        state = _with_seat(state, replace(seat, hand=(*seat.hand, event.card)))
        return replace(state, deck=state.deck[1:])
    uncontrolled = (*state.uncontrolled, event.card)
    return replace(state, deck=state.deck[1:], uncontrolled=uncontrolled)


def _taxed(state: State, event: ev.TaxPaid) -> State:
    assert event.payments is not None
    holdings = _paid(state, event.payments, -1)
    to = holdings[event.card]
    holdings[event.card] = _with_money(to, to.money + event.amount)
    return replace(state, holdings=holdings)


def _spread(state: State, event: ev.SpreadOut) -> State:
    assert event.amounts is not None
    holdings = dict(state.holdings)
    for card, money in event.amounts:
        holdings[card] = _with_money(holdings[card], money)
    return replace(state, holdings=holdings)


def _gave_money(state: State, event: ev.GaveMoney) -> State:
    assert event.amount is not None
    source, to = state.seat(event.seat).illuminati, state.seat(event.to).illuminati
    holdings = _paid(state, ((source, event.amount),), -1)
    holdings[to] = _with_money(holdings[to], holdings[to].money + event.amount)
    return replace(state, holdings=holdings)


def _gave_special(state: State, event: ev.GaveSpecial) -> State:
    assert event.card is not None
    giver, receiver = state.seat(event.seat), state.seat(event.to)
    state = _with_seat(state, replace(giver, hand=_without(giver.hand, event.card)))
    return _with_seat(state, replace(receiver, hand=(*receiver.hand, event.card)))


def _played(state: State, event: ev.Played) -> State:
    seat = state.seat(event.seat)
    state = _with_seat(state, replace(seat, hand=_without(seat.hand, event.card)))
    return replace(state, discards=(*state.discards, event.card))


def _bribed(state: State, event: ev.Bribed) -> State:
    holdings = dict(state.holdings)
    for row in event.laid:
        holdings[row.card] = Holding(row.card, event.seat, row.master, row.arrow, 0)
    turn = replace(state.turn, actions=state.turn.actions + 1)
    uncontrolled = _without(state.uncontrolled, event.target)
    state = replace(state, holdings=holdings, uncontrolled=uncontrolled, turn=turn)
    return _consoled(state, event.seat)


def _realigned(state: State, event: ev.Realigned) -> State:
    turn = replace(
        state.turn,
        alignments={**state.turn.alignments, event.target: event.alignments},
        powers_used=(*state.turn.powers_used, event.card),
    )
    return replace(state, turn=turn)


def _out(state: State, name: str, by: str | None) -> State:
    seat = state.seat(name)
    holdings = {card: h for card, h in state.holdings.items() if h.seat != name}
    state = replace(state, holdings=holdings, discards=(*state.discards, *seat.hand))
    state = _with_seat(state, replace(seat, hand=(), is_out=True))
    if by is not None and by != name:
        killer = state.seat(by)
        state = _with_seat(state, replace(killer, kills=(*killer.kills, seat.illuminati)))
    return state


def _dealt(state: State, event: ev.Dealt) -> State:
    seat = replace(state.seat(event.seat), illuminati=event.illuminati)
    holding = Holding(event.illuminati, event.seat, None, None)
    holdings = {**state.holdings, event.illuminati: holding}
    return replace(_with_seat(state, seat), holdings=holdings, draws=event.draw + 1)


def _turned_up(state: State, event: ev.TurnedUp) -> State:
    assert event.card == state.deck[0]
    if event.card not in GROUPS:
        return state
    return replace(state, deck=state.deck[1:], uncontrolled=(*state.uncontrolled, event.card))
