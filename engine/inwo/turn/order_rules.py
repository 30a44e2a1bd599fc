"""The rules of every order but attacks, Plots and abilities: each module says those of its own."""

from __future__ import annotations

from engine.inwo.deeds import (
    arranging,
    automatic,
    consents,
    freeing,
    halves,
    moves,
    moving,
    relief,
    rolls,
    secrets,
    sides,
    ties,
    trademarks,
)
from engine.inwo.turn import declaring, trades

ORDER_RULES = {
    **arranging.ORDERS,
    **automatic.ORDERS,
    **consents.ORDERS,
    **freeing.ORDERS,
    **halves.ORDERS,
    **moves.ORDERS,
    **moving.ORDERS,
    **relief.ORDERS,
    **rolls.ORDERS,
    **secrets.ORDERS,
    **sides.ORDERS,
    **ties.ORDERS,
    **trademarks.ORDERS,
    **declaring.ORDERS,
    **trades.ORDERS,
}
