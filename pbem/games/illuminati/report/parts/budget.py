"""The worst case of a script: every line runs and spends all it may, in running order (R12.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.abilities import Gain
from engine.illuminati.cards import SPECIALS
from engine.illuminati.odds import whole_stake
from engine.illuminati.turn.parts import phase
from engine.illuminati.view import View
from pbem.games.contract.orders import JudgedLine, LineCost
from pbem.games.illuminati.report.parts.names import short_name


@dataclass(frozen=True, slots=True)
class LineSpending:
    """MB one line wants and finds; one that does not find what it needs is skipped."""

    label: str
    wants: int
    finds: int
    is_skipped: bool
    is_moved: bool

    @property
    def is_short(self) -> bool:
        return self.finds < self.wants


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The lines that want money, in running order; `left` are the treasuries they leave."""

    draws: tuple[LineSpending, ...]
    has: int
    left: tuple[tuple[str, int], ...]
    reserve: int

    @property
    def first_short(self) -> LineSpending | None:
        return next((draw for draw in self.draws if draw.is_short), None)

    @property
    def first_of_short(self) -> LineSpending | None:
        """The first that goes short where another does after it."""
        short = [draw for draw in self.draws if draw.is_short]
        return short[0] if len(short) > 1 else None

    @property
    def most(self) -> int:
        """MB that are gone if every line gets all it wants; what is only moved stays."""
        return sum(draw.wants for draw in self.draws if not draw.is_moved)

    @property
    def adds_something(self) -> bool:
        """Whether it says more than the sum does."""
        return len(self.draws) > 1 or self.first_short is not None


def can_transfer(view: View | None) -> bool:
    """Whether the reader has two cards for money to move between, as far as is known (R2.9)."""
    return view is None or any(s.name == view.seat and len(s.cards) > 1 for s in view.seats)


class _MoneyLeft:
    """What is in the treasuries while the lines take from them."""

    def __init__(self, view: View, reserve: int) -> None:
        mine = next(seat for seat in view.seats if seat.name == view.seat)
        self.lord = mine.illuminati
        self.money = {card.card: card.money or 0 for card in mine.cards}
        self.keeps = reserve

    def take(self, cards: Sequence[str], amount: int, *, is_raise: bool = False) -> int:
        """Take up to so many MB from these, in that order; raising leaves the reserve alone."""
        taken = 0
        for card in dict.fromkeys(cards):
            kept = self.keeps if is_raise and card == self.lord else 0
            part = min(amount - taken, max(0, self.money.get(card, 0) - kept))
            if part > 0:
                self.money[card] -= part
                taken += part
        return taken

    def take_all(self, wanted: Sequence[tuple[Sequence[str], int]]) -> int:
        """Take each of these sums, or nothing unless all are there; MB that were there."""
        before = dict(self.money)
        found = sum(self.take(cards, amount) for cards, amount in wanted)
        if found < sum(amount for _, amount in wanted):
            self.money = before
        return found


def worst_case(lines: Sequence[JudgedLine], view: View | None, reserve: int) -> WorstCase | None:
    """What becomes of the seat's money; None where nothing is spent or nothing is known."""
    if view is None or all(seat.name != view.seat for seat in view.seats):
        return None
    tills = _MoneyLeft(view, reserve)
    has = sum(tills.money.values())
    running = sorted(lines, key=_when)
    draws = [draw for line in running if (draw := _drawn(line, tills)) is not None]
    if not draws:
        return None
    left = tuple((short_name(card), money) for card, money in tills.money.items() if money)
    return WorstCase(tuple(draws), has, left, reserve)


def _when(line: JudgedLine) -> int:
    """When a line takes its money: answers as the attacks come, a script as it runs (R12.1)."""
    if isinstance(line.order, od.Stance):
        return line.order.pattern.line or 0
    return phase(line.order) if line.order else 0


def _drawn(line: JudgedLine, tills: _MoneyLeft) -> LineSpending | None:
    order = line.order
    label = str(line.number or "")
    match order:
        case od.Attack():
            return _attack(label, line, order, tills)
        case od.Transfer():
            found = tills.take_all([((order.source,), order.amount)])
            is_there = found == order.amount
            if is_there and order.to in tills.money:
                tills.money[order.to] += order.amount
            return LineSpending(label, order.amount, found, not is_there, True)
        case od.GiveMoney():
            return _price(label, tills, tills.lord, order.amount)
        case od.Stance():
            return _raised(label, line.cost, order, tills)
        case od.UseBuyCard():
            return _price(label, tills, order.card, line.cost.now if line.cost else 0)
        case od.Play(card=card):
            gain = SPECIALS[card].effect
            if isinstance(gain, Gain):
                tills.money[tills.lord] += gain.amount
    return None


def _price(label: str, tills: _MoneyLeft, card: str, amount: int) -> LineSpending | None:
    found = tills.take_all([((card,), amount)])
    return LineSpending(label, amount, found, found < amount, False) if amount else None


def _attack(
    label: str, line: JudgedLine, order: od.Attack, tills: _MoneyLeft
) -> LineSpending | None:
    at_once = whole_stake(order)
    cost = line.cost or LineCost(at_once, at_once, at_once)
    wants = cost.reach if cost.most is None else cost.most
    if not wants and not order.ship:
        return None
    both = (order.attacker, tills.lord)
    named = [((p.card,) if p.card else both, p.amount) for p in order.stake]
    named.sort(key=lambda payment: len(payment[0]))
    needed = at_once + cost.fee
    found = tills.take_all([*named, ((tills.lord,), cost.fee)])
    if found < needed:
        return LineSpending(label, wants, found, True, False)
    found += tills.take(both, wants - needed, is_raise=True)
    tills.take((order.attacker,), order.ship)
    return LineSpending(label, wants, found, False, False) if wants else None


def _raised(
    label: str, cost: LineCost | None, order: od.Stance, tills: _MoneyLeft
) -> LineSpending | None:
    """An answer at its ceiling: the owner's group pays before his Illuminati (R12.4)."""
    if cost is None or order.side == "aside":
        return None
    wants = cost.reach if cost.most is None else cost.most
    group = (cost.group,) if cost.group else ()
    found = tills.take((*group, tills.lord), wants, is_raise=True)
    return LineSpending(label, wants, found, False, False) if wants else None
