"""Deeds besides attacks: actions, transfers, moves, drops, gifts (R2.7, R2.9, R8.5, R8.6, R9.1)."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.core.rulings import Reason, Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS
from engine.illuminati.gametable import DeedRules, Deeds, GameTable, deed, nothing
from engine.illuminati.state import State
from engine.illuminati.structure import are_adjacent, branch_of, open_arrows, place
from engine.illuminati.structure.places import free_lost, refuse_arrow, refuse_places, replaced

ACTIONS = 2
"""Actions a turn (R2.7)."""


def refuse_action(state: State) -> Refusal | None:
    """Whether both actions of the turn are spent (R2.7)."""
    if state.turn.actions >= ACTIONS:
        return Refusal(rl.ACTIONS_SPENT, {"actions": ACTIONS})
    return None


TRANSFERS = 2
"""Transfers at the end of a turn (R2.9)."""
PASS_MONEY = 5
"""MB onto the Illuminati for a turn passed (R2.11)."""


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
        or refuse_places(state, start, order.card, order.wishes)
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


def refuse_receiver(state: State, seat: str, to: str) -> Refusal | None:
    """Why nothing can be given or shown to that seat."""
    if to == seat:
        return Refusal(rl.GIVES_HIMSELF, {"seat": to})
    found = next((s for s in state.seats if s.name == to), None)
    if found is None:
        return Refusal(rl.NO_SUCH_SEAT, {"seat": to})
    return Refusal(rl.SEAT_OUT, {"seat": to}) if found.is_out else None


def refuse_not_in_hand(state: State, seat: str, card: str) -> Refusal | None:
    """Whether the seat lacks that Special; whoever else has it is not told."""
    if card not in SPECIALS or card not in state.seat(seat).hand:
        return Refusal(rl.NOT_IN_HAND, {"card": card})
    return None


def refuse_give_money(state: State, seat: str, order: od.GiveMoney) -> Refusal | None:
    refusal = refuse_receiver(state, seat, order.to)
    if refusal:
        return refusal
    illuminati = state.seat(seat).illuminati
    money = state.money(illuminati)
    if order.amount <= 0:
        return Refusal(rl.NO_AMOUNT, {"card": illuminati, "to": order.to})
    if order.amount > money:
        facts: dict[str, str | int] = {"card": illuminati, "money": money, "needed": order.amount}
        return Refusal(rl.NO_MONEY_TO_GIVE, facts)
    return None


def refuse_give_special(state: State, seat: str, order: od.GiveSpecial) -> Refusal | None:
    return refuse_receiver(state, seat, order.to) or refuse_not_in_hand(state, seat, order.card)


def refuse_show(state: State, seat: str, order: od.Show) -> Refusal | None:
    for to in order.to:
        refusal = refuse_receiver(state, seat, to)
        if refusal:
            return refusal
    return refuse_not_in_hand(state, seat, order.card)


# --- pass -------------------------------------------------------------------------------


def refuse_pass(state: State, _seat: str, _order: od.Pass) -> Refusal | None:
    return Refusal(rl.PASS_AFTER_DEEDS, {}) if state.turn.is_busy else None


def run_pass(table: GameTable, seat: str, *, is_silent: bool) -> None:
    """No deed this turn: 5 MB onto the Illuminati (R2.11)."""
    table.emit(ev.Passed(seat, is_silent))
    table.emit(ev.Gained(seat, table.state.seat(seat).illuminati, PASS_MONEY))


DEEDS: Deeds = {
    od.Transfer: deed(refuse_transfer, run_transfer),
    od.Move: DeedRules(refuse_move, deed(nothing, run_move).run),
    od.Drop: deed(refuse_drop, run_drop),
    od.GiveMoney: deed(
        refuse_give_money, lambda t, seat, o: t.emit(ev.GaveMoney(seat, o.to, o.amount))
    ),
    od.GiveSpecial: deed(
        refuse_give_special, lambda t, seat, o: t.emit(ev.GaveSpecial(seat, o.to, o.card))
    ),
    od.Show: deed(refuse_show, lambda t, seat, o: t.emit(ev.Showed(seat, o.to, o.card))),
    od.Pass: deed(refuse_pass, lambda t, seat, _o: run_pass(t, seat, is_silent=False)),
}
"""Orders of this module as they are refused and carried out."""
