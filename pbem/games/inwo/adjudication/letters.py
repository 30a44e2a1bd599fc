"""The lines of all seats as a run takes them: script, answers, policies (I39.4 to I39.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.game import is_on_file
from engine.inwo.orders import UNANSWERED
from engine.inwo.state import InwoState
from engine.inwo.turn.conditions import all_hold
from engine.inwo.turn.script_lines import CONDITION_FALSE
from pbem.games.inwo.adjudication.lines import ReadOrder, read_line
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.adjudication.said import named_loosely, words_said

_HEAD = re.compile(
    r"\s*(\d+[.)]\s*)?(?P<seat>[^:@]+?)\s*(@\s*(?P<window>\d+(\.\d+)?))?\s*:"
    r"(\s*\d+[.)](?=\s))?(?P<order>.*)"
)
_ON_FILE = 1000
"""Lines of the mover that are answers count from here, so that no number means two lines."""
_TALK = ("SAY", "RUMOUR", "RUMOR", "DIARY", "PROMISE", "POINT OUT")
_ASKING = (
    *("HAND", "TABLE", "PILES", "COUNT", "SUM", "WHATIF", "CARD", "RULES", "STATUS", "STANDING"),
    *("HISTORY", "WHO", "READY", "WAIT", "UNDO", "CLEAR", "PREVIEW", "RESEND", "AWAY", "SET"),
    *("DELEGATE", "HELP", "CANCEL ORDER"),
)
_TO_SERVICE = re.compile(rf"(?:(?P<talk>{'|'.join(_TALK)})|{'|'.join(_ASKING)})(?![\w-]).*", re.I)
"""What a service reads, and no game."""
_SAID = re.compile(r"SAY\s+TO\s+ALL\s*:(?P<words>.*)", re.I)
_PRINTED = re.compile(r"(?:SAY\s+TO\s+ALL|RUMOU?R)\s*:(?P<words>.*)", re.I)

ReadAs = od.InwoOrder | od.InwoPolicy


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
    rule: str = ""


@dataclass
class Letters:
    """What each seat has written, as the engine takes it.

    `before` the step come lines with the prefix @0, which are tried then alone, and those that
    nobody can answer (I39.5, I39.6), in the order of the file. `written` is every line of the file.
    """

    written: list[RunLine] = field(default_factory=list)
    lines: list[RunLine] = field(default_factory=list)
    answers: dict[str, list[od.InwoLine]] = field(default_factory=dict)
    before: list[tuple[str, od.InwoLine]] = field(default_factory=list)
    policies: dict[str, list[od.InwoPolicy]] = field(default_factory=dict)

    def add(self, line: RunLine, window: str, state: InwoState) -> None:
        """A line's order, unless it is to do nothing: a policy where what its IF asks is so now."""
        assert line.read is not None
        order, mover = line.read.order, state.turn.seat
        if isinstance(order, od.PassRound):
            return
        if isinstance(order, od.InwoPolicy):
            if not all_hold(state, line.seat, line.read.conditions):
                line.status, line.reason, line.rule = "skipped", CONDITION_FALSE, "I31.2"
                return
            standing = self.policies.setdefault(line.seat, [])
            line.place = len(standing)
            standing.append(order)
            return
        is_early = window == "0"
        row = od.InwoLine(line.key, order, "" if is_early else window, line.read.conditions)
        if is_early or line.seat != mover and isinstance(order, UNANSWERED) and not window:
            self.before.append((line.seat, row))
        if not is_early:
            self.answers.setdefault(line.seat, []).append(row)

    def is_early(self, seat: str, row: od.InwoLine) -> bool:
        """Whether a line is tried before the step alone."""
        return all(row.number != other.number for other in self.answers.get(seat, ()))


