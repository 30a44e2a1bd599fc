"""Groups, Illuminati and Specials from the tables of a card file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.core.geometry import SIDES, Outline
from engine.core.values import kind_name, kinds_of
from engine.illuminati import abilities as ab
from engine.illuminati.cards.card import Card, CardError, Special
from engine.illuminati.cards.rows import CardNames, TableReader, typed

MOST_POWER = 10
"""The highest Power, transferable Power, Resistance and income a Group may have."""
MOST_ILLUMINATI = 20
MOST_COPIES = 4

_COMMON = ("id", "name", "code", "aliases")
GROUP_FIELDS = (
    *_COMMON,
    *("power", "transferable", "resistance", "income", "alignments"),
    *("arrow_in", "arrows_out", "text", "abilities"),
)
ILLUMINATI_FIELDS = (
    *_COMMON,
    *("power", "transferable", "income", "text", "abilities", "goal", "goal_text"),
)
SPECIAL_FIELDS = (*_COMMON, "copies", "effect", "text")

TomlTable = Mapping[str, Any]
C = TypeVar("C", Card, Special)


def _by_kind(base: type[Any]) -> dict[str, Any]:
    return {kind_name(one): one for one in kinds_of(base)}


_ABILITIES = _by_kind(ab.Ability)
_OF_GROUPS = (
    *(ab.Bonus, ab.ConditionalResistance, ab.Shield, ab.CountsAs, ab.FarTransfer),
    *(ab.Realign, ab.BuyCard, ab.Tax, ab.Upkeep),
)
GROUP_ABILITIES = {kind: cls for kind, cls in _ABILITIES.items() if cls in _OF_GROUPS}
"""What a Group may do; the rules ask for the others of Illuminati only."""
_GOALS = _by_kind(ab.Goal)
EFFECTS = _by_kind(ab.Effect)


def read_group(table: TomlTable, where: str = "", known: CardNames | None = None) -> Card:
    """A Group from its table; CardError says all that is wrong with it."""
    row = TableReader(table, where or f"group {table.get('id')!r}", [])
    row.only(GROUP_FIELDS)
    abilities = _abilities(row, GROUP_ABILITIES, known)
    alignments: Any = row.some_of("alignments", ab.ALIGNMENTS, "the alignments")
    _no_opposites(row, alignments)
    arrow_in: Any = row.one_of("arrow_in", SIDES, "a side")
    arrows_out = row.sides("arrows_out")
    if arrow_in in arrows_out and "arrow_in" in table:
        row.complain("arrows_out", f"{arrow_in!r} is the side of arrow_in")
    card = Card(
        id=row.id(),
        name=row.name(),
        code=row.code(),
        aliases=row.aliases(),
        power=row.whole("power", 0, MOST_POWER),
        transferable=row.whole("transferable", 0, MOST_POWER),
        income=row.whole("income", 0, MOST_POWER),
        outline=Outline(arrow_in, arrows_out),
        resistance=row.whole("resistance", 0, MOST_POWER),
        alignments=alignments,
        abilities=abilities,
        text=row.text("text", needed=bool(table.get("abilities"))),
    )
    if 0 < card.power < card.transferable:
        told = f"{card.transferable} is more than power, {card.power}; only where power is 0 may it"
        row.complain("transferable", told)
    return _sound(card, row)


def _no_opposites(row: TableReader, alignments: tuple[ab.Alignment, ...]) -> None:
    for at, one in enumerate(alignments):
        if ab.OPPOSITE.get(one) in alignments[:at]:
            row.complain("alignments", f"{ab.OPPOSITE[one]} and {one} are opposites (R3.1)")


def _abilities(
    row: TableReader, kinds: Mapping[str, Any], known: CardNames | None
) -> tuple[Any, ...]:
    found: list[Any] = []
    for at, table in enumerate(row.tables("abilities"), 1):
        inner = TableReader(table, f"{row.where}: abilities: number {at}", row.wrong)
        ability = typed(inner, kinds, "a kind of ability", known)
        if ability is None:
            continue
        if not isinstance(ability, ab.Bonus) and any(type(a) is type(ability) for a in found):
            inner.complain("kind", f"{ability.kind} is there twice")
        found.append(ability)
    return tuple(found)


def read_illuminati(table: TomlTable) -> Card:
    """An Illuminati from its table: an arrow on each side, no Resistance, no alignment."""
    row = TableReader(table, f"illuminati {table.get('id')!r}", [])
    row.only(ILLUMINATI_FIELDS)
    goal = TableReader(table.get("goal", {}), f"{row.where}: goal", row.wrong)
    card = Card(
        id=row.id(),
        name=row.name(),
        code=row.code(),
        aliases=row.aliases(),
        power=row.whole("power", 0, MOST_ILLUMINATI),
        transferable=row.whole("transferable", 0, MOST_ILLUMINATI),
        income=row.whole("income", 0, MOST_ILLUMINATI),
        outline=Outline(None, SIDES),
        abilities=_abilities(row, _ABILITIES, None),
        text=row.text("text", needed=False),
        goal=typed(goal, _GOALS, "a kind of goal", None),
        goal_text=row.text("goal_text", needed=True),
    )
    return _sound(card, row)


def read_special(table: TomlTable, where: str = "") -> Special:
    """A Special from its table; CardError says all that is wrong with it."""
    row = TableReader(table, where or f"special {table.get('id')!r}", [])
    row.only(SPECIAL_FIELDS)
    effect: Any = None
    if isinstance(table.get("effect"), dict):
        inner = TableReader(table["effect"], f"{row.where}: effect", row.wrong)
        effect = typed(inner, EFFECTS, "a kind of effect", None)
    else:
        row.refuse("effect", "a table such as { kind = ... }")
    special = Special(
        id=row.id(),
        name=row.name(),
        code=row.code(),
        aliases=row.aliases(),
        copies=row.whole("copies", 1, MOST_COPIES),
        effect=effect,
        text=row.text("text", needed=True),
    )
    return _sound(special, row)


def _sound(card: C, row: TableReader) -> C:
    if row.wrong:
        raise CardError(row.wrong)
    return card
