"""Cards and their marks as pixels, drawn thrice as fine as the page and then reduced."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from math import floor

from PIL import Image, ImageDraw

from engine.core.geometry import Side
from pbem.documents.card_svg import EDGE, GOLD, INK, LIGHT, MUTED, NIGHT, PALE, PAPER
from pbem.documents.svg import Lettering, Rgb
from pbem.games.illuminati.report.parts.names import LETTERS
from pbem.games.illuminati.report.picture.colours import COIN, OPEN, TINTS
from pbem.games.illuminati.report.picture.layout import Face
from pbem.games.illuminati.report.picture.letters import (
    Mask,
    begin_of,
    breadth,
    forget_letters,
    text_mask,
    writable,
)
from pbem.games.illuminati.report.picture.palette import coloured, inked, numbered, plain_image

_FINE = 3
_INSET = 4 * _FINE
_INNER = _INSET + 3 * _FINE
_SIZES = (21, 19, 17, 15, 13, 11, 9)
_MOST_LINES = 3


def write(page: Image.Image, at: tuple[int, int], text: str, letters: Lettering) -> None:
    """Text on paper at a point."""
    image, (left, top), mask = _text_on_paper(text, letters)
    page.paste(image, (at[0] + left, at[1] + top), mask)


@lru_cache(maxsize=256)
def _text_on_paper(
    text: str, letters: Lettering
) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    return _text_at((0, 0), text, letters, PAPER, 1)


def _text_at(
    at: tuple[float, float], text: str, letters: Lettering, ground: Rgb, fine: int
) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    """A text, its corner and mask; its point is in pixels so many times as fine as the page's."""
    shown = writable(text)
    x, y = begin_of(shown, at, letters)
    image, mask = _inked(shown, letters, ground, (x % fine, y % fine), fine)
    return image, (x // fine + mask.left, y // fine + mask.top), mask.image


@lru_cache(maxsize=1024)
def _inked(
    text: str, letters: Lettering, ground: Rgb, begin: tuple[int, int], fine: int
) -> tuple[Image.Image, Mask]:
    """A text in the colours of a page, and the mask of what it covers."""
    mask = text_mask(text, letters, begin, fine)
    image, covered = inked(mask.image, letters.colour, ground)
    return image, Mask(covered, mask.left, mask.top)


@cache
def bar_image(is_level: bool) -> tuple[Image.Image, Image.Image]:
    """The bar between a card and its master, and its mask."""
    width, height = (13, 31) if is_level else (31, 13)
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), 4, 255)
    return plain_image(NIGHT, width, height), mask


@lru_cache(maxsize=512)
def card_image(face: Face) -> Image.Image:
    """A card as it lies, its text upright, on a ground of paper."""
    image = _empty_card(face.width, face.height, face.is_illuminati).copy()
    _Card(image, face).fill()
    return image


@lru_cache(maxsize=8)
def _empty_card(width: int, height: int, is_illuminati: bool) -> Image.Image:
    """The frame and ground of a card."""
    image = Image.new("RGB", (width * _FINE, height * _FINE), PAPER)
    frame = (_INSET, _INSET, image.width - _INSET - 1, image.height - _INSET - 1)
    ground = NIGHT if is_illuminati else PALE
    ImageDraw.Draw(image).rounded_rectangle(frame, 9 * _FINE, ground, EDGE, 2 * _FINE)
    return numbered(image.reduce(_FINE))


