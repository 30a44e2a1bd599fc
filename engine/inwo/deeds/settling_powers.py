"""What no longer fits ends: links, Resources, tokens of Groups without Power (I6.2, I35.6)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.devastation import lose_without_hosts
from engine.inwo.cards import card_of
from engine.inwo.deeds.hidden import follow_store
from engine.inwo.deeds.hiding import search_stores
from engine.inwo.deeds.laying import (
    bars_tokens,
)
from engine.inwo.deeds.rolls import roll_new
from engine.inwo.deeds.secrets import drop_stores
from engine.inwo.deeds.sides import straighten
from engine.inwo.deeds.unfit import discard_unfit
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState


def _has_lost_host(known: Facts, copy: str, host: str) -> bool:
    """Whether a link ends because the host has not the words it needs (I35.6, I35.31)."""
    card = card_of(copy)
    plot, terms = card.ability(ab.Paralyze), card.ability(ab.ResourceTerms)
    laid = known.table[copy]
    if card.ability(ab.LinkedChange) and laid.tied is not None:
        return known.state.controller(laid.tied) != laid.seat
    if card.ability(ab.AllPrivileged) and terms is not None:
        return known.table[host].master is not None and not known.fits(terms.to, host)
    return plot is not None and not known.fits(plot.of, host)


def settle_powers(table: InwoTable) -> None:
    """What no longer fits ends, and a Group reduced to Power 0 loses its tokens (I6.2, I35.6)."""
    drop_stores(table)
    follow_store(table)
    search_stores(table)
    lose_without_hosts(table)
    straighten(table)
    roll_new(table)
    known = table.known
    for card, rule in tuple(known.of_kind(ab.Needs)):
        if not known.count(rule.of, card.seat, card.copy):
            owner = table.state.owner_of(card.copy).name
            table.emit(ev.LeftPlay(((card.copy, owner),), "discards", "unfit"))
    known = table.known
    for copy, card in table.state.table.items():
        if card.host in known.table and _has_lost_host(known, copy, card.host or ""):
            owner = table.state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "unfit"))
    discard_unfit(table)
    known = table.known
    for seat in table.state.seats:
        rows = tuple(
            (copy, number)
            for copy in known.groups[seat.name][1:]
            if (number := table.state.tokens.get(copy, 0)) and bars_tokens(known, copy)
        )
        if rows:
            cause = _cause(table.state)
            table.emit(ev.TokensTaken(seat.name, rows, "powerless", cause))


def _cause(state: InwoState) -> str:
    """The number of the play that has just reduced a Power, if it can still be cancelled (I6.2)."""
    last = state.plays[-1] if state.plays else None
    is_open = last is not None and last.what in ("effect", "plot") and not last.done
    return last.full if last is not None and is_open and not last.cancelled else ""
