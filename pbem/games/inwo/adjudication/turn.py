"""A turn from the lines of all seats: the script, the answers on file, the state after E4."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.core.dice import Dice, Roll, SecretDice
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.evolve import evolve_inwo
from engine.inwo.game import act, advance
from engine.inwo.inwotable import InwoAnswers, InwoPolicies, InwoTable
from engine.inwo.state import InwoState
from engine.inwo.turn.ending import end_turn
from engine.inwo.turn.script import CONDITION_FALSE
from engine.inwo.turn.setup import PLOTS_DEALT, settle_leads
from engine.inwo.turn.start import begin_turn_of, draw_groups, draw_plots, finish_start
from pbem.games.inwo.adjudication.lines import ReadOrder, read_line
from pbem.games.inwo.adjudication.names import NoSuchLine

T = TypeVar("T")
_HEAD = re.compile(
    r"\s*(\d+[.)]\s*)?(?P<seat>[^:@]+?)\s*(@\s*(?P<window>\d+(\.\d+)?))?\s*:(?P<order>.*)"
)
_ON_FILE = 1000
"""Lines of the mover that are answers count from here, so that no number means two lines."""


class InOrder:
    """Chance where no dice are given: nothing is shuffled, the first that qualifies is taken."""

    _dice = SecretDice(b"adjudicate")

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        return 0

    def roll(self, draw: int, purpose: str) -> Roll:
        return self._dice.roll(draw, purpose)

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(things)


@dataclass
class RunLine:
    """A line as it was written: who, its number if it is told one, its order if it is one.

    `key` is its number in the engine, `place` that of a standing order among those of its seat.
    """

    seat: str
    text: str
    number: int | None = None
    key: int = 0
    place: int = -1
    read: ReadOrder | None = None
    status: str = "ok"
    reason: str = ""


@dataclass(frozen=True)
class InwoRun:
    """A turn as it went: the lines, the events up to its end, the states before and after."""

    lines: tuple[RunLine, ...]
    before: InwoState
    events: tuple[ev.InwoEvent, ...]
    after: InwoState
    to_move: str


@dataclass
class _Letters:
    """What each seat has written, as the engine takes it."""

    answers: dict[str, list[od.InwoLine]] = field(default_factory=dict)
    early: list[tuple[str, od.InwoLine]] = field(default_factory=list)
    """Lines that are tried before the step alone, in the order of the file (I39.6)."""
    policies: dict[str, list[od.InwoPolicy]] = field(default_factory=dict)

    def add(self, line: RunLine, window: str) -> None:
        """A line's order, unless it is to do nothing."""
        assert line.read is not None
        if isinstance(line.read.order, od.PassRound):
            return
        if isinstance(line.read.order, od.InwoPolicy):
            standing = self.policies.setdefault(line.seat, [])
            line.place = len(standing)
            standing.append(line.read.order)
            return
        asked = line.read.conditions
        if window == "0":
            self.early.append((line.seat, od.InwoLine(line.key, line.read.order, "", asked)))
            return
        row = od.InwoLine(line.key, line.read.order, window, asked)
        self.answers.setdefault(line.seat, []).append(row)


def adjudicate_turn(state: InwoState, step: str, text: str, dice: Dice) -> InwoRun:
    """The turn of the seat to move from a step through E4 (I39.1)."""
    lines, letters = _read(text, state)
    policies = {seat: tuple(rows) for seat, rows in letters.policies.items()}
    answers = {seat: tuple(rows) for seat, rows in letters.answers.items()}
    before = _at_step(state, step)
    if step == "leads":
        return _set_up(before, lines, answers, policies, dice)
    early: list[ev.InwoEvent] = []
    state = before
    for seat, row in letters.early:
        acted = act(state, seat, (row,), dice)
        state, early = acted.state, [*early, *acted.events]
    table = InwoTable(state, dice, policies, answers)
    if step == "b0":
        begin_turn_of(table, state.turn.seat)
    elif step in ("b1", "b2"):
        if step == "b1":
            draw_plots(table, state.turn.seat)
        draw_groups(table, state.turn.seat)
    elif step == "b4":
        finish_start(table)
    begun = len(early) + len(table.events)
    if step in ("e1", "e3"):
        end_turn(table)
    state, events = table.state, [*early, *table.events]
    while state.asks and not _is_over(events[begun:]):
        done = advance(state, state.asks[0].key, answers, policies, dice)
        events += done.events
        state = done.state
        answers = _left(answers, events)
    kept = _through_the_end(events, begun)
    following = next((e.seat for e in events[begun:] if isinstance(e, ev.InwoTurnBegan)), "")
    after = before
    for event in kept:
        after = evolve_inwo(after, event)
    return InwoRun(tuple(lines), before, tuple(kept), after, following)


def _set_up(
    before: InwoState,
    lines: list[RunLine],
    answers: InwoAnswers,
    policies: InwoPolicies,
    dice: Dice,
) -> InwoRun:
    """The set-up from I4.2 on, and nothing after it (I39.2)."""
    table = InwoTable(before, dice, policies)
    for seat in before.seats:
        table.draw(seat.name, "plot_deck", PLOTS_DEALT, "dealt")
    wishes = {
        seat: line.order
        for seat, rows in answers.items()
        for line in reversed(rows)
        if isinstance(line.order, od.PlaceLead)
    }
    settle_leads(table, wishes, policies)
    return InwoRun(tuple(lines), before, tuple(table.events), table.state, table.state.first)


def _at_step(state: InwoState, step: str) -> InwoState:
    """The state before what is to be run: of a whole turn the moment before it begins."""
    if step == "b0":
        turn = changed(state.turn, number=state.turn.number - 1, step="e3")
        return changed(state, turn=turn, asks=())
    is_asked_later = step in ("leads", "b1", "b2", "e1", "e3")
    return changed(state, asks=()) if is_asked_later else state


