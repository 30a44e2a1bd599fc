"""The structures of a game as one seat may see them, drawn as PNG or as SVG.

What draws is loaded with the first picture: most processes draw none.
"""

from __future__ import annotations

from engine.illuminati.view import View


def picture(view: View) -> bytes:
    """The structures as a seat may know them, as PNG; the same view makes the same bytes."""
    from pbem.games.illuminati.report.picture.drawing import picture

    return picture(view)


def board(view: View) -> str:
    """The same as SVG, in which each card is a group that has an id."""
    from pbem.games.illuminati.report.picture.vectors import board

    return board(view)


def forget_drawn() -> None:
    """Has everything drawn anew, as benchmarks need it."""
    from pbem.games.illuminati.report.picture.raster import forget_drawn

    forget_drawn()
    forget_pages()


def forget_pages() -> None:
    """Has pages put together anew from cards that are known."""
    from pbem.games.illuminati.report.picture.drawing import forget_strips

    forget_strips()
