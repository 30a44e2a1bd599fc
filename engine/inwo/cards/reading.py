"""Cards from the tables of a card file; what is wrong in one is an error as it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import fields

from engine.core.geometry import SIDES, Outline
from engine.inwo import abilities as ab
from engine.inwo.cards.card import CardSet, Family, InwoCard
from engine.inwo.selectors import Selector, selector

_FIELDS = frozenset(
    (
        *("id", "name", "type", "power", "global", "starred", "resistance", "alignments"),
        *("attributes", "arrow_in", "arrows_out", "kinds", "unique", "action_tokens"),
        *("listing", "also", "text", "requires", "table_bound", "own_deck", "abilities"),
    )
)
_KINDS: dict[str, Any] = {
    row.default: kind
    for kind in get_args(ab.CardAbility)
    for row in fields(kind)
    if row.name == "kind"
}
_SELECTORS = {
    kind: frozenset(
        name
        for name, hint in get_type_hints(kind).items()
        if hint is Selector or Selector in get_args(hint)
    )
    for kind in _KINDS.values()
}


class CardFileError(ValueError):
    """A card that does not say what cards must say."""


def read_card(family: Family, set_: CardSet, row: Mapping[str, Any]) -> InwoCard:
    """The card of a table; CardFileError or msgspec's own where it cannot be one."""
    if strange := set(row) - _FIELDS:
        raise CardFileError(f"{row.get('id')}: unknown fields {sorted(strange)}")
    words = {family, *row.get("alignments", ()), *row.get("attributes", ())}
    words |= {row["type"]} if "type" in row and row["type"] != "nwo" else set()
    words |= {kind if kind == "Magic" else kind.lower() for kind in row.get("kinds", ())}
    words |= {"unique"} if row.get("unique") else set()
    out = SIDES if family == "illuminati" else tuple(row.get("arrows_out", ()))
    abilities = tuple(read_ability(row["id"], one) for one in row.get("abilities", ()))
    anywhere = any(isinstance(one, ab.AnySide) for one in abilities)
    raw = {
        "id": row["id"],
        "name": row["name"],
        "family": family,
        "set": set_,
        "words": frozenset(words),
        "outline": Outline(row.get("arrow_in"), out, anywhere),
        "power": row.get("power", 0),
        "global_power": row.get("global", 0),
        "resistance": row.get("resistance", 0),
        "action_tokens": row.get("action_tokens", 0),
        "abilities": abilities,
        "text": row.get("text", ""),
        "requires": row.get("requires", ""),
        "listing": row["listing"],
        "also": tuple(row.get("also", ())),
        "table_bound": row.get("table_bound", False),
        "own_deck": row.get("own_deck", False),
    }
    return InwoCard(**raw)


def _cost(row: Mapping[str, Any]) -> ab.Cost:
    payer = {"payer": selector(row["payer"])} if "payer" in row else {}
    return msgspec.convert({**row, **payer}, ab.Cost)


def read_ability(card: str, row: Mapping[str, Any]) -> ab.CardAbility:
    """One ability of a card from its inline table."""
    kind = _KINDS.get(row.get("kind", ""))
    if kind is None:
        raise CardFileError(f"{card}: no kind of ability {row.get('kind')!r}")
    raw = {
        name: selector(value) if name in _SELECTORS[kind] else value for name, value in row.items()
    }
    if kind is ab.DisasterPlot:
        raw["powers"] = tuple((selector(text), power) for text, power in row["powers"])
    if "costs" in raw:
        raw["costs"] = tuple(_cost(cost) for cost in row["costs"])
    ability: ab.CardAbility = msgspec.convert(raw, kind)
    return ability
