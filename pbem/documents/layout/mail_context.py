"""What a report is made from besides the game itself, and the mail that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.illuminati.orders import Order
from engine.illuminati.view import View

FormatOrder = Callable[[Order], str]
"""An order as the line a player would type."""
Explain = Callable[[str, Mapping[str, str | int]], str]
"""A reason code and its facts as English that says what would have worked."""

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
class AttachedFile:
    """A file that goes with a mail; one with a `cid` is shown within its HTML.

    Where there is no content yet it is the picture of `view`, drawn when the mail goes out: no
    turn waits for it or fails by it.
    """

    name: str
    type: str
    content: bytes = b""
    cid: str | None = None
    view: View | None = None


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail ready for the outbox: `text` ends in a newline, `kind` names its template."""

    subject: str
    text: str
    kind: str
    attachments: tuple[AttachedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class MailContext:
    """Whom a mail is for and where the game stands; times are aware UTC.

    `zone` is the player's IANA zone, `turn` the turn now open, `last_turn` the last one resolved
    (0 before the first), `deadline_at` None when no deadline runs, `secret_hash` and
    `opened_secret` the dice's in hex; the secret is opened in the last report only. `wait` is what
    runs until the deadline: "script", "answers" to one that is announced, or a "round" of all;
    `part` counts how often the turn has paused, `wanted` are the seats whose scripts are asked.
    `silence` is what the seat has chosen for a turn without a script: "pass", or "bot" (R12.7).
    `same_person` are the seats that one person plays together, for each who plays several.
    """

    game: str
    seat: str
    player: str
    zone: str
    turn: int
    to_move: str
    deadline_at: datetime | None
    now: datetime
    secret_hash: str
    rules_version: str
    last_turn: int = 0
    is_first: bool = False
    opened_secret: str | None = None
    wait: str = "script"
    part: int = 0
    wanted: tuple[str, ...] = ()
    silence: str = "pass"
    same_person: tuple[tuple[str, ...], ...] = ()


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
class AnswerLine:
    """One line of a letter or sheet and what became of it.

    `text` is as typed, `told` as understood, `note` what was assumed, asked, or refused and why;
    `ways` counts the rolls of 36 that succeed. `order` is None where none was understood.
    """

    number: int | None
    text: str
    fate: LineStatus
    told: str = ""
    note: str = ""
    need: int | None = None
    ways: int | None = None
    order: Order | None = None
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

    lines: tuple[AnswerLine, ...]
    script_on_file: tuple[AnswerLine, ...]
    is_your_turn: bool
    is_ready: bool
    deadline_at: datetime | None
    controls: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    answers_on_file: tuple[AnswerLine, ...] = ()
    is_answering: bool = False
    is_frozen: bool = False
    reserve: int = 0
    received_at: datetime | None = None
    would_be: tuple[AnswerLine, ...] = ()
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
