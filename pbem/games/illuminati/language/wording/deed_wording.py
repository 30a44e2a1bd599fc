"""Attacks, plays and the other deeds of a turn told back in the language itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from engine.core.arrangement import Laid
from engine.illuminati import orders
from pbem.games.illuminati.language.names.vocabulary import (
    Vocabulary,
    card_index,
    card_name,
    privilege_costs,
)
from pbem.grammar.orders.spelling import key

_VERB = {"control": "ATTACK", "neutralize": "ATTACK TO NEUTRALIZE", "destroy": "ATTACK TO DESTROY"}
_LINK = {"add": "TO", "remove": "FROM", "reverse": "OF"}
_WHEN: dict[orders.Window, str] = {
    "W1": "WHEN ANNOUNCED",
    "W2": "BEFORE DICE",
    "W3": "AFTER DICE",
    "W4": "AFTER RESULT",
    "T1": "BEFORE TURN",
    "T2": "BEFORE VICTORY",
}
ActionOrder: TypeAlias = (
    orders.Transfer
    | orders.Move
    | orders.Drop
    | orders.Pass
    | orders.More
    | orders.UseRealign
    | orders.UseBuyCard
    | orders.Arrange
    | orders.Spread
)


def format_deed(order: ActionOrder) -> str:
    """A deed that is neither an attack nor a play."""
    match order:
        case orders.Transfer(amount, source, to, as_action):
            ending = " AS ACTION" if as_action else ""
            return f"TRANSFER {amount} FROM {card_name(source)} TO {card_name(to)}{ending}"
        case orders.Move():
            place = f" AT {order.arrow}" if order.arrow else ""
            laid = format_wishes(order.wishes)
            return f"MOVE {card_name(order.card)} UNDER {card_name(order.master)}{place}{laid}"
        case orders.Drop(card):
            return f"DROP {card_name(card)}"
        case orders.Pass():
            return "PASS"
        case orders.More():
            return "MORE"
        case orders.UseBuyCard(card):
            return f"USE {card_name(card)}"
        case orders.UseRealign(card, change, alignment, target):
            what = f"{change.upper()} {alignment.capitalize()}"
            return f"USE {card_name(card)} TO {what} {_LINK[change]} {card_name(target)}"
        case orders.Arrange(laid):
            return f"ARRANGE {format_places(laid)}"
        case orders.Spread(amounts):
            return f"SPREAD {_amounts(amounts)}"
        case _:
            assert_never(order)


def format_attack(order: orders.Attack, names: Vocabulary) -> str:
    """An attack with all its clauses; what a privilege costs is in the names."""
    parts = [_VERB[order.form], card_name(order.target), "WITH", card_name(order.attacker)]
    if order.aid:
        parts += ["AID", ", ".join(card_name(card) for card in order.aid)]
    if order.by is not None:
        parts += ["BY", card_name(order.by)]
    if order.lend is not None:
        parts += ["LEND", str(order.lend)]
    if order.stake:
        parts += ["SPEND", ", ".join(_payment(payment) for payment in order.stake)]
    if order.ceiling is not None:
        parts += ["UP TO", str(order.ceiling)]
    parts += format_raising(order.aim, order.style, order.overshoot)
    if order.only_if_need is not None:
        parts += ["ONLY IF NEED >=", str(order.only_if_need)]
    if order.privilege is not None:
        parts += ["PRIVILEGED", _paid_by(order.privilege, names)]
    if order.arrow:
        parts += ["AT", order.arrow]
    told = " ".join(parts) + format_wishes(order.wishes)
    return f"{told} SHIP {order.ship}" if order.ship else told


def format_raising(aim: int | None, style: orders.Style | None, overshoot: int | None) -> list[str]:
    """The words of UNTIL, ALL IN or SAVE, and OVERSHOOT, as far as they were said."""
    parts = []
    if aim is not None:
        parts.append(f"UNTIL {aim}")
    if style is not None:
        parts.append("SAVE" if style == "save" else "ALL IN")
    if overshoot is not None:
        parts.append(f"OVERSHOOT {overshoot}")
    return parts


def _paid_by(privilege: orders.Privilege, names: Vocabulary) -> str:
    if privilege.card is not None:
        return f"BY {card_name(privilege.card)}"
    return f"FOR {privilege_costs(names)[0]} MB"


def _payment(payment: orders.Payment) -> str:
    source = f" FROM {card_name(payment.card)}" if payment.card else ""
    return f"{payment.amount}{source}"


def format_wishes(wishes: Iterable[orders.Wish]) -> str:
    """ " WITH card AT arrow, card DROPPED", or "" without any."""
    told = [f"{card_name(w.card)} {f'AT {w.arrow}' if w.arrow else 'DROPPED'}" for w in wishes]
    return f" WITH {', '.join(told)}" if told else ""


def format_places(laid: Iterable[Laid]) -> str:
    """card UNDER card AT arrow, one or more."""
    return ", ".join(
        f"{card_name(row.card)} UNDER {card_name(row.master)} AT {row.arrow}" for row in laid
    )


def _amounts(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{amount} ON {card_name(card)}" for card, amount in amounts)


def format_play(order: orders.Play, names: Vocabulary) -> str:
    """A play with the moment it waits for before the amounts."""
    told = f"PLAY {card_name(order.card)}"
    if order.against:
        is_card = bool(card_index(names.own_cards).exact(key(order.against)))
        told += f" ON {'PLAYER ' if is_card else ''}{order.against}"
    elif order.on:
        is_seat = bool(names.plain_seat_index.exact(key(card_name(order.on))))
        told += f" ON {'CARD ' if is_seat else ''}{card_name(order.on)}"
    if order.master:
        told += f" UNDER {card_name(order.master)}"
    if order.arrow:
        told += f" AT {order.arrow}"
    if order.window is not None:
        told += f" {_WHEN[order.window]}"
    if order.line is not None:
        told += f" ON {order.line}"
    return f"{told}: {_amounts(order.amounts)}" if order.amounts else told
