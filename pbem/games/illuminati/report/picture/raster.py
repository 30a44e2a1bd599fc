"""Colours, letters and shapes: what a card looks like, drawn once for every face."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont

from engine.core.geometry import Side
from pbem.documents.card_svg import EDGE, GOLD, INK, LIGHT, MUTED, NIGHT, PALE, PAPER
from pbem.documents.svg import Lettering, Rgb
from pbem.games.illuminati.report.parts.names import LETTERS
from pbem.games.illuminati.report.picture.colours import COIN, OPEN, TINTS, colours
from pbem.games.illuminati.report.picture.layout import Face

_FINE = 3
_INSET = 4 * _FINE
_SIZES = (21, 19, 17, 15, 13, 11, 9)
_MOST_LINES = 3


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Pillow's own outline font: the same on every machine, and nothing to install."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    # Pages of a turn have most of their texts in common, and to outline letters takes long.
    found.getmask2 = lru_cache(maxsize=256)(found.getmask2)  # type: ignore[assignment, method-assign]
    return found


def writable(text: str) -> str:
    """The text in letters the font has: accents dropped, others a question mark."""
    bare = unicodedata.normalize("NFKD", text)
    kept = (char for char in bare if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" else "?" for char in kept)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, letters: Lettering
) -> None:
    """Text at a point."""
    size, colour = letters.size, letters.colour
    # The font has one weight: bold is the same letters with a thin outline.
    width = size / 40 if letters.is_bold else 0
    shown = writable(text)
    draw.text(at, shown, colour, font(size), letters.anchor, stroke_width=width, stroke_fill=colour)


@cache
def _palette() -> Image.Image:
    """The colours that a page is reduced to; to find those of each page would take much longer."""
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(colours())))
    return image


def in_few_colours(image: Image.Image) -> Image.Image:
    """The image in the colours of a page."""
    return image.quantize(palette=_palette(), dither=Image.Dither.NONE)


def plain_image(colour: Rgb, width: int, height: int) -> Image.Image:
    """An image of one colour among those of a page."""
    dot = in_few_colours(Image.new("RGB", (1, 1), colour))
    image = Image.new("P", (width, height), dot.getpixel((0, 0)))
    image.putpalette(list(chain.from_iterable(colours())))
    return image


@lru_cache(maxsize=256)
def text_image(text: str, letters: Lettering) -> tuple[Image.Image, int, int]:
    """A text on paper in the colours of a page, and where its corner lies, seen from its point."""
    width = letters.size / 40 if letters.is_bold else 0
    box = font(letters.size).getbbox(writable(text), stroke_width=width, anchor=letters.anchor)
    left, top = floor(box[0]), floor(box[1])
    image = Image.new("RGB", (ceil(box[2]) - left, ceil(box[3]) - top), PAPER)
    write(ImageDraw.Draw(image), (-left, -top), text, letters)
    return in_few_colours(image), left, top


@cache
def bar_image(is_level: bool) -> tuple[Image.Image, Image.Image]:
    """The bar between a card and its master, in the colours of a page, and its mask."""
    width, height = (13, 31) if is_level else (31, 13)
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), 4, 255)
    return plain_image(NIGHT, width, height), mask


@lru_cache(maxsize=512)
def card_image(face: Face) -> Image.Image:
    """A card as it lies, its text upright, on a ground of paper, in the colours of a page."""
    image = _empty_card(face.width, face.height, face.is_illuminati).copy()
    _Card(ImageDraw.Draw(image), face, _INSET + 3 * _FINE).fill()
    return in_few_colours(image.reduce(_FINE))


@lru_cache(maxsize=8)
def _empty_card(width: int, height: int, is_illuminati: bool) -> Image.Image:
    """The frame and ground of a card, thrice as fine as the page's pixels."""
    image = Image.new("RGB", (width * _FINE, height * _FINE), PAPER)
    frame = (_INSET, _INSET, image.width - _INSET - 1, image.height - _INSET - 1)
    ground = NIGHT if is_illuminati else PALE
    ImageDraw.Draw(image).rounded_rectangle(frame, 9 * _FINE, ground, EDGE, 2 * _FINE)
    return image


