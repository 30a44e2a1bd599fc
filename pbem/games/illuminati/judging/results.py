"""What is said of each line of a letter: its status, told back, with need and chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.illuminati import rulings as rl
from engine.illuminati.odds import ways
from engine.illuminati.orders import Order, Pass, Resign
from engine.illuminati.rulings import Ruling
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.conditions import line_tested
from pbem.games.contract.orders import UNTAKEN, JudgedLine, LineStatus, question_on
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import (
    BARED,
    ParsedLine,
    Vocabulary,
    explain,
    format_line,
    script_of,
    warnings,
)
from pbem.values import changed

MAY_COME_TRUE = rl.LACKS_MONEY
"""Refusals that a gift may undo before the turn is run: such lines stay on the sheet."""
NEVER = (rl.GAME_OVER.code, rl.SEAT_OUT.code)
"""Refusals that no turn to come can undo."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a line cannot be: a code for programs, the text for its writer, and the rule."""

    code: str
    text: str
    rule: str = ""


def judge_on_file(
    given: Given, seat: str, script: tuple[ParsedLine, ...]
) -> tuple[JudgedLine, ...]:
    """What can be said now of each line of a script on file."""
    rulings = check(given.state, seat, script_of(script)) if script else ()
    is_mover, names = given.state.turn.seat == seat, given.names(seat)
    return tuple(
        _ruled(line, ruling, _status(line, ruling, names, is_mover=is_mover), names)
        for line, ruling in zip(script, rulings, strict=True)
    )


def judge_script(
    script: tuple[ParsedLine, ...],
    rulings: Sequence[Ruling],
    lines: Sequence[ParsedLine],
    names: Vocabulary,
    *,
    is_mover: bool,
) -> tuple[tuple[ParsedLine, ...], dict[int, JudgedLine]]:
    """The script without the lines that cannot be, and what is said of each line."""
    statuses: dict[int, JudgedLine] = {}
    kept = []
    new = {line.place for line in lines}
    tests = [(line, number) for line in script for number in map(line_tested, line.conditions)]
    tested = {number for line, number in tests if number != line.number}
    for line, ruling in zip(script, rulings, strict=True):
        status = _status(line, ruling, names, is_mover=is_mover)
        statuses[line.place] = _ruled(line, ruling, status, names)
        if status != "REFUSED" or line.place not in new or line.number in tested:
            kept.append(line)
    return tuple(kept), statuses


def _status(line: ParsedLine, ruling: Ruling, names: Vocabulary, *, is_mover: bool) -> LineStatus:
    if ruling.status == "skipped":
        return "SKIPPED-IF"
    if ruling.status == "illegal":
        if ruling.reason in NEVER:
            return "REFUSED"
        if not is_mover:
            return "HELD"
        return "WARNING" if ruling.reason in MAY_COME_TRUE else "REFUSED"
    if ruling.may_fail:
        return "WARNING"
    if _warned(line, ruling, names):
        return "WARNING"
    return "ASSUMED" if line.assumed else "OK"


def _ruled(line: ParsedLine, ruling: Ruling, status: LineStatus, names: Vocabulary) -> JudgedLine:
    notes = [line.assumption]
    if ruling.status == "illegal":
        reason = explain(ruling.reason, ruling.facts, names)
        if status == "HELD":
            reason = f"Not possible as things stand; it is checked again in your turn. {reason}"
        elif status == "WARNING":
            reason = f"{reason} Unless that changes before your turn is run, the line is skipped."
        notes.append(reason)
    elif ruling.status == "skipped":
        notes.append("As things stand its condition is not met.")
    elif ruling.may_fail:
        notes.append("Possible only if earlier lines go the right way; else it is skipped.")
    if status in ("OK", "ASSUMED", "WARNING"):
        notes += _warned(line, ruling, names)
    judged = answer(line, status, names, " ".join(note for note in notes if note))
    judged = changed(judged, reason=ruling.reason, rule=ruling.rule)
    return with_need(judged, ruling.need)


def with_need(judged: JudgedLine, need: int | None) -> JudgedLine:
    """The line with what its dice must not exceed (R5.8), and how many of 36 rolls do not."""
    return changed(judged, need=need, ways=None if need is None else ways(need))


def _warned(line: ParsedLine, ruling: Ruling, names: Vocabulary) -> list[str]:
    """What the writer may not have meant by a line that can be carried out."""
    if line.order is None:
        return []
    return [*warnings(line.order, ruling.need, names), *filter(None, [BARED[ruling.bares]])]


def plain(line: ParsedLine, names: Vocabulary) -> JudgedLine:
    """A line that is not an order, or one that could not be read."""
    tries = [_at_its_number(line, one) for one in line.suggestions]
    note = question_on(line.problem, tries) or line.assumption
    return answer(line, UNTAKEN.get(line.status, "OK"), names, note)


def _at_its_number(line: ParsedLine, suggestion: str) -> str:
    """Sent back without its number, a line would replace the whole script."""
    is_order = not suggestion.startswith("HELP ")
    if not line.number or not is_order or suggestion.partition(":")[0].isdecimal():
        return suggestion
    return f"{line.number}: {suggestion}"


def answer(line: ParsedLine, status: LineStatus, names: Vocabulary, note: str) -> JudgedLine:
    text = format_line(line.unnumbered, names) if line.order is not None else ""
    return JudgedLine(
        line.number or None,
        line.text,
        status,
        text,
        note,
        order=line.order,
        verb=_verb(line.order),
        command=None if line.is_ahead else line.control,
        place=line.place,
    )


def _verb(order: Order | None) -> Literal["", "PASS", "RESIGN"]:
    if isinstance(order, Pass):
        return "PASS"
    return "RESIGN" if isinstance(order, Resign) else ""


def refused(
    line: ParsedLine, names: Vocabulary, why: Objection, status: LineStatus = "REFUSED"
) -> JudgedLine:
    """The line, refused for a reason that is none of the rules of play."""
    judged = answer(line, status, names, why.text)
    return changed(judged, reason=why.code, rule=why.rule)


def illegal(
    line: ParsedLine, names: Vocabulary, ruling: Ruling, status: LineStatus = "REFUSED"
) -> JudgedLine:
    """The line, refused by the rules, or HELD until they may allow it."""
    note = explain(ruling.reason, ruling.facts, names)
    return refused(line, names, Objection(ruling.reason, note, ruling.rule), status)


def with_what_stays(
    refused: dict[int, JudgedLine],
    sheet: tuple[ParsedLine, ...] | None,
    filed: Sequence[ParsedLine],
    lines: Sequence[ParsedLine],
) -> dict[int, JudgedLine]:
    """What is said of refused lines, and of what is on file in their stead."""
    stay = {line.number for line in (filed if sheet is None else sheet) if line in filed}
    judged = dict(refused)
    whole = None
    for line in (line for line in lines if line.place in refused):
        if not line.numbered:
            whole = line.place
        elif line.number in stay:
            judged[line.place] = _with_note(
                refused[line.place], f"Line {line.number} on file stays."
            )
    if whole is not None and sheet is None and filed:
        judged[whole] = _with_note(refused[whole], "What was on file stays as it was.")
    return judged


def _with_note(judged: JudgedLine, more: str) -> JudgedLine:
    return changed(judged, note=f"{judged.note} {more}")
