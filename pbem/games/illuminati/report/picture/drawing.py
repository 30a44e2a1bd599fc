"""The page: a panel for each player, the uncontrolled groups, a legend, as PNG."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from PIL import Image

from engine.illuminati.view import View
from pbem.documents.card_svg import EDGE, INK, MUTED, NIGHT, PAPER
from pbem.documents.svg import Lettering
from pbem.games.illuminati.report.picture.layout import (
    BETWEEN,
    FOOT,
    LEGEND,
    MARGIN,
    PAGE,
    Panel,
    Placed,
    page_of,
)
from pbem.games.illuminati.report.picture.palette import PALETTE, plain_image
from pbem.games.illuminati.report.picture.png import Strip, png, strip_of
from pbem.games.illuminati.report.picture.raster import bar_image, card_image, marked, write

_RADIUS, _OUTWARD = 13, 7


def picture(view: View) -> bytes:
    """The structures as a seat may know them, as PNG of PAGE pixels across.

    The same view makes the same bytes. Rotated cards lie as they do on the table, their text
    upright; an open arrow bears the letter of its printed side (R8.1, R8.2).
    """
    laid, strips, begin = page_of(view), list[Strip](), 0
    rows = [(top, tuple(row)) for top, row in groupby(laid.panels, key=itemgetter(2))]
    ends = [top - BETWEEN // 2 for top in (*(top for top, _ in rows[1:]), laid.loose_top)]
    for (_, row), end in zip(rows, ends, strict=False):
        strips.append(_panels(row, begin, end))
        begin = end
    return png(PAGE, [*strips, _foot(laid.loose, laid.loose_top, begin, laid.height)], PALETTE)


# The readers of a turn have most strips in common: all but that with their own cards.
@lru_cache(maxsize=64)
def _panels(row: tuple[tuple[Panel, int, int], ...], begin: int, end: int) -> Strip:
    """The rows of a page from one to another, with panels at their places on the page."""
    page = plain_image(PAPER, PAGE, end - begin)
    for panel, left, top in row:
        _draw_panel(page, panel, left, top - begin)
    return strip_of(page)


@lru_cache(maxsize=32)
def _foot(loose: tuple[Placed, ...], loose_top: int, begin: int, end: int) -> Strip:
    """The last rows: the uncontrolled groups and the legend."""
    page = plain_image(PAPER, PAGE, end - begin)
    if loose:
        _draw_loose(page, loose, loose_top - begin, begin)
    for at, line in enumerate(LEGEND):
        write(page, (MARGIN, page.height - FOOT + 18 + 26 * at), line, Lettering(19, MUTED))
    return strip_of(page)


def forget_strips() -> None:
    """Put all pages together anew from here on, from cards that may be known."""
    for drawn in (_panels, _foot):
        drawn.cache_clear()


def _draw_panel(page: Image.Image, panel: Panel, left: int, top: int) -> None:
    middle = left + panel.width // 2
    title = Lettering(30, NIGHT if panel.is_you else INK, "mm", is_bold=True)
    write(page, (middle, top + 18), panel.title, title)
    write(page, (middle, top + 49), panel.subtitle, Lettering(22, MUTED, "mm"))
    for card in panel.cards:
        _draw_card(page, card, left, top)
    for card in panel.cards:
        _draw_marks(page, card, left, top)


def _draw_card(page: Image.Image, card: Placed, left: int, top: int) -> None:
    page.paste(card_image(card.face), (left + card.left, top + card.top))


def _draw_marks(page: Image.Image, card: Placed, left: int, top: int) -> None:
    """The bar to the master and the open arrows; they lie over the cards' edges."""
    if card.link:
        x, y, is_level = left + card.link[0], top + card.link[1], card.link[2]
        bar, mask = bar_image(is_level)
        page.paste(bar, (x - bar.width // 2, y - bar.height // 2), mask)
    for arrow in card.arrows:
        right, down = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[arrow.points]
        x = left + arrow.x + right * _OUTWARD - 2 * _RADIUS
        y = top + arrow.y + down * _OUTWARD - 2 * _RADIUS
        below = page.crop((x, y, x + 4 * _RADIUS, y + 4 * _RADIUS)).tobytes()
        page.paste(marked(below, arrow.points, arrow.printed, _RADIUS), (x, y))


def _draw_loose(page: Image.Image, loose: tuple[Placed, ...], top: int, begin: int) -> None:
    page.paste(plain_image(EDGE, PAGE - 2 * MARGIN + 1, 2), (MARGIN, top - 8))
    write(page, (MARGIN + 4, top + 26), "Uncontrolled", Lettering(26, INK, is_bold=True))
    for card in loose:
        _draw_card(page, card, 0, -begin)
