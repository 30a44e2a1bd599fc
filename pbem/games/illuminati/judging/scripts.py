"""What a letter makes of its seat's scripts, and what is said of each line.

Lines for a turn to come stand behind TURN n:, lines for every turn behind REPEAT: (R12.1). Each
turn of a seat's own has a sheet of its own; what is repeated stands on one more, and is the script
of each turn that begins without any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from engine.illuminati.state import State
from engine.illuminati.turn.checking import check
from pbem.games.contract.orders import EVERY, JudgedLine
from pbem.games.contract.plain_sheets import MOST_TURNS, NOT_ON_FILE, script_only, turn_problem
from pbem.games.illuminati.judging.context import Given, own_turn
from pbem.games.illuminati.judging.results import (
    Objection,
    answer,
    judge_script,
    refused,
    with_what_stays,
)
from pbem.games.illuminati.language import (
    ParsedLine,
    Split,
    Vocabulary,
    format_line,
    merge,
    script_of,
    split,
)
from pbem.games.illuminati.language.reading.sheets import may_be_script
from pbem.values import changed

MOST_LINES = 100
"""Lines of a script, or of the answers to one; they are filed, told and announced many times."""
TOO_LONG = Objection(
    "script-too-long", f"A script has at most {MOST_LINES} lines, so this one is not filed."
)
TWICE = Objection("number-twice", "Another line has the same number and takes its place.")


@dataclass(frozen=True, slots=True)
class Amended:
    """A script after a letter: `script` is None where it is left alone.

    `on_file` is what is said of each line on file then, `judged` of lines of the letter and of the
    script, by place.
    """

    script: tuple[ParsedLine, ...] | None
    on_file: tuple[JudgedLine, ...]
    judged: dict[int, JudgedLine] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A letter to a seat whose script on file is `filed`; `clears` where it takes that back.

    `is_ahead` says that the script is for a turn to come, whosever turn it is now.
    """

    state: State
    seat: str
    names: Vocabulary
    filed: Sequence[ParsedLine]
    lines: Sequence[ParsedLine]
    parts: Split
    is_own: bool
    clears: bool
    is_ahead: bool = False

    def with_script(self, planned: Sequence[ParsedLine]) -> Amended:
        """The script with those lines of the letter that are for it.

        A line that cannot be takes the place of nothing: what it was to replace stays.
        """
        first = self._judged(planned)
        kept = {
            line.place for line in first.script or () if line.number not in self._staying(planned)
        }
        dropped = {line.place for line in self.lines} - kept
        no = {
            at: of_line
            for at, of_line in first.judged.items()
            if of_line.status == "REFUSED" and at in dropped
        }
        if not no:
            return first
        again = self._judged([line for line in planned if line.place not in no])
        judged = with_what_stays(no, again.script, self.filed, self.lines)
        return Amended(again.script, again.on_file, again.judged | judged)

    def _staying(self, planned: Sequence[ParsedLine]) -> set[int]:
        """The numbers on file that stay where no line of the letter takes their place."""
        is_whole = any(line in self.parts.script and not line.numbered for line in planned)
        return set() if is_whole or self.clears else {line.number for line in self.filed}

    def _judged(self, planned: Sequence[ParsedLine]) -> Amended:
        script = self._merged(planned)
        whole = tuple(self.filed) if script is None else script
        excess = excess_of(whole, self.lines)
        whole = tuple(line for line in whole if line.place not in excess)
        rulings = check(self.state, self.seat, script_of(whole)) if whole else ()
        is_mover = self.state.turn.seat == self.seat and not self.is_ahead
        whole, statuses = judge_script(whole, rulings, self.lines, self.names, is_mover=is_mover)
        on_file = tuple(statuses[line.place] for line in whole)
        numbers = {line.number for line in whole}
        for line in self.lines:
            if line.place not in statuses and line.order is not None and line.number in numbers:
                statuses[line.place] = refused(line, self.names, TWICE)
        on_sheet = {line.number for line in self.filed}
        for line in self.lines:
            if line.place in excess:
                statuses[line.place] = refused(line, self.names, TOO_LONG)
        for line in planned:
            if line.status == "removed" and line.number not in on_sheet:
                statuses[line.place] = answer(line, "REMOVED", self.names, NOT_ON_FILE)
        return Amended(None if script is None else whole, on_file, statuses)

    def _merged(self, planned: Sequence[ParsedLine]) -> tuple[ParsedLine, ...] | None:
        removes = any(line.status == "removed" for line in planned)
        has_new = any(line in self.parts.script for line in planned)
        if not (self.clears or removes or has_new):
            return None
        return merge(() if self.clears else self.filed, planned, is_mover=self.is_own)


def excess_of(sheet: Sequence[ParsedLine], letter: Sequence[ParsedLine]) -> set[int]:
    """The places of the last lines of the letter, as many as there are too many on the sheet."""
    new = {line.place for line in letter}
    added = [line.place for line in sheet if line.place in new]
    return set(added[len(added) - max(0, len(sheet) - MOST_LINES) :])


Sheets = Mapping[int, tuple[ParsedLine, ...]]


