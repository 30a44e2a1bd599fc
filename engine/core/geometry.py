"""Power-structure geometry: cards on a plane, arrows, turning and overlap (R8.1, R8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.core.values import Value

Side = Literal["N", "E", "S", "W"]
SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
_INDEX: dict[str, int] = {side: i for i, side in enumerate(SIDES)}
_STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Outline(Value):
    """The arrows printed on a card seen upright; a root card has no incoming one.

    One that hangs `anywhere` needs no arrow of its master, only a free side.
    """

    arrow_in: Side | None
    arrows_out: tuple[Side, ...]
    anywhere: bool = False


class Shape(NamedTuple):
    """Half of an upright card's width and height, in the same units as a Spot."""

    across: int
    down: int


SQUARE = Shape(1, 1)
LANDSCAPE = Shape(7, 5)


class Spot(NamedTuple):
    """Where a card lies: its centre (x to the east, y to the south) and quarter turns clockwise."""

    x: int
    y: int
    turn: int


ORIGIN = Spot(0, 0, 0)


def pointing(spot: Spot, arrow: Side) -> Side:
    """The side of the table to which an arrow printed on `arrow` points."""
    return SIDES[(_INDEX[arrow] + spot.turn) % 4]


def _half(shape: Shape, turn: int, direction: int) -> int:
    """Half the card's extent along a direction."""
    return shape.across if (turn + direction) % 2 else shape.down


Offsets = dict[tuple[int, str, str], tuple[int, int, int]]
"""A puppet's place relative to its master's, by the master's turns, its arrow and the puppet's
incoming arrow: x, y and the puppet's own turns."""


@lru_cache(maxsize=8)
def offsets(shape: Shape) -> Offsets:
    """Every place a puppet can have beside its master."""
    return {
        (turn, arrow, arrow_in): _offset(turn, arrow, arrow_in, shape)
        for turn in range(4)
        for arrow in SIDES
        for arrow_in in SIDES
    }


def _offset(turn: int, arrow: Side, arrow_in: Side, shape: Shape) -> tuple[int, int, int]:
    direction = (_INDEX[arrow] + turn) % 4
    turned = (direction + 2 - _INDEX[arrow_in]) % 4
    reach = _half(shape, turn, direction) + _half(shape, turned, direction)
    dx, dy = _STEP[direction]
    return dx * reach, dy * reach, turned


def overlap(a: Spot, b: Spot, shape: Shape) -> bool:
    """Whether two cards cover a common area; touching edges do not."""
    wide = _half(shape, a.turn, 1) + _half(shape, b.turn, 1)
    high = _half(shape, a.turn, 0) + _half(shape, b.turn, 0)
    return abs(a.x - b.x) < wide and abs(a.y - b.y) < high


def _all_but(side: Side | None) -> tuple[Side, ...]:
    return tuple(one for one in SIDES if one != side)


