"""What became of the lines of the reader's own scripts; nobody else is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.illuminati.events import Event, LineRuled, TurnBegan, TurnEnded, TurnPaused
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.names import Explain


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """A line of a script and what became of it."""

    number: int
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """The lines of one turn."""

    turn: int
    lines: tuple[LineOutcome, ...]


def scripts_run(
    events: Sequence[Event], turn: int, reader: str, explain: Explain
) -> tuple[ScriptRun, ...]:
    """The reader's scripts of these events, a run a turn; `turn` is the one now open."""
    runs: list[ScriptRun] = []
    lines: list[LineOutcome] = []
    for event in events:
        if isinstance(event, LineRuled) and event.seat == reader:
            lines.append(LineOutcome(event.line, one_line(event.text, 200), _note(event, explain)))
        elif lines and isinstance(event, TurnBegan | TurnEnded | TurnPaused):
            number = event.number - isinstance(event, TurnBegan)
            runs.append(ScriptRun(number, tuple(lines)))
            lines = []
    if lines:
        runs.append(ScriptRun(turn, tuple(lines)))
    return tuple(runs)


def _note(event: LineRuled, explain: Explain) -> str:
    if event.reason:
        return "not done: " + one_line(explain(event.reason, {**dict(event.facts)}), 400)
    return "done" if event.succeeded else "carried out, and failed"
