"""A card as SVG, as the boards of all games have it: its colours, frame, band and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.documents.svg import LETTER, Element, Lettering, Rgb, element, hex_of, wrapped, write

PAPER, INK, PALE, MUTED = (255, 255, 255), (28, 26, 22), (250, 246, 236), (110, 102, 88)
NIGHT, GOLD, EDGE = (36, 50, 74), (255, 217, 138), (120, 110, 92)
BANDS: Mapping[str, Rgb] = {
    **{"blue": (0, 90, 160), "sky": (120, 195, 240), "violet": (95, 70, 140)},
    **{"green": (0, 125, 95), "red": (190, 40, 30), "maroon": (110, 20, 20)},
    **{"pink": (232, 150, 200), "orange": (245, 165, 30), "olive": (90, 90, 70)},
    **{"grey": (125, 125, 125), "black": (25, 25, 25)},
}
"""Tints of bands, told apart without colour by their letters."""
LIGHT = frozenset((BANDS["sky"], BANDS["pink"], BANDS["orange"]))
"""Those on which letters are dark."""
INSET = 4
"""Pixels between a card and its neighbour's edge."""
_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class CardShape:
    """A card's pixels: its `band` on top with letters of a size, its numbers at the bottom.

    `sizes` are those of the letters of its name, the one to be tried first before the others.
    """

    width: int
    height: int
    band: int
    letter: int
    bottom: int
    sizes: tuple[int, ...]

    def draw_frame(self, group: Element, ground: Rgb) -> None:
        """The card without anything on it."""
        size = {"width": self.width - 2 * INSET, "height": self.height - 2 * INSET}
        frame = element(group, "rect", x=INSET, y=INSET, rx=9, fill=hex_of(ground), **size)
        frame.attrib |= {"stroke": hex_of(EDGE), "stroke-width": "2"}

    def draw_band(self, group: Element, shown: Iterable[tuple[str, Rgb]]) -> None:
        """A band in as many colours as alignments, each with its letter."""
        parts = tuple(shown)
        step = (self.width - 2 * INSET) / max(len(parts), 1)
        for at, (letter, tint) in enumerate(parts):
            left = INSET + at * step
            box = {"x": round(left), "y": INSET, "width": round(step), "height": self.band}
            element(group, "rect", fill=hex_of(tint), stroke=hex_of(PALE), **box)
            look = Lettering(self.letter, INK if tint in LIGHT else PAPER, "mm")
            write(group, (left + step / 2, INSET + self.letter + 1), letter, look)

    def draw_name(self, group: Element, name: str, colour: Rgb) -> None:
        """The name, in the largest letters in which it fits."""
        room = self.width - 2 * INSET - 8
        for size in self.sizes:
            lines = wrapped(name, int(room / (size * LETTER)))
            if len(lines) <= _MOST_LINES and max(map(len, lines)) * size * LETTER <= room:
                break
        middle = (INSET + self.band + self.height - self.bottom) / 2
        top = middle - (len(lines) - 1) * size * LETTER + size * 0.36
        look = Lettering(size, colour, "mm")
        for at, line in enumerate(lines):
            write(group, (self.width / 2, top + at * size * 1.12), line, look)
