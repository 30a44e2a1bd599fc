"""The cards of all three sets, read once from *.toml (I2, I35 to I37)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import get_args

from engine.core.geometry import Outline
from engine.inwo.cards.card import CardSet, Family, InwoCard
from engine.inwo.cards.reading import read_card

__all__ = [
    "HIDDEN",
    "INWO_CARDS",
    "LEARNERS_DECK",
    "PRESETS",
    "RIVALS_DECK",
    "InwoCard",
    "card_id",
    "card_of",
    "is_made",
    "is_resource",
    "outline_of",
]

_FACES: tuple[tuple[str, Family], ...] = (("hidden-plot", "plot"), ("hidden-group", "resource"))
_FILES = {"illuminati": "illuminati", "group": "groups", "resource": "resources", "plot": "plots"}


def _read() -> Iterator[InwoCard]:
    for set_ in get_args(CardSet):
        for family in get_args(Family):
            name = f"{set_}-{_FILES[family]}.toml"
            text = files(__name__).joinpath(name).read_text(encoding="utf-8")
            for row in tomllib.loads(text).get(family, ()):
                yield read_card(family, set_, row)


def _read_decks(file: str) -> Mapping[str, tuple[str, ...]]:
    text = files(__name__).joinpath(file).read_text(encoding="utf-8")
    return {
        row["name"]: tuple(
            card
            for entry in row["cards"]
            for card in [entry.split(" x")[0]] * int((entry.split(" x") + ["1"])[1])
        )
        for row in tomllib.loads(text)["deck"]
    }


INWO_CARDS: Mapping[str, InwoCard] = MappingProxyType({card.id: card for card in _read()})
"""Every card by id."""
PRESETS: Mapping[str, tuple[str, ...]] = MappingProxyType(_read_decks("presets.toml"))
"""Decks for who brings none (I3.4): the Illuminati first, then 44 cards, by name."""
LEARNERS_DECK, RIVALS_DECK = _read_decks("tutorial.toml").values()
"""The decks of a tutorial: the learner's, then his rival's."""


HIDDEN: Mapping[str, InwoCard] = MappingProxyType(
    {
        id_: InwoCard(
            id_, "Hidden card", family, "unlimited", frozenset((family,)), Outline("N", ())
        )
        for id_, family in _FACES
    }
)
"""Stand-ins in views for cards that their reader may not know; no game holds one."""


def card_id(copy: str) -> str:
    """The id of a copy's card. A copy is named `id@` with its owner's letter and a number."""
    return copy.partition("@")[0]


def is_made(copy: str) -> bool:
    """Whether a card has made the copy, which is none of any deck: `id@ac12-0` (I33.12)."""
    return copy.partition("@")[2][1:2] == "c"


@lru_cache(maxsize=8192)
def card_of(copy: str) -> InwoCard:
    """The card of a copy, of an id or of `id#2`; KeyError if there is none."""
    id_ = card_id(copy).partition("#")[0]
    return INWO_CARDS.get(id_) or HIDDEN[id_]


def is_resource(copy: str) -> bool:
    return card_of(copy).family == "resource"


class _Outlines(Mapping[str, Outline]):
    """The outline of every copy, for the geometry."""

    def __getitem__(self, copy: str) -> Outline:
        return card_of(copy).outline

    def __iter__(self) -> Iterator[str]:
        return iter(INWO_CARDS)

    def __len__(self) -> int:
        return len(INWO_CARDS)

    def __contains__(self, copy: object) -> bool:
        return isinstance(copy, str) and card_id(copy) in INWO_CARDS


outline_of: Mapping[str, Outline] = _Outlines()
