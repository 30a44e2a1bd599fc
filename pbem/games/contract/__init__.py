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
from typing import Any, Generic, Protocol

from pbem.documents.layout.mail_context import AttachedFile, Mail
from pbem.games.contract.orders import OrderLanguage
from pbem.games.contract.reports import Reporter
from pbem.games.contract.values import Ask, Dice, E, Filed, S, S_contra, Status, Step

__all__ = ["Ask", "Dice", "Filed", "Status", "Step"]


class Rules(Protocol[S, E]):
    """The game itself. Every function is pure; `at` is a moment as a value, never a clock.

    What is rarely needed has a default, for games that subclass this instead of being a module.
    """

    def status(self, state: S, /) -> Status: ...
    def new(
        self,
        seats: Sequence[str],
        options: Any,
        dice: Dice,
        likes: Mapping[str, Sequence[str]],
        /,
    ) -> Step[S, E]:
        """A game up to its first asks, with what each seat would like to play, best first.

        Without `options` it is the usual game. RulesetError for what there is not.
        """
        ...

    def evolve(self, state: S | None, event: E, /) -> S: ...
    def audit(self, state: S, /) -> Sequence[str]: ...
    def advance(
        self, state: S, ask: str, filed: Filed, dice: Dice, at: datetime, /
    ) -> tuple[Step[S, E], ...]:
        """What comes of an ask that is closed, by the lines filed for it."""
        ...

    def excused(self, state: S, ask: str, filed: Filed, /) -> tuple[str, ...]:
        """The seats whose standing lines answer an ask, so that it need not wait for them."""
        return ()

    def settle(self, state: S, filed: Filed, dice: Dice, at: datetime, /) -> Step[S, E]:
        """What is over by the clock at that moment comes to its end."""
        ...

    def reopen(self, state: S, /) -> Step[S, E]:
        """The open turn is asked for from its beginning; what was asked meanwhile is not."""
        return Step(state)

    def leave(self, state: S, seat: str, filed: Filed, dice: Dice, /) -> Step[S, E] | None:
        """A seat leaves the game; None if it is out already."""
        ...

    def may_leave(self, state: S, seat: str, filed: Filed, /) -> bool:
        """Whether nothing that is asked of others counts on the seat."""
        return True

    def asks_others(self, state: S, /) -> bool:
        """Whether anybody can be asked for more than turns of his own in this game."""
        return True

    def reshuffle(self, state: S, dice: Dice, /) -> Step[S, E]:
        """What lies hidden by chance is mixed anew."""
        return Step(state)

    def from_draw(self, state: S, number: int, /) -> S:
        """The same state, whose next draw has that number."""
        return state

    def would_repeat(self, state: S, events: Sequence[E], /) -> bool:
        """Whether the events tell a draw that would come again from that state on."""
        return False


class Secrecy(Protocol[S_contra, E]):
    """Who may know what. What a seat may see is built up, never stripped down."""

    def seen(self, event: E, seat: str, state: S_contra, /) -> E | None:
        """The event as the seat may know it; None where it may not."""
        ...

    def concerns(self, event: E, /) -> tuple[str, ...]:
        """The seats that something done between turns touches, beside the one who did it."""
        return ()


class Codec(Protocol[S, E]):
    """Values as they are stored; `decode(encode(x)) == x`."""

    def encode_options(self, options: Any, /) -> str:
        """What was chosen for a game as a JSON object; None is the usual game."""
        ...

    def encode_state(self, state: S, /) -> str: ...
    def decode_state(self, text: str, /) -> S: ...
    def encode_events(self, events: Sequence[E], /) -> str: ...
    def decode_events(self, text: str, /) -> tuple[E, ...]: ...


@dataclass(frozen=True, slots=True)
class RobotSeat:
    """A seat that a robot of a kind plays; one that stands in for a person plays his turn alone."""

    seat: str
    kind: str
    is_stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Robots(Generic[S]):
    """Players that know what their seat may know, and write as people do."""

    kinds: tuple[str, ...]
    stand_in: str
    """The kind that plays for a person who sends nothing, and would have it so."""
    writes: Callable[[S, str, Sequence[Ask]], bool]
    """Whether a letter of the seat could matter while these asks are open."""
    letter: Callable[[RobotSeat, S, Sequence[Ask], Dice], tuple[str, ...]]
    """The lines of its letter; the same every time for the same dice."""


class RulesetError(ValueError):
    """Something given to a game cannot be used; the text says what would have worked."""


@dataclass(frozen=True, slots=True)
class StateEdit(Generic[S]):
    """Another state: what the moderator is `told`, what is `said` to all, what to single seats.

    `broken` are the invariants it breaks, in words; such a state is never kept.
    """

    state: S
    told: str
    said: str
    to: Mapping[str, str] = field(default_factory=dict)
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edits(Generic[S]):
    """What a moderator may change by hand: every form behind EDIT, and what it does."""

    forms: Mapping[str, str]
    edited: Callable[[S, str], StateEdit[S]]
    """The change that a line asks for; RulesetError if it asks for none."""
    allow: Callable[[S, str], Step[S, Any]] | None = None
    """Let a seat do, in the open turn, what the rules leave to the table; RulesetError if not."""


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
class SampleReport:
    """One seat's report, to be measured; `picture` is that of its board, `files` have theirs."""

    mail: Callable[[], Mail]
    picture: Callable[[], bytes]
    files: Callable[[], Sequence[AttachedFile]]


@dataclass(frozen=True, slots=True)
class SampleReports:
    """The reports of a full table, made anew by every call of `make`, that of the mover first.

    `cards` is how many are in play.
    """

    make: Callable[[], Sequence[SampleReport]]
    forget_drawn: Callable[[], None]
    cards: int


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
    sample_reports: Callable[[str], SampleReports] | None = None
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
    dice: Callable[[bytes], Dice]
    """The game's dice, from a key."""
    options: tuple[OptionRow, ...]
    options_from: Callable[[Mapping[str, str]], Any]
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    options_told: Callable[[str], tuple[str, ...]]
    """A sentence for each option of a game as its codec stores them."""
    language: OrderLanguage[S, E]
    secrecy: Secrecy[S, E]
    reporter: Reporter[S, E]
    robots: Robots[S] | None
    edits: Edits[S] | None
    tools: Tools

    @property
    def edit_forms(self) -> Mapping[str, str]:
        """What may stand behind EDIT, and what it does."""
        return self.edits.forms if self.edits else {}
