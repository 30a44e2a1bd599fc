"""Groups that hang on sides without arrow: moved among them, laid on arrows again (I37)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.structure import fit, hang_anywhere, places_without, sides_of


def refuse_turning(state: InwoState, seat: str, order: od.TurnGroup) -> Refusal | None:
    """Why a Group does not go to another side of its master for nothing."""
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat or not facts(state).is_group(copy):
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if not hang_anywhere(state, seat):
        return refuse(rl.NO_FREE_SIDES, card=copy)
    if state.table[copy].arrow == order.at:
        return refuse(rl.NOT_MOVED, card=copy)
    master = state.table[copy].master or ""
    return None if _turned(state, copy, order.at) else refuse(rl.ARROW_NOT_OPEN, card=master)


def _turned(state: InwoState, copy: str, at: Side) -> Arrangement | None:
    card = state.table[copy]
    places = places_without(state, copy, (card.master or "",))
    return fit(state, card.seat, copy, [place for place in places if place[1] == at])


def turn(table: InwoTable, seat: str, order: od.TurnGroup) -> Refusal | None:
    """It hangs on another side of its master; what does not fit goes to the hand (I9.5)."""
    refusal = refuse_turning(table.state, seat, order)
    copy = on_table(table.state, order.card, seat)
    laid = _turned(table.state, copy, order.at) if refusal is None and copy else None
    if laid is not None:
        for root in laid.lost:
            remove_branch(table, root, "groups", "no-room")
        table.emit(ev.BranchLaid(seat, laid.laid, "moved"))
    return refusal


# --- the card is lost that let them hang so --------------------------------------------------


def _strays(state: InwoState, seat: str) -> Iterator[str]:
    """Groups that hang where there is no arrow, and no card that lets them, near ones first."""
    known = facts(state)
    groups = known.groups[seat]
    if any(card_of(copy).ability(ab.FreeSides) for copy in groups):
        return
    for copy in known.branch(groups[0])[1:]:
        master = state.table[copy].master or ""
        # Seldom is there one, and the printed arrows are at hand.
        is_printed = state.table[copy].arrow in card_of(master).outline.arrows_out
        if not is_printed and state.table[copy].arrow not in sides_of(state, copy):
            yield copy


def straighten(table: InwoTable) -> None:
    """They go to arrows, of their master if they can; what does not fit is discarded."""
    for seat in table.state.seats:
        if seat.is_out:
            continue
        strays = list(_strays(table.state, seat.name))
        while strays and any([_is_straight(table, copy) for copy in strays]):
            strays = list(_strays(table.state, seat.name))
        for copy in strays:
            if copy in table.state.table and table.state.table[copy].seat == seat.name:
                remove_branch(table, copy, "discards", "no-room")
        if strays:
            check_bereft(table, seat.name, seat.name)


def _is_straight(table: InwoTable, copy: str) -> bool:
    """Whether it could be laid on an arrow: its master's, else the first that may have it."""
    state, known = table.state, table.known
    if copy not in state.table:
        return False
    card = state.table[copy]
    others = [one for one in known.groups[card.seat] if one not in known.branch(copy)]
    others = [one for one in others if lg.refuse_master(known, copy, one) is None]
    places = places_without(state, copy, (card.master or "",))
    laid = fit(state, card.seat, copy, places or places_without(state, copy, others))
    if laid is None:
        return False
    for root in laid.lost:
        remove_branch(table, root, "discards", "no-room")
    table.emit(ev.BranchLaid(card.seat, laid.laid, "moved"))
    return True


ORDERS: OrderTable = {
    od.TurnGroup: by_order(refuse_turning, turn),
}
"""Orders of this module as they are refused and carried out."""
