"""Gifts between players and showing cards (R9.1, R9.5)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import SPECIALS
from engine.illuminati.state import State


def refuse_receiver(state: State, seat: str, to: str) -> Refusal | None:
    """Why nothing can be given or shown to that seat."""
    if to == seat:
        return Refusal(rl.GIVES_HIMSELF, {"seat": to})
    found = next((s for s in state.seats if s.name == to), None)
    if found is None:
        return Refusal(rl.NO_SUCH_SEAT, {"seat": to})
    return Refusal(rl.SEAT_OUT, {"seat": to}) if found.is_out else None


def refuse_not_in_hand(state: State, seat: str, card: str) -> Refusal | None:
    """Whether the seat lacks that Special; whoever else has it is not told."""
    if card not in SPECIALS or card not in state.seat(seat).hand:
        return Refusal(rl.NOT_IN_HAND, {"card": card})
    return None


def refuse_give_money(state: State, seat: str, order: od.GiveMoney) -> Refusal | None:
    refusal = refuse_receiver(state, seat, order.to)
    if refusal:
        return refusal
    illuminati = state.seat(seat).illuminati
    money = state.money(illuminati)
    if order.amount <= 0:
        return Refusal(rl.NO_AMOUNT, {"card": illuminati, "to": order.to})
    if order.amount > money:
        facts: dict[str, str | int] = {"card": illuminati, "money": money, "needed": order.amount}
        return Refusal(rl.NO_MONEY_TO_GIVE, facts)
    return None


def refuse_give_special(state: State, seat: str, order: od.GiveSpecial) -> Refusal | None:
    return refuse_receiver(state, seat, order.to) or refuse_not_in_hand(state, seat, order.card)


def refuse_show(state: State, seat: str, order: od.Show) -> Refusal | None:
    for to in order.to:
        refusal = refuse_receiver(state, seat, to)
        if refusal:
            return refusal
    return refuse_not_in_hand(state, seat, order.card)
