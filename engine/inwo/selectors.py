"""Which cards an effect means: words they must or must not have, ids, and Power (I34.3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, get_args

from engine.core.values import Value

InwoAlignment = Literal[
    "Government",
    "Corporate",
    "Liberal",
    "Conservative",
    "Peaceful",
    "Violent",
    "Straight",
    "Weird",
    "Criminal",
    "Fanatic",
]
Attribute = Literal[
    "Bank",
    "Church",
    "Coastal",
    "Communist",
    "Computer",
    "Green",
    "Huge",
    "Magic",
    "Media",
    "Nation",
    "Science",
    "Secret",
    "Space",
    "SubGenius",
]
CardKind = Literal[
    "illuminati",
    "group",
    "organization",
    "personality",
    "place",
    "resource",
    "artifact",
    "gadget",
    "unique",
    "plot",
    "disaster",
    "assassination",
    "goal",
]
"""What a card is for good; `Magic` of a Resource is an attribute here."""

TEN: tuple[InwoAlignment, ...] = get_args(InwoAlignment)
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)
KINDS: tuple[CardKind, ...] = get_args(CardKind)
WORDS = frozenset((*TEN, *ATTRIBUTES, *KINDS))
WordSet = frozenset[str]
"""What is said of a card: its alignments, attributes and kinds."""

_PAIRS = (
    ("Government", "Corporate"),
    ("Liberal", "Conservative"),
    ("Peaceful", "Violent"),
    ("Straight", "Weird"),
)
OPPOSED: dict[str, str] = {
    **{a: b for a, b in _PAIRS},
    **{b: a for a, b in _PAIRS},
    "Fanatic": "Fanatic",
}
"""Opposite alignments (I2.2): Criminal has none, two Fanatics are opposite."""


class Clause(Value):
    """One alternative of a selector: all of it must hold. Power is that at the moment."""

    has: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    least: int | None = None
    most: int | None = None
    other: bool = False


class Selector(Value):
    """Cards that fit one of the clauses; without clauses all do."""

    clauses: tuple[Clause, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """Every word that one of its clauses asks for."""
        return frozenset(word for clause in self.clauses for word in clause.has)

    @property
    def asks_power(self) -> bool:
        return any(c.least is not None or c.most is not None for c in self.clauses)

    def fits(self, card: str, words: WordSet, power: int = 0, is_self: bool = False) -> bool:
        """Whether a card of these words and Power is meant; `is_self`: it is the asking card."""
        return not self.clauses or any(
            clause.has <= words
            and not clause.lacks & words
            and (not clause.ids or card in clause.ids)
            and card not in clause.but
            and (clause.least is None or power >= clause.least)
            and (clause.most is None or power <= clause.most)
            and not (clause.other and is_self)
            for clause in self.clauses
        )


ALL = Selector()
_POWER = re.compile(r"power([<>]=)(\d+)")


class SelectorError(ValueError):
    """A text that is no selector."""


@lru_cache(maxsize=1024)
def selector(text: str) -> Selector:
    """The selector of a text: `Corporate | Bank power>=4 | =elvis | Violent !=elvis other`."""
    if not text.strip():
        return ALL
    return Selector(tuple(_clause(part.split()) for part in text.split("|")))


def _clause(words: list[str]) -> Clause:
    has: set[str] = set()
    lacks: set[str] = set()
    ids: set[str] = set()
    but: set[str] = set()
    least = most = None
    for word in words:
        if found := _POWER.fullmatch(word):
            number = int(found[2])
            least, most = (number, most) if found[1] == ">=" else (least, number)
        elif word.startswith("="):
            ids.add(word[1:])
        elif word.startswith("!="):
            but.add(word[2:])
        elif word == "other":
            continue
        elif word.removeprefix("!") not in WORDS:
            raise SelectorError(f"{word!r} is no word of a card")
        else:
            (lacks if word.startswith("!") else has).add(word.removeprefix("!"))
    not_, only = frozenset(lacks), frozenset(ids)
    return Clause(frozenset(has), not_, only, frozenset(but), least, most, "other" in words)
