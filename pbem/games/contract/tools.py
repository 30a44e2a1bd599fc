"""What can be done with a game at a terminal, without a service."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from pbem.documents.layout.mail_context import AttachedFile, Mail
from pbem.games.contract.values import RulesetError


@dataclass(frozen=True, slots=True)
class PositionFile:
    """A POSITION.toml: what it is called, its text, and what reads a file that it names."""

    name: str
    text: str
    read_file: Callable[[str], str]


_GAME = re.compile(r"""^[ \t]*["']?game["']?[ \t]*=[ \t]*(["'])(.*?)\1""", re.MULTILINE)


def game_of(text: str) -> str:
    """What the key `game` of a position says, before its first table; "" if nothing."""
    found = _GAME.search(re.split(r"^[ \t]*\[", text, maxsplit=1, flags=re.MULTILINE)[0])
    return found[2] if found else ""


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


def rolls_of(text: str, *, has_single: bool = False) -> tuple[tuple[int, int], ...]:
    """Rolls of two dice such as 3+1,6+5; with `has_single` also of one, such as 4, as (4, 0)."""
    found = []
    for roll in (part.strip() for part in text.split(",") if part.strip()):
        words = roll.split("+")
        many = (1, 2) if has_single else (2,)
        if len(words) not in many or any(word not in tuple("123456") for word in words):
            more = ", one as 4" if has_single else ""
            raise RulesetError(f"--dice: {roll[:20]!r} is not a roll; write two dice as 3+1{more}")
        first, second = (*map(int, words), 0)[:2]
        found.append((first, second))
    return tuple(found)


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
    """Whole games of robots to play, with so many processes; the same seed plays the same.

    Of the games, which are numbered from 0, `only` plays one again.
    """

    games: int
    players: int
    robots: str = "random"
    seed: str = "1"
    variant: str = "standard"
    jobs: int = 1
    only: int | None = None

    @property
    def numbers(self) -> Sequence[int]:
        """The games to play."""
        return range(self.games) if self.only is None else (self.only,)


class Simulated(Protocol):
    """A game that robots have played: `failed` is what the audit found wrong with it."""

    number: int
    failed: list[str]


Progress = Callable[[int, int], None]
"""Called with so many of so many steps done."""
Bars = Mapping[str, tuple[str, float]]
"""What figures must keep to: "at least", "at most" or "under", and how much."""
BenchFigures = tuple[dict[str, Any], Bars]


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

    `cards` is how many are in play; `forget` has all be told and drawn anew, `forget_pages` only
    whatever of a picture is larger than a card.
    """

    make: Callable[[], Sequence[SampleReport]]
    forget: Callable[[], None]
    forget_pages: Callable[[], None]
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
    bench_engine: Callable[[int, str], BenchFigures] | None = None
    """The engine's figures, best of so many runs from a seed, and their bars."""
    sample: Callable[[str, int], SampleGame] | None = None
    """A game played from a seed, with so many letters that its seats might write."""
    sample_full: Callable[[str, int], SampleGame] | None = None
    """The same of a full table of six."""
    sample_reports: Callable[[str], SampleReports] | None = None
    bench_options: Mapping[str, str] = field(default_factory=dict)
    """The options with which a turn is played in one step."""


def lazy(path: str) -> Any:
    """The function at `module:name`, whose module is loaded when it is called."""
    module, _, name = path.partition(":")

    def call(*args: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*args, **named)

    return call
