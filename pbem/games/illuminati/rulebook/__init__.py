"""The numbered rules as adjudicated, R1.1 to R12.10, in rules.txt."""

from __future__ import annotations

from pbem.games.contract.rulebook import Rulebook

BOOK = Rulebook("R", __name__)
look_up = BOOK.look_up
