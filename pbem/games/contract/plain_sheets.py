"""What is on file after a letter, for now and for turns to come, as most games need it.

Lines replace a sheet, or change it by their numbers; TURN 12: and REPEAT: stand before a line of a
script that is for another turn, or for every turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.games.contract.orders import EVERY, JudgedLine
from pbem.games.contract.values import Status
from pbem.grammar.orders.parsed import ParsedLine
from pbem.values import changed

_NUMBERED = re.compile(r"(\d+): (.+)")


class SheetLine(NamedTuple):
    """A line for a sheet; `number` is 0 for none, `is_typed` says that its writer gave it."""

    number: int
    text: str
    is_typed: bool = False

    @property
    def whole(self) -> str:
        return f"{self.number}: {self.text}" if self.number else self.text


def lines_on(sheet: str) -> tuple[SheetLine, ...]:
    """The lines on file, each with its number."""
    return tuple(numbered(text) for text in sheet.split("\n") if text)


def numbered(text: str) -> SheetLine:
    """A line on file as its number and what stands behind it."""
    found = _NUMBERED.fullmatch(text)
    return SheetLine(int(found[1]), found[2]) if found else SheetLine(0, text)


class AmendedSheet(NamedTuple):
    """A sheet after a letter, and which lines were replaced because it was replaced whole."""

    lines: tuple[SheetLine, ...]
    gone: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(line.whole for line in self.lines)


def amended(
    filed: Sequence[SheetLine], new: Sequence[SheetLine], removed: Collection[int]
) -> AmendedSheet:
    """Lines with typed numbers take the place of theirs; one without replaces the whole sheet."""
    if any(not line.is_typed for line in new):
        stay = {line.text for line in new}
        return AmendedSheet(
            tuple(new), tuple(line.whole for line in filed if line.text not in stay)
        )
    taken = {line.number for line in new} | set(removed)
    kept = [line for line in filed if line.number not in taken]
    return AmendedSheet(tuple(sorted((*kept, *new), key=lambda line: line.number)))


NOT_ON_FILE = "No line of this number was on file."
MOST_LINES = 100
"""Lines of a sheet: they are filed, told and run many times."""
TOO_LONG = f"A script has at most {MOST_LINES} lines, so this one is not filed."


def too_many(
    filed: Sequence[SheetLine], new: Sequence[SheetLine], removed: Collection[int]
) -> Sequence[int]:
    """Which of the new lines, counted from 0, a sheet has no room for: the last that add to it."""
    if len(filed) + len(new) <= MOST_LINES:
        return ()
    over = len(amended(filed, new, removed).lines) - MOST_LINES
    is_whole = any(not line.is_typed for line in new)
    known = () if is_whole else {line.number for line in filed}
    adding = [at for at, line in enumerate(new) if line.number not in known]
    return adding[len(adding) - max(0, over) :]


def not_filed(line: JudgedLine) -> JudgedLine:
    """A line for which its sheet has no room."""
    return changed(line, status="REFUSED", note=TOO_LONG, reason="script-too-long")


class SheetChanges:
    """What the lines of a letter change by their numbers."""

    def __init__(self, lines: Sequence[ParsedLine]) -> None:
        self._typed = {line.place for line in lines if line.numbered}
        gone = [line for line in lines if line.status == "removed" and not line.is_ahead]
        self._gone = {line.place: line.number for line in gone}
        self.removed = frozenset(self._gone.values())
        words = [line.control for line in lines if line.control and not line.is_ahead]
        self.clears = any(word.verb == "CLEAR" for word in words)

    def line(self, judged: JudgedLine, *, is_numbered: bool) -> SheetLine:
        """A line of the letter as it is kept; where sheets have no numbers it has none."""
        number = (judged.number or 0) if is_numbered else 0
        return SheetLine(number, judged.understood, bool(number) and judged.place in self._typed)

    def noted(self, lines: Sequence[JudgedLine], sheets: Iterable[str]) -> list[JudgedLine]:
        """The lines of the letter, where one takes away what was not there."""
        on_file = {line.number for sheet in sheets for line in lines_on(sheet)}
        return [
            changed(line, note=NOT_ON_FILE)
            if self._gone.get(line.place, 0) not in (0, *on_file)
            else line
            for line in lines
        ]


# --- turns to come ---------------------------------------------------------------------------

MOST_TURNS = 12
"""Own turns, counted from the next, for which something can be filed."""


def for_now(line: ParsedLine, turns: Sequence[int]) -> ParsedLine:
    """A line named for the seat's next turn is for its script, and needs no number of a turn.

    A READY for that turn is too early.
    """
    is_next = bool(turns) and line.turn == turns[0] and line.control is None
    return changed(line, turn=None) if is_next else line


def turn_problem(line: ParsedLine, turns: Sequence[int], now: int) -> str:
    """Why the turn that a line names is none of the seat's to come; "" where it is."""
    if line.turn is None or line.turn in turns:
        return ""
    if line.turn < now:
        return f"Turn {line.turn} is over; turn {now} is open now."
    if not turns:
        return "It is not known yet whose turn that will be."
    yours = ", ".join(map(str, turns[:4]))
    return f"Turn {line.turn} will not be yours as things stand. Yours are {yours} and so on."


