"""Orders that are legal and foolish: they are obeyed, with a warning."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati import orders as od
from engine.illuminati.odds import HIGHEST
from pbem.language.names.naming import Names, card_name


def follies(order: od.Order, need: int | None, names: Names) -> tuple[str, ...]:
    """A sentence for each thing the player may not have meant.

    `need` is that of an attack with its stake and before any interference, None for other orders.
    """
    match order:
        case od.Attack():
            return tuple(_attack(order, need, names))
        case od.Stance(side=side, aim=aim) if side in ("guard", "oppose") and aim == 0:
            return ("A need of 1 cannot succeed already; UNTIL 0 pays for nothing more (R5.8).",)
        case od.Offer(gives=gives, wants=od.Goods(money=0, specials=(), groups=())):
            return ("It asks nothing in return.",) if gives != od.Goods() else ()
        case _:
            return ()


def _attack(order: od.Attack, need: int | None, names: Names) -> Iterator[str]:
    stake = sum(payment.amount for payment in order.stake)
    if order.form == "destroy" and order.target in names.mine:
        yield f"{card_name(order.target)} is your own group."
    if order.ceiling is not None and order.ceiling < stake:
        yield f"UP TO {order.ceiling} is less than the {stake} MB you SPEND at once."
    if order.aim is not None and order.aim > HIGHEST + (order.overshoot or 0):
        yield f"Nobody raises beyond a need of {HIGHEST}; OVERSHOOT n allows n more (R12.4)."
    if need is None:
        return
    if stake and need - stake >= HIGHEST:
        yield f"Without these {stake} MB the need is {need - stake}; 11 and 12 fail all the same."
    elif order.aim is not None and order.aim <= need:
        yield f"The need is {need} already, so UNTIL {order.aim} raises only after interference."
