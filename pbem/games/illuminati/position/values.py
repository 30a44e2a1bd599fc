"""Values out of a position's tables: keys, numbers, flags and cards, each refused by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.illuminati.cards import CARDS, SPECIALS


class PositionError(ValueError):
    """A position that cannot be on any table; the text names seat, card and what is wrong."""


def card_id(name: str, among: Iterable[str], where: str) -> str:
    """The id of a card of `among` called by id, name, code or alias; PositionError otherwise."""
    wanted = _plain(name)
    found = [card for card in among if wanted in _calls(card)]
    if len(found) == 1:
        return found[0]
    if found:
        raise PositionError(f"{where}: {name!r} may be {' or '.join(found)}; say which")
    known = {call: card for card in among for call in sorted(_calls(card))}
    near = difflib.get_close_matches(wanted, known, n=3, cutoff=0.6)
    hint = ", ".join(dict.fromkeys(known[call] for call in near))
    raise PositionError(f"{where}: no such card as {name!r}" + (f"; near: {hint}" if hint else ""))


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold().removeprefix("the ") if c.isalnum())


# An id means one card for ever: the ids of a table's own cards carry a digest of what they are.
@lru_cache(maxsize=1024)
def _calls(card: str) -> frozenset[str]:
    entry = CARDS.get(card) or SPECIALS[card]
    return frozenset(map(_plain, (entry.short_id, entry.name, entry.code, *entry.aliases)))


def known_keys(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(keys)}"
            raise PositionError(f"{where}: unknown key {key!r}; {hint}")


def tables(table: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise PositionError(f"{where}: {key} must be a list of tables")
    return rows


def word(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise PositionError(f"{where}: {key} is missing or not a text")
    return value.strip()


def whole(table: Mapping[str, Any], key: str, where: str, default: int) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise PositionError(f"{where}: {key} must be a whole number from 0, not {value!r}")
    return value


def flag(table: Mapping[str, Any], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise PositionError(f"{where}: {key} must be true or false")
    return value


def cards(
    table: Mapping[str, Any], key: str, among: tuple[str, ...], where: str
) -> tuple[str, ...]:
    names = table.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise PositionError(f"{where}: {key} must be a list of cards")
    return tuple(card_id(name, among, f"{where}: {key}") for name in names)
