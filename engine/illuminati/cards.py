"""The cards as typed values, read once from cards/*.toml and checked as they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from engine.core.geometry import SIDES, Outline, Side
from engine.illuminati import abilities as ab

A = TypeVar("A")


class CardError(ValueError):
    """A card file that does not say what a card must say; the text names card and field."""


@dataclass(frozen=True, slots=True)
class Card:
    """A Group or Illuminati; numbers as printed, money in MB a turn."""

    id: str
    name: str
    code: str
    aliases: tuple[str, ...]
    power: int
    transferable: int
    income: int
    outline: Outline
    resistance: int = 0
    alignments: tuple[ab.Alignment, ...] = ()
    abilities: tuple[ab.Ability, ...] = ()
    text: str = ""
    goal: ab.Goal | None = None
    goal_text: str = ""

    @property
    def is_illuminati(self) -> bool:
        return self.goal is not None

    def ability(self, kind: type[A]) -> A | None:
        """Its first ability of a kind."""
        for ability in self.abilities:
            if isinstance(ability, kind):
                return ability
        return None


@dataclass(frozen=True, slots=True)
class Special:
    """A Special card and its one-shot effect (R9.6)."""

    id: str
    name: str
    code: str
    aliases: tuple[str, ...]
    copies: int
    effect: ab.Effect
    text: str = ""


def _by_kind(union: Any) -> dict[str, Any]:
    return {cls.__dataclass_fields__["kind"].default: cls for cls in get_args(union)}


_ABILITIES = _by_kind(ab.Ability)
_GOALS = _by_kind(ab.Goal)
_EFFECTS = _by_kind(ab.Effect)


def _typed(row: Mapping[str, Any], kinds: Mapping[str, Any], where: str) -> Any:
    """A value of the union whose kind the row names; lists become tuples."""
    kind = str(row.get("kind"))
    if kind not in kinds:
        raise CardError(f"{where}: unknown kind {kind!r}; known are {', '.join(kinds)}")
    cls = kinds[kind]
    known = {field.name for field in fields(cls)}
    for key in row:
        if key not in known:
            raise CardError(f"{where}: {kind} has no field {key!r}; it has {', '.join(known)}")
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    try:
        return cls(**values)
    except TypeError as error:
        raise CardError(f"{where}: {kind}: {error}") from error


def _number(row: Mapping[str, Any], key: str, where: str) -> int:
    value = row.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise CardError(f"{where}: {key} must be a whole number from 0, not {value!r}")
    return value


def _sides(values: list[str], where: str) -> tuple[Side, ...]:
    for value in values:
        if value not in SIDES:
            raise CardError(f"{where}: an arrow is one of {', '.join(SIDES)}, not {value!r}")
    return tuple(side for side in SIDES if side in values)


def read_group(row: Mapping[str, Any]) -> Card:
    """A Group from its table; CardError says what is wrong with it."""
    where = f"group {row.get('id')!r}"
    alignments = tuple(row.get("alignments", ()))
    for alignment in alignments:
        if alignment not in ab.ALIGNMENTS:
            raise CardError(f"{where}: no such alignment as {alignment!r}")
    arrow_in = _sides([row["arrow_in"]], where)[0]
    return Card(
        id=row["id"],
        name=row["name"],
        code=row["code"],
        aliases=tuple(row.get("aliases", ())),
        power=_number(row, "power", where),
        transferable=_number(row, "transferable", where),
        income=_number(row, "income", where),
        outline=Outline(arrow_in, _sides(row["arrows_out"], where)),
        resistance=_number(row, "resistance", where),
        alignments=alignments,
        abilities=tuple(_typed(a, _ABILITIES, where) for a in row.get("abilities", ())),
        text=row.get("text", ""),
    )


def read_illuminati(row: Mapping[str, Any]) -> Card:
    """An Illuminati from its table: an arrow on each side, no Resistance, no alignment."""
    where = f"illuminati {row.get('id')!r}"
    return Card(
        id=row["id"],
        name=row["name"],
        code=row["code"],
        aliases=tuple(row.get("aliases", ())),
        power=_number(row, "power", where),
        transferable=_number(row, "transferable", where),
        income=_number(row, "income", where),
        outline=Outline(None, SIDES),
        abilities=tuple(_typed(a, _ABILITIES, where) for a in row.get("abilities", ())),
        text=row.get("text", ""),
        goal=_typed(row["goal"], _GOALS, where),
        goal_text=row.get("goal_text", ""),
    )


def read_special(row: Mapping[str, Any]) -> Special:
    """A Special from its table."""
    where = f"special {row.get('id')!r}"
    return Special(
        id=row["id"],
        name=row["name"],
        code=row["code"],
        aliases=tuple(row.get("aliases", ())),
        copies=_number(row, "copies", where),
        effect=_typed(row["effect"], _EFFECTS, where),
        text=row.get("text", ""),
    )


def _rows(name: str, table: str) -> list[dict[str, Any]]:
    text = files("engine.illuminati").joinpath("cards", name).read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = tomllib.loads(text)[table]
    return rows


MOST_SEATS = 8


def _unknown(number: int) -> Card:
    """What stands for a hidden Illuminati where it may not be told which it is (R11.3)."""
    return Card(
        id=f"hidden-{number}",
        name=f"Hidden Illuminati {number}",
        code=f"HID{number}",
        aliases=(),
        power=0,
        transferable=0,
        income=0,
        outline=Outline(None, SIDES),
        goal=ab.SecretChoice(),
        goal_text="Nobody but its player knows which Illuminati this is.",
    )


_EIGHT = {row["id"]: read_illuminati(row) for row in _rows("illuminati.toml", "illuminati")}
EXTRAS: Mapping[str, Card] = MappingProxyType(
    {row["id"]: read_illuminati(row) for row in _rows("extras.toml", "illuminati")}
)
"""Illuminati that are dealt only where the option `extras` names them (R11.6)."""
ILLUMINATI: Mapping[str, Card] = MappingProxyType({**_EIGHT, **EXTRAS})
UNKNOWN: tuple[Card, ...] = tuple(_unknown(number) for number in range(1, MOST_SEATS + 1))
"""Stand-ins of hidden Illuminati in views and events; no game holds one (R11.3)."""
GROUPS: Mapping[str, Card] = MappingProxyType(
    {row["id"]: read_group(row) for row in _rows("groups.toml", "group")}
)
SPECIALS: Mapping[str, Special] = MappingProxyType(
    {row["id"]: read_special(row) for row in _rows("specials.toml", "special")}
)
CARDS: Mapping[str, Card] = MappingProxyType(
    {**ILLUMINATI, **{card.id: card for card in UNKNOWN}, **GROUPS}
)
"""Everything that can stand in a power structure, or be shown in one, by id."""
OUTLINES: Mapping[str, Outline] = MappingProxyType({c.id: c.outline for c in CARDS.values()})


def dealt_from(extras: Sequence[str]) -> tuple[str, ...]:
    """The ids of the Illuminati that may be dealt: the eight, and the extras named (R11.6)."""
    return (*_EIGHT, *(card for card in EXTRAS if card in extras))


def full_deck() -> tuple[str, ...]:
    """The ids of the deck's 98 cards before shuffling: 83 Groups and 15 Specials (R1.3)."""
    specials = (s.id for s in SPECIALS.values() for _ in range(s.copies))
    return (*GROUPS, *specials)
