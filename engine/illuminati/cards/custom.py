"""A table's own cards: up to four Groups and variants of Specials, as on the box's blanks (R13.14).

Games are many in one process, and two tables may give one id to different cards. So a card's id
in the game is what its table wrote, and the first digits of a hash of all its table's cards:
`kitchen-staff~3f9a2c01d7`. The cards travel as texts in the game's options; whoever makes or
decodes options makes them known in CARDS, GROUPS, SPECIALS and OUTLINES. Such an id means the same
card everywhere and for ever, and what goes through the cards of one game asks here for them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.core.toml_text import toml_table
from engine.core.values import Value, changed
from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS, enlist_group, enlist_special, full_deck
from engine.illuminati.cards.card import SET_MARK, Card, CardError, Special
from engine.illuminati.cards.reading import (
    GROUP_FIELDS,
    SPECIAL_FIELDS,
    nearest,
    plain,
    read_group,
    read_special,
)

MOST_CARDS = 4
"""Blank cards in the box; every copy of a Special takes one."""
KINDS = ("group", "special")
_HASH_DIGITS = 10


class CustomCards(Value):
    """A table's cards, checked: as texts for the game's options, and as they are known there."""

    texts: tuple[str, ...] = ()
    groups: tuple[Card, ...] = ()
    specials: tuple[Special, ...] = ()

    @property
    def all(self) -> tuple[Card | Special, ...]:
        return (*self.groups, *self.specials)


def read_own_cards(text: str) -> CustomCards:
    """The cards of a TOML file with tables [[group]] and [[special]], made known (R13.14).

    CardError has everything that is wrong with the file, one error a field.
    """
    try:
        table = toml_table(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError([f"the card file is not TOML: {error}"]) from error
    return own_cards_of(table)


def own_cards_of(table: Mapping[str, Any]) -> CustomCards:
    """The same from tables that have been read from TOML already."""
    wrong = [f"{key!r} is none of the tables there are: [[group]] and [[special]]"
             f"{nearest(key, KINDS)}" for key in table if key not in KINDS]  # fmt: skip
    rows = []
    for kind in KINDS:
        given = table.get(kind, [])
        if isinstance(given, list) and all(isinstance(row, dict) for row in given):
            rows += [(kind, row) for row in given]
        else:
            wrong.append(f"{kind!r} must be tables that begin with [[{kind}]]")
    if not rows and not wrong:
        wrong.append("there is no card: a card begins with [[group]] or [[special]]")
    read = _read(rows, wrong)
    return enlisted(tuple(_text(kind, row, read.groups) for kind, row in rows))


@lru_cache(maxsize=1024)
def enlisted(texts: tuple[str, ...]) -> CustomCards:
    """The cards of a game's options, made known by their ids; CardError for texts that are none."""
    rows: list[tuple[str, Mapping[str, Any]]] = []
    for text in texts:
        try:
            kind, row = json.loads(text)
        except (ValueError, TypeError) as error:
            raise CardError([f"a table's own card is not [kind, fields]: {error}"]) from error
        if kind not in KINDS or not isinstance(row, dict):
            raise CardError([f"a table's own card is a group or special, not {kind!r}"])
        rows.append((kind, row))
    read = _read(rows, [])
    mark = SET_MARK + sha256("\n".join(texts).encode()).hexdigest()[:_HASH_DIGITS]
    ids = {card.id: card.id + mark for card in read.groups}
    groups = tuple(_renamed(card, ids) for card in read.groups)
    specials = tuple(changed(card, id=card.id + mark) for card in read.specials)
    for group in groups:
        enlist_group(group)
    for special in specials:
        enlist_special(special)
    return CustomCards(texts, groups, specials)


