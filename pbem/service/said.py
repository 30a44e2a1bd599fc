"""What is said of a word to the referee, and what its line reads in the answer."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.reports.paper.about import Fate


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence about a word that was done, or why it was not, if its fate is another than OK."""

    text: str
    fate: Fate = "OK"

    @property
    def is_done(self) -> bool:
        return self.fate == "OK"


def refused(why: str) -> Said:
    """Nothing was done, and nothing will be."""
    return Said(why, "REFUSED")