class _Card:
    """One card being drawn, in pixels thrice as fine as the page's."""

    def __init__(self, draw: ImageDraw.ImageDraw, face: Face, inset: int) -> None:
        self.draw, self.face, self.inset = draw, face, inset
        self.width, self.height = face.width * _FINE, face.height * _FINE
        self.scale = min(self.width, self.height) / 168
        self.ink = GOLD if face.is_illuminati else INK

    def fill(self) -> None:
        band = self._alignments() if not self.face.is_illuminati else self._crown()
        floor = self._numbers()
        self._name(band, floor)

    def _size(self, size: float) -> int:
        return max(8, round(size * self.scale))

    def _crown(self) -> float:
        bottom = self.inset + self._size(26)
        size = self._size(14)
        write(self.draw, (self.width / 2, bottom - size), "ILLUMINATI", Lettering(size, COIN, "mm"))
        return bottom

    def _alignments(self) -> float:
        """A band in as many colours as alignments, each with its letter; where it ends."""
        shown = [a for a in LETTERS if a in self.face.alignments]
        bottom = self.inset + self._size(27)
        left, right = self.inset, self.width - self.inset
        step = (right - left) / max(len(shown), 1)
        for at, alignment in enumerate(shown):
            box = (left + at * step, self.inset, left + (at + 1) * step - 1, bottom)
            tint = TINTS[alignment]
            self.draw.rectangle(box, tint, PALE, _FINE)
            colour = INK if tint in LIGHT else PAPER
            middle = (left + (at + 0.5) * step, (self.inset + bottom) / 2)
            letter = LETTERS[alignment]
            write(self.draw, middle, letter, Lettering(self._size(20), colour, "mm", is_bold=True))
        if not shown:
            write(
                self.draw,
                (self.width / 2, bottom - 40),
                "-",
                Lettering(self._size(20), MUTED, "mm"),
            )
        return bottom

    def _numbers(self) -> float:
        """Two rows at the bottom; where they begin."""
        face, size, left = self.face, self._size(19), self.inset + 5 * _FINE
        right = self.width - left
        low = self.height - self.inset - size * 0.85
        high = low - size * 1.3
        bold = Lettering(size, self.ink, is_bold=True)
        write(self.draw, (left, high), face.power, bold)
        write(self.draw, (right, high), face.resistance, replace(bold, anchor="rm"))
        write(self.draw, (left, low), face.income, bold)
        if face.money:
            wide = font(size).getlength(face.money)
            box = (
                right - wide - size * 0.4,
                low - size * 0.62,
                right + size * 0.3,
                low + size * 0.62,
            )
            self.draw.rounded_rectangle(box, size * 0.6, COIN)
            write(self.draw, (right, low), face.money, Lettering(size, INK, "rm", is_bold=True))
        return high - size * 0.75

    def _name(self, top: float, floor: float) -> None:
        room = self.width - 2 * self.inset - 4 * _FINE
        for size in map(self._size, _SIZES):
            lines = _wrapped(writable(self.face.name), size, room)
            fits = all(font(size).getlength(line) <= room for line in lines)
            if fits and len(lines) <= _MOST_LINES and len(lines) * size * 1.12 <= floor - top:
                break
        high = (top + floor) / 2 - (len(lines) - 1) * size * 0.56
        for at, line in enumerate(lines):
            middle = (self.width / 2, high + at * size * 1.12)
            write(self.draw, middle, line, Lettering(size, self.ink, "mm", is_bold=True))


def _wrapped(text: str, size: int, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.replace("-", "- ").split():
        joint = "" if lines and lines[-1].endswith("-") else " "
        if lines and font(size).getlength(lines[-1] + joint + word) <= room:
            lines[-1] += joint + word
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=16)
def arrow_image(points: Side, printed: Side, radius: int) -> tuple[Image.Image, Image.Image]:
    """The mark of an open arrow and its mask: a disc with a point, the printed side's letter."""
    fine = radius * _FINE
    size = 4 * fine
    mask = Image.new("L", (size, size), 0)
    image = Image.new("RGB", (size, size), OPEN)
    centre = size / 2
    ImageDraw.Draw(mask).ellipse((centre - fine, centre - fine, centre + fine, centre + fine), 255)
    tip, wing = fine * 1.75, fine * 0.86
    x, y = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[points]
    base = fine * 0.5
    corners = [
        (centre + x * tip, centre + y * tip),
        (centre + x * base - y * wing, centre + y * base + x * wing),
        (centre + x * base + y * wing, centre + y * base - x * wing),
    ]
    ImageDraw.Draw(mask).polygon(corners, 255)
    bold = Lettering(round(fine * 1.35), PAPER, "mm", is_bold=True)
    write(ImageDraw.Draw(image), (centre, centre), printed, bold)
    return image.reduce(_FINE), mask.reduce(_FINE)


def forget_drawn() -> None:
    """Draw all anew from here on, as a process does that has just begun."""
    for drawn in (font, text_image, _empty_card, card_image, arrow_image):
        drawn.cache_clear()
