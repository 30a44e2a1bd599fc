"""The cards as typed values, read once from cards/*.toml and checked as they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from engine.core.geometry import SIDES, Outline
from engine.illuminati import abilities as ab
from engine.illuminati.cards.card import Card, CardError, Special
from engine.illuminati.cards.reading import read_group, read_illuminati, read_special

__all__ = ["CARDS", "GROUPS", "ILLUMINATI", "OUTLINES", "SPECIALS", "Card", "CardError", "Special"]

V = TypeVar("V")


class Catalogue(dict[str, V]):
    """What is known of cards by id. Whoever looks an id up finds printed cards and tables' own
    cards; whoever goes through it meets the printed ones alone, since another table's cards must
    not be dealt, named or told. A table's cards are gone through with `own.cards_with`.
    """

    def __init__(self, printed: Mapping[str, V]) -> None:
        super().__init__(printed)
        self.printed = dict(printed)

    def __iter__(self) -> Iterator[str]:
        return iter(self.printed)

    def __len__(self) -> int:
        return len(self.printed)

    def keys(self) -> Any:
        return self.printed.keys()

    def values(self) -> Any:
        return self.printed.values()

    def items(self) -> Any:
        return self.printed.items()


def _rows(name: str, table: str) -> list[dict[str, Any]]:
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
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

_groups = Catalogue({row["id"]: read_group(row) for row in _rows("groups.toml", "group")})
_specials = Catalogue({row["id"]: read_special(row) for row in _rows("specials.toml", "special")})
_cards = Catalogue({**ILLUMINATI, **{card.id: card for card in UNKNOWN}, **_groups})
_outlines = Catalogue({card.id: card.outline for card in _cards.values()})

GROUPS: Mapping[str, Card] = MappingProxyType(_groups)
SPECIALS: Mapping[str, Special] = MappingProxyType(_specials)
CARDS: Mapping[str, Card] = MappingProxyType(_cards)
"""Everything that can stand in a power structure, or be shown in one, by id."""
OUTLINES: Mapping[str, Outline] = MappingProxyType(_outlines)


# --- what is known of the cards of tables ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Figures(Generic[V]):
    """Something worked out once for every card, and where it is kept."""

    kept: Catalogue[V]
    figure: Callable[[Card], V | None]

    def add(self, card: Card) -> None:
        value = self.figure(card)
        if value:
            self.kept[card.id] = value


_own_groups: list[Card] = []
_FIGURES: list[_Figures[Any]] = []


def tabulated(figure: Callable[[Card], V | None]) -> Mapping[str, V]:
    """What `figure` makes of each card, by id, where it makes anything; a table's own cards are
    found in it too, but not met by going through it."""
    made = ((card.id, figure(card)) for card in CARDS.values())
    table = _Figures(Catalogue({id_: value for id_, value in made if value}), figure)
    _FIGURES.append(table)
    for card in tuple(_own_groups):
        table.add(card)
    return MappingProxyType(table.kept)


def enlist_group(card: Card) -> None:
    """Make a table's own Group known by its id; CardError if the id means another card."""
    if _cards.setdefault(card.id, card) != card:
        raise CardError([f"{card.id} is another card already"])
    _outlines[card.id] = card.outline
    _own_groups.append(card)
    for table in tuple(_FIGURES):
        table.add(card)
    _groups[card.id] = card


def enlist_special(card: Special) -> None:
    """Make a table's own Special known by its id; CardError if the id means another card."""
    if _specials.setdefault(card.id, card) != card:
        raise CardError([f"{card.id} is another card already"])


def dealt_from(extras: Sequence[str]) -> tuple[str, ...]:
    """The ids of the Illuminati that may be dealt: the eight, and the extras named (R11.6)."""
    return (*_EIGHT, *(card for card in EXTRAS if card in extras))


def full_deck() -> tuple[str, ...]:
    """The ids of the deck's 98 cards before shuffling: 83 Groups and 15 Specials (R1.3)."""
    specials = (s.id for s in SPECIALS.values() for _ in range(s.copies))
    return (*GROUPS, *specials)
