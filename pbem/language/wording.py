"""Orders told back in the language itself: the canonical text of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.illuminati import orders
from engine.illuminati.orders import Condition, Order
from pbem.language.fates import ReadLine
from pbem.language.names import Names, card_name, first_with_upkeep

_VERB = {"control": "ATTACK", "neutralize": "ATTACK TO NEUTRALIZE", "destroy": "ATTACK TO DESTROY"}
_LINK = {"add": "TO", "remove": "FROM", "reverse": "OF"}


def format_line(line: ReadLine | orders.Line, names: Names) -> str:
    """A line with its number and conditions; lines that are no orders as they were typed."""
    number = f"{line.number}: " if line.number else ""
    if line.order is None:
        assert isinstance(line, ReadLine)
        if line.fate == "removed":
            return f"{number}none"
        told = line.text
        if line.control is not None:
            told = f"{line.control.word} {line.control.argument}".strip()
        return f"{number}{told}"
    code = f" {line.code}" if isinstance(line, ReadLine) and line.code else ""
    told = format_conditions(line.conditions, names) + format_order(line.order, names)
    return f"{number}{told}{code}"


def format_conditions(conditions: Iterable[Condition], names: Names) -> str:
    """ "IF 1 FAILS AND MONEY >= 10: ", or "" without any."""
    told = [_condition(condition, names) for condition in conditions]
    return f"IF {' AND '.join(told)}: " if told else ""


def _condition(condition: Condition, names: Names) -> str:
    match condition:
        case orders.Not(inner):
            return f"NOT {_condition(inner, names)}"
        case orders.LineResult(line, succeeds):
            return f"{line} {'SUCCEEDS' if succeeds else 'FAILS'}"
        case orders.HeldBy(card, seat):
            return f"{card_name(card)} IS {_holder(seat, names)}"
        case orders.Compare("need", operator, right, line):
            return f"NEED {line} {operator} {right}"
        case orders.Compare(_, operator, right):
            return f"MONEY {operator} {right}"
        case _:
            assert_never(condition)


def _holder(seat: str | None, names: Names) -> str:
    if seat is None:
        return "FREE"
    return "MINE" if seat == names.me else f"{seat}'S"


def format_order(order: Order, names: Names) -> str:
    """The order in canonical words; read again it is the same order."""
    match order:
        case orders.Attack():
            return _attack(order)
        case orders.Play():
            return _play(order)
        case orders.PayTaxFrom() | orders.ForegoTax() | orders.PayUpkeepFrom():
            return _standing(order)
        case orders.Transfer(amount, source, to, as_action):
            ending = " AS ACTION" if as_action else ""
            return f"TRANSFER {amount} FROM {card_name(source)} TO {card_name(to)}{ending}"
        case orders.Move():
            place = f" AT {order.arrow}" if order.arrow else ""
            laid = _wishes(order.wishes)
            return f"MOVE {card_name(order.card)} UNDER {card_name(order.master)}{place}{laid}"
        case orders.Drop(card):
            return f"DROP {card_name(card)}"
        case orders.Pass():
            return "PASS"
        case orders.Resign():
            return "RESIGN"
        case orders.ChooseGoal(illuminati):
            return f"GOAL {card_name(illuminati)}"
        case _:
            return _other(order, names)


_Other = (
    orders.GiveMoney
    | orders.GiveSpecial
    | orders.Show
    | orders.UseRealign
    | orders.UseBuyCard
    | orders.Arrange
    | orders.Spread
)


def _other(order: _Other, names: Names) -> str:
    match order:
        case orders.GiveMoney(to, amount):
            return f"GIVE {amount} TO {to}"
        case orders.GiveSpecial(to, card):
            return f"GIVE {card_name(card)} TO {to}"
        case orders.Show(card, to):
            everybody = len(to) > 1 and to == names.others
            return f"SHOW {card_name(card)} TO {'ALL' if everybody else ', '.join(to)}"
        case orders.UseBuyCard(card):
            return f"USE {card_name(card)}"
        case orders.UseRealign(card, change, alignment, target):
            what = f"{change.upper()} {alignment.capitalize()}"
            return f"USE {card_name(card)} TO {what} {_LINK[change]} {card_name(target)}"
        case orders.Arrange(laid):
            return "ARRANGE " + ", ".join(
                f"{card_name(row.card)} UNDER {card_name(row.master)} AT {row.arrow}"
                for row in laid
            )
        case orders.Spread(amounts):
            return f"SPREAD {_amounts(amounts)}"
        case _:
            assert_never(order)


def _attack(order: orders.Attack) -> str:
    parts = [_VERB[order.form], card_name(order.target), "WITH", card_name(order.attacker)]
    if order.aid:
        parts += ["AID", ", ".join(card_name(card) for card in order.aid)]
    if order.stake:
        parts += ["SPEND", ", ".join(_payment(payment) for payment in order.stake)]
    if order.arrow:
        parts += ["AT", order.arrow]
    told = " ".join(parts) + _wishes(order.wishes)
    return f"{told} SHIP {order.ship}" if order.ship else told


def _payment(payment: orders.Payment) -> str:
    source = f" FROM {card_name(payment.card)}" if payment.card else ""
    return f"{payment.amount}{source}"


def _wishes(wishes: Iterable[orders.Wish]) -> str:
    told = [f"{card_name(w.card)} {f'AT {w.arrow}' if w.arrow else 'DROPPED'}" for w in wishes]
    return f" WITH {', '.join(told)}" if told else ""


def _amounts(amounts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{amount} ON {card_name(card)}" for card, amount in amounts)


def _play(order: orders.Play) -> str:
    told = f"PLAY {card_name(order.card)}"
    if order.on or order.against:
        told += f" ON {card_name(order.on) if order.on else order.against}"
    if order.master:
        told += f" UNDER {card_name(order.master)}"
    if order.arrow:
        told += f" AT {order.arrow}"
    return f"{told}: {_amounts(order.amounts)}" if order.amounts else told


def _standing(order: orders.Policy) -> str:
    match order:
        case orders.PayTaxFrom(cards):
            return f"PAY TAX FROM {', '.join(card_name(card) for card in cards) or 'ANY'}"
        case orders.ForegoTax(seats):
            return f"FOREGO TAX ON {', '.join(seats) or 'NOBODY'}"
        case orders.PayUpkeepFrom(from_master):
            payer = "MASTER" if from_master else "ILLUMINATI"
            return f"PAY {card_name(first_with_upkeep()).upper()} FROM {payer}"
        case _:
            assert_never(order)
