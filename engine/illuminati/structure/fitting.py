"""What finds no room when a branch is laid (R8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.illuminati import events as ev
from engine.illuminati.gametable import GameTable
from engine.illuminati.orders import Wish
from engine.illuminati.structure import lost_cards


def free_lost(
    table: GameTable,
    seat: str,
    laid: Arrangement,
    wishes: Sequence[Wish],
) -> None:
    """Free the branches an arrangement has no place for (R8.3)."""
    given_up = [wish.card for wish in wishes if wish.arrow is None]
    for cards in lost_cards(table.state, laid):
        why: ev.FreedWhy = "given-up" if cards[0] in given_up else "no-room"
        table.emit(ev.Freed(seat, tuple(cards), why))


def replaced(ordered: Side | None, laid: Arrangement) -> Side | None:
    """The arrow a player ordered where another had to be taken (R8.4)."""
    return ordered if ordered != laid.laid[0].arrow else None
