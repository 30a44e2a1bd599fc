"""What linked cards give in a turn: after that their links are not moved in it (I20.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import is_resource
from engine.inwo.inwotable import InwoTable, link_mark
from engine.inwo.state import OFF, InwoState

Worth = Callable[[InwoState], object]


def mark_givers(table: InwoTable, worth: Worth) -> None:
    """Whatever would not be worth the same without a linked card, that card has given."""
    state = table.state
    movable = [c for c, card in state.table.items() if card.tied or is_resource(c)]
    given = worth(state) if movable else None
    for copy in movable:
        holder = state.table[copy].seat
        is_marked = not holder or link_mark(copy) in state.seat(holder).used
        if not is_marked and worth(_without(state, copy)) != given:
            table.emit(ev.OnceUsed(holder, link_mark(copy)))


def _without(state: InwoState, copy: str) -> InwoState:
    """The state if a Resource were out of force, or a Group not linked."""
    card = state.table[copy]
    is_off = is_resource(copy)
    other = changed(card, marks=(*card.marks, OFF)) if is_off else changed(card, tied=None)
    return changed(state, table={**state.table, copy: other})
