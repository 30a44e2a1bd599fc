"""Groups, Illuminati and Specials from the tables of a card file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from unicodedata import combining

from msgspec.structs import fields

from engine.core.geometry import SIDES, Outline, Side
from engine.core.values import kind_name, kinds_of
from engine.illuminati import abilities as ab
from engine.illuminati.cards.card import Card, CardError, Special

LONGEST_NAME = 40
LONGEST_TEXT = 400
MOST_ALIASES = 8
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CODE = re.compile(r"[A-Z][A-Z0-9]{1,4}")
_NAME = re.compile(r"[^\W\d_](?:[^\W_]|[ '.&/!]|-(?=[^\W_]))*")
_UNFIT = re.compile(r"[<>|#`\[\]{}\\]|--|==|__|\.\.\.\.")
"""What would open a quote, a comment, a box or a cut line in a mail."""

_RANGES = {"amount": (1, 20), "cost": (1, 50), "total": (2, 12), "at_least": (1, 500)}
_RANGES_OF_KIND = {("gain", "amount"): (1, 50), ("rearrange-money", "amount"): (0, 50)}
_FEW = (1, 9)
_ALIGNED = ("aligned", "attackers", "alignments")
_ALIGNMENT = ("alignment", "instead_of")

CardNames = Mapping[str, str]
"""Ids of cards by every way they may be written, see `plain`."""


def plain(name: str) -> str:
    """A name as it is compared: small letters and digits only, no leading "the"."""
    return "".join(c for c in name.casefold().removeprefix("the ") if c.isalnum())


def nearest(word: object, among: Iterable[str]) -> str:
    """` (did you mean 'x'?)`, or nothing."""
    near = difflib.get_close_matches(str(word), list(among), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


class TableReader:
    """A table while it is read; a field that is wrong is told in `wrong` and read as if empty."""

    def __init__(self, values: Mapping[str, Any], where: str, wrong: list[str]) -> None:
        self.values = values
        self.where = where
        self.wrong = wrong

    def complain(self, key: str, what: str) -> None:
        self.wrong.append(f"{self.where}: {key}: {what}")

    def refuse(self, key: str, right: str, hint: str = "") -> None:
        if key in self.values:
            self.complain(key, f"must be {right}, not {self.values[key]!r}{hint}")
        else:
            self.complain(key, f"is missing; it must be {right}")

    def only(self, known: Sequence[str]) -> None:
        """Tell every field that there is not."""
        for key in self.values:
            if key not in known:
                self.complain(
                    key, f"is no field{nearest(key, known)}; there are {', '.join(known)}"
                )

    def matching(self, key: str, pattern: re.Pattern[str], right: str) -> str:
        value = self.values.get(key)
        if isinstance(value, str) and len(value) <= LONGEST_NAME and pattern.fullmatch(value):
            return value
        self.refuse(key, right)
        return ""

    def id(self) -> str:
        right = f"small letters, digits and single hyphens, at most {LONGEST_NAME}"
        return self.matching("id", _ID, right)

    def code(self) -> str:
        return self.matching("code", _CODE, "two to five capitals and digits, a capital first")

    def name(self) -> str:
        value = self.values.get("name")
        if _is_name(value):
            return str(value)
        self.refuse("name", _NAME_RULE)
        return ""

    def aliases(self) -> tuple[str, ...]:
        value = self.values.get("aliases", [])
        if isinstance(value, list) and len(value) <= MOST_ALIASES and all(map(_is_name, value)):
            return tuple(value)
        self.refuse("aliases", f"a list of at most {MOST_ALIASES}, each {_NAME_RULE}")
        return ()

    def text(self, key: str, *, needed: bool) -> str:
        """What is printed on the card: one line without control characters."""
        value = self.values.get(key, None if needed else "")
        if isinstance(value, str) and _is_text(value) and (value or not needed):
            return value
        right = f"one line of 1 to {LONGEST_TEXT} printable characters, no blanks around it, none "
        self.refuse(key, right + r"of < > | # ` [ ] { } \ and no --")
        return ""

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.refuse(key, f"a whole number from {least} to {most}")
        return least

    def flag(self, key: str) -> bool:
        value = self.values.get(key)
        if isinstance(value, bool):
            return value
        self.refuse(key, "true or false")
        return False

    def one_of(self, key: str, among: Sequence[str], what: str) -> str:
        value = self.values.get(key)
        if isinstance(value, str) and value in among:
            return value
        right = f"{what}: {', '.join(among)}"
        self.refuse(key, right, nearest(value, among))
        return among[0]

    def some_of(
        self, key: str, among: Sequence[str], what: str, *, least: int = 0
    ) -> tuple[str, ...]:
        """A list without doubles of known words."""
        value = self.values.get(key, [] if least == 0 else None)
        if not isinstance(value, list) or len(value) < least:
            self.refuse(key, f"a list of {what}: {', '.join(among)}")
            return ()
        for word in value:
            if word not in among:
                hint = nearest(word, among)
                self.complain(key, f"{word!r} is none of {what}{hint}: {', '.join(among)}")
            elif value.count(word) > 1:
                self.complain(key, f"{word!r} is there twice")
                break
        return tuple(word for word in dict.fromkeys(w for w in value if w in among))

    def cards(self, key: str, known: CardNames | None) -> tuple[str, ...]:
        """Groups by any name; where `known` is None they are ids, taken as they are."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.refuse(key, "a list of Groups")
            return ()
        if known is None:
            return tuple(value)
        for word in value:
            if plain(word) not in known:
                self.complain(key, f"there is no Group {word!r}{nearest(plain(word), known)}")
        return tuple(known[plain(word)] for word in value if plain(word) in known)

    def sides(self, key: str) -> tuple[Side, ...]:
        given = self.some_of(key, SIDES, "the sides") if key in self.values else None
        if given is None:
            self.refuse(key, f"a list of sides: {', '.join(SIDES)}, or [] for none")
            return ()
        return tuple(side for side in SIDES if side in given)

    def tables(self, key: str) -> list[Mapping[str, Any]]:
        value = self.values.get(key, [])
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            return value
        self.refuse(key, "a list of tables such as { kind = ... }")
        return []


