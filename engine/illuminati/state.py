"""The state of a game: immutable values, changed only by `evolve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.core.geometry import LANDSCAPE, SQUARE, Shape, Side
from engine.illuminati.abilities import Alignment

Pace = Literal["announce", "policies", "conclave", "table"]


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What a table may choose beforehand; every default is the standard game by mail."""

    pace: Pace = "announce"
    deal: Literal["random", "choose"] = "random"
    cards: Literal["square", "landscape"] = "square"
    neutralize_needs_arrow: bool = True
    basic_goal: int | None = None
    treasuries: Literal["stacked", "open"] = "stacked"

    @property
    def shape(self) -> Shape:
        return LANDSCAPE if self.cards == "landscape" else SQUARE


@dataclass(frozen=True, slots=True)
class Holding:
    """A Group or Illuminati in a power structure; only an Illuminati has no master."""

    card: str
    seat: str
    master: str | None
    arrow: Side | None
    money: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair in one game and what its player has besides his structure.

    `kills` are ids of destroyed Groups and eliminated Illuminati; `bereft_by` is the seat that
    took, neutralized or destroyed his last group (R10.1).
    """

    name: str
    illuminati: str
    goal: str | None = None
    hand: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    turns_taken: int = 0
    is_out: bool = False
    bereft_by: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What has been done in the turn now open; gone when the next one begins.

    `took_part` counts attacks a card, `powers_used` are cards whose once-a-turn power was used,
    `alignments` what the Lasers made of a group, `results` the fate of numbered lines,
    `met` whether their conditions held, `needs` that of their attacks, `income` what
    each card was paid (R2.4).
    """

    number: int
    seat: str
    actions: int = 0
    transfers: int = 0
    is_busy: bool = False
    has_passed: bool = False
    took_part: Mapping[str, int] = field(default_factory=dict)
    powers_used: tuple[str, ...] = ()
    alignments: Mapping[str, tuple[Alignment, ...]] = field(default_factory=dict)
    results: Mapping[int, bool] = field(default_factory=dict)
    met: Mapping[int, bool] = field(default_factory=dict)
    needs: Mapping[int, int] = field(default_factory=dict)
    income: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A whole game. `holdings` is in the order the cards joined; `deck` is top first."""

    options: GameOptions
    seats: tuple[Seat, ...]
    players_began: int
    turn: Turn
    holdings: Mapping[str, Holding]
    uncontrolled: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    draws: int = 0
    winners: tuple[str, ...] = ()

    def seat(self, name: str) -> Seat:
        """The seat of that name; KeyError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def seats_in(self) -> Iterator[Seat]:
        """The seats still in the game, in order of play."""
        return (seat for seat in self.seats if not seat.is_out)

    def seats_after(self, name: str) -> Iterator[Seat]:
        """The other seats still in the game, in order of play after the named one."""
        names = [seat.name for seat in self.seats]
        at = names.index(name)
        return (seat for seat in (*self.seats[at + 1 :], *self.seats[:at]) if not seat.is_out)

    def money(self, card: str) -> int:
        """MB in a card's treasury; 0 where it is not in a structure."""
        holding = self.holdings.get(card)
        return holding.money if holding else 0

    def owner(self, card: str) -> str | None:
        """The seat that controls a card, if any does."""
        holding = self.holdings.get(card)
        return holding.seat if holding else None
