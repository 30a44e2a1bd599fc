"""The colours and letters of cards and pages, however they are drawn."""

from __future__ import annotations

from functools import cache

from engine.illuminati.abilities import Alignment
from pbem.documents.card_svg import BANDS, EDGE, GOLD, INK, LIGHT, MUTED, NIGHT, PALE, PAPER
from pbem.documents.svg import Rgb

OPEN, COIN = (11, 102, 62), (240, 192, 70)
TINTS: dict[Alignment, Rgb] = {
    "government": BANDS["blue"],
    "communist": BANDS["red"],
    "liberal": BANDS["sky"],
    "conservative": BANDS["violet"],
    "peaceful": BANDS["green"],
    "violent": BANDS["maroon"],
    "straight": BANDS["grey"],
    "weird": BANDS["pink"],
    "criminal": BANDS["black"],
    "fanatic": BANDS["orange"],
}
_GROUNDS: tuple[tuple[Rgb, Rgb, int], ...] = (
    (INK, PALE, 3),
    (INK, COIN, 2),
    (GOLD, NIGHT, 2),
    (COIN, NIGHT, 1),
    (COIN, PALE, 1),
    *((colour, PAPER, 2) for colour in (NIGHT, MUTED, OPEN, EDGE)),
    *((PAPER, tint, 2) for tint in TINTS.values() if tint not in LIGHT),
    *((INK, tint, 1) for tint in TINTS.values() if tint in LIGHT),
)
"""What stands on what, and how many steps between their colours smooth the edge."""


@cache
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
