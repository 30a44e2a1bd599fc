"""How a game takes what its players write: what goes in, and what comes of every line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

LineStatus = Literal[
    "OK",
    "DONE",
    "ASSUMED",
    "WARNING",
    "HELD",
    "SKIPPED-IF",
    "ASK",
    "REFUSED",
    "REMOVED",
    "IGNORED",
    "UNREAD",
]
STANDING: frozenset[LineStatus] = frozenset(
    {"OK", "DONE", "ASSUMED", "WARNING", "HELD", "SKIPPED-IF"}
)
"""Fates of lines that were taken as orders."""


@dataclass(frozen=True, slots=True)
class LineCost:
    """What a line costs in MB, and what an attack reaches by it before anybody interferes.

    `now` goes at once, `fee` of it for privilege; `most` is the ceiling of all he may spend on it,
    None where he set none, and `reach` what of that he has. `before` is the need before any money,
    `top` the need with all of `reach`; both None for what is no attack. `group` is the attacked
    card whose own treasury pays first.
    """

    now: int = 0
    most: int | None = 0
    reach: int = 0
    fee: int = 0
    before: int | None = None
    top: int | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """One line of a letter or sheet and what became of it.

    `text` is as typed, `told` as understood, `note` what was assumed, asked, or refused and why;
    `ways` counts the rolls of 36 that succeed. `order` is the game's own, None where none was
    understood.
    """

    number: int | None
    text: str
    fate: LineStatus
    told: str = ""
    note: str = ""
    need: int | None = None
    ways: int | None = None
    order: Any = None
    stakes: LineCost | None = None


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What a letter did: its lines, and the whole script that is on file now.

    `controls` are sentences that answer READY, CLEAR and their like; `ignored` are lines not
    read (quoted, below a signature) that look like orders. `is_answering` says that a script is
    announced which the writer may answer, `is_frozen` that it is his own; `is_ready` is then
    whether the window need not wait for him. `reserve` is his RESERVE in MB, `received_at` when
    the letter came, `would_be` the script that a preview would put on file.

    `revision` and `answers_revision` number what is on file. `is_due` says that nobody is waited
    for any more, `is_announcing` that the script is then announced, not run, `is_released` that
    what comes of it waits for the moderator; `is_over` that the game is over, `is_out` that the
    writer is out of it. `ahead` are lines on file for turns to come.
    """

    lines: tuple[JudgedLine, ...]
    script_on_file: tuple[JudgedLine, ...]
    is_your_turn: bool
    is_ready: bool
    deadline_at: datetime | None
    controls: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    answers_on_file: tuple[JudgedLine, ...] = ()
    is_answering: bool = False
    is_frozen: bool = False
    reserve: int = 0
    received_at: datetime | None = None
    would_be: tuple[JudgedLine, ...] = ()
    revision: int = 0
    answers_revision: int = 0
    is_due: bool = False
    is_announcing: bool = False
    is_released: bool = False
    is_over: bool = False
    is_out: bool = False
    ahead: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        return sum(line.fate == "ASK" for line in self.lines)

    @property
    def is_covered(self) -> bool:
        """Whether the player has nothing to fear from the deadline."""
        runs = any(line.fate != "REFUSED" for line in self.script_on_file)
        if runs or self.answers_on_file or self.is_ready or self.is_frozen:
            return True
        return not self.is_your_turn and any(line.fate in STANDING for line in self.lines)
