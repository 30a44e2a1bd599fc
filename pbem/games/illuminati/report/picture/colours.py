"""The colours and letters of cards and pages, however they are drawn."""

from __future__ import annotations

from engine.illuminati.abilities import Alignment
from pbem.documents.svg import Rgb

PAPER, INK, PALE, MUTED = (255, 255, 255), (28, 26, 22), (250, 246, 236), (110, 102, 88)
NIGHT, GOLD, EDGE, OPEN = (36, 50, 74), (255, 217, 138), (120, 110, 92), (11, 102, 62)
COIN = (240, 192, 70)
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
