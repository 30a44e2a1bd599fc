"""The page: a panel for each player, the uncontrolled groups, a legend, as PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS
from engine.illuminati.view import View
from pbem.games.illuminati.report.picture.ink import (
    EDGE,
    INK,
    MUTED,
    NIGHT,
    PAPER,
    Lettering,
    arrow_image,
    card_image,
    write,
)
from pbem.games.illuminati.report.picture.layout import (
    BETWEEN,
    MARGIN,
    PAGE,
    SIZES,
    Panel,
    Placed,
    free_face,
    panel_of,
)

COLOURS = 64
_HEADER = 60
_LEGEND = (
    "P Power/transferable   R Resistance   I income   $ money (some $: not yours to count)",
    "Green mark: an open arrow, with the letter of its side as printed on the card.",
)
_FOOT = 66
_TALL = 2000
_RADIUS, _OUTWARD = 13, 7


def picture(view: View) -> bytes:
    """The structures as a seat may know them, as PNG of PAGE pixels across.

    The same view makes the same bytes. Rotated cards lie as they do on the table, their text
    upright; an open arrow bears the letter of its printed side (R8.1, R8.2).
    """
    for size in SIZES:
        rows = _shelved([panel_of(view, seat, size) for seat in view.seats if seat.cards])
        loose, loose_height = _loose(view, size)
        height = sum(max(panel.height for panel in row) + BETWEEN for row in rows)
        if height + loose_height < _TALL:
            break
    page = Image.new("RGB", (PAGE, MARGIN + height + loose_height + _FOOT), PAPER)
    draw = ImageDraw.Draw(page)
    top = MARGIN
    for row in rows:
        _draw_row(page, draw, row, top)
        top += max(panel.height for panel in row) + BETWEEN
    if loose:
        _draw_loose(page, draw, loose, top)
    for at, line in enumerate(_LEGEND):
        write(draw, (MARGIN, page.height - _FOOT + 18 + 26 * at), line, Lettering(19, MUTED))
    return _as_png(page)


def _as_png(page: Image.Image) -> bytes:
    few = page.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=7)
    return out.getvalue()


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


def _draw_row(page: Image.Image, draw: ImageDraw.ImageDraw, row: list[Panel], top: int) -> None:
    spare = PAGE - 2 * MARGIN - sum(panel.width for panel in row)
    gap = spare // len(row)
    left = MARGIN + gap // 2
    for panel in row:
        _draw_panel(page, draw, panel, left, top)
        left += panel.width + gap


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
        Placed(face, (at % across) * width, (at // across) * height)
        for at, face in enumerate(faces)
    ]
    return placed, _HEADER + ((len(placed) - 1) // across + 1) * height


def _draw_loose(
    page: Image.Image, draw: ImageDraw.ImageDraw, loose: Sequence[Placed], top: int
) -> None:
    draw.line((MARGIN, top - 8, PAGE - MARGIN, top - 8), EDGE, 2)
    write(draw, (MARGIN + 4, top + 26), "Uncontrolled", Lettering(26, INK, is_bold=True))
    for card in loose:
        _draw_card(page, replace(card, left=card.left + MARGIN), 0, top + _HEADER)
