"""Which robot sits where: kinds take turns, and every game moves them on by one seat."""

from __future__ import annotations

from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.robots import ROBOTS

MIXED = "mixed"
LINE_UPS = (*ROBOTS, MIXED)
"""What one may ask for; several kinds are joined by commas."""


def robots_named(words: str) -> tuple[str, ...]:
    """The kinds meant by `greedy`, `greedy,planner` or `mixed`; RulesetError for no such kind."""
    found: list[str] = []
    for word in words.split(","):
        kind = word.strip()
        if kind == MIXED:
            found += ROBOTS
        elif kind in ROBOTS:
            found.append(kind)
        else:
            raise RulesetError(f"{kind!r} is no robot; there are {', '.join(LINE_UPS)}")
    return tuple(found)


def line_up(words: str, players: int, number: int = 0) -> tuple[str, ...]:
    """The robot of each seat in the game of that number."""
    kinds = robots_named(words)
    return tuple(kinds[(seat + number) % len(kinds)] for seat in range(players))
