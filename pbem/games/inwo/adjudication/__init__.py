"""One turn of INWO adjudicated from a written position (I39)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, OneDieError
from pbem.games.contract.tools import ToolResult, TurnToAdjudicate, rolls_of
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.adjudication.result import as_plain, format_result
from pbem.games.inwo.adjudication.turn import InOrder, adjudicate_turn
from pbem.games.inwo.position import read_inwo_position


def adjudicate_file(turn: TurnToAdjudicate) -> ToolResult:
    """One turn of a POSITION.toml; RulesetError says what is wrong with it or the dice."""
    state, step = read_inwo_position(turn.position)
    if turn.meanwhile:
        raise RulesetError("--meanwhile: write `ann@3: ...` for what comes in line 3's window")
    dice = LoadedDice(rolls_of(turn.dice, has_single=True), InOrder())
    try:
        result = adjudicate_turn(state, "b0" if turn.with_upkeep else step, turn.orders, dice)
    except OneDieError as error:
        raise RulesetError(f"--dice: {error}") from error
    return ToolResult(as_plain(result), tuple(format_result(result)))
