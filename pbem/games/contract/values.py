"""What a game waits for and what it has come to, as values that both sides know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
E = TypeVar("E")
S_contra = TypeVar("S_contra", contravariant=True)


T = TypeVar("T")


class GameDice(Protocol):
    """Chance as a game takes it; each draw has a number and a purpose, so it can be checked."""

    def pick(self, draw: int, purpose: str, sides: int) -> int: ...
    def roll(self, draw: int, purpose: str) -> tuple[int, int]: ...
    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]: ...


class RulesetError(ValueError):
    """Something given to a game cannot be used; the text says what would have worked."""


def seat_called(typed: str, seats: Sequence[str]) -> str:
    """The seat of that name, in capitals or not; RulesetError where there is none."""
    found = [seat for seat in seats if seat.casefold() == typed.casefold()]
    if not found:
        listed = ", ".join(seats)
        raise RulesetError(f'"{typed[:30]}" is not a seat of this game; there are {listed}.')
    return found[0]


class SheetKey(NamedTuple):
    """Under what a sheet of a seat is filed; the same key never means two things to a seat."""

    kind: str
    turn: int
    part: int = 0


Wait = Literal["script", "answers", "round"]
"""What can be waited for: somebody's own turn, answers to what he has announced, or a round, in
which all have their turns at once. A clock has a length for each."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that a game waits for; several may be open at once.

    `key` names it within its game for good, `kind` says what it waits for. What is filed for it
    goes under `sheet`; None means under what each seat files its own turn (`Status.sheets`).
    Without seats nobody can answer, and it is over at once. Where `shows_seats` is false no mail,
    page, log, reminder or moderator who plays may learn whose answer is asked. With
    `waits_for_all` it closes early once every seat is ready, else at its deadline alone.
    `on_silence` says what it is to file nothing: in a window to "pass"; of one's own turn it is to
    "miss" it, for which the clock grants grace, and waits for who is away.
    """

    key: str
    kind: Wait
    seats: tuple[str, ...]
    sheet: SheetKey | None = None
    shows_seats: bool = True
    waits_for_all: bool = True
    on_silence: Literal["pass", "miss"] = "pass"


@dataclass(frozen=True, slots=True)
class Status:
    """All that the service may know of a state.

    `turn` counts the turns of the game from 1, `part` how often the turn has paused, `mover` is
    the seat whose turn it is, `playing` are the seats that are still in, in their order. `asks` is
    empty only when the game is over. `sheets` has for every seat, also those that are out, under
    what its orders for its own next turn are filed.
    """

    turn: int
    part: int
    mover: str
    playing: tuple[str, ...]
    winners: tuple[str, ...]
    is_over: bool
    asks: tuple[Ask, ...]
    sheets: Mapping[str, SheetKey]

    @property
    def wait(self) -> str:
        """The kind of what is asked first; "-" for nothing."""
        return self.asks[0].kind if self.asks else "-"

    @property
    def windows(self) -> tuple[Ask, ...]:
        """What is asked beside anybody's own turn: it is answered on a sheet of its own."""
        return tuple(ask for ask in self.asks if ask.sheet is not None)

    def windows_of(self, seat: str) -> tuple[Ask, ...]:
        """The windows in which a seat is asked."""
        return tuple(ask for ask in self.windows if seat in ask.seats)

    def asks_own_turn(self, seat: str) -> bool:
        """Whether a seat is asked for its own turn."""
        return any(ask.sheet is None and seat in ask.seats for ask in self.asks)

    def sheet_of(self, ask: Ask, seat: str) -> SheetKey:
        """Under what a seat's answer to an ask is filed."""
        return ask.sheet or self.sheets[seat]


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A state and the events that led to it: one entry of a game's log.

    `orders` are the lines of `seat` that it came of; with `is_turn` a turn of that seat, or a part
    of one, was played by it, which everybody is told with a report.
    """

    state: S
    events: tuple[E, ...] = ()
    seat: str = ""
    orders: tuple[str, ...] = ()
    is_turn: bool = False


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A moment in the zone of a game's clock, and whether that day is one of its holidays."""

    at: datetime
    is_holiday: bool = False


@dataclass(frozen=True, slots=True)
class Filed:
    """What seats have on file, as canonical lines.

    `sheets` holds for each seat the lines that answer the ask, `standing` what holds until it is
    taken back; `here` is when that is, where the game's clock is known.
    """

    sheets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    here: LocalTime | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a seat ended: `place` counts from 1, and seats that share one have the same.

    `nearness` is how much of what it was after it had, from 0 to 1.
    """

    seat: str
    place: int
    nearness: float


def ranked(
    nearness: Mapping[str, float], winners: Sequence[str], out: Sequence[str]
) -> tuple[Rank, ...]:
    """Ranks of all seats: the winners, who is still in, who is out; who came nearer stands before.

    The winners share the first place, whatever each came near to.
    """
    lost = [seat for seat in nearness if seat not in (*winners, *out)]
    found: list[Rank] = []
    for at, group in enumerate((winners, lost, [seat for seat in out if seat not in winners])):
        ordered = sorted(group, key=lambda seat: -nearness[seat])
        above = len(found)
        for seat in ordered:
            is_shared = at == 0 or (len(found) > above and _is_level(found[-1], nearness[seat]))
            place = found[-1].place if is_shared and found else len(found) + 1
            found.append(Rank(seat, place, nearness[seat]))
    return tuple(found)


def _is_level(rank: Rank, nearness: float) -> bool:
    return rank.nearness == nearness
