"""What a game is to the service: one record of a few objects, each of a handful of functions.

A game is found by its name in `pbem.games.registry`. The service holds states, events and filed
orders without looking into them: it asks the game. `S` is a game's state and `E` its event; both
are immutable values of the game's own, and only its codec knows how they are stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Dice(Protocol):
    """Chance as a game takes it; each draw has a number and a purpose, so it can be checked."""

    def pick(self, draw: int, purpose: str, sides: int) -> int: ...


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

    def new(self, seats: Sequence[str], options: Mapping[str, str], dice: Dice) -> Step[S, E]: ...
    def status(self, state: S) -> Status: ...
    def advance(self, state: S, ask: str, filed: Filed, dice: Dice, at: str) -> Step[S, E]: ...
    def options(self, state: S, seat: str) -> Sequence[Any]: ...
    def leave(self, state: S, seat: str, dice: Dice) -> Step[S, E]: ...
    def evolve(self, state: S, event: E) -> S: ...
    def audit(self, state: S) -> Sequence[str]: ...
    def ranking(self, state: S) -> Sequence[str]: ...


class Codec(Protocol[S, E]):
    """Values as they are stored; `decode(encode(x)) == x`."""

    def encode_state(self, state: S) -> str: ...
    def decode_state(self, text: str) -> S: ...
    def encode_events(self, events: Sequence[E]) -> str: ...
    def decode_events(self, text: str) -> tuple[E, ...]: ...