def script_only(line: ParsedLine) -> str:
    """Why a line that cannot stand in a script is filed for no turn to come."""
    return f"{line.ahead.strip()} stands before a line of your script only; send this without."


def own_turns(status: Status, seat: str) -> tuple[int, ...]:
    """The numbers of the seat's own turns as things stand, from the one that comes next."""
    if seat not in status.playing or status.mover not in status.playing:
        return ()
    asked = [name for name in status.playing if status.asks_own_turn(name)]
    if len(asked) > 1:
        return tuple(range(status.turn, status.turn + MOST_TURNS))
    size = len(status.playing)
    away = (status.playing.index(seat) - status.playing.index(status.mover)) % size
    away = size if not away and seat not in asked else away
    return tuple(status.turn + away + size * n for n in range(MOST_TURNS))


@dataclass
class LinesAhead:
    """What becomes of the lines of a letter that are for another turn, or for every turn.

    `turns` are the seat's own that come; `filed` is what is on file for them, `sheets` what the
    letter makes of it, both by the number of the seat's own turn. `may_be_script` says whether an
    order can stand in a script; None where a game keeps nothing for turns to come.
    """

    status: Status
    seat: str
    turns: Sequence[int]
    filed: Mapping[int, str]
    may_be_script: Callable[[object], bool] | None
    sheets: dict[int, str] = field(default_factory=dict)

    def judged(
        self, lines: Sequence[ParsedLine], judged: Sequence[JudgedLine]
    ) -> tuple[JudgedLine, ...]:
        """Every line of the letter; those ahead as they were filed, or why they were not."""
        ahead: dict[int, list[tuple[ParsedLine, JudgedLine]]] = {}
        results: dict[int, JudgedLine] = {}
        for line, one in zip(lines, judged, strict=True):
            if line.is_ahead:
                results[line.place] = self._line(line, one)
                if results[line.place].status in ("OK", "ASSUMED", "REMOVED"):
                    ahead.setdefault(self._own(line), []).append((line, one))
        for own, rows in ahead.items():
            self.sheets[own], over = self._after(own, rows)
            results |= {place: not_filed(results[place]) for place in over}
        return tuple(results.get(line.place, one) for line, one in zip(lines, judged, strict=True))

    def _after(
        self, own: int, rows: Sequence[tuple[ParsedLine, JudgedLine]]
    ) -> tuple[str, list[int]]:
        """A sheet with these lines of the letter, and the places of those that it has no room for.

        NONE without a number empties it.
        """
        bare = [changed(line, turn=None, repeats=False) for line, _ in rows]
        changes = SheetChanges(bare)
        clears = any(line.status == "removed" and not line.number for line in bare)
        before = () if clears else lines_on(self.filed.get(own, ""))
        orders = [one for line, one in rows if line.order is not None]
        new = [changes.line(one, is_numbered=True) for one in orders]
        over = too_many(before, new, changes.removed)
        new = [line for at, line in enumerate(new) if at not in over]
        return amended(before, new, changes.removed).text, [orders[at].place for at in over]

    def _own(self, line: ParsedLine) -> int:
        """The number of the seat's own turn that a line is for."""
        if line.repeats:
            return EVERY
        return self.status.sheets[self.seat].turn + self.turns.index(line.turn or 0)

    def _line(self, line: ParsedLine, one: JudgedLine) -> JudgedLine:
        problem = self._problem(line)
        # What cannot be now may be possible then.
        status = (
            "OK" if one.status in ("WARNING", "REFUSED") and one.order is not None else one.status
        )
        note = problem or (line.assumption if one.order is not None else one.note)
        return changed(
            one,
            text=f"{line.ahead}{line.text}",
            understood=f"{line.ahead}{one.understood}" if one.understood else "",
            status="REFUSED" if problem else status,
            note=note,
            order=None,
            command=None,
        )

    def _problem(self, line: ParsedLine) -> str:
        """Why a line is filed for no turn; "" where it is, or was not understood."""
        if line.order is None and line.control is None and line.status != "removed":
            return ""
        if self.may_be_script is None:
            return "Orders are kept for the open turn only. Send this when the turn has come."
        if self.status.is_over or self.seat not in self.status.playing:
            return "No turn of yours comes any more."
        if line.control or not (line.order is None or self.may_be_script(line.order)):
            return script_only(line)
        return turn_problem(line, self.turns, self.status.turn)


def format_ahead(status: Status, seat: str, sheets: Mapping[int, str]) -> tuple[str, ...]:
    """The lines on file for turns to come, each as it is typed."""
    turns, now = own_turns(status, seat), status.sheets[seat].turn
    rows = []
    for own, sheet in sorted(sheets.items()):
        at = own - now
        head = "REPEAT" if own == EVERY else f"TURN {turns[at]}" if 0 <= at < len(turns) else ""
        rows += [f"{head}: {line.whole}" for line in lines_on(sheet) if head]
    return tuple(rows)
