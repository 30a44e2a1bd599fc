"""A board on a page: each card is a link, and the cards are listed in words beside it."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import NamedTuple

_GROUP = re.compile(r"<g\b[^>]*>|</g>")
_ID = re.compile(r'\bid="card-([^"]+)"')
_TITLE = re.compile(r'<g\b[^>]*\bid="card-([^"]+)"[^>]*>\s*<title>([^<]*)</title>')


class CardLink(NamedTuple):
    """A card of a board, and what its picture says in words."""

    id: str
    words: str


def cards_on(board: str) -> list[CardLink]:
    """The cards of a board in the order in which they are drawn."""
    return [CardLink(unescape(card), unescape(words)) for card, words in _TITLE.findall(board)]


def linked(board: str, address: str) -> str:
    """The board with each card as a link to `address` with its id behind it."""
    made: list[str] = []
    opened: list[bool] = []
    done = 0
    for found in _GROUP.finditer(board):
        made.append(board[done : found.start()])
        done = found.end()
        if found[0] == "</g>":
            made.append("</g></a>" if opened and opened.pop() else "</g>")
            continue
        if found[0].endswith("/>"):
            made.append(found[0])
            continue
        card = _ID.search(found[0])
        opened.append(card is not None)
        link = f'<a href="{escape(address)}{card[1]}" class="to-card">' if card else ""
        made.append(link + found[0])
    # What is in a picture is told as one thing: nobody would hear of the links in it.
    return "".join((*made, board[done:])).replace('role="img"', 'role="group"', 1)