def _is_over(events: Sequence[ev.InwoEvent]) -> bool:
    return any(isinstance(event, ev.InwoTurnBegan | ev.InwoWon) for event in events)


def _left(
    answers: dict[str, tuple[od.InwoLine, ...]], events: Sequence[ev.InwoEvent]
) -> dict[str, tuple[od.InwoLine, ...]]:
    """The lines on file that have not been made: all wait for the windows still to come."""
    made = {(e.seat, e.line) for e in events if isinstance(e, ev.LineSettled) and e.status == "ok"}
    return {
        seat: tuple(line for line in lines if (seat, line.number) not in made)
        for seat, lines in answers.items()
    }


def _through_the_end(events: Sequence[ev.InwoEvent], begun: int) -> list[ev.InwoEvent]:
    """The events up to the next turn, which is not begun (I39.1)."""
    kept = list(events[:begun])
    for event in events[begun:]:
        if isinstance(event, ev.InwoTurnBegan):
            if kept and isinstance(kept[-1], ev.ChangesEnded):
                kept.pop()
            break
        kept.append(event)
    return kept


# --- lines --------------------------------------------------------------------------------------


def _read(text: str, state: InwoState) -> tuple[list[RunLine], _Letters]:
    names = {seat.name.casefold(): seat.name for seat in state.seats}
    mover = state.turn.seat
    lines, letters = [], _Letters()
    script = 0
    asked: dict[str, tuple[od.InwoCondition, ...]] = {}
    for row in text.splitlines():
        if not row.strip() or row.lstrip().startswith(("#", "//")):
            continue
        head = _HEAD.fullmatch(row)
        seat = names.get(head["seat"].casefold()) if head else None
        if head is None or seat is None:
            lines.append(RunLine("", row.strip(), status="unreadable", reason="no-seat"))
            continue
        line = RunLine(seat, re.split(r"\s(?:#|//)", head["order"])[0].strip())
        lines.append(line)
        window = head["window"] or ""
        if line.text.upper() == "MORE":
            continue
        if seat == mover and not window:
            script += 1
            line.number = script
        line.key = line.number or _ON_FILE + len(lines)
        _take(line, window, state, letters, asked.get(seat, ()))
        asked[seat] = line.read.conditions if line.read else ()
    return lines, letters


def _take(
    line: RunLine,
    window: str,
    state: InwoState,
    letters: _Letters,
    before: tuple[od.InwoCondition, ...],
) -> None:
    try:
        line.read = read_line(line.text, state, line.seat, before)
    except NoSuchLine as problem:
        line.status, line.reason = problem.status, str(problem)
    else:
        is_script = line.number is not None
        letters.add(line, window or ("" if is_script else line.read.window))


# --- rulings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InwoRuling:
    """What became of a line or of a part of it (I39.12)."""

    seat: str
    line: int | None
    text: str
    status: str
    reason: str = ""
    rule: str = ""


def rulings_of(run: InwoRun) -> list[InwoRuling]:
    """Of every line in the order of the file: its refused parts, then itself."""
    settled: dict[tuple[str, int], list[ev.LineSettled]] = {}
    tested: dict[tuple[str, int], ev.TriggerTested] = {}
    for event in run.events:
        if isinstance(event, ev.LineSettled):
            settled.setdefault((event.seat, event.line), []).append(event)
        elif isinstance(event, ev.TriggerTested):
            key = (event.seat, event.number)
            tested[key] = min(event, tested.get(key, event), key=lambda one: bool(one.reason))
    return [
        ruling
        for line in run.lines
        for ruling in (
            _ruled_trigger(line, tested.get((line.seat, line.place)))
            if line.read is not None and isinstance(line.read.order, od.Trigger)
            else _ruled(line, settled.get((line.seat, line.key), []))
        )
    ]


def _ruled_trigger(line: RunLine, tested: ev.TriggerTested | None) -> list[InwoRuling]:
    """A WHEN order is made, refused, or never set off (I39.12)."""
    status, reason, rule = "skipped", rl.NOT_FIRED.code, rl.NOT_FIRED.rule
    if tested is not None:
        status, reason, rule = "illegal" if tested.reason else "ok", tested.reason, tested.rule
    return [InwoRuling(line.seat, line.number, line.text, status, reason, rule)]


def _ruled(line: RunLine, events: Sequence[ev.LineSettled]) -> list[InwoRuling]:
    if line.read is None:
        return [InwoRuling(line.seat, line.number, line.text, line.status, line.reason)]
    found = [
        InwoRuling(line.seat, line.number, _typed(line.read, e.part), e.status, e.reason, e.rule)
        for e in events
        if e.part
    ]
    whole = [event for event in events if not event.part]
    made = next((event for event in whole if event.status == "ok"), whole[-1] if whole else None)
    if made is None:
        stands = isinstance(line.read.order, od.InwoPolicy | od.PassRound | od.Knock | od.PlaceLead)
        why = CONDITION_FALSE if line.read.conditions else "not-needed"
        status, reason, rule = ("ok", "", "") if stands else ("skipped", why, "")
    elif made.reason == rl.NOT_FIRED.code:
        status, reason, rule = "skipped", made.reason, made.rule
    else:
        status, reason, rule = made.status, made.reason, made.rule
    return [*found, InwoRuling(line.seat, line.number, line.text, status, reason, rule)]


def _typed(read: ReadOrder, part: str) -> str:
    """A part of a line with its card as it was typed."""
    word, _, card = part.partition(" ")
    return f"{word} {read.typed.get(card, card)}".strip()