class Ground:
    """The cards of one structure as they lie; a mutable scratch pad, never part of a state.

    Where cards hang `anywhere` each may, but no master has more such puppets than arrows.
    """

    __slots__ = ("shape", "outlines", "anywhere", "spots", "puppets", "_cells", "_offsets")

    def __init__(
        self, shape: Shape, outlines: Mapping[str, Outline], anywhere: bool = False
    ) -> None:
        self.shape = shape
        self.outlines = outlines
        self.anywhere = anywhere
        self.spots: dict[str, Spot] = {}
        self._offsets = offsets(shape)
        self.puppets: dict[str, dict[Side, str]] = {}
        self._cells: dict[tuple[int, int], str] | None = {} if shape is SQUARE else None

    def copy(self) -> Ground:
        """Another scratch pad on which the same cards lie."""
        other = Ground(self.shape, self.outlines, self.anywhere)
        other.spots.update(self.spots)
        other.puppets.update((master, dict(row)) for master, row in self.puppets.items())
        if other._cells is not None and self._cells is not None:
            other._cells.update(self._cells)
        return other

    def put_root(self, card: str) -> None:
        self._lay(card, ORIGIN)

    def spot_on(self, card: str, master: str, arrow: Side) -> Spot:
        """Where the card lies on that arrow of a master that lies here."""
        return Spot(*self._place_on(card, master, arrow))

    def _place_on(self, card: str, master: str, arrow: Side) -> tuple[int, int, int]:
        arrow_in = self.outlines[card].arrow_in
        assert arrow_in is not None, f"{card} has no incoming arrow"
        x, y, turn = self.spots[master]
        dx, dy, turned = self._offsets[turn, arrow, arrow_in]
        return x + dx, y + dy, turned

    def put(self, card: str, master: str, arrow: Side) -> None:
        """Lay a card on its master's arrow; the caller has made sure that it fits."""
        self.puppets.setdefault(master, {})[arrow] = card
        self._lay(card, self.spot_on(card, master, arrow))

    def lift(self, card: str, master: str, arrow: Side) -> None:
        """Take back the last `put` of this card."""
        del self.puppets[master][arrow]
        spot = self.spots.pop(card)
        if self._cells is not None:
            del self._cells[spot.x, spot.y]

    def _lay(self, card: str, spot: Spot) -> None:
        self.spots[card] = spot
        if self._cells is not None:
            self._cells[spot.x, spot.y] = card

    def _is_free(self, x: int, y: int, turn: int) -> bool:
        """Whether a card that lies so would overlap nothing."""
        if self._cells is not None:
            return (x, y) not in self._cells
        spot = Spot(x, y, turn)
        return not any(overlap(spot, other, self.shape) for other in self.spots.values())

    def sides(self, card: str, master: str) -> tuple[Side, ...]:
        """The sides of a master on which a card may hang if they are open."""
        own = self.outlines[master]
        if self.anywhere or self.outlines[card].anywhere:
            return _all_but(own.arrow_in)
        return own.arrows_out

    def _room(self, master: str) -> int:
        """How many more puppets a master may have that hang anywhere only because all do."""
        puppets = self.puppets.get(master, {}).values()
        bound = sum(not self.outlines[card].anywhere for card in puppets)
        return len(self.outlines[master].arrows_out) - bound

    def fits(self, card: str, master: str, arrow: Side) -> bool:
        """Whether the arrow has no puppet and the card would overlap nothing (R8.2)."""
        if arrow in self.puppets.get(master, ()) or arrow not in self.sides(card, master):
            return False
        if self.anywhere and not self.outlines[card].anywhere and self._room(master) < 1:
            return False
        return self._is_free(*self._place_on(card, master, arrow))

    def open_sides(self, card: str, master: str) -> tuple[Side, ...]:
        """Where on a master the card would fit."""
        return tuple(side for side in self.sides(card, master) if self.fits(card, master, side))

    def open_arrows(self, master: str) -> tuple[Side, ...]:
        """Printed arrows without puppet and with room for a card there (R8.2)."""
        arrows = self.outlines[master].arrows_out
        if self.anywhere:
            arrows = _all_but(self.outlines[master].arrow_in) if self._room(master) > 0 else ()
        taken = self.puppets.get(master, {})
        found: list[Side] = []
        x, y, turn = self.spots[master]
        for arrow in arrows:
            if arrow not in taken:
                dx, dy, turned = self._offsets[turn, arrow, "W"]
                if self._is_free(x + dx, y + dy, turned):
                    found.append(arrow)
        return tuple(found)

    def count_open(self) -> int:
        """Open arrows of all cards; asked for every arrangement that is tried."""
        if self.anywhere:
            open_ = ((len(self.open_arrows(card)), self._room(card)) for card in self.spots)
            return sum(min(pair) for pair in open_)
        count = 0
        cells, offset = self._cells, self._offsets
        for card, (x, y, turn) in self.spots.items():
            taken = self.puppets.get(card, ())
            for arrow in self.outlines[card].arrows_out:
                if arrow not in taken:
                    dx, dy, turned = offset[turn, arrow, "W"]
                    if cells is not None:
                        count += (x + dx, y + dy) not in cells
                    else:
                        count += self._is_free(x + dx, y + dy, turned)
        return count


def lay_out(
    root: str,
    puppets: Iterable[tuple[str, str, Side]],
    outlines: Mapping[str, Outline],
    shape: Shape,
    anywhere: bool = False,
) -> Ground:
    """The ground of a structure from (card, master, arrow) rows, masters in any order.

    Rows whose master is nowhere are an error of the caller: KeyError. Overlap is not
    checked here; `overlaps` tells.
    """
    ground = Ground(shape, outlines, anywhere)
    ground.put_root(root)
    waiting = list(puppets)
    while waiting:
        later = []
        for card, master, arrow in waiting:
            if master in ground.spots:
                ground.put(card, master, arrow)
            else:
                later.append((card, master, arrow))
        if len(later) == len(waiting):
            raise KeyError(later[0][1])
        waiting = later
    return ground


def overlaps(ground: Ground) -> list[tuple[str, str]]:
    """Every pair of cards of the ground that overlap."""
    cards = list(ground.spots.items())
    return [
        (a, b)
        for i, (a, spot_a) in enumerate(cards)
        for b, spot_b in cards[i + 1 :]
        if overlap(spot_a, spot_b, ground.shape)
    ]