@dataclass(frozen=True, slots=True)
class OrdersAhead:
    """What is on file for turns to come; `is_repeated` says that the open one has nothing else."""

    sheets: Sheets = field(default_factory=dict)
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class AheadResult:
    """What a letter files for turns to come, and what is said of each of its lines by place."""

    sheets: dict[int, tuple[ParsedLine, ...]]
    judged: dict[int, JudgedLine]

    def script(self, before: OrdersAhead, filed: Sequence[ParsedLine]) -> Sequence[ParsedLine]:
        """The script of the open turn: what is repeated from now on, if it is no more than that."""
        return self.sheets.get(EVERY, filed) if before.is_repeated else filed


def own_turns(state: State, seat: str) -> list[int]:
    """The numbers of the seat's own turns as things stand, from the one that comes next.

    In rounds the next seat begins the next round (R12.2).
    """
    if state.seat(seat).is_out:
        return []
    return list(islice((n for n, name in _turns(state) if name == seat), MOST_TURNS))


def _turns(state: State) -> Iterator[tuple[int, str]]:
    number, mover = state.turn.number, state.turn.seat
    order = [mover, *(seat.name for seat in state.seats_after(mover))]
    if state.round:
        order = [mover, *(turn.seat for turn in state.waiting)]
    if state.seat(mover).is_out:
        order, number = order[1:], number + 1
    began = state.initiative[0] if state.round else mover
    while order:
        for name in order:
            yield number, name
            number += 1
        if state.round:
            began = next(seat.name for seat in state.seats_after(began))
        order = [began] if not state.seat(began).is_out else []
        order += [seat.name for seat in state.seats_after(began)]


def filed_ahead(
    given: Given,
    seat: str,
    lines: Sequence[ParsedLine],
    filed: OrdersAhead,
) -> AheadResult:
    """What becomes of the lines of a letter that are for another turn, or for every turn."""
    judged: dict[int, JudgedLine] = {}
    groups: dict[int, list[ParsedLine]] = {}
    ahead = [line for line in lines if line.is_ahead]
    if not ahead:
        return AheadResult({}, judged)
    turns, names = own_turns(given.state, seat), given.names(seat)
    for line in ahead:
        problem = _problem(given, line, turns)
        if problem:
            why = Objection("no-such-turn", problem)
            judged[line.place] = _prefixed(line, refused(line, names, why))
        elif line.order is not None or line.status == "removed":
            own = EVERY if line.repeats else own_turn(given, seat) + turns.index(line.turn or 0)
            groups.setdefault(own, []).append(line)
    sheets = {}
    for own, group in groups.items():
        script, of_lines = _filed(given, seat, group, filed.sheets.get(own, ()))
        judged |= of_lines
        if script is not None:
            sheets[own] = script
    return AheadResult(sheets, judged)


def _problem(given: Given, line: ParsedLine, turns: Sequence[int]) -> str:
    """Why a line ahead is filed for no turn; "" where it is, or was not understood."""
    now = given.state.turn.number
    if line.order is None and line.control is None and line.status != "removed":
        return ""
    if given.is_over:
        return "The game is over; no turn comes any more."
    if not turns:
        return "You are eliminated, so no turn of yours comes any more."
    if line.control is not None and line.control.verb == "READY":
        return _ready_of(line.turn or 0, now)
    if line.control is not None or (line.order is not None and not may_be_script(line.order)):
        return script_only(line)
    return turn_problem(line, turns, now)


def _ready_of(turn: int, now: int) -> str:
    """Why a READY for that turn does not count; it never counts for another."""
    if turn < now:
        return (
            f"Turn {turn} is over, and this READY was for it alone. If you are done with turn "
            f"{now}, send READY."
        )
    return f"Turn {turn} has not begun. Send READY when it is open."


def _filed(
    given: Given,
    seat: str,
    group: Sequence[ParsedLine],
    filed: tuple[ParsedLine, ...],
) -> tuple[tuple[ParsedLine, ...] | None, dict[int, JudgedLine]]:
    """One sheet after a letter, and what is said of the lines for it."""
    names = given.names(seat)
    bare = [changed(line, turn=None, repeats=False) for line in group]
    lines = [line for line in bare if line.number]
    parts = split(lines, is_mover=True)
    clears = any(line.status == "removed" and not line.number for line in group)
    sheet = Amendment(
        given.state, seat, names, filed, lines, parts, is_own=True, clears=clears, is_ahead=True
    ).with_script(lines)
    judged = {}
    for line in group:
        result = sheet.judged.get(line.place)
        if line.status == "removed" and result is None:
            note = "" if filed else "Nothing was on file for it."
            result = JudgedLine(line.number or None, line.text, "REMOVED", note=note)
        judged[line.place] = _prefixed(line, result or answer(line, "OK", names, ""))
    return sheet.script, judged


def _prefixed(line: ParsedLine, judged: JudgedLine) -> JudgedLine:
    text = f"{line.ahead}{judged.understood}" if judged.understood else ""
    return changed(judged, text=f"{line.ahead}{line.text}", understood=text)


def format_ahead(given: Given, seat: str, sheets: Sheets) -> list[str]:
    """The lines on file for turns to come, each as it is typed."""
    if not sheets:
        return []
    turns, names = own_turns(given.state, seat), given.names(seat)
    texts = []
    for own, lines in sorted(sheets.items()):
        at = own - own_turn(given, seat)
        turn = turns[at] if 0 <= at < len(turns) else 0
        for line in lines:
            named = changed(line, repeats=own == EVERY, turn=turn or None)
            texts.append(format_line(named, names))
    return texts
