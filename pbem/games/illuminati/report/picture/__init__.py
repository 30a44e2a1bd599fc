"""The structures of a game as one seat may see them, drawn as PNG.

What draws is loaded with the first picture: most processes draw none.
"""

from __future__ import annotations

from engine.illuminati.view import View


def picture(view: View) -> bytes:
    """The structures as a seat may know them, as PNG; the same view makes the same bytes."""
    from pbem.games.illuminati.report.picture.drawing import picture

    return picture(view)
