"""Small tools that every family of events needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.arrangement import Laid
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.state import Holding, SeatState, State

Holdings = dict[str, Holding]


def with_seat(state: State, seat: SeatState) -> State:
    seats = [seat if old.name == seat.name else old for old in state.seats]
    return changed(state, seats=tuple(seats))


def in_seat(state: State, name: str, **changes: Any) -> State:
    """The state with a seat changed."""
    return with_seat(state, changed(state.seat(name), **changes))


def in_turn(state: State, **changes: Any) -> State:
    """The state with the open turn changed."""
    return changed(state, turn=changed(state.turn, **changes))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """One copy less of a card; ValueError if it is not there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def with_money(holding: Holding, money: int) -> Holding:
    if money == holding.money:
        return holding
    assert money >= 0, f"{holding.card} would hold {money} MB"
    return changed(holding, money=money)


def paid(state: State, payments: ev.Amounts, sign: int) -> Holdings:
    holdings = dict(state.holdings)
    for card, amount in payments:
        holding = holdings[card]
        money = holding.money + sign * amount
        assert money >= 0, f"{card} would hold {money} MB"
        holdings[card] = changed(holding, money=money)
    return holdings


def banked(state: State, card: str, amount: int) -> State:
    """MB from the bank onto a card, to it where negative."""
    return changed(state, holdings=paid(state, ((card, amount),), 1))


def relaid(state: State, laid: tuple[Laid, ...]) -> Holdings:
    holdings = dict(state.holdings)
    for row in laid:
        old = holdings[row.card]
        holdings[row.card] = Holding(row.card, old.seat, row.master, row.arrow, old.money)
    return holdings


def has_group(holdings: Mapping[str, Holding], seat: str) -> bool:
    return any([h.master is not None for h in holdings.values() if h.seat == seat])


def bereave(state: State, owners: Iterable[str], by: str | None) -> State:
    """Remember who took a seat's last group (R10.1)."""
    for owner in owners:
        if not has_group(state.holdings, owner):
            state = in_seat(state, owner, bereft_by=by)
    return state


def consoled(state: State, seat: str) -> State:
    old = state.seat(seat)
    return state if old.bereft_by is None else with_seat(state, changed(old, bereft_by=None))
