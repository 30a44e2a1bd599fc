"""What each line of orders is understood as in a written position, without a service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.attacks.legality import refuse_attack
from engine.inwo.options import bare_need, percent_of
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import GameInput, JudgedLine, LetterInput
from pbem.games.contract.tools import LinesToParse, ToolResult
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.language import LANGUAGE
from pbem.games.inwo.position import read_inwo_position
from pbem.games.inwo.suggestions import with_tokens


def parse(asked: LinesToParse) -> ToolResult:
    """What each line of a seat's orders is understood as; RulesetError for no seat of the game.

    Each is told back in canonical words, an attack with its need and its chance before anybody
    interferes.
    """
    state, _ = read_inwo_position(asked.position)
    seat = asked.seat
    if all(seat != other.name for other in state.seats):
        known = ", ".join(other.name for other in state.seats)
        raise RulesetError(f"no seat is called {seat!r}; seats are {known}")
    game = GameInput(state, lambda name: LANGUAGE.vocabulary(state, name), {}, SecretDice(b"parse"))
    judged = LANGUAGE.judge(game, LetterInput(seat, asked.orders))
    rows = [_plain(state, seat, line) for line in judged.lines]
    overlooked = judged.overlooked
    hint = overlooked.order or overlooked.word
    plain = {"seat": seat, "ignored": len(overlooked.lines), "hint": hint, "lines": rows}
    lines = [text for row in rows for text in _format(row)]
    return ToolResult(plain, (*lines, hint) if hint else tuple(lines))


def _plain(state: InwoState, seat: str, line: JudgedLine) -> dict[str, Any]:
    need = _need(state, seat, line.order)
    return {
        "number": line.number,
        "text": line.text,
        "status": line.status,
        "understood": line.understood or None,
        "note": line.note,
        "reason": line.reason,
        "rule": line.rule,
        "need": need,
        "chance_percent": None if need is None else percent_of(need),
    }


def _need(state: InwoState, seat: str, typed: Any) -> int | None:
    """The need of an attack that could be announced, from what its player knows."""
    order = typed.order if isinstance(typed, TypedOrder) else None
    if not isinstance(order, od.LaunchAttack):
        return None
    view = with_tokens(inwo_view(state, seat))
    return None if refuse_attack(view, seat, order) else bare_need(view, seat, order)


def _format(row: dict[str, Any]) -> Iterator[str]:
    yield f"{row['status']}: {row['understood'] or row['text']}"
    if row["note"]:
        yield f"    {row['note']}"
    if row["need"] is not None:
        yield f"    need {row['need']} before answers, {row['chance_percent']} %"