_NAME_RULE = (
    f"at most {LONGEST_NAME} letters, digits, blanks and ' . & / ! -, a letter first, two at least"
)


def _is_text(value: str) -> bool:
    return (
        len(value) <= LONGEST_TEXT
        and value.isprintable()
        and value == " ".join(value.split())
        and _UNFIT.search(value) is None
        and not any(combining(char) for char in value)
    )


def _is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(plain(value)) >= 2
        and len(value) <= LONGEST_NAME
        and value == " ".join(value.split())
        and _NAME.fullmatch(value) is not None
    )


def typed(
    row: TableReader, kinds: Mapping[str, Callable[..., Any]], what: str, known: CardNames | None
) -> Any:
    """A value of the union whose kind the row names; None if it names none."""
    before = len(row.wrong)
    kind = row.one_of("kind", tuple(kinds), what)
    if len(row.wrong) > before:
        return None
    make: Any = kinds[kind]
    row.only([*(field.name for field in fields(make)), "kind"])
    values = {
        field.name: _value(row, kind, field.name, known)
        for field in fields(make)
        if field.required or field.name in row.values
    }
    return make(**values)


def _value(row: TableReader, kind: str, key: str, known: CardNames | None) -> object:
    if key == "targets":
        return row.cards(key, known)
    if key == "forms":
        return row.some_of(key, ab.FORMS, "the kinds of attack", least=1)
    if key in _ALIGNED:
        return row.some_of(key, ab.ALIGNMENTS, "the alignments", least=1)
    if key in _ALIGNMENT:
        return row.one_of(key, ab.ALIGNMENTS, "an alignment")
    if key.startswith("is_"):
        return row.flag(key)
    least, most = _RANGES_OF_KIND.get((kind, key)) or _RANGES.get(key, _FEW)
    return row.whole(key, least, most)


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
        sentence = (
            f"{card.transferable} is more than power, {card.power}; only where power is 0 may it"
        )
        row.complain("transferable", sentence)
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
