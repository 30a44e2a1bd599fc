"""Images as numbers of a page's few colours, in which all of it is drawn from the start."""

from __future__ import annotations

from functools import cache
from itertools import chain

from PIL import Image

from pbem.documents.svg import Rgb
from pbem.games.illuminati.report.picture.colours import colours

_ANY = bytes(1) + bytes([255]) * 255
PALETTE = bytes(chain.from_iterable(colours()))


def plain_image(colour: Rgb, width: int, height: int) -> Image.Image:
    """An image of one colour of a page."""
    return Image.new("L", (width, height), colours().index(colour))


def numbered(image: Image.Image) -> Image.Image:
    """An image with its colours, as the numbers of the nearest of a page."""
    found = image.quantize(palette=_palette(), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


def coloured(image: Image.Image) -> Image.Image:
    """Numbers as the colours that they are."""
    found = image.copy()
    found.putpalette(PALETTE)
    return found.convert("RGB")


def inked(mask: Image.Image, colour: Rgb, ground: Rgb) -> tuple[Image.Image, Image.Image]:
    """A colour on its ground where a mask covers it, and the mask of all that has any of it."""
    covered = mask.tobytes()
    image = Image.frombytes("L", mask.size, covered.translate(_steps(colour, ground)))
    return image, Image.frombytes("L", mask.size, covered.translate(_ANY))


@cache
def _steps(colour: Rgb, ground: Rgb) -> bytes:
    """What a colour on its ground comes to, for all degrees of covering it."""
    mixed = Image.new("RGB", (256, 1), ground)
    mixed.paste(colour, None, Image.frombytes("L", mixed.size, bytes(range(256))))
    return numbered(mixed).tobytes()


@cache
def _palette() -> Image.Image:
    """The colours that a page is reduced to; to find those of each page would take much longer."""
    image = Image.new("P", (1, 1))
    image.putpalette(PALETTE)
    return image
