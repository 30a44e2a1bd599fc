"""The page: a panel for each player, the uncontrolled groups, a legend, as PNG."""

from __future__ import annotations

import io
from functools import cache
from itertools import chain

from PIL import Image, ImageDraw

from engine.illuminati.view import View
from pbem.documents.card_svg import EDGE, INK, MUTED, NIGHT, PAPER
from pbem.documents.svg import Lettering
from pbem.games.illuminati.report.picture.colours import colours
from pbem.games.illuminati.report.picture.layout import (
    FOOT,
    LEGEND,
    MARGIN,
    PAGE,
    LaidPage,
    Panel,
    Placed,
    page_of,
)
from pbem.games.illuminati.report.picture.raster import arrow_image, card_image, write

_RADIUS, _OUTWARD = 13, 7


def picture(view: View) -> bytes:
    """The structures as a seat may know them, as PNG of PAGE pixels across.

    The same view makes the same bytes. Rotated cards lie as they do on the table, their text
    upright; an open arrow bears the letter of its printed side (R8.1, R8.2).
    """
    laid = page_of(view)
    page = Image.new("RGB", (PAGE, laid.height), PAPER)
    draw = ImageDraw.Draw(page)
    for panel, left, top in laid.panels:
        _draw_panel(page, draw, panel, left, top)
    if laid.loose:
        _draw_loose(page, draw, laid)
    for at, line in enumerate(LEGEND):
        write(draw, (MARGIN, page.height - FOOT + 18 + 26 * at), line, Lettering(19, MUTED))
    return _as_png(page)


def _as_png(page: Image.Image) -> bytes:
    few = page.quantize(palette=_palette(), dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=3)
    return out.getvalue()


@cache
def _palette() -> Image.Image:
    """The colours that a page is reduced to; to find those of each page would take much longer."""
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(colours())))
    return image


def _draw_panel(
    page: Image.Image, draw: ImageDraw.ImageDraw, panel: Panel, left: int, top: int
) -> None:
    middle = left + panel.width // 2
    title = Lettering(30, NIGHT if panel.is_you else INK, "mm", is_bold=True)
    write(draw, (middle, top + 18), panel.title, title)
    write(draw, (middle, top + 49), panel.subtitle, Lettering(22, MUTED, "mm"))
    for card in panel.cards:
        _draw_card(page, card, left, top)
    for card in panel.cards:
        _draw_marks(page, draw, card, left, top)


def _draw_card(page: Image.Image, card: Placed, left: int, top: int) -> None:
    page.paste(card_image(card.face), (left + card.left, top + card.top))


def _draw_marks(
    page: Image.Image, draw: ImageDraw.ImageDraw, card: Placed, left: int, top: int
) -> None:
    """The bar to the master and the open arrows; they lie over the cards' edges."""
    if card.link:
        x, y, is_level = left + card.link[0], top + card.link[1], card.link[2]
        long, broad = 6, 15
        dx, dy = (long, broad) if is_level else (broad, long)
        draw.rounded_rectangle((x - dx, y - dy, x + dx, y + dy), 4, NIGHT)
    for arrow in card.arrows:
        image, mask = arrow_image(arrow.points, arrow.printed, _RADIUS)
        x, y = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[arrow.points]
        at = (
            left + arrow.x + x * _OUTWARD - image.width // 2,
            top + arrow.y + y * _OUTWARD - image.height // 2,
        )
        page.paste(image, at, mask)


def _draw_loose(page: Image.Image, draw: ImageDraw.ImageDraw, laid: LaidPage) -> None:
    top = laid.loose_top
    draw.line((MARGIN, top - 8, PAGE - MARGIN, top - 8), EDGE, 2)
    write(draw, (MARGIN + 4, top + 26), "Uncontrolled", Lettering(26, INK, is_bold=True))
    for card in laid.loose:
        _draw_card(page, card, 0, 0)
