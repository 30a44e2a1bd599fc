"""Copies of one card in play, by the numbers that a position gives them (I39.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.inwo.state import OnTable

_KINDS = ("groups", "resources")
Row = Mapping[str, Any]
"""A seat of a position."""


def numbered(rows: Sequence[Row]) -> list[Row]:
    """The rows in which each copy has its number, of every id of which one is told."""
    told = {card["id"] for _, card in _cards(rows) if "copy" in card}
    left = {id_: iter(_numbers(rows, id_)) for id_ in told}
    return [{**row, **{kind: _filled(row, kind, left) for kind in _KINDS}} for row in rows]


def misnumbered(rows: Sequence[Row]) -> str:
    """An id whose copies are not numbered from 1 on; "" if there is none."""
    ids = dict.fromkeys(card["id"] for _, card in _cards(rows))
    numbers = {id_: sorted(_numbers(rows, id_)) for id_ in ids}
    return next((i for i, found in numbers.items() if found != [*range(1, len(found) + 1)]), "")


def with_number(copies: Sequence[str], number: str, table: Mapping[str, OnTable]) -> Sequence[str]:
    """The copy of that number, be it told or that of its order; none if there is none."""
    if not number.isdecimal():
        return ()
    if any(table[copy].number for copy in copies):
        return [copy for copy in copies if table[copy].number == int(number)]
    return copies[max(0, int(number) - 1) :][:1]


def _cards(rows: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    for row in rows:
        for kind in _KINDS:
            for entry in row.get(kind, ()):
                yield kind, entry if isinstance(entry, Mapping) else {"id": entry}


def _numbers(rows: Sequence[Row], id_: str) -> list[int]:
    """Those of an id in the order of the seats, then of the lists."""
    found: list[int] = []
    for _, card in _cards(rows):
        if card["id"] == id_:
            found.append(card.get("copy", len(found) + 1))
    return found


def _filled(row: Row, kind: str, left: Mapping[str, Iterator[int]]) -> list[Row]:
    cards = [card for one, card in _cards((row,)) if one == kind]
    return [
        {**card, "copy": next(left[card["id"]])} if card["id"] in left else card for card in cards
    ]
