"""Where every card of every structure lies on the page, true to the grid (R8.1, R8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core.geometry import SIDES, Ground, Shape, Side, Spot, lay_out, pointing
from engine.illuminati.abilities import Alignment
from engine.illuminati.advanced.hidden import Figures
from engine.illuminati.cards import CARDS, OUTLINES, Card
from engine.illuminati.view import CardView, SeatView, View
from pbem.documents.layout.cast import person
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.names import short_name

PAGE = 1200
"""Pixels from edge to edge of every picture."""
MARGIN, BETWEEN, TITLE, RIM = 24, 20, 70, 32
HEADER, FOOT = 60, 66
"""Pixels above the uncontrolled groups, and of the legend below everything."""
_TALL = 2000
LEGEND = (
    "P Power/transferable   R Resistance   I income   $ money (some $: not yours to count)",
    "Green mark: an open arrow, with the letter of its side as printed on the card.",
)
SIZES = (168, 152, 138)
"""Pixels of a square card's side, and of the mean of a landscape card's sides: the first that
keeps the page from getting too tall is taken."""
_MARK_OUT: dict[Side, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_MOST_TITLE = 30
_LEAST_PANEL, _LETTER = 270, 15


@dataclass(frozen=True, slots=True)
class Face:
    """What is drawn on a card; equal faces look alike, wherever they lie."""

    name: str
    power: str
    resistance: str
    income: str
    money: str
    alignments: tuple[Alignment, ...]
    is_illuminati: bool
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """A mark in the middle of a card's side: `points` on the table, `printed` on the card."""

    x: int
    y: int
    points: Side
    printed: Side


@dataclass(frozen=True, slots=True)
class Placed:
    """A card at its pixels, with its open arrows, and where it hangs on its master."""

    card: str
    face: Face
    left: int
    top: int
    arrows: tuple[Arrow, ...] = ()
    link: tuple[int, int, bool] | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """One player's cards under his name; a place within the page."""

    title: str
    subtitle: str
    is_you: bool
    width: int
    height: int
    cards: tuple[Placed, ...]


def panel_of(view: View, seat: SeatView, size: int) -> Panel:
    """A seat's structure, its upper left corner at nought."""
    rows = [(c.card, c.master, c.arrow) for c in seat.cards if c.master and c.arrow]
    root = next(card.card for card in seat.cards if card.master is None)
    ground = lay_out(root, rows, OUTLINES, view.options.shape)
    grid = _Grid(ground, seat, size, PAGE - 2 * (MARGIN + RIM))
    rims = grid.rims()
    title = one_line(person(seat.name, view.seat).cap, _MOST_TITLE)
    title += " - to move" if seat.name == view.to_move else ""
    width = max(grid.width + rims["W"] + rims["E"], _LEAST_PANEL, len(title) * _LETTER)
    left = rims["W"] + (width - grid.width - rims["W"] - rims["E"]) // 2
    groups = len(seat.cards)
    return Panel(
        title=title,
        subtitle=f"{short_name(seat.illuminati)}, {groups}/{view.basic_goal}",
        is_you=seat.name == view.seat,
        width=width,
        height=grid.height + TITLE + rims["N"] + rims["S"],
        cards=tuple(grid.placed(left, TITLE + rims["N"])),
    )


@dataclass(frozen=True, slots=True)
class LaidPage:
    """Everything in its place: panels with their upper left corners, the uncontrolled groups."""

    height: int
    panels: tuple[tuple[Panel, int, int], ...]
    loose: tuple[Placed, ...]
    loose_top: int


def page_of(view: View) -> LaidPage:
    """The page of a seat: cards as large as keeps it from getting too tall."""
    for size in SIZES:
        rows = _shelved([panel_of(view, seat, size) for seat in view.seats if seat.cards])
        loose, loose_height = _loose(view, size)
        height = sum(max(panel.height for panel in row) + BETWEEN for row in rows)
        if height + loose_height < _TALL:
            break
    panels, top = list[tuple[Panel, int, int]](), MARGIN
    for row in rows:
        gap = (PAGE - 2 * MARGIN - sum(panel.width for panel in row)) // len(row)
        left = MARGIN + gap // 2
        for panel in row:
            panels.append((panel, left, top))
            left += panel.width + gap
        top += max(panel.height for panel in row) + BETWEEN
    fallen = (replace(card, left=card.left + MARGIN, top=card.top + top + HEADER) for card in loose)
    return LaidPage(MARGIN + height + loose_height + FOOT, tuple(panels), tuple(fallen), top)


def _shelved(panels: Sequence[Panel]) -> list[list[Panel]]:
    """The panels in rows, in order, as many in each as fit."""
    rows: list[list[Panel]] = []
    room = 0
    for panel in panels:
        if not rows or panel.width + BETWEEN > room:
            rows.append([])
            room = PAGE - 2 * MARGIN + BETWEEN
        rows[-1].append(panel)
        room -= panel.width + BETWEEN
    return rows