def cards_with(own: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of all that can stand in a structure of a game with such own cards; printed ones first.

    `own` is `GameOptions.own_cards`, here and below.
    """
    return (*CARDS, *(card.id for card in enlisted(own).groups))


def groups_with(own: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of the Groups of such a game."""
    return (*GROUPS, *(card.id for card in enlisted(own).groups))


def specials_with(own: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of the Specials of such a game, each once."""
    return (*SPECIALS, *(card.id for card in enlisted(own).specials))


def deck_with(own: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of the deck before shuffling: the 98 printed cards and the table's own (R1.3, R13.14)."""
    cards = enlisted(own)
    copies = (card.id for card in cards.specials for _ in range(card.copies))
    return (*full_deck(), *(card.id for card in cards.groups), *copies)


# --- reading ----------------------------------------------------------------------------


def _read(rows: Sequence[tuple[str, Mapping[str, Any]]], wrong: list[str]) -> CustomCards:
    """Groups and Specials under the ids their table gave them, or CardError."""
    named = {plain(name): card.id for card in GROUPS.values() for name in _calls(card)}
    for kind, row in rows:
        if kind == "group":
            own = [row.get("id"), row.get("name"), row.get("code"), *_listed(row.get("aliases"))]
            named |= {plain(name): str(row.get("id")) for name in own if isinstance(name, str)}
    groups, specials = [], []
    for kind in KINDS:
        for at, row in enumerate((row for k, row in rows if k == kind), 1):
            where = f"{kind} {at} ({row.get('id')})" if "id" in row else f"{kind} {at}"
            try:
                if kind == "group":
                    groups.append(read_group(row, where, named))
                else:
                    specials.append(read_special(row, where))
            except CardError as error:
                wrong += error.errors
    wrong += _twice([(kind, row) for kind, row in rows])
    blanks = len(rows) + sum(card.copies - 1 for card in specials)
    if blanks > MOST_CARDS:
        wrong.append(f"{blanks} cards, copies counted; the box has {MOST_CARDS} blanks")
    if wrong:
        raise CardError(wrong)
    return CustomCards((), tuple(groups), tuple(specials))


def _calls(card: Card | Special) -> tuple[str, ...]:
    return (card.id, card.name, card.code, *card.aliases)


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


def _twice(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Every id, name, code or alias by which another card goes, printed or of the same file."""
    printed: tuple[Card | Special, ...] = (*CARDS.values(), *SPECIALS.values())
    taken = {plain(name): card.name for card in printed for name in _calls(card)}
    wrong = []
    counts = {kind: 0 for kind in KINDS}
    for kind, row in rows:
        counts[kind] += 1
        where = f"{kind} {counts[kind]} ({row.get('id')})"
        mine: dict[str, str] = {}
        for key in ("id", "name", "code", "aliases"):
            given = _listed(row.get(key)) if key == "aliases" else (row.get(key),)
            for name in given:
                if not isinstance(name, str) or not plain(name):
                    continue
                if plain(name) in taken:
                    other = taken[plain(name)]
                    wrong.append(f"{where}: {key}: {name!r} is taken: so {other} can be called")
                mine.setdefault(plain(name), str(row.get("name")))
        taken |= mine
    return wrong


# --- as texts -----------------------------------------------------------------------------


def _text(kind: str, row: Mapping[str, Any], groups: Sequence[Card]) -> str:
    """A card as one compact text: its fields in a fixed order, Groups it names by their ids."""
    known = GROUP_FIELDS if kind == "group" else SPECIAL_FIELDS
    values = {key: row[key] for key in known if key in row}
    if values.get("abilities"):
        card = next(card for card in groups if card.id == row["id"])
        values["abilities"] = [_plain_ability(ability) for ability in card.abilities]
    return json.dumps([kind, values], ensure_ascii=False, separators=(",", ":"))


def _plain_ability(ability: Any) -> dict[str, Any]:
    values = {"kind": ability.kind}
    for name in ability.__struct_fields__:
        value = getattr(ability, name)
        if value != ():
            values[name] = list(value) if isinstance(value, tuple) else value
    return values


def _renamed(card: Card, ids: Mapping[str, str]) -> Card:
    """The card under its id of this game, as are the Groups its abilities name."""
    abilities = tuple(
        changed(ability, targets=tuple(ids.get(target, target) for target in ability.targets))
        if isinstance(ability, ab.Bonus)
        else ability
        for ability in card.abilities
    )
    return changed(card, id=ids[card.id], abilities=abilities)