@lru_cache(maxsize=128)
def _band(tints: tuple[Rgb, ...], width: int, bottom: int) -> Image.Image:
    """Boxes in some tints beside each other; the sizes are fine."""
    image = Image.new("RGB", (width, (bottom // _FINE + 1) * _FINE), PALE)
    draw = ImageDraw.Draw(image)
    step = width / len(tints)
    for at, tint in enumerate(tints):
        draw.rectangle((at * step, 0, (at + 1) * step - 1, bottom), tint, PALE, _FINE)
    return numbered(image.reduce(_FINE))


@lru_cache(maxsize=64)
def _coin(box: tuple[float, float, float, float], radius: float) -> Mask:
    """What a round box covers, whose place is fine."""
    left, top = floor(box[0] / _FINE), floor(box[1] / _FINE)
    size = (floor(box[2] / _FINE) + 1 - left) * _FINE, (floor(box[3] / _FINE) + 1 - top) * _FINE
    image = Image.new("L", size)
    x, y = left * _FINE, top * _FINE
    shape = (box[0] - x, box[1] - y, box[2] - x, box[3] - y)
    ImageDraw.Draw(image).rounded_rectangle(shape, radius, 255)
    return Mask(image.reduce(_FINE), left, top)


class _Card:
    """One card being filled; sizes and places are thrice as fine as the page's."""

    def __init__(self, image: Image.Image, face: Face) -> None:
        self.image, self.face = image, face
        self.width, self.height = face.width * _FINE, face.height * _FINE
        self.scale = min(self.width, self.height) / 168
        self.ink, self.ground = (GOLD, NIGHT) if face.is_illuminati else (INK, PALE)

    def fill(self) -> None:
        band = self._alignments() if not self.face.is_illuminati else self._crown()
        floor = self._numbers()
        self._name(band, floor)

    def _size(self, size: float) -> int:
        return max(8, round(size * self.scale))

    def _write(
        self, at: tuple[float, float], text: str, letters: Lettering, ground: Rgb | None = None
    ) -> None:
        self.image.paste(*_text_at(at, text, letters, ground or self.ground, _FINE))

    def _crown(self) -> float:
        bottom = _INNER + self._size(26)
        size = self._size(14)
        self._write((self.width / 2, bottom - size), "ILLUMINATI", Lettering(size, COIN, "mm"))
        return bottom

    def _alignments(self) -> float:
        """A band in as many colours as alignments, each with its letter; where it ends."""
        shown = [a for a in LETTERS if a in self.face.alignments]
        bottom = _INNER + self._size(27)
        width = self.width - 2 * _INNER
        if not shown:
            none = Lettering(self._size(20), MUTED, "mm")
            self._write((self.width / 2, bottom - 40), "-", none)
            return bottom
        tints = tuple(TINTS[alignment] for alignment in shown)
        self.image.paste(_band(tints, width, bottom - _INNER), (_INNER // _FINE, _INNER // _FINE))
        for at, (alignment, tint) in enumerate(zip(shown, tints, strict=True)):
            middle = (_INNER + (at + 0.5) * width / len(shown), (_INNER + bottom) / 2)
            letters = Lettering(self._size(20), INK if tint in LIGHT else PAPER, "mm", is_bold=True)
            self._write(middle, LETTERS[alignment], letters, tint)
        return bottom

    def _numbers(self) -> float:
        """Two rows at the bottom; where they begin."""
        face, size, left = self.face, self._size(19), _INNER + 5 * _FINE
        right = self.width - left
        low = self.height - _INNER - size * 0.85
        high = low - size * 1.3
        bold = Lettering(size, self.ink, is_bold=True)
        self._write((left, high), face.power, bold)
        if face.resistance:
            self._write((right, high), face.resistance, replace(bold, anchor="rm"))
        self._write((left, low), face.income, bold)
        if face.money:
            self._draw_coin(right, low, size)
        return high - size * 0.75

    def _draw_coin(self, right: float, low: float, size: int) -> None:
        wide, down = breadth(self.face.money, size), size * 0.62
        coin = _coin((right - wide - size * 0.4, low - down, right + size * 0.3, low + down), size)
        image, covered = inked(coin.image, COIN, self.ground)
        self.image.paste(image, (coin.left, coin.top), covered)
        letters = Lettering(size, INK, "rm", is_bold=True)
        self._write((right, low), self.face.money, letters, COIN)

    def _name(self, top: float, floor: float) -> None:
        room = self.width - 2 * _INNER - 4 * _FINE
        name = writable(self.face.name)
        for size in map(self._size, _SIZES):
            lines = _wrapped(name, size, room)
            fits = all(breadth(line, size) <= room for line in lines)
            if fits and len(lines) <= _MOST_LINES and len(lines) * size * 1.12 <= floor - top:
                break
        high = (top + floor) / 2 - (len(lines) - 1) * size * 0.56
        letters = Lettering(size, self.ink, "mm", is_bold=True)
        for at, line in enumerate(lines):
            self._write((self.width / 2, high + at * size * 1.12), line, letters)


def _wrapped(text: str, size: int, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.replace("-", "- ").split():
        joint = "" if lines and lines[-1].endswith("-") else " "
        if lines and breadth(lines[-1] + joint + word, size) <= room:
            lines[-1] += joint + word
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=512)
def marked(below: bytes, points: Side, printed: Side, radius: int) -> Image.Image:
    """The mark of an open arrow on what lies below it, with whose colours its edge is mixed."""
    mark, mask = arrow_image(points, printed, radius)
    ground = coloured(Image.frombytes("L", mark.size, below))
    ground.paste(mark, None, mask)
    return numbered(ground)


@lru_cache(maxsize=16)
def arrow_image(points: Side, printed: Side, radius: int) -> tuple[Image.Image, Image.Image]:
    """The mark of an open arrow and its mask: a disc with a point, the printed side's letter."""
    fine = radius * _FINE
    size = 4 * fine
    mask = Image.new("L", (size, size), 0)
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
    letter = text_mask(printed, bold, begin_of(printed, (centre, centre), bold), _FINE)
    image = Image.new("RGB", (size // _FINE, size // _FINE), OPEN)
    image.paste(PAPER, (letter.left, letter.top), letter.image)
    return image, mask.reduce(_FINE)


def forget_drawn() -> None:
    """Draw all anew from here on, as a process does that has just begun."""
    forget_letters()
    for drawn in (
        _text_on_paper,
        _inked,
        _empty_card,
        _band,
        _coin,
        card_image,
        arrow_image,
        marked,
    ):
        drawn.cache_clear()
