"""What is said of a word to the referee, and what its line reads in the answer."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.games.contract.orders import LineStatus


@dataclass(frozen=True, slots=True)
class WordResult:
    """A sentence about a word that was done, or why it was not, unless its status is OK."""

    text: str
    status: LineStatus = "OK"

    @property
    def is_done(self) -> bool:
        return self.status == "OK"


def refused(why: str) -> WordResult:
    """Nothing was done, and nothing will be."""
    return WordResult(why, "REFUSED")
