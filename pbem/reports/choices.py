"""What a player can do as lines he may uncomment and send back, best first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.options import Option
from engine.illuminati.orders import Attack
from pbem.reports.about import Tell
from pbem.reports.plain import WIDTH, one_line
from pbem.reports.sums import percent

MOST_ATTACKS = 12
MOST_OTHERS = 10
_COMMENT = "# "
_ROOM = WIDTH - len(_COMMENT)


@dataclass(frozen=True, slots=True)
class Choice:
    """An order line and its chance; `chance` is per cent."""

    line: str
    need: int | None
    chance: int | None

    @property
    def commented(self) -> str:
        """The line as it stands in a mail: the chance stays a comment when the line does not."""
        if self.need is None:
            return _COMMENT + self.line
        odds = f"# need {self.need}, {self.chance} %"
        gap = max(2, min(46, _ROOM - len(odds)) - len(self.line))
        return _COMMENT + self.line + " " * gap + odds


@dataclass(frozen=True, slots=True)
class Choices:
    """The best attacks, the best of everything else, and how many were left out."""

    attacks: tuple[Choice, ...]
    others: tuple[Choice, ...]
    left_out: int


def choices(options: Sequence[Option], tell: Tell) -> Choices:
    """The best of each kind, as many as a reader cares for; none that is too long for a line."""
    attacks = _first_of_each(options)
    others = [o for o in options if not isinstance(o.order, Attack)]
    best = _fitting(attacks, tell, MOST_ATTACKS)
    rest = _fitting(others, tell, MOST_OTHERS)
    return Choices(best, rest, len(options) - len(best) - len(rest))


def _first_of_each(options: Sequence[Option]) -> list[Option]:
    """The best attack of each form on each target."""
    found: dict[tuple[str, str], Option] = {}
    for option in options:
        if isinstance(option.order, Attack):
            found.setdefault((option.order.form, option.order.target), option)
    return list(found.values())


def _fitting(options: Sequence[Option], tell: Tell, most: int) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for option in options:
        chance = None if option.ways is None else percent(option.ways)
        room = _ROOM if option.need is None else _ROOM - 2 - len("# need 10, 92 %")
        line = fitting(tell(option.order), room)
        if line is not None and all(line != other.line for other in found):
            found.append(Choice(line, option.need, chance))
        if len(found) == most:
            break
    return tuple(found)


def fitting(line: str, room: int) -> str | None:
    """The order line, names shortened from its end until it fits; None if it never does.

    An article goes before a name does, and the target's name, which stands first, goes last.
    """
    line = one_line(line)
    for shorter in (_WITHOUT_ARTICLE, _CODES):
        for found in reversed(list(_NAME.finditer(line))):
            if len(line) <= room:
                return line
            short = shorter.get(found[0], found[0])
            line = line[: found.start()] + short + line[found.end() :]
    return line if len(line) <= room else None


_NAMED = [(c.name, c.code) for c in CARDS.values()] + [(s.name, s.code) for s in SPECIALS.values()]
_WITHOUT_ARTICLE = {name: name[4:] for name, _ in _NAMED if name.startswith("The ")}
_CODES = dict(_NAMED) | {name.removeprefix("The "): code for name, code in _NAMED}
_NAME = re.compile(
    r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(_CODES, key=len, reverse=True))) + r")(?!\w)"
)
