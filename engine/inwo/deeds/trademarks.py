"""What a slip in a text to all costs while a name is a trademark (I33.5)."""

from __future__ import annotations

from collections.abc import Collection

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.deeds.questions import shed_order
from engine.inwo.inwotable import InwoTable, OrderRules, OrderTable, allowed


def pay_for_names(table: InwoTable, seat: str, cards: Collection[str]) -> None:
    """Once for each trademark whose Group a text names by less than its full name."""
    for mark, _ in tuple(table.known.of_kind(ab.Trademark)):
        if mark.host is None or card_id(mark.host) not in cards:
            continue
        if table.state.controller(mark.host) == seat:
            _give_top(table, seat)
        elif table.is_reached(seat, mark):
            _lose_plot(table, seat)


def _give_top(table: InwoTable, seat: str) -> None:
    """Who controls the Group gives his top Plot to the next player."""
    to = next(table.state.seats_after(seat)).name
    top = table.state.seat(seat).plot_deck[:1]
    if top:
        table.emit(ev.CardsMoved(seat, top, "plot_deck", "plots", "slip", to_seat=to))


def _lose_plot(table: InwoTable, seat: str) -> None:
    """One of his hand, by his SHED order, else the newest; with none, the top of his deck."""
    holder = table.state.seat(seat)
    shed = next((copy for copy, _ in shed_order(table, seat, holder.plots)), None)
    if shed is not None:
        table.discard(seat, shed, "plots", "slip")
    elif holder.plot_deck:
        table.discard(seat, holder.plot_deck[0], "plot_deck", "slip")


def _name_loosely(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    assert isinstance(line.order, od.NameLoosely)
    pay_for_names(table, seat, line.order.cards)


ORDERS: OrderTable = {od.NameLoosely: OrderRules(allowed, _name_loosely)}
"""Orders of this module as they are refused and carried out."""
