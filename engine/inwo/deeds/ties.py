"""Groups linked to Places and Personalities, where a text says so (I20.1)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_of
from engine.inwo.deeds import takeovers
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, link_mark, on_table
from engine.inwo.reach import tie_of
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def _ends(state: InwoState, seat: str, order: od.LinkResource) -> tuple[str, str] | None:
    """The Group and what it is to be linked to; None where it is a Resource that is linked."""
    copy, to = on_table(state, order.card, seat), on_table(state, order.to or "", seat)
    is_group = copy is not None and card_of(copy).family == "group"
    return (copy, to or "") if copy is not None and is_group else None


def refuse_link(state: InwoState, seat: str, order: od.LinkResource) -> Refusal | None:
    """Why a link is not made (I20.1 to I20.4)."""
    ends = _ends(state, seat, order)
    if ends is None:
        return takeovers.refuse_linking(state, seat, order)
    copy, to = ends
    if state.table[copy].seat != seat:
        return refuse(rl.LINK_OF_OTHERS, card=copy)
    if to not in state.table:
        return refuse(rl.LINK_ABSENT, card=order.to or "")
    tie = tie_of(facts(state), copy, to)
    is_theirs = tie is not None and tie.whose == "mine" and state.table[to].seat != seat
    if tie is None or is_theirs:
        return refuse(rl.TIE_UNFIT, card=copy, on=to)
    if state.shelters(state.table[to].seat, seat):
        return refuse(rl.FIRST_TURN, seat=state.table[to].seat)
    if state.table[copy].tied == to:
        return refuse(rl.LINKED_THERE, card=copy)
    is_moved = link_mark(copy) in state.seat(seat).used
    return refuse(rl.LINK_MOVED, card=copy) if is_moved else None


def link(table: InwoTable, seat: str, order: od.LinkResource) -> Refusal | None:
    """A Group is linked, or a Resource; each once a turn."""
    ends = _ends(table.state, seat, order)
    if ends is None:
        return takeovers.link(table, seat, order)
    refusal = refuse_link(table.state, seat, order)
    if refusal is None:
        table.emit(ev.Tied(*ends))
        table.emit(ev.OnceUsed(seat, link_mark(ends[0])))
    return refusal


ORDERS: OrderTable = {
    od.LinkResource: by_order(refuse_link, link),
}
"""Orders of this module as they are refused and carried out."""
