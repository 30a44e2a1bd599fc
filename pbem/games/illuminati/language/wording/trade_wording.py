"""Gifts, trades and the orders of the advanced game told back in the language itself."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from engine.illuminati import orders
from pbem.games.illuminati.language.forms.advanced import DOWN
from pbem.games.illuminati.language.names.vocabulary import card_name
from pbem.games.illuminati.language.wording.deed_wording import format_places, format_wishes
from pbem.grammar.times.kept import format_day

Trade: TypeAlias = (
    orders.Offer
    | orders.Accept
    | orders.Decline
    | orders.GiveMoney
    | orders.GiveSpecial
    | orders.GiveGroup
)
Advanced: TypeAlias = orders.Accuse | orders.Understate | orders.Copy | orders.Cheat | orders.Catch


def format_trade(order: Trade) -> str:
    """A gift, an offer or the answer to one."""
    match order:
        case orders.GiveMoney(to, amount):
            return f"GIVE {amount} TO {to}"
        case orders.GiveSpecial(to, card) | orders.GiveGroup(to, card):
            return f"GIVE {card_name(card)} TO {to}"
        case orders.Offer():
            return _offer(order)
        case orders.Accept(number, places, wishes):
            laid = f" {format_places(places)}" if places else ""
            return f"ACCEPT {number}{laid}{format_wishes(wishes)}"
        case orders.Decline(number):
            return f"DECLINE {number}"
        case _:
            assert_never(order)


def _offer(order: orders.Offer) -> str:
    told = f"OFFER {order.to}"
    if order.counters is not None:
        told = f"COUNTER {order.counters}" + (f" TO {order.to}" if order.to else "")
    told += f" {_goods(order.gives)}"
    if order.wants != orders.Goods():
        told += f" FOR {_goods(order.wants)}"
    if order.until_at is not None:
        told += f" EXPIRES {format_day(order.until_at)}"
    return told if order.until_turn is None else f"{told} EXPIRES TURN {order.until_turn}"


def _goods(goods: orders.Goods) -> str:
    parts = [f"{goods.money} MB"] if goods.money else []
    parts += [card_name(card) for card in (*goods.specials, *goods.groups)]
    return " AND ".join(parts) or "NOTHING"


def format_advanced(order: Advanced) -> str:
    """An accusation, what a hidden Illuminati shows, a cheat or the catching of one."""
    match order:
        case orders.Accuse(seat, illuminati):
            return f"ACCUSE {seat} OF {card_name(illuminati)}"
        case orders.Understate(what, amount):
            return f"{what.upper()} {amount}"
        case orders.Copy(illuminati):
            return f"COPY {card_name(illuminati)}"
        case orders.Cheat():
            return f"CHEAT {order.what.upper()}{_cheat(order)}"
        case orders.Catch(turn, line):
            return f"CATCH TURN {turn} LINE {line}"
        case _:
            assert_never(order)


def _cheat(order: orders.Cheat) -> str:
    if order.what == "stack":
        return f" {', '.join(card_name(card) for card in order.cards)}"
    if order.what == "dice":
        told = " DOWN" if order.amount == DOWN else " UP"
    else:
        told = f" {order.amount}"
    told += f" FOR {card_name(order.card)}" if order.card is not None else ""
    return told + (f" ON {order.line}" if order.line is not None else "")
