"""What each line of orders is understood as in a written position, without a service."""

from __future__ import annotations

from typing import Any

from engine.illuminati.odds import ways
from engine.illuminati.orders import Attack, Line
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.checking import check
from pbem.games.contract.tools import LinesToParse, ToolResult
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    cost_of,
    explain,
    format_line,
    meant_by,
    need_at_ceiling,
    read,
    script_of,
    split,
    vocabulary_for,
    warnings,
)
from pbem.games.illuminati.position import state_in
from pbem.grammar.orders.foreign_verbs import spoken_hint


def parse(asked: LinesToParse) -> ToolResult:
    """What each line of a seat's orders is understood as; RulesetError for no seat of the game.

    Each line is told back in canonical words, with what it costs in MB (now, and at the most with
    all raising), its need and its chance before anybody interferes, and again at its ceiling.
    """
    state, seat = state_in(asked.position), asked.seat
    if all(seat != other.name for other in state.seats):
        known = ", ".join(other.name for other in state.seats)
        raise RulesetError(f"no seat is called {seat!r}; seats are {known}")
    names = vocabulary_for(state, seat)
    lines = read(asked.orders, names)
    rulings = _rulings(state, seat, lines)
    rows = [_plain(line, rulings[at], names) for at, line in enumerate(lines)]
    ignored = [line.text for line in lines if line.status == "ignored"]
    spoken = (spoken_hint(text, names.language) for text in ignored)
    hint = meant_by(ignored, names) or next(filter(None, spoken), "")
    plain = {"seat": seat, "ignored": len(ignored), "hint": hint, "lines": rows}
    texts = [text for row in rows for text in _format(row)]
    return ToolResult(plain, (*texts, hint) if hint else tuple(texts))


def _rulings(state: State, seat: str, lines: tuple[ParsedLine, ...]) -> list[Ruling | None]:
    """The engine's word on every line that is an order, lines of the script together."""
    script = {ruling.line: ruling for ruling in check(state, seat, script_of(lines))}
    scripted = split(lines).script
    found: list[Ruling | None] = []
    for line in lines:
        if line in scripted:
            found.append(script.get(line.number))
        elif line.order is not None:
            found.append(check(state, seat, (Line(line.number, line.order),))[0])
        else:
            found.append(None)
    return found


def _plain(line: ParsedLine, ruling: Ruling | None, names: Vocabulary) -> dict[str, Any]:
    need = ruling.need if ruling else None
    ceiling = need_at_ceiling(line.order, need) if need and isinstance(line.order, Attack) else need
    cost = cost_of(line.order, names) if line.order else None
    illegal = ruling is not None and bool(ruling.reason)
    return {
        "number": line.number,
        "text": line.text,
        "fate": line.status,
        "understood": format_line(line, names) if line.order or line.control or line.talk else None,
        "assumed": list(line.assumed),
        "problem": line.problem,
        "suggestions": list(line.suggestions),
        "status": ruling.status if ruling else None,
        "reason": ruling.reason if ruling else "",
        "rule": ruling.rule if ruling else "",
        "explained": explain(ruling.reason, ruling.facts, names) if ruling and illegal else "",
        "warnings": list(warnings(line.order, need, names)) if line.order and not illegal else [],
        "may_fail": ruling.may_fail if ruling else False,
        "cost_mb": cost.now if cost else None,
        "most_mb": cost.most if cost else None,
        "is_most_known": cost is None or cost.most is not None,
        "need": need,
        "chance_percent": _percent(need),
        "need_at_ceiling": ceiling,
        "chance_at_ceiling_percent": _percent(ceiling),
    }


def _percent(need: int | None) -> int | None:
    return None if need is None else round(100 * ways(need) / 36)


def _format(row: dict[str, Any]) -> list[str]:
    verdict = row["status"].upper() if row["status"] else row["fate"].upper()
    lines = [f"{verdict}: {row['understood'] or row['text']}"]
    lines += [f"    assumed: {note}" for note in row["assumed"]]
    lines += [f"    {row[key]}" for key in ("problem", "explained") if row[key]]
    lines += [f"    try: {suggestion}" for suggestion in row["suggestions"]]
    lines += [f"    warning: {warning}" for warning in row["warnings"]]
    if row["cost_mb"] or row["most_mb"] or not row["is_most_known"]:
        lines.append(f"    {_cost(row)}")
    if row["need"] is not None:
        lines.append(f"    need {row['need']} before interference, {row['chance_percent']} %")
    if row["need_at_ceiling"] != row["need"]:
        chance = row["chance_at_ceiling_percent"]
        lines.append(f"    need {row['need_at_ceiling']} at the ceiling, {chance} %")
    if row["may_fail"]:
        lines.append("    legal only if earlier lines go the right way")
    return lines


def _cost(row: dict[str, Any]) -> str:
    if not row["is_most_known"]:
        return f"costs {row['cost_mb']} MB now, all there is at the most"
    if row["most_mb"] == row["cost_mb"]:
        return f"costs {row['cost_mb']} MB"
    return f"costs {row['cost_mb']} MB now, {row['most_mb']} MB at the most"
