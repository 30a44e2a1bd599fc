"""Where a card may be ordered to lie, and what finds no room there (R8.3, R8.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS
from engine.illuminati.gametable import GameTable
from engine.illuminati.orders import PuppetPlace
from engine.illuminati.state import State
from engine.illuminati.structure import branch_of, lost_cards, open_arrows


def refuse_printed(master: str, arrow: Side | None) -> Refusal | None:
    """Why no puppet ever lies there (R8.1); no arrow named is the best open one."""
    printed = CARDS[master].outline.arrows_out
    if arrow is None or arrow in printed:
        return None
    facts: dict[str, str | int] = {"card": master, "arrow": arrow, "open": " ".join(printed)}
    return Refusal(rl.ARROW_NOT_PRINTED, facts)


def refuse_arrow(
    state: State, start: State, seat: str, master: str, arrow: Side | None
) -> Refusal | None:
    """Why a puppet cannot be ordered onto this arrow; one that closed meanwhile passes (R8.4)."""
    if arrow is None:
        return None
    refusal = refuse_printed(master, arrow)
    if refusal:
        return refusal
    open_now = open_arrows(state, seat)[master]
    if arrow in open_now:
        return None
    was_open = start.owner(master) == seat and arrow in open_arrows(start, seat)[master]
    if was_open and open_now:
        return None
    return Refusal(rl.ARROW_NOT_OPEN, {"card": master, "arrow": arrow, "open": " ".join(open_now)})


def refuse_places(
    state: State, start: State, root: str, wishes: Sequence[PuppetPlace]
) -> Refusal | None:
    """Why the puppets of a branch cannot be ordered to lie so; one that left it passes (R8.3)."""
    branch = branch_of(state, root) if wishes else ()
    for wish in wishes:
        holding = state.holdings.get(wish.card)
        if wish.card not in branch and wish.card in branch_of(start, root):
            continue
        if wish.card == root or wish.card not in branch or holding is None:
            return Refusal(rl.WISH_NOT_PUPPET, {"card": wish.card, "target": root})
        master = holding.master
        assert master is not None
        refusal = refuse_printed(master, wish.arrow)
        if refusal:
            return refusal
    return None


def free_lost(
    table: GameTable,
    seat: str,
    laid: Arrangement,
    wishes: Sequence[PuppetPlace],
) -> None:
    """Free the branches an arrangement has no place for (R8.3)."""
    given_up = [wish.card for wish in wishes if wish.arrow is None]
    for cards in lost_cards(table.state, laid):
        why: ev.FreedWhy = "given-up" if cards[0] in given_up else "no-room"
        table.emit(ev.Freed(seat, tuple(cards), why))


def replaced(ordered: Side | None, laid: Arrangement) -> Side | None:
    """The arrow a player ordered where another had to be taken (R8.4)."""
    return ordered if ordered != laid.laid[0].arrow else None
