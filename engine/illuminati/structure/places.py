"""Where a card may be ordered to lie: arrows and wishes (R8.3, R8.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.geometry import Side
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS
from engine.illuminati.orders import Wish
from engine.illuminati.rulings import Refusal
from engine.illuminati.state import State
from engine.illuminati.structure import branch_of, open_arrows


def refuse_arrow(
    state: State, start: State, seat: str, master: str, arrow: Side | None
) -> Refusal | None:
    """Why a puppet cannot be ordered onto this arrow; one that closed meanwhile passes (R8.4)."""
    if arrow is None:
        return None
    facts: dict[str, str | int] = {"card": master, "arrow": arrow}
    if arrow not in CARDS[master].outline.arrows_out:
        return Refusal(rl.ARROW_NOT_PRINTED, facts)
    open_now = open_arrows(state, seat)[master]
    if arrow in open_now:
        return None
    facts["open"] = " ".join(open_now)
    was_open = start.owner(master) == seat and arrow in open_arrows(start, seat)[master]
    if was_open and open_now:
        return None
    return Refusal(rl.ARROW_NOT_OPEN, facts)


def refuse_wishes(state: State, start: State, root: str, wishes: Sequence[Wish]) -> Refusal | None:
    """Why the puppets of a branch cannot be ordered to lie so; one that left it passes (R8.3)."""
    branch = branch_of(state, root)
    for wish in wishes:
        holding = state.holdings.get(wish.card)
        if wish.card not in branch and wish.card in branch_of(start, root):
            continue
        if wish.card == root or wish.card not in branch or holding is None:
            return Refusal(rl.WISH_NOT_PUPPET, {"card": wish.card, "target": root})
        master = holding.master
        assert master is not None
        if wish.arrow is not None and wish.arrow not in CARDS[master].outline.arrows_out:
            return Refusal(rl.ARROW_NOT_PRINTED, {"card": master, "arrow": wish.arrow})
    return None
