"""One turn adjudicated from a written position: orders of all seats in, what happened out."""

from __future__ import annotations

from engine.core.dice import LoadedDice, SecretDice
from pbem.games.contract.tools import ToolResult, TurnToAdjudicate, rolls_of
from pbem.games.illuminati.adjudication.formatting import as_plain, attacks_of, format_events
from pbem.games.illuminati.adjudication.turn import Adjudication, adjudicate
from pbem.games.illuminati.position import state_in

__all__ = [
    "Adjudication",
    "adjudicate",
    "adjudicate_file",
    "as_plain",
    "attacks_of",
]

FIXED_DICE = b"adjudicate"
"""Rolls beyond those given are the same every time."""


def adjudicate_file(turn: TurnToAdjudicate) -> ToolResult:
    """One turn of a POSITION.toml; RulesetError says what is wrong with it or the dice."""
    result = adjudicate(
        state_in(turn.position),
        turn.orders,
        LoadedDice(rolls_of(turn.dice), SecretDice(FIXED_DICE)),
        with_upkeep=turn.with_upkeep,
        meanwhile=turn.meanwhile,
    )
    return ToolResult(as_plain(result), tuple(format_events(result)))
