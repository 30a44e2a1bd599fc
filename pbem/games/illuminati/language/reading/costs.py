"""What an order costs: MB that go at once, and at the most."""

from __future__ import annotations

from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.odds import HIGHEST
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, privilege_costs


@dataclass(frozen=True, slots=True)
class OrderCost:
    """MB of one order: `now` as it is carried out, `most` with all raising; None: all he has."""

    now: int = 0
    most: int | None = 0


def cost_of(order: od.Order, names: Vocabulary) -> OrderCost:
    """What the order takes out of his treasuries; money moved between them costs nothing."""
    match order:
        case od.Attack():
            return _attack(order, names)
        case od.Stance(side="aside"):
            return OrderCost()
        case od.Stance(ceiling=ceiling, per_round=per_round):
            limits = [limit for limit in (ceiling, per_round) if limit is not None]
            return OrderCost(0, min(limits) if limits else None)
        case od.GiveMoney(amount=amount):
            return OrderCost(amount, amount)
        case od.Offer(gives=gives):
            return OrderCost(0, gives.money)
        case _:
            return OrderCost()


def _attack(order: od.Attack, names: Vocabulary) -> OrderCost:
    stake = sum(payment.amount for payment in order.stake)
    is_paid = order.privilege is not None and order.privilege.card is None
    fee = privilege_costs(names)[0] if is_paid else 0
    if order.ceiling is not None:
        return OrderCost(stake + fee, max(stake, order.ceiling) + fee)
    raises = order.aim is not None or order.style == "all-in"
    return OrderCost(stake + fee, None if raises else stake + fee)


def need_at_ceiling(order: od.Attack, need: int) -> int:
    """The need of an attack with all he allows spent; `need` holds his stake (R12.4)."""
    if order.ceiling is None:
        return need
    reach = need + max(0, order.ceiling - sum(payment.amount for payment in order.stake))
    top = HIGHEST + (order.overshoot or 0)
    aim = top if order.aim is None else min(order.aim, top)
    if need >= aim or (reach < aim and order.style == "save"):
        return need
    return min(reach, aim)
