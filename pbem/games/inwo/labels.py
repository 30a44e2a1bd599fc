"""How cards are called in lines that are read back (I31.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.state import InwoOptions, InwoSeat, InwoState, InwoTurn
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.names import NoSuchLine, card_named

_APART = re.compile(r"[,:#;]|\b(?:in|and|else|expires)\b", re.IGNORECASE)
"""What parts names, or may."""
NOBODY = InwoState(InwoOptions(), (InwoSeat("", ""),), 2, InwoTurn(0, ""))
"""A game in which nothing has happened, for words that no game is known of."""


@cache
def label(name: str) -> str:
    """A card as it is typed: by its name, or by its id where a word of the name has a meaning of
    its own in an order. `#2` stays, and what is no card is told as it is."""
    id_, mark, number = card_id(name).partition("#")
    if id_ not in INWO_CARDS:
        return name
    printed = card_of(id_).name
    plain = printed.replace(".", "").rstrip("!").strip()
    return (plain if _is_clear(plain, id_) else id_) + (f" {mark}{number}" if mark else "")


def _is_clear(name: str, id_: str) -> bool:
    """Whether a name is read as that card and nothing else."""
    if _APART.search(name) or LineText(name, NOBODY, "").subject != name:
        return False
    try:
        return card_named(name, NOBODY, "") == id_
    except NoSuchLine:
        return False


def labels(names: Sequence[str]) -> str:
    return ", ".join(label(name) for name in names)


def behind_colon(value: str) -> str:
    """What a card is told, as it stands behind it."""
    return f": {value}" if value else ""


def clause(word: str, names: Sequence[str] | str | int | None) -> str:
    """The keyword with what stands behind it; "" where that is nothing."""
    if names is None or names == () or names == "":
        return ""
    if isinstance(names, int):
        return f"{word} {names}"
    return f"{word} {label(names) if isinstance(names, str) else labels(names)}"
