"""What a game offers to a page on which anybody builds what he would bring to its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.contract.values import GameDice


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card to choose: its numbers in a few words, its alignments and the like, what it says."""

    name: str
    kind: str
    numbers: str
    words: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class CardsWanted:
    """Which cards somebody looks for: of a kind, with a word, with a text in them; "" for any."""

    kind: str = ""
    word: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class DeckOffer:
    """The kinds and words that cards may be looked for by, and decks that are ready, as lines.

    `label` says what the deck must have.
    """

    kinds: tuple[str, ...]
    words: tuple[str, ...]
    ready: Mapping[str, tuple[str, ...]]
    label: str


DeckLines = tuple[str, ...]
"""A deck as somebody types it below `DeckBuilder.verb`."""


@dataclass(frozen=True, slots=True)
class DeckBuilder:
    """A deck in the making is a few lines, checked by `Joining.say` as if they came by mail.

    `rows` are the cards that the lines name with their copies, by kinds; `changed` has one copy
    more or less of the card of that name. `drawn` is a hand to begin with, by chance. All but
    these go by the options of a game, None for the usual ones.
    """

    verb: str
    offer: Callable[[Any], DeckOffer]
    find: Callable[[CardsWanted, Any], Sequence[DeckCard]]
    rows: Callable[[DeckLines], Mapping[str, Sequence[tuple[str, int]]]]
    changed: Callable[[DeckLines, str, int], DeckLines]
    drawn: Callable[[DeckLines, GameDice, Any], DeckLines]
