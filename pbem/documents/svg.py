"""Drawings as SVG: shapes and letters in whole pixels, the same for the same values."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

Rgb = tuple[int, int, int]
Element = ElementTree.Element
LETTER = 0.56
"""The breadth of a letter of usual type, in its size."""
_ANCHORS = {"lm": "start", "mm": "middle", "rm": "end"}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text looks; the anchor is Pillow's (horizontal, vertical)."""

    size: int
    colour: Rgb
    anchor: str = "lm"
    is_bold: bool = False


def drawing(width: int, height: int, title: str) -> Element:
    """An empty drawing with a title for those who see none."""
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "role": "img",
            "font-family": "sans-serif",
        },
    )
    element(svg, "title").text = title
    return svg


def as_text(svg: Element) -> str:
    return ElementTree.tostring(svg, encoding="unicode")


def hex_of(colour: Rgb) -> str:
    """A colour as SVG has it."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def element(parent: Element, tag: str, **attributes: float | str) -> Element:
    """A part of a drawing; `font_size` is its font-size."""
    named = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, named)


def group_at(parent: Element, left: int, top: int) -> Element:
    """A group whose upper left corner lies there."""
    return element(parent, "g", transform=f"translate({left} {top})")


def write(parent: Element, at: tuple[float, float], text: str, letters: Lettering) -> None:
    """Text whose foot stands at a point."""
    x, y = map(round, at)
    size, colour = letters.size, hex_of(letters.colour)
    line = element(parent, "text", x=x, y=y, font_size=size, fill=colour)
    line.set("text-anchor", _ANCHORS[letters.anchor])
    line.text = text


def wrapped(text: str, most: int) -> list[str]:
    """The words in lines of so many letters, but no word is broken."""
    lines: list[str] = []
    for word in text.replace("-", "- ").split():
        joint = "" if lines and lines[-1].endswith("-") else " "
        if lines and len(lines[-1] + joint + word) <= most:
            lines[-1] += joint + word
        else:
            lines.append(word)
    return lines
