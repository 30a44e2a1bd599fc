"""What a game is to the service: one record of a few objects, each of a handful of functions.

A game is found by its name in `pbem.games.registry`. The service holds states, events and filed
orders without looking into them: it asks the game. `S` is a game's state and `E` its event; both
are immutable values of the game's own, and only its codec knows how they are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Generic, Literal, Protocol, TypeVar

S = TypeVar("S")
E = TypeVar("E")


T = TypeVar("T")


class Dice(Protocol):
    """Chance as a game takes it; each draw has a number and a purpose, so it can be checked."""

    def pick(self, draw: int, purpose: str, sides: int) -> int: ...
    def roll(self, draw: int, purpose: str) -> tuple[int, int]: ...
    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]: ...


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that a game waits for; several may be open at once.

    `key` names it within its game for good and is what sheets are filed under. `kind` is one of
    the game's kinds of wait, for which a clock has a length. Where `shows_seats` is false no mail,
    page, log, reminder or moderator who plays may learn whose answer is asked. With
    `waits_for_all` it closes early once every seat is ready, else at its deadline alone.
    `on_silence` says what becomes of a seat that files nothing: "pass" or "bot".
    """

    key: str
    kind: str
    seats: tuple[str, ...]
    shows_seats: bool = True
    waits_for_all: bool = True
    on_silence: str = "pass"


@dataclass(frozen=True, slots=True)
class Status:
    """All that the service may know of a state.

    `turn` counts the turns of the game from 1, `part` how often the turn has paused, `mover` is
    the seat whose turn it is, `playing` are the seats that are still in, in their order. `asks` is
    empty only when the game is over.
    """

    turn: int
    part: int
    mover: str
    playing: tuple[str, ...]
    winners: tuple[str, ...]
    is_over: bool
    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A state and the events that led to it."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Filed:
    """What seats have on file, as canonical lines.

    `sheets` holds for each seat the lines that answer the ask, `standing` what holds until it is
    taken back.
    """

    sheets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Rules(Protocol[S, E]):
    """The game itself. Every function is pure; `at` is a moment as a value, never a clock."""

    def status(self, state: S, /) -> Status: ...
    def evolve(self, state: S, event: E, /) -> S: ...
    def audit(self, state: S, /) -> Sequence[str]: ...
    def reshuffle(self, state: S, dice: Dice, draws: int | None = None, /) -> Step[S, E]:
        """What lies hidden by chance is mixed anew, by draws from the number `draws` on."""
        ...


class Codec(Protocol[S, E]):
    """Values as they are stored; `decode(encode(x)) == x`."""

    def encode_state(self, state: S, /) -> str: ...
    def decode_state(self, text: str, /) -> S: ...
    def encode_events(self, events: Sequence[E], /) -> str: ...
    def decode_events(self, text: str, /) -> tuple[E, ...]: ...


class RulesetError(ValueError):
    """Something given to a game cannot be used; the text says what would have worked."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A choice that a table makes before a game starts, as `pbem new` offers it.

    With `values` it is one of these words. With `is_file` its value is the text of a file.
    """

    name: str
    about: str
    default: str = ""
    values: tuple[str, ...] = ()
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class PositionFile:
    """A POSITION.toml: what it is called, its text, and what reads a file that it names."""

    name: str
    text: str
    read_file: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class TurnToAdjudicate:
    """One turn of a written position: lines `ann: ORDER`, and rolls such as 3+1,6+5.

    `meanwhile` are lines that come once the script is announced.
    """

    position: PositionFile
    orders: str
    dice: str = ""
    meanwhile: str = ""
    with_upkeep: bool = False


@dataclass(frozen=True, slots=True)
class LinesToParse:
    """The orders of a seat, read in a written position."""

    position: PositionFile
    seat: str
    orders: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool found: as plain values for JSON, and as lines for a terminal."""

    plain: Any
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Whole games of robots to play, with so many processes; the same seed plays the same."""

    games: int
    players: int
    robots: str = "random"
    seed: str = "1"
    variant: str = "standard"
    jobs: int = 1


class Simulated(Protocol):
    """A game that robots have played: `failed` is what the audit found wrong with it."""

    failed: list[str]


Progress = Callable[[int, int], None]
"""Called with so many of so many steps done."""
Bars = Mapping[str, tuple[str, float]]
"""What figures must keep to: "at least", "at most" or "under", and how much."""
Figures = tuple[dict[str, Any], Bars]


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A game in its middle, to be measured: `state` as it is stored, and letters of orders."""

    seats: tuple[str, ...]
    turn: int
    mover: str
    state: str
    letters: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Tools:
    """What can be done with a game at a terminal, without a service; None where it has no such.

    Every function raises RulesetError for what it is given and cannot use.
    """

    adjudicate: Callable[[TurnToAdjudicate], ToolResult] | None = None
    parse: Callable[[LinesToParse], ToolResult] | None = None
    rules: Callable[[str | None], ToolResult] | None = None
    """The rules as adjudicated: all, a number's, a chapter's, or those with a word."""
    cards: Callable[[str], ToolResult] | None = None
    """A table's own cards from the text of a file."""
    verify: Callable[[str, Progress], list[str]] | None = None
    """Everything in an exported game that does not add up."""
    remarks: Callable[[str], list[str]] | None = None
    """What moderators did in an exported game."""
    simulate: Callable[[SimulationPlan], Iterator[Simulated]] | None = None
    summary: Callable[[Sequence[Any]], dict[str, Any]] | None = None
    """Simulated games summed up."""
    simulation_help: Callable[[], str] | None = None
    bench_engine: Callable[[int, str], Figures] | None = None
    """The engine's figures, best of so many runs from a seed, and their bars."""
    sample: Callable[[str, int], SampleGame] | None = None
    """A game played from a seed, with so many letters that its seats might write."""
    bench_options: Mapping[str, str] = field(default_factory=dict)
    """The options with which a turn is played in one step."""


def lazy(path: str) -> Any:
    """The function at `module:name`, whose module is loaded when it is called."""
    module, _, name = path.partition(":")

    def call(*args: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*args, **named)

    return call


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[S, E]):
    """A game as the service knows it: its names, and an object for each side of it.

    `name` is what a game's row says of it, `version` that of its rules, stored with every record;
    `players` is how many may play.
    """

    name: str
    title: str
    version: str
    players: range
    rules: Rules[S, E]
    codec: Codec[S, E]
    options: tuple[OptionRow, ...]
    options_from: Callable[[Mapping[str, str]], Any]
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    tools: Tools


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
