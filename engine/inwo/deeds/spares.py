"""Spare Illuminati, laid beside the Resources against the rivals who play them (I25.6)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def refuse_spare(state: InwoState, seat: str, order: od.LaySpare) -> Refusal | None:
    """Why a spare Illuminati is not laid: it is one of a rival's, and no other like it lies."""
    holder, held = state.seat(seat), find(state.seat(seat).plots, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    rivals = {card_id(one.illuminati) for one in state.seats_after(seat)}
    if card_of(held).family != "illuminati" or card_id(held) not in rivals:
        return refuse(rl.SPARE_UNFIT, card=held)
    if card_id(held) == card_id(holder.illuminati):
        return refuse(rl.SPARE_UNFIT, card=held)
    if card_id(held) in map(card_id, holder.agents):
        return refuse(rl.SPARE_TWICE, card=held)
    if not holder.plot_deck or not holder.group_deck:
        return refuse(rl.NO_SPARE_COST, seat=seat)
    return None


def lay_spare(table: InwoTable, seat: str, order: od.LaySpare) -> Refusal | None:
    """The top card of each of his decks is its cost."""
    refusal = refuse_spare(table.state, seat, order)
    if refusal is None:
        holder = table.state.seat(seat)
        held = find(holder.plots, order.card)
        assert held is not None
        table.discard(seat, holder.plot_deck[0], "plot_deck", "cost")
        table.discard(seat, holder.group_deck[0], "group_deck", "cost")
        table.put(seat, (held,), "plots", "agents", "spare")
    return refusal


ORDERS: OrderTable = {
    od.LaySpare: by_order(refuse_spare, lay_spare),
}
"""Orders of this module as they are refused and carried out."""
