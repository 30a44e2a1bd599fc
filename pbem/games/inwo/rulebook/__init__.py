"""The numbered rules of INWO as adjudicated, I1.1 to I33.14, in rules.txt."""

from __future__ import annotations

from pbem.games.contract.rulebook import Rulebook

BOOK = Rulebook("I", __name__)
look_up = BOOK.look_up
