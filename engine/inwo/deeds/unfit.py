"""Linked Plots that have become illegal for good are discarded (I20.6)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.questions import shed_order
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.selectors import Selector
from engine.inwo.state import OFF, InwoState


def discard_unfit(table: InwoTable) -> None:
    """What does not fit its Group for good goes, and of one a player what is one too many.

    While a play can still be cancelled nothing is lost by it (I22.8).
    """
    if table.state.attack is not None or table.state.segment:
        return
    for copy in tuple(table.state.table):
        if _is_unfit(table.state, copy):
            _discard(table, copy)
    for copy in tuple(table.state.table):
        same = _same(table, copy)
        if len(same) > 1:
            _discard(table, next(shed_order(table, _holder(table.state, copy), same))[0])


def _discard(table: InwoTable, copy: str) -> None:
    owner = table.state.owner_of(copy).name
    table.emit(ev.LeftPlay(((copy, owner),), "discards", "unfit"))


def _host(state: InwoState, copy: str) -> str | None:
    """The Group in play that a Plot is linked to."""
    card = state.table.get(copy)
    is_plot = card is not None and card_of(copy).family == "plot"
    is_there = card is not None and is_plot and card.host in state.table and not card.is_off
    return card.host if card is not None and is_there else None


def _holder(state: InwoState, copy: str) -> str:
    """Who controls the Group that it is linked to."""
    return state.table[_host(state, copy) or copy].seat


def _needs(copy: str) -> Selector | None:
    """What a Group must be for the Plot to be linked to it."""
    card = card_of(copy)
    plot = card.ability(ab.RaisePower) or card.ability(ab.LinkedChange)
    return plot.of if plot is not None else None


def _is_unfit(state: InwoState, copy: str) -> bool:
    """Whether its Group does not fit, but for what the Plot itself and passing changes do."""
    host, needs = _host(state, copy), _needs(copy)
    if host is None or needs is None or facts(state).fits(needs, host):
        return False
    card = state.table[copy]
    lasting = changed(
        state,
        table={**state.table, copy: changed(card, marks=(*card.marks, OFF))},
        changes=tuple(one for one in state.changes if one.until == "good"),
    )
    return not facts(lasting).fits(needs, host)


def _same(table: InwoTable, copy: str) -> list[str]:
    """The copies that one player has of a Plot of which each player has one (I35.3)."""
    card = card_of(copy)
    link = card.ability(ab.LinkedChange)
    is_one_each = card.ability(ab.RaisePower) is not None or (link is not None and link.per_player)
    if not is_one_each or _host(table.state, copy) is None:
        return []
    linked = (other for other in table.state.table if card_id(other) == card_id(copy))
    here = [other for other in linked if _host(table.state, other) is not None]
    mine = _holder(table.state, copy)
    return [other for other in here if _holder(table.state, other) == mine]