def _loose(view: View, size: int) -> tuple[list[Placed], int]:
    """The uncontrolled groups by name in rows, and the height they take."""
    now: dict[str, tuple[Alignment, ...]] = dict(view.realigned)
    cards = sorted((CARDS[card] for card in view.uncontrolled), key=lambda card: card.name)
    shape = view.options.shape
    faces = [free_face(c.id, now.get(c.id, c.alignments), shape, size) for c in cards]
    if not faces:
        return [], 0
    width, height = faces[0].width, faces[0].height
    across = (PAGE - 2 * MARGIN) // width
    placed = [
        Placed(card.id, face, (at % across) * width, (at // across) * height)
        for at, (card, face) in enumerate(zip(cards, faces, strict=True))
    ]
    return placed, HEADER + ((len(placed) - 1) // across + 1) * height


class _Grid:
    """The plane of one structure in pixels; it shrinks where it would not fit the page."""

    def __init__(self, ground: Ground, seat: SeatView, size: int, most: int) -> None:
        self.ground, self.cards, self.figures = ground, seat.cards, seat.figures
        shape = ground.shape
        boxes = [_extent(spot, shape) for spot in ground.spots.values()]
        self.left = min(x - across for x, _, across, _ in boxes)
        self.top = min(y - down for _, y, _, down in boxes)
        wide = max(x + across for x, _, across, _ in boxes) - self.left
        high = max(y + down for _, y, _, down in boxes) - self.top
        self.unit = min(size / (shape.across + shape.down), most / wide)
        self.width, self.height = round(wide * self.unit), round(high * self.unit)

    def rims(self) -> dict[Side, int]:
        """Pixels that marks of open arrows stick out on each side of the structure."""
        rims: dict[Side, int] = dict.fromkeys(SIDES, 0)
        for card in self.cards:
            for side in card.open_arrows:
                mark = self._arrow(self.ground.spots[card.card], side, 0, 0)
                right, below = _MARK_OUT[mark.points]
                x, y = mark.x + right * RIM, mark.y + below * RIM
                rims["W"], rims["E"] = max(rims["W"], -x), max(rims["E"], x - self.width)
                rims["N"], rims["S"] = max(rims["N"], -y), max(rims["S"], y - self.height)
        return rims

    def placed(self, dx: int, dy: int) -> Iterator[Placed]:
        for card in self.cards:
            spot = self.ground.spots[card.card]
            x, y, across, down = _extent(spot, self.ground.shape)
            left, top = self._at(x - across, y - down, dx, dy)
            right, bottom = self._at(x + across, y + down, dx, dy)
            arrows = tuple(self._arrow(spot, side, dx, dy) for side in card.open_arrows)
            face = face_of(card, right - left, bottom - top)
            if card.master is None:
                face = _with_figures(face, self.figures)
            yield Placed(card.card, face, left, top, arrows, self._link(card, dx, dy))

    def _at(self, x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
        return round((x - self.left) * self.unit) + dx, round((y - self.top) * self.unit) + dy

    def _arrow(self, spot: Spot, printed: Side, dx: int, dy: int) -> Arrow:
        points = pointing(spot, printed)
        return Arrow(*self._edge(spot, points, dx, dy), points, printed)

    def _edge(self, spot: Spot, side: Side, dx: int, dy: int) -> tuple[int, int]:
        """The middle of a card's side of the table."""
        x, y, across, down = _extent(spot, self.ground.shape)
        right, below = _MARK_OUT[side]
        return self._at(x + right * across, y + below * down, dx, dy)

    def _link(self, card: CardView, dx: int, dy: int) -> tuple[int, int, bool] | None:
        if card.master is None or card.arrow is None:
            return None
        master = self.ground.spots[card.master]
        side = pointing(master, card.arrow)
        return (*self._edge(master, side, dx, dy), side in ("E", "W"))


def _extent(spot: Spot, shape: Shape) -> tuple[int, int, int, int]:
    """Centre and half extents as the card lies."""
    if spot.turn % 2:
        return spot.x, spot.y, shape.down, shape.across
    return spot.x, spot.y, shape.across, shape.down


def face_of(view: CardView, width: int, height: int) -> Face:
    """A card of a structure; what may not be counted is only said to be there (R12.9)."""
    money = f"${view.money}" if view.money else ""
    if view.money is None and view.has_money:
        money = "some $"
    return _face(CARDS[view.card], view.alignments, money, width, height)


def _with_figures(face: Face, now: Figures | None) -> Face:
    """An Illuminati's numbers as they are in force; question marks for one that is hidden."""
    if now is None:
        return replace(face, power="P ?/?", income="I ?")
    return replace(face, power=f"P {now.power}/{now.transferable}", income=f"I {now.income}")


def free_face(card: str, alignments: tuple[Alignment, ...], shape: Shape, size: int) -> Face:
    """An uncontrolled group, upright."""
    unit = size / (shape.across + shape.down)
    width, height = round(2 * shape.across * unit), round(2 * shape.down * unit)
    return _face(CARDS[card], alignments, "", width, height)


def _face(
    card: Card, alignments: tuple[Alignment, ...], money: str, width: int, height: int
) -> Face:
    return Face(
        name=one_line(short_name(card.id), 60),
        power=f"P {card.power}/{card.transferable}",
        resistance="" if card.is_illuminati else f"R {card.resistance}",
        income=f"I {card.income}",
        money=money,
        alignments=alignments,
        is_illuminati=card.is_illuminati,
        width=width,
        height=height,
    )
