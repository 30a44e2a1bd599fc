"""Boards as pages show them; the same view is drawn once."""

from __future__ import annotations

from functools import lru_cache

from pbem.games.registry import ruleset


@lru_cache(maxsize=64)
def drawn(name: str, view: str) -> str:
    """The board of a view; the same view is drawn once."""
    return ruleset(name).reporter.board(view)
