"""The page as SVG: the same cards in the same places, each a group of its own to be pointed at."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.illuminati.abilities import Alignment
from engine.illuminati.view import View
from pbem.documents.card_svg import EDGE, GOLD, INK, INSET, MUTED, NIGHT, PALE, PAPER, CardShape
from pbem.documents.svg import (
    LETTER,
    Element,
    Lettering,
    as_text,
    drawing,
    element,
    group_at,
    hex_of,
    write,
)
from pbem.games.illuminati.report.parts.names import LETTERS
from pbem.games.illuminati.report.picture.colours import COIN, OPEN, TINTS
from pbem.games.illuminati.report.picture.layout import (
    FOOT,
    LEGEND,
    MARGIN,
    PAGE,
    Arrow,
    Face,
    LaidPage,
    Panel,
    Placed,
    page_of,
)

_SIZES = (20, 18, 16, 14, 12, 10)
_TURNED: dict[Side, int] = {"N": 0, "E": 90, "S": 180, "W": 270}


def board(view: View) -> str:
    """The structures as a seat may know them, as SVG; the same view makes the same text.

    The group of a card has the id `card-` with the card's, and a title that tells it in words.
    """
    laid = page_of(view)
    title = "The power structures as they lie, and the uncontrolled groups."
    svg = drawing(PAGE, laid.height, title)
    element(svg, "rect", width=PAGE, height=laid.height, fill=hex_of(PAPER))
    for panel, left, top in laid.panels:
        _draw_panel(group_at(svg, left, top), panel)
    if laid.loose:
        _draw_loose(svg, laid)
    for at, line in enumerate(LEGEND):
        write(svg, (MARGIN, laid.height - FOOT + 24 + 26 * at), line, Lettering(19, MUTED))
    return as_text(svg)


def _draw_panel(group: Element, panel: Panel) -> None:
    middle = panel.width // 2
    write(group, (middle, 28), panel.title, Lettering(30, NIGHT if panel.is_you else INK, "mm"))
    write(group, (middle, 56), panel.subtitle, Lettering(22, MUTED, "mm"))
    for card in panel.cards:
        _draw_card(group, card)
    for card in panel.cards:
        if card.link:
            x, y, is_level = card.link
            dx, dy = (6, 15) if is_level else (15, 6)
            size = {"width": 2 * dx, "height": 2 * dy}
            element(group, "rect", x=x - dx, y=y - dy, rx=4, fill=hex_of(NIGHT), **size)
        for arrow in card.arrows:
            _draw_arrow(group, arrow)


def _draw_arrow(group: Element, arrow: Arrow) -> None:
    """A disc with a point outwards, and the letter of the printed side (R8.1)."""
    mark = element(group, "g", transform=f"translate({arrow.x} {arrow.y})")
    turned = f"rotate({_TURNED[arrow.points]})"
    element(mark, "path", d="M-11 -14L0 -30L11 -14Z", fill=hex_of(OPEN), transform=turned)
    x, y = {"N": (0, -7), "E": (7, 0), "S": (0, 7), "W": (-7, 0)}[arrow.points]
    element(mark, "circle", cx=x, cy=y, r=13, fill=hex_of(OPEN))
    write(mark, (x, y + 6), arrow.printed, Lettering(17, PAPER, "mm"))


def _draw_loose(svg: Element, laid: LaidPage) -> None:
    top = laid.loose_top
    path = f"M{MARGIN} {top - 8}H{PAGE - MARGIN}"
    element(svg, "path", d=path, stroke=hex_of(EDGE), stroke_width=2)
    write(svg, (MARGIN + 4, top + 34), "Uncontrolled", Lettering(26, INK))
    for card in laid.loose:
        _draw_card(svg, card)


def _draw_card(parent: Element, card: Placed) -> None:
    face = card.face
    group = group_at(parent, card.left, card.top)
    group.set("id", f"card-{card.card}")
    group.set("class", "card")
    element(group, "title").text = _in_words(face)
    ground = NIGHT if face.is_illuminati else PALE
    shape = CardShape(face.width, face.height, band=26, letter=19, bottom=52, sizes=_SIZES)
    shape.draw_frame(group, ground)
    if face.is_illuminati:
        write(group, (face.width / 2, INSET + 19), "ILLUMINATI", Lettering(13, COIN, "mm"))
    else:
        shape.draw_band(group, ((LETTERS[a], TINTS[a]) for a in _shown(face)))
    shape.draw_name(group, face.name, GOLD if face.is_illuminati else INK)
    _draw_numbers(group, face)


def _in_words(face: Face) -> str:
    """`The Mafia: P 7/7, R 7, I 6, $3; Violent, Criminal`, for those who see no picture."""
    numbers = filter(None, (face.power, face.resistance, face.income, face.money))
    aligned = ", ".join(alignment.title() for alignment in _shown(face))
    return f"{face.name}: {', '.join(numbers)}" + (f"; {aligned}" if aligned else "")


def _shown(face: Face) -> list[Alignment]:
    return [alignment for alignment in LETTERS if alignment in face.alignments]


def _draw_numbers(group: Element, face: Face) -> None:
    """Two rows at the bottom."""
    colour, left, right = GOLD if face.is_illuminati else INK, INSET + 6, face.width - INSET - 6
    high, low = face.height - INSET - 32, face.height - INSET - 9
    write(group, (left, high), face.power, Lettering(18, colour))
    write(group, (right, high), face.resistance, Lettering(18, colour, "rm"))
    write(group, (left, low), face.income, Lettering(18, colour))
    if face.money:
        wide = round(len(face.money) * 18 * LETTER) + 12
        box = {"x": right - wide + 4, "y": low - 17, "width": wide, "height": 22, "rx": 10}
        element(group, "rect", fill=hex_of(COIN), **box)
        write(group, (right, low), face.money, Lettering(18, INK, "rm"))
