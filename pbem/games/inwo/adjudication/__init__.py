"""One turn of INWO adjudicated from a written position (I39)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, Roll
from pbem.games.contract.tools import ToolResult, TurnToAdjudicate
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.adjudication.result import as_plain, format_result
from pbem.games.inwo.adjudication.turn import InOrder, adjudicate_turn
from pbem.games.inwo.position import read_inwo_position


def adjudicate_file(turn: TurnToAdjudicate) -> ToolResult:
    """One turn of a POSITION.toml; RulesetError says what is wrong with it or the dice."""
    state, step = read_inwo_position(turn.position)
    if turn.meanwhile:
        raise RulesetError("--meanwhile: write `ann@3: ...` for what comes in line 3's window")
    dice = LoadedDice(_rolls(turn.dice), InOrder())
    result = adjudicate_turn(state, "b0" if turn.with_upkeep else step, turn.orders, dice)
    return ToolResult(as_plain(result), tuple(format_result(result)))


def _rolls(text: str) -> tuple[Roll, ...]:
    """Rolls of two dice such as 3+1,6+5, and of one die such as 4."""
    found: list[Roll] = []
    for roll in (part.strip() for part in text.split(",") if part.strip()):
        words = roll.split("+")
        if len(words) > 2 or any(word not in "123456" or len(word) != 1 for word in words):
            raise RulesetError(f"--dice: {roll!r} is not a roll; write two dice as 3+1, one as 4")
        found.append((int(words[0]), int(words[1]) if len(words) > 1 else 0))
    return tuple(found)
