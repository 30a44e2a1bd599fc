"""What a letter makes of its seat's script, and what is said of each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.illuminati.game import check
from engine.illuminati.state import State
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.language import ParsedLine, Split, Vocabulary, merge, script_of
from pbem.service.orders.verdicts import answer, judge_script, with_what_stays

MOST_LINES = 100
"""Lines of a script, or of the answers to one; they are filed, told and announced many times."""
TOO_LONG = f"A script has at most {MOST_LINES} lines, so this one is not filed."
TWICE = "Another line has the same number and takes its place."

NOT_ON_FILE = "No line of this number was on file."


@dataclass(frozen=True, slots=True)
class Amended:
    """A script after a letter: `script` is None where it is left alone.

    `on_file` is what is said of each line on file then, `told` of lines of the letter and of the
    script, by identity.
    """

    script: tuple[ParsedLine, ...] | None
    on_file: tuple[JudgedLine, ...]
    told: dict[int, JudgedLine] = field(default_factory=dict)


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
            id(line) for line in first.script or () if line.number not in self._staying(planned)
        }
        dropped = {id(line) for line in self.lines} - kept
        refused = {
            at: said for at, said in first.told.items() if said.fate == "REFUSED" and at in dropped
        }
        if not refused:
            return first
        again = self._judged([line for line in planned if id(line) not in refused])
        told = with_what_stays(refused, again.script, self.filed, self.lines)
        return Amended(again.script, again.on_file, again.told | told)

    def _staying(self, planned: Sequence[ParsedLine]) -> set[int]:
        """The numbers on file that stay where no line of the letter takes their place."""
        is_whole = any(line in self.parts.script and not line.numbered for line in planned)
        return set() if is_whole or self.clears else {line.number for line in self.filed}

    def _judged(self, planned: Sequence[ParsedLine]) -> Amended:
        script = self._merged(planned)
        whole = tuple(self.filed) if script is None else script
        excess = excess_of(whole, self.lines)
        whole = tuple(line for line in whole if id(line) not in excess)
        rulings = check(self.state, self.seat, script_of(whole)) if whole else ()
        is_mover = self.state.turn.seat == self.seat and not self.is_ahead
        whole, fates = judge_script(whole, rulings, self.lines, self.names, is_mover=is_mover)
        on_file = tuple(fates[id(line)] for line in whole)
        numbers = {line.number for line in whole}
        for line in self.lines:
            if id(line) not in fates and line.order is not None and line.number in numbers:
                fates[id(line)] = answer(line, "REFUSED", self.names, TWICE)
        on_sheet = {line.number for line in self.filed}
        for line in self.lines:
            if id(line) in excess:
                fates[id(line)] = answer(line, "REFUSED", self.names, TOO_LONG)
        for line in planned:
            if line.fate == "removed" and line.number not in on_sheet:
                fates[id(line)] = answer(line, "REMOVED", self.names, NOT_ON_FILE)
        return Amended(None if script is None else whole, on_file, fates)

    def _merged(self, planned: Sequence[ParsedLine]) -> tuple[ParsedLine, ...] | None:
        removes = any(line.fate == "removed" for line in planned)
        has_new = any(line in self.parts.script for line in planned)
        if not (self.clears or removes or has_new):
            return None
        return merge(() if self.clears else self.filed, planned, is_mover=self.is_own)


def excess_of(sheet: Sequence[ParsedLine], letter: Sequence[ParsedLine]) -> set[int]:
    """By identity the last lines of the letter, as many as there are too many on the sheet."""
    new = {id(line) for line in letter}
    added = [id(line) for line in sheet if id(line) in new]
    return set(added[len(added) - max(0, len(sheet) - MOST_LINES) :])
