"""How a game takes what its players write: what goes in, and what comes of every line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, Protocol

from pbem.budget import Budget
from pbem.documents.layout.clock import Zone
from pbem.games.contract.values import E, GameDice, S, Step
from pbem.grammar.commands.spec import IF_MEANT, Command
from pbem.grammar.orders.parsed import ParseStatus, TalkText
from pbem.values import Frozen, changed

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
"""Statuses of lines that were taken as orders."""


UNTAKEN: Mapping[ParseStatus, LineStatus] = {
    "unreadable": "ASK",
    "ambiguous": "ASK",
    "unread": "UNREAD",
    "ignored": "IGNORED",
    "removed": "REMOVED",
}
"""What becomes of a line from which nothing was taken, by what it was read as."""


def question_on(problem: str, tries: Sequence[str]) -> str:
    """What is asked about a line that was not read, with the lines that would have been."""
    if not tries:
        return problem
    stop = "" if problem.endswith("?") else "."
    return f"{problem.rstrip('.')}{stop} Try: {' | '.join(tries)}"


TOO_MANY_DEEDS = "too-many-deeds"
"""The reason of lines that were too many to be done at once."""


class LineCost(Frozen):
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


class JudgedLine(Frozen):
    """One line of a letter or sheet and what became of it.

    `text` is as typed, `understood` as read, `note` what was assumed, asked, or refused and why;
    of a refusal `reason` is the code and `rule` the number, where it has them. `ways` counts the
    rolls of 36 that succeed, `forecast` says in sentences what the line would come to. `order` is
    the game's own, None where none was understood; `verb` is PASS or RESIGN where the order is.
    `command` is the word to the referee that the line is. `talk` is the text that is passed on.
    `place` counts the lines of a letter from 1.
    """

    number: int | None
    text: str
    status: LineStatus
    understood: str = ""
    note: str = ""
    need: int | None = None
    ways: int | None = None
    forecast: tuple[str, ...] = ()
    order: Any = None
    cost: LineCost | None = None
    reason: str = ""
    rule: str = ""
    verb: Literal["", "PASS", "RESIGN"] = ""
    command: Command | None = None
    talk: TalkText | None = None
    place: int = 0

    @property
    def word(self) -> Command:
        """The word to the referee that the line is."""
        assert self.command is not None, "only some lines are words"
        return self.command

    def warned(self, warning: str) -> JudgedLine:
        """The line as it is taken, with what its writer may not have thought of."""
        note = " ".join(filter(None, (self.note, warning)))
        return changed(self, status="WARNING", note=note)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What a letter did: its lines, and the whole script that is on file now.

    `replies` are sentences that answer READY, CLEAR and their like; `ignored` are lines not
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
    replies: tuple[str, ...] = ()
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
        return sum(line.status == "ASK" for line in self.lines)

    @property
    def is_covered(self) -> bool:
        """Whether the player has nothing to fear from the deadline."""
        runs = any(line.status != "REFUSED" for line in self.script_on_file)
        if runs or self.answers_on_file or self.is_ready or self.is_frozen:
            return True
        # A vote or a text is no answer to what he is asked.
        told = [line for line in self.lines if line.order is not None or not self.is_answering]
        return not self.is_your_turn and any(line.status in STANDING for line in told)

    def verdict(self, questions: int | None = None) -> str:
        """The first line: COVERED or NOT COVERED, with what is open; NO NEED TO ACT out of turn.

        `questions` counts those of all letters that are answered.
        """
        if self.is_over:
            return "THE GAME IS OVER"
        asked = self.questions if questions is None else questions
        open_now = [f"{asked} question{'' if asked == 1 else 's'}"] if asked else []
        if self.is_covered:
            return ", ".join(["COVERED", *open_now])
        if self.is_your_turn or self.is_answering:
            return "NOT COVERED"
        refused = sum(line.status == "REFUSED" for line in self.lines)
        if refused:
            open_now.append(f"{refused} line{'' if refused == 1 else 's'} refused")
        return ", ".join(["NO NEED TO ACT", *open_now])


@dataclass(frozen=True, slots=True)
class GameInput(Generic[S]):
    """A game as its order language takes it.

    `names` gives what a seat may name, as `OrderLanguage.vocabulary` has it, `standing` the
    canonical lines of each seat's standing orders. With `at` it is the game at that moment.
    `keeps_leavers` says that whoever resigns has time to take it back.
    """

    state: S
    names: Callable[[str], Any]
    standing: Mapping[str, tuple[str, ...]]
    dice: GameDice
    at: datetime | None = None
    is_over: bool = False
    keeps_leavers: bool = True


EVERY = 0
"""The sheet of what is repeated, among those for turns to come."""


@dataclass(frozen=True, slots=True)
class SeatFile:
    """What a seat has on file: a sheet is its canonical lines in one text, "" for nothing.

    `answers` has one for every window in which the seat is asked now, by the key of the ask.
    `ahead` has the sheets for turns of its own to come by their numbers, under EVERY what it
    repeats; `is_repeated` says that the open turn has nothing else.
    """

    script: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    ahead: Mapping[int, str] = field(default_factory=dict)
    is_repeated: bool = False


def _is_no_code(_typed: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class LetterInput:
    """A letter as an order language takes it: who wrote what, and what is on file of his.

    `is_past`: it answers what has been run. `unread` are lines that stand where nothing is read.
    `zone` is the writer's, `offers_end_at` when an offer ends that names no day; `resign_code`
    makes what he must add to leave the game, `is_resign_code` knows it.
    """

    seat: str
    text: str
    filed: SeatFile = field(default_factory=SeatFile)
    is_past: bool = False
    unread: tuple[str, ...] = ()
    zone: Zone = field(default_factory=lambda: Zone("UTC"))
    offers_end_at: datetime | None = None
    resign_code: Callable[[], str] = str
    is_resign_code: Callable[[str], bool] = _is_no_code
    budget: Budget = field(default_factory=Budget)

    @property
    def asks_for_code(self) -> str:
        """What a resignation without its code is told."""
        return f"This ends your game. {IF_MEANT} RESIGN {self.resign_code()}"


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A sheet after a letter: its canonical text, None where the letter leaves it alone.

    `lines` are what is said of each line on file then; `gone` are lines that the letter's own have
    replaced.
    """

    text: str | None = None
    lines: tuple[JudgedLine, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotRead:
    """A line that is not read where it stands; `is_order` where it is one that would be filed."""

    text: str
    is_order: bool


@dataclass(frozen=True, slots=True)
class Overlooked:
    """What of a letter was not read, and may have been meant.

    `lines` are those that were not read; `commented` is the first order that is a comment. `order`
    says what to send for the first line in which an order stands, `word` for one in which the word
    for an order stands, `hinted` is that line; each is "" where there is none. `doubts` are the
    lines that may well be orders, whatever else is in the letter. `would_be` are orders and words
    that stand where nothing is read.
    """

    lines: tuple[str, ...]
    commented: str = ""
    order: str = ""
    word: str = ""
    hinted: str = ""
    doubts: tuple[str, ...] = ()
    would_be: tuple[NotRead, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement(Generic[S, E]):
    """What a letter's lines come to; nothing is kept yet.

    `lines` are all of them; `commands` are those that are words to the referee, `talk` the texts
    that are passed on. `script`, `answers` and `ahead` are what is on file afterwards, the answers
    by the keys of the asks, `standing` the standing orders, None where nothing is new. `done` was
    carried out at once, or waits in the state, and came from the lines `acted`. `reserve` is the
    money that the seat keeps back.
    """

    lines: tuple[JudgedLine, ...]
    script: SheetResult
    answers: Mapping[str, SheetResult]
    ahead: Mapping[int, str]
    standing: tuple[str, ...] | None
    done: Step[S, E] | None
    acted: tuple[str, ...]
    resigns: bool
    is_past: bool
    reserve: int
    overlooked: Overlooked

    @property
    def commands(self) -> tuple[JudgedLine, ...]:
        return tuple(line for line in self.lines if line.command is not None)

    @property
    def talk(self) -> tuple[TalkText, ...]:
        return tuple(line.talk for line in self.lines if line.talk is not None)

    @property
    def is_preview(self) -> bool:
        """Whether the writer only wants to know what would be."""
        return any(line.word.verb == "PREVIEW" for line in self.commands)

    @property
    def read_up_to(self) -> int | None:
        """How many lines were read before the first that was not; None for all."""
        return next((at for at, line in enumerate(self.lines) if line.status == "UNREAD"), None)


class OrderLanguage(Protocol[S, E]):
    """What players type in a game, and what it comes to. Every function is pure.

    A sheet is given as its canonical text, as it is on file.
    """

    def vocabulary(self, state: S, seat: str, /, *, is_moderated: bool = True) -> Any:
        """What a seat may name; opaque, and made once for all that is asked of a state."""
        ...

    def has_order(self, text: str, /) -> bool:
        """Whether a line of the text begins as orders do, whatever comes of it."""
        ...

    def carries_order(self, text: str, budget: Budget | None = None, /) -> bool:
        """Whether nobody but a player writes so."""
        ...

    def judge(self, game: GameInput[S], letter: LetterInput, /) -> Judgement[S, E]:
        """What becomes of every line of a letter."""
        ...

    def judge_script(self, game: GameInput[S], seat: str, text: str, /) -> tuple[JudgedLine, ...]:
        """What can be said now of each line of a script on file."""
        ...

    def judge_answers(
        self, game: GameInput[S], seat: str, ask: str, text: str, /
    ) -> tuple[JudgedLine, ...]:
        """What can be said now of each answer on file for an ask; nothing where it is over."""
        ...

    def format_sheet(self, game: GameInput[S], seat: str, text: str, /) -> tuple[str, ...]:
        """The lines of a sheet, as its seat names things now."""
        ...

    def format_ahead(
        self, game: GameInput[S], seat: str, sheets: Mapping[int, str], /
    ) -> tuple[str, ...]:
        """The lines on file for turns to come, each as it is typed."""
        ...

    def announces(self, game: GameInput[S], seat: str, text: str, /) -> bool:
        """Whether others are asked about a script before it is run."""
        ...

    def examples(self, game: GameInput[S], seat: str, /) -> tuple[str, ...]:
        """A few lines that would be read and be legal now; by state and seat, for they are kept."""
        ...

    def without_ended(
        self, texts: Sequence[str], seat: str, events: Sequence[E], names: Any, /
    ) -> Sequence[str] | None:
        """The standing orders without those that events say are at an end; None where none is."""
        ...

    def help_text(self, topic: str | None = None, /) -> str:
        """The help on a word, or on all."""
        ...
