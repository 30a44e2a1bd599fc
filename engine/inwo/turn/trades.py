"""Offers accepted; who is lied to answers by his orders with WHEN too (I31.14, I33.4)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds import deals
from engine.inwo.deeds.doing import do_deed
from engine.inwo.deeds.lies import is_off
from engine.inwo.inwotable import InwoTable, OrderTable, by_order
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay
from engine.inwo.turn.occasions import Occasion, is_meant, make_all, triggers_of


def _accept(table: InwoTable, seat: str, order: od.AcceptDeal) -> Refusal | None:
    return deals.accept(table, seat, order, _answer)


def _answer(table: InwoTable, seat: str, play: AttackPlay) -> None:
    """The first order with WHEN that cancels the play."""
    key = f"{table.state.turn.number}.{play.full}"
    occasion = Occasion("played", key, play.seat, play.card, play.full, play)
    for filed in triggers_of(table, seat):
        if is_meant(table, filed, occasion) and not is_off(table, play):
            make_all(table, filed, occasion, _cancel)


def _cancel(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    if not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return refuse(rl.NOT_MAIN, seat=seat)
    return do_deed(table, seat, line.order)


ORDERS: OrderTable = {**deals.ORDERS, od.AcceptDeal: by_order(deals.refuse_accepting, _accept)}
"""Orders of deals as they are refused and carried out."""
