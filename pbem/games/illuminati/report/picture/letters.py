"""Texts as masks, which say how far each pixel is covered; a letter is outlined once."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from pbem.documents.svg import Lettering


@dataclass(frozen=True, slots=True)
class Mask:
    """A mask in pixels of the page, and where its upper left corner lies."""

    image: Image.Image
    left: int
    top: int


def writable(text: str) -> str:
    """The text in letters the font has: accents dropped, others a question mark."""
    bare = unicodedata.normalize("NFKD", text)
    kept = (char for char in bare if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" else "?" for char in kept)


def breadth(text: str, size: int) -> int:
    """Pixels across of a writable text."""
    return sum(_advance(letter, size) for letter in text)


def begin_of(text: str, at: tuple[float, float], letters: Lettering) -> tuple[int, int]:
    """The middle of a writable text's left edge, if its anchor is at a point."""
    wide, stroke = breadth(text, letters.size), _stroke(letters)
    before = {"l": 0, "m": (wide + 1) // 2, "r": wide}[letters.anchor[0]]
    # As Pillow rounds: a half to the right, but no half downwards.
    x, y = floor(at[0] + stroke + 0.5), ceil(at[1] + stroke - 0.5)
    return x - floor(stroke + 0.5) - before, y - ceil(stroke - 0.5)


def text_mask(text: str, letters: Lettering, begin: tuple[int, int], fine: int) -> Mask:
    """A writable text set in pixels so many times as `fine` as the page's."""
    size, stroke = letters.size, _stroke(letters)
    x, y = begin
    placed = list[tuple[Any, int, int]]()
    for char in text:
        core, left, top = _letter(char, size, stroke)
        placed.append((core, x + left, y + top))
        x += _advance(char, size)
    left = min((left for _, left, _ in placed), default=0) // fine
    top = min((top for _, _, top in placed), default=0) // fine
    right = max((left + core.size[0] for core, left, _ in placed), default=0)
    bottom = max((top + core.size[1] for core, _, top in placed), default=0)
    width, height = -(-right // fine) - left, -(-bottom // fine) - top
    image = Image.new("L", (width * fine, height * fine))
    draw = ImageDraw.Draw(image).draw
    for core, x, y in placed:
        draw.draw_bitmap((x - left * fine, y - top * fine), core, 255)
    return Mask(image.reduce(fine), left, top)


def forget_letters() -> None:
    """Outline all letters anew from here on."""
    for known in (_font, _advance, _letter):
        known.cache_clear()


def _stroke(letters: Lettering) -> float:
    # The font has one weight: bold is the same letters with a thin outline.
    return letters.size / 40 if letters.is_bold else 0


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Pillow's own outline font: the same on every machine, and nothing to install."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return found


@lru_cache(maxsize=4096)
def _advance(letter: str, size: int) -> int:
    """Pixels to the next letter, whatever that is: the font moves no pair together."""
    return int(_font(size).getlength(letter))


@lru_cache(maxsize=2048)
def _letter(letter: str, size: int, stroke: float) -> tuple[Any, int, int]:
    """What Pillow draws a letter by, and where its corner lies from the text's begin."""
    # It starts a pixel to the right and below, or the outline would be cut off.
    found, (left, top) = _font(size).getmask2(
        letter, "L", stroke_width=stroke, anchor="lm", start=(1, 1), stroke_filled=True
    )
    return found, left - 1, top - 1
