"""The colours and letters of cards and pages, however they are drawn."""

from __future__ import annotations

from engine.illuminati.abilities import Alignment
from pbem.documents.card_svg import EDGE, GOLD, INK, MUTED, NIGHT, PALE, PAPER
from pbem.documents.svg import Rgb

OPEN, COIN = (11, 102, 62), (240, 192, 70)
# Told apart without colour by their letters; dark letters stand on the light ones.
TINTS: dict[Alignment, Rgb] = {
    "government": (0, 90, 160),
    "communist": (190, 40, 30),
    "liberal": (120, 195, 240),
    "conservative": (95, 70, 140),
    "peaceful": (0, 125, 95),
    "violent": (110, 20, 20),
    "straight": (125, 125, 125),
    "weird": (232, 150, 200),
    "criminal": (25, 25, 25),
    "fanatic": (245, 165, 30),
}
LIGHT = frozenset({"liberal", "weird", "fanatic"})

_GROUNDS: tuple[tuple[Rgb, Rgb, int], ...] = (
    (INK, PALE, 3),
    (INK, COIN, 2),
    (GOLD, NIGHT, 2),
    (COIN, NIGHT, 1),
    (COIN, PALE, 1),
    *((colour, PAPER, 2) for colour in (NIGHT, MUTED, OPEN, EDGE)),
    *((PAPER, tint, 2) for alignment, tint in TINTS.items() if alignment not in LIGHT),
    *((INK, tint, 1) for alignment, tint in TINTS.items() if alignment in LIGHT),
)
"""What stands on what, and how many steps between their colours smooth the edge."""


def colours() -> tuple[Rgb, ...]:
    """Every colour of a picture: those above, and the steps from what is drawn to its ground."""
    plain = (PAPER, INK, PALE, MUTED, NIGHT, GOLD, EDGE, OPEN, COIN, *TINTS.values())
    steps = (
        _between(colour, ground, at / (count + 1))
        for colour, ground, count in _GROUNDS
        for at in range(1, count + 1)
    )
    return tuple(dict.fromkeys((*plain, *steps)))


def _between(first: Rgb, second: Rgb, part: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue
