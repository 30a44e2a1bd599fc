"""The structures of INWO as SVG, as they lie on the table; each card is a group with an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from engine.core.geometry import SQUARE, Ground, Shape, Spot, lay_out
from engine.core.structure import puppet_rows
from engine.inwo.cards import card_of, outline_of
from engine.inwo.facts import Facts, facts
from engine.inwo.selectors import TEN
from engine.inwo.state import InwoSeat, InwoState
from pbem.documents.card_svg import (
    BANDS,
    EDGE,
    GOLD,
    INK,
    INSET,
    MUTED,
    NIGHT,
    PALE,
    PAPER,
    CardShape,
)
from pbem.documents.svg import (
    Element,
    Lettering,
    Rgb,
    as_text,
    drawing,
    element,
    group_at,
    hex_of,
    write,
)
from pbem.games.inwo.card_names import LETTERS, name_of

SIDE, MARGIN, TITLE = 150, 24, 62
_SIZES = (18, 16, 14, 12, 10)
_TITLE_WIDTH, _PHONE_WIDTH = 300, 500
"""In pixels: a title has room, and a phone shows all of a structure at a size to be read."""
RUINED = (226, 216, 206)
_BANDS = ["blue", "olive", "sky", "violet", "green", "maroon", "grey", "pink", "black", "orange"]
_TINTS: Mapping[str, Rgb] = {word: BANDS[band] for word, band in zip(TEN, _BANDS, strict=True)}


@dataclass(frozen=True, slots=True)
class _Box:
    """A card at its pixels."""

    copy: str
    left: int
    top: int
    width: int
    height: int


def board(view: str) -> str:
    """A view drawn as SVG, a drawing a structure; the same view makes the same text.

    The group of a card has the id `card-` with the card's, and a title that tells it in words.
    """
    state = msgspec.json.decode(view, type=InwoState)
    known, drawn = facts(state), set[str]()
    return "".join(_structure(known, seat, drawn) for seat in state.seats if not seat.is_out)


def _structure(known: Facts, seat: InwoSeat, drawn: set[str]) -> str:
    """A player's structure, which stands beside others where there is room."""
    boxes = _boxes(known.state, seat)
    wide, high = _extent(boxes)
    width = max(wide, _TITLE_WIDTH)
    svg = drawing(width + 2 * MARGIN, TITLE + high + 2 * MARGIN, f"The structure of {seat.name}.")
    svg.set("width", str(width + 2 * MARGIN))
    svg.set("class", "part wide" if width > _PHONE_WIDTH else "part")
    element(svg, "rect", width="100%", height="100%", fill=hex_of(PAPER))
    group = group_at(svg, MARGIN + (width - wide) // 2, MARGIN)
    write(group, (wide / 2, 24), seat.name, Lettering(28, NIGHT, "mm"))
    write(group, (wide / 2, 50), _subtitle(known, seat), Lettering(19, MUTED, "mm"))
    for box in boxes:
        _draw_card(group, box, known, drawn)
    return as_text(svg)


def _subtitle(known: Facts, seat: InwoSeat) -> str:
    groups = len(known.groups[seat.name]) - 1
    many = "1 Group" if groups == 1 else f"{groups} Groups"
    return f"{name_of(seat.illuminati)}, {many}"


def _boxes(state: InwoState, seat: InwoSeat) -> list[_Box]:
    """The cards of a structure, its upper left corner at nought below the title."""
    shape = SQUARE if state.options.cards == "free" else state.options.shape
    rows = puppet_rows(state.table, seat.name)
    ground = lay_out(seat.illuminati, rows, outline_of, shape)
    unit = SIDE / (shape.across + shape.down)
    spots = _untangled(ground) if state.options.cards == "free" else ground.spots
    boxes = [_box(copy, spot, shape, unit) for copy, spot in spots.items()]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return [
        _Box(box.copy, box.left - left, box.top - top + TITLE, box.width, box.height)
        for box in boxes
    ]


def _untangled(ground: Ground) -> dict[str, Spot]:
    """Cards that would lie on others where space is forgotten stand in a row below (I9.2)."""
    taken: dict[tuple[int, int], str] = {}
    found: dict[str, Spot] = {}
    lowest = max(spot.y for spot in ground.spots.values())
    for copy, spot in ground.spots.items():
        at = (spot.x, spot.y)
        while at in taken:
            at = (at[0] + 2, lowest + 2)
        taken[at] = copy
        found[copy] = Spot(at[0], at[1], spot.turn)
    return found


def _box(copy: str, spot: Spot, shape: Shape, unit: float) -> _Box:
    across, down = (shape.down, shape.across) if spot.turn % 2 else (shape.across, shape.down)
    return _Box(
        copy,
        round((spot.x - across) * unit),
        round((spot.y - down) * unit),
        round(2 * across * unit),
        round(2 * down * unit),
    )


def _extent(boxes: list[_Box]) -> tuple[int, int]:
    right = max(box.left + box.width for box in boxes)
    return right, max(box.top + box.height for box in boxes) - TITLE


# --- a card -------------------------------------------------------------------------------------


def _draw_card(parent: Element, box: _Box, known: Facts, drawn: set[str]) -> None:
    """A card; two players may lead the same Illuminati, and only one has the id."""
    card, group = card_of(box.copy), group_at(parent, box.left, box.top)
    if card.id not in drawn:
        drawn.add(card.id)
        group.set("id", f"card-{card.id}")
    group.set("class", "card")
    element(group, "title").text = _in_words(box.copy, known)
    is_root = card.family == "illuminati"
    ground = NIGHT if is_root else RUINED if known.is_devastated(box.copy) else PALE
    shape = CardShape(box.width, box.height, band=24, letter=17, bottom=30, sizes=_SIZES)
    shape.draw_frame(group, ground)
    if not is_root:
        shown = known.alignments(box.copy)
        shape.draw_band(group, ((LETTERS[w], _TINTS[w]) for w in shown))
    shape.draw_name(group, name_of(box.copy), GOLD if is_root else INK)
    _draw_numbers(group, box, known, GOLD if is_root else INK)


def _in_words(copy: str, known: Facts) -> str:
    """`Texas: Power 6, Resistance 6, 1 token; Violent`, for those who see no picture."""
    parts = [f"Power {_power(copy, known)}", *_resistance(copy, known, "Resistance")]
    tokens = known.state.tokens.get(copy, 0)
    if tokens:
        parts.append("1 token" if tokens == 1 else f"{tokens} tokens")
    if known.is_devastated(copy):
        parts.append("Devastated")
    linked = [name_of(one) for one in known.linked.get(copy, ())]
    parts += [f"linked: {', '.join(linked)}"] if linked else []
    aligned = ", ".join(known.alignments(copy))
    return f"{name_of(copy)}: {', '.join(parts)}" + (f"; {aligned}" if aligned else "")


def _power(copy: str, known: Facts) -> str:
    globally = known.value(copy, "global")
    return f"{known.power(copy)}/{globally}" if globally else str(known.power(copy))


def _resistance(copy: str, known: Facts, word: str) -> list[str]:
    is_root = card_of(copy).family == "illuminati"
    return [] if is_root else [f"{word} {known.value(copy, 'resistance')}"]


def _draw_numbers(group: Element, box: _Box, known: Facts, colour: Rgb) -> None:
    """Power at the left, Resistance at the right, a disc for each token between them."""
    low, right = box.height - INSET - 10, box.width - INSET - 6
    write(group, (INSET + 6, low), f"P {_power(box.copy, known)}", Lettering(16, colour))
    for text in _resistance(box.copy, known, "R"):
        write(group, (right, low), text, Lettering(16, colour, "rm"))
    tokens = min(known.state.tokens.get(box.copy, 0), 4)
    for at in range(tokens):
        x = round(box.width / 2 + (at - (tokens - 1) / 2) * 14)
        element(group, "circle", cx=x, cy=low - 6, r=5, fill=hex_of(GOLD), stroke=hex_of(EDGE))
