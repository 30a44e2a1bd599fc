"""Deeds besides attacks: transfers, moves, drops (R2.9, R8.5, R8.6)."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.core.rulings import Reason, Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.deeds.actions import refuse_action
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.structure import are_adjacent, branch_of, open_arrows, place
from engine.illuminati.structure.fitting import free_lost, replaced
from engine.illuminati.structure.places import refuse_arrow, refuse_wishes

TRANSFERS = 2
"""Transfers at the end of a turn (R2.9)."""


def refuse_not_own(state: State, seat: str, reason: Reason, *cards: str) -> Refusal | None:
    """The first of the cards that is not in the seat's structure, for the reason of the deed."""
    for card in cards:
        if state.owner(card) != seat:
            return Refusal(reason, {"card": card})
    return None


# --- transfer ---------------------------------------------------------------------------


def refuse_transfer(state: State, seat: str, order: od.Transfer) -> Refusal | None:
    """R2.9, and R2.7 for a transfer as an action."""
    reason = rl.NOT_YOURS_TO_ACT if order.as_action else rl.NOT_YOURS_TO_TRANSFER
    refusal = refuse_not_own(state, seat, reason, order.source, order.to)
    if refusal:
        return refusal
    facts: dict[str, str | int] = {"card": order.source, "to": order.to}
    if order.source == order.to:
        return Refusal(rl.SAME_CARD, facts)
    if order.amount <= 0:
        return Refusal(rl.NO_AMOUNT, facts)
    reaches = CARDS[order.source].ability(ab.FarTransfer) is not None
    if not reaches and not are_adjacent(state, order.source, order.to):
        return Refusal(rl.NOT_ADJACENT, facts)
    if order.amount > state.money(order.source):
        money = state.money(order.source)
        return Refusal(rl.NO_MONEY_TO_TRANSFER, {**facts, "money": money, "needed": order.amount})
    if order.as_action:
        return refuse_action(state)
    if state.turn.transfers >= TRANSFERS:
        return Refusal(rl.TRANSFERS_SPENT, {"transfers": TRANSFERS})
    return None


def run_transfer(table: GameTable, seat: str, order: od.Transfer) -> None:
    """Move the money."""
    table.emit(
        ev.Transferred(
            seat,
            order.source,
            order.to,
            order.amount,
            "action" if order.as_action else "transfer",
        )
    )


# --- move, drop, arrange ----------------------------------------------------------------


def refuse_move(state: State, start: State, seat: str, order: od.Move) -> Refusal | None:
    """R8.5, R8.4."""
    refusal = refuse_not_own(state, seat, rl.NOT_YOURS_TO_MOVE, order.card, order.master)
    if refusal:
        return refusal
    facts = {"card": order.card, "master": order.master}
    if order.card not in GROUPS:
        return Refusal(rl.MOVES_ILLUMINATI, facts)
    if order.master in branch_of(state, order.card):
        return Refusal(rl.UNDER_ITSELF, facts)
    return (
        _refuse_move_place(state, start, seat, order)
        or refuse_wishes(state, start, order.card, order.wishes)
        or refuse_action(state)
    )


def _refuse_move_place(state: State, start: State, seat: str, order: od.Move) -> Refusal | None:
    places = move_places(state, seat, order)
    if not places:
        return Refusal(rl.NO_ROOM, {"card": order.master, "target": order.card})
    if order.arrow is None or (order.master, order.arrow) in places:
        return None
    return refuse_arrow(state, start, seat, order.master, order.arrow)


def move_places(state: State, seat: str, order: od.Move) -> list[tuple[str, Side]]:
    """Where the branch may be put: the master's open arrows, the ordered one if it is open."""
    sides = open_arrows(state, seat)[order.master]
    if order.arrow in sides:
        sides = (order.arrow,)
    return [(order.master, side) for side in sides]


def run_move(table: GameTable, seat: str, order: od.Move) -> None:
    """Lay the branch on its new master; what finds no room becomes uncontrolled (R8.3)."""
    state = table.state
    places = move_places(state, seat, order)
    laid = place(state, seat, order.card, places, order.wishes)
    assert laid is not None, "a move was allowed without an open arrow"
    free_lost(table, seat, laid, order.wishes)
    table.emit(ev.Moved(seat, order.card, laid.laid, replaced(order.arrow, laid)))


def refuse_drop(state: State, seat: str, order: od.Drop) -> Refusal | None:
    """R8.6."""
    if order.card in CARDS and order.card not in GROUPS:
        return Refusal(rl.DROPS_ILLUMINATI, {"card": order.card})
    return refuse_not_own(state, seat, rl.NOT_YOURS_TO_DROP, order.card)


def run_drop(table: GameTable, seat: str, order: od.Drop) -> None:
    """The branch becomes uncontrolled."""
    table.emit(ev.Freed(seat, tuple(branch_of(table.state, order.card)), "dropped"))
