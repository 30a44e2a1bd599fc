"""Groups moved within a structure, each with its branch (I9.5, I9.6)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.deeds import sides
from engine.inwo.deeds.actions import announce_move, as_move
from engine.inwo.deeds.rearranging import FOR_A_MOVE, give_up, plots_for
from engine.inwo.deeds.undoing import carry_move
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.structure import fit, hang_anywhere, places_under


def payer_of_move(state: InwoState, seat: str, order: od.MoveGroup) -> str | None:
    """Who pays: the one named, else the first that can of Group, masters, Illuminati (I9.6)."""
    named = on_table(state, order.paying, seat) if order.paying else None
    known = facts(state)
    mover = free_mover(known, seat)
    if mover is not None and (order.paying is None or named == mover):
        return mover
    for payer in _payers(state, seat, order):
        if order.paying is not None and payer != named:
            continue
        if lg.refuse_acting(known, payer, rl.NO_TOKEN_TO_MOVE) is None:
            return payer
    return None


def _payers(state: InwoState, seat: str, order: od.MoveGroup) -> list[str]:
    """The Group, its master before and after, and his Illuminati."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    master = state.table[copy].master if copy is not None else None
    return [one for one in (copy, master, under, state.seat(seat).illuminati) if one is not None]


def _refuse_payer(state: InwoState, seat: str, order: od.MoveGroup) -> Refusal:
    """Why nobody pays for a move: who is named may not, or cannot act now."""
    named = on_table(state, order.paying, seat) if order.paying else None
    if order.paying is not None and named not in _payers(state, seat, order):
        return refuse(rl.MOVE_PAYER, card=named or order.paying)
    why = lg.refuse_acting(facts(state), named, rl.NO_TOKEN_TO_MOVE) if named else None
    return why or refuse(rl.NO_TOKEN_TO_MOVE, card=on_table(state, order.card, seat) or order.card)


def free_mover(known: Facts, seat: str) -> str | None:
    """A card that moves a Group for nothing once in his own turn (I38.32)."""
    if known.state.turn.seat != seat:
        return None
    used = known.state.seat(seat).used
    movers = (card.copy for card, _ in known.of_seat(seat, ab.FreeMove))
    return next((copy for copy in movers if f"move:{copy}" not in used), None)


def _as_turn(state: InwoState, seat: str, order: od.MoveGroup) -> od.TurnGroup | None:
    """To another side of the same master, which costs nothing where a card says so (I37)."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    if copy is None or order.at is None or state.table[copy].master != under:
        return None
    is_free = order.paying is None and hang_anywhere(state, seat)
    return od.TurnGroup(copy, order.at) if is_free else None


def refuse_move(state: InwoState, seat: str, order: od.MoveGroup) -> Refusal | None:
    """Why a Group may not go to another arrow of its structure."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    known = facts(state)
    if copy is None or state.table[copy].seat != seat or not known.is_group(copy):
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if under is None or under not in known.groups[seat]:
        return refuse(rl.NOT_ON_TABLE, card=order.under)
    if lg.is_burden(copy):
        return refuse(rl.FIXED, card=copy)
    barred = lg.refuse_master(known, copy, under)
    if barred:
        return barred
    if under in known.branch(copy):
        return refuse(rl.UNDER_ITSELF, card=copy, under=under)
    if (under, order.at or state.table[copy].arrow) == (
        state.table[copy].master,
        state.table[copy].arrow,
    ):
        return refuse(rl.NOT_MOVED, card=copy)
    if turned := _as_turn(state, seat, order):
        return sides.refuse_turning(state, seat, turned)
    unpaid = _refuse_price(state, seat, order)
    if unpaid:
        return unpaid
    places = places_under(state, seat, (under,), order.at, card=copy)
    if not places or fit(state, seat, copy, places) is None:
        return refuse(rl.ARROW_NOT_OPEN, card=under)
    return None


def _refuse_price(state: InwoState, seat: str, order: od.MoveGroup) -> Refusal | None:
    """A token, or a Plot while a New World Order lets everybody move Groups (I9.6, I37)."""
    if order.discarding or state.is_rearranging(seat):
        given = plots_for(state, seat, order.discarding, FOR_A_MOVE)
        return given if isinstance(given, Refusal) else None
    if payer_of_move(state, seat, order) is None:
        return _refuse_payer(state, seat, order)
    return None


def _is_for_plots(table: InwoTable, seat: str, order: od.MoveGroup) -> bool:
    """Whether it is paid by Plots before a New World Order, which is no action (I37)."""
    given = plots_for(table.state, seat, order.discarding, FOR_A_MOVE)
    if not isinstance(given, Refusal):
        give_up(table, seat, given)
    return not isinstance(given, Refusal)


def move(table: InwoTable, seat: str, order: od.MoveGroup) -> Refusal | None:
    """A Group goes with its branch; what does not fit goes to the hand (I9.5).

    Where cards are lost by it that waits until it can be cancelled no more (I22.10).
    """
    refusal = refuse_move(table.state, seat, order)
    if refusal:
        return refusal
    if turned := _as_turn(table.state, seat, order):
        return sides.turn(table, seat, turned)
    copy, under = on_table(table.state, order.card, seat), on_table(table.state, order.under, seat)
    assert copy is not None and under is not None
    payer = payer_of_move(table.state, seat, order)
    places = places_under(table.state, seat, (under,), order.at, card=copy)
    laid = fit(table.state, seat, copy, places, order.wishes)
    assert laid is not None
    play = as_move(table.state, seat, copy, laid, (payer,) if payer else ())
    if _is_for_plots(table, seat, order):
        carry_move(table, play)
    else:
        announce_move(table, play, is_free=payer == free_mover(table.known, seat))
    return None


ORDERS: OrderTable = {
    od.MoveGroup: by_order(refuse_move, move),
}
"""Orders of this module as they are refused and carried out."""