def read_letters(text: str, state: InwoState) -> Letters:
    """Every line of the file; what is no order is kept with the reason."""
    names = {seat.name.casefold(): seat.name for seat in state.seats}
    mover = state.turn.seat
    lines = _lines(text, names)
    letters = Letters(written=[line for line, _ in lines])
    script = 0
    asked: dict[str, tuple[od.InwoCondition, ...]] = {}
    for at, (line, window) in enumerate(lines):
        letters.lines.append(line)
        if line.status != "ok":
            continue
        if line.seat == mover and not window:
            if line.text.upper() == "MORE" and _is_last(lines[at + 1 :], mover):
                letters.lines.pop()
                continue
            script += 1
            line.number = script
        line.key = line.number or _ON_FILE + at + 1
        _take(line, window, state, letters, asked.get(line.seat, ()))
        asked[line.seat] = line.read.conditions if line.read else ()
    _end_without_more(letters.answers.get(mover, []))
    return letters


def _end_without_more(rows: list[od.InwoLine]) -> None:
    """MORE is as nothing too where only lines on file and such as are no order follow (I39.4)."""
    left = [row for row in rows if not is_on_file(row)]
    while left and isinstance(left[-1].order, od.EndSegment):
        rows.remove(left.pop())


def _said_to_all(texts: Iterable[str]) -> Iterator[str]:
    return (found["words"] for text in texts if (found := _SAID.match(text)))


def _saying(order: ReadAs, said: tuple[str, ...]) -> ReadAs:
    """The same order of a letter that says these words."""
    if isinstance(order, od.PlayPlot):
        return changed(order, said=said)
    if isinstance(order, od.LaunchAttack):
        plays = tuple(changed(play, said=said) for play in order.plays)
        reserves = tuple(changed(play, said=said) for play in order.reserve_plays)
        return changed(order, plays=plays, reserve_plays=reserves)
    return order


def _lines(text: str, names: dict[str, str]) -> list[tuple[RunLine, str]]:
    """The lines with the windows that their prefixes name; one of no seat is unreadable."""
    found: list[tuple[RunLine, str]] = []
    for row in text.splitlines():
        if not row.strip() or row.lstrip().startswith(("#", "//")):
            continue
        head = _HEAD.fullmatch(row)
        seat = names.get(head["seat"].casefold()) if head else None
        if head is None or seat is None:
            line = RunLine("", row.strip(), status="unreadable", reason="no-seat", rule="I39.4")
            found.append((line, ""))
            continue
        order = re.split(r"\s(?:#(?!\d)|//)", head["order"])[0].strip()
        if order:
            found.append((RunLine(seat, order), head["window"] or ""))
    return found


def _is_last(rest: list[tuple[RunLine, str]], mover: str) -> bool:
    """Whether no line of the script follows: MORE is then as nothing (I39.4)."""
    return all(line.seat != mover or window for line, window in rest)


def _take(
    line: RunLine,
    window: str,
    state: InwoState,
    letters: Letters,
    before: tuple[od.InwoCondition, ...],
) -> None:
    if found := _TO_SERVICE.fullmatch(line.text):
        if not found["talk"]:
            line.status, line.reason, line.rule = "skipped", "not-needed", "I31.2"
        elif (printed := _PRINTED.match(line.text)) and (cards := named_loosely(printed["words"])):
            line.read = ReadOrder(od.NameLoosely(cards))
            letters.add(line, window, state)
        return
    try:
        line.read = read_line(line.text, state, line.seat, before)
    except NoSuchLine as problem:
        line.status, line.reason, line.rule = problem.status, problem.reason, problem.rule
    else:
        words = words_said(
            _said_to_all(one.text for one in letters.written if one.seat == line.seat)
        )
        line.read = replace(line.read, order=_saying(line.read.order, words))
        letters.add(line, window or _line_named(line, line.read), state)


def _line_named(line: RunLine, read: ReadOrder) -> str:
    """The line in whose window it is tried; one of the script names a line before it (I39.6)."""
    if line.number is None:
        return read.window
    named = read.window
    match read.order:
        case od.PlayPlot(on=(on, *_)) | od.UseAbility(on=(on, *_)):
            named = named or on.partition(".")[0]
        case od.JoinAttack() | od.DefendTarget() | od.SendAgents() as order:
            named = order.attack or ""
    return named if named.isdecimal() and 0 < int(named) < line.number else ""
