"""What a turn would be like after an order: the rules themselves run on what a seat knows."""

from __future__ import annotations

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.illuminati import orders as od
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.turn.legality import refuse, run
from engine.illuminati.winning.leaving import eliminate_bereft

SUCCESS: Roll = (1, 1)
FAILURE: Roll = (6, 6)


def after(state: State, seat: str, order: od.Order, roll: Roll = SUCCESS) -> State | None:
    """The state after an order whose attack rolls this; None if it is not legal."""
    if refuse(state, state, seat, order) is not None:
        return None
    table = GameTable(state, LoadedDice([roll], SecretDice(b"robot")))
    run(table, seat, 1, order)
    eliminate_bereft(table)
    return table.state
