"""Orders told back in the language itself: the canonical text of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from engine.illuminati import orders
from engine.illuminati.orders import Condition, Order
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, first_with_upkeep
from pbem.games.illuminati.language.wording.answer_wording import format_answer
from pbem.games.illuminati.language.wording.deed_wording import (
    ActionOrder,
    format_attack,
    format_deed,
    format_play,
)
from pbem.games.illuminati.language.wording.trade_wording import format_advanced, format_trade
from pbem.grammar.orders.parsed import ParsedLine
from pbem.grammar.orders.talk import format_talk


def format_line(line: ParsedLine | orders.Line, names: Vocabulary) -> str:
    """A line with its number and conditions; lines that are no orders as they were typed."""
    number = f"{line.number}: " if line.number else ""
    if isinstance(line, ParsedLine):
        number = line.ahead + number
    if line.order is None:
        assert isinstance(line, ParsedLine)
        if line.fate == "removed":
            return f"{number}none"
        told = line.text
        if line.control is not None:
            told = line.control.line
        if line.talk is not None:
            told = format_talk(line.talk)
        return f"{number}{told}"
    code = f" {line.code}" if isinstance(line, ParsedLine) and line.code else ""
    told = format_conditions(line.conditions, names) + format_order(line.order, names)
    return f"{number}{told}{code}"


def format_conditions(conditions: Iterable[Condition], names: Vocabulary) -> str:
    """ "IF 1 FAILS AND MONEY >= 10: ", or "" without any."""
    told = [_condition(condition, names) for condition in conditions]
    return f"IF {' AND '.join(told)}: " if told else ""


def _condition(condition: Condition, names: Vocabulary) -> str:
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


def _holder(seat: str | None, names: Vocabulary) -> str:
    if seat is None:
        return "FREE"
    return "MINE" if seat == names.me else f"{seat}'S"


def format_order(order: Order, names: Vocabulary) -> str:
    """The order in canonical words; read again it is the same order."""
    match order:
        case orders.Attack():
            return format_attack(order, names)
        case orders.Play():
            return format_play(order, names)
        case orders.Stance() | orders.FixRoll() | orders.Abolish():
            return format_answer(order, names)
        case orders.JoinIn() | orders.Cancel() | orders.SkipTurn():
            return format_answer(order, names)
        case orders.Offer() | orders.Accept() | orders.Decline():
            return format_trade(order)
        case orders.GiveMoney() | orders.GiveSpecial() | orders.GiveGroup():
            return format_trade(order)
        case orders.Accuse() | orders.Cheat() | orders.Catch():
            return format_advanced(order)
        case orders.Understate() | orders.Copy():
            return format_advanced(order)
        case orders.ChooseGoal() | orders.Resign() | orders.Show():
            return _plain(order, names)
        case _:
            return _standing_or_deed(order)


def _plain(order: orders.ChooseGoal | orders.Resign | orders.Show, names: Vocabulary) -> str:
    match order:
        case orders.Resign():
            return "RESIGN"
        case orders.ChooseGoal(illuminati):
            return f"GOAL {card_name(illuminati)}"
        case orders.Show(card, to):
            everybody = len(to) > 1 and to == names.others
            return f"SHOW {card_name(card)} TO {'ALL' if everybody else ', '.join(to)}"


_Rest: TypeAlias = (
    orders.PayTaxFrom
    | orders.ForegoTax
    | orders.PayUpkeepFrom
    | orders.Reserve
    | orders.AcceptGroups
    | ActionOrder
)


def _standing_or_deed(order: _Rest) -> str:
    match order:
        case orders.PayTaxFrom(cards):
            return f"PAY TAX FROM {', '.join(card_name(card) for card in cards) or 'ANY'}"
        case orders.ForegoTax(seats):
            return f"FOREGO TAX ON {', '.join(seats) or 'NOBODY'}"
        case orders.PayUpkeepFrom(from_master):
            payer = "MASTER" if from_master else "ILLUMINATI"
            return f"PAY {card_name(first_with_upkeep()).upper()} FROM {payer}"
        case orders.Reserve(amount):
            return f"RESERVE {amount}"
        case orders.AcceptGroups(seat):
            return f"ACCEPT GROUPS FROM {seat}"
        case _:
            return format_deed(order)
