"""What a player can do as lines he may uncomment and send back, best first."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.illuminati.cards import CARDS, SPECIALS, Card, Special
from engine.illuminati.cards.custom import enlisted
from engine.illuminati.options import Option
from engine.illuminati.orders import Attack
from pbem.documents.layout.plain import WIDTH, one_line
from pbem.documents.marks import CELL
from pbem.games.illuminati.report.parts.names import FormatOrder
from pbem.games.illuminati.report.parts.sums import percent

MOST_ATTACKS = 8
MOST_OTHERS = 10
_COMMENT = "# "
_ROOM = WIDTH - len(_COMMENT)
_ODDS = 2 + len("# need 10, 92 %")


@dataclass(frozen=True, slots=True)
class SuggestedOrder:
    """An order line and its chance; `chance` is per cent."""

    line: str
    need: int | None
    chance: int | None

    @property
    def commented(self) -> str:
        """The line as it stands in a mail: the chance stays a comment when the line does not."""
        if self.need is None:
            return _COMMENT + self.line + CELL
        odds = f"# need {self.need}, {self.chance} %"
        gap = max(2, min(46, _ROOM - len(odds)) - len(self.line))
        return _COMMENT + self.line + CELL + " " * gap + odds


@dataclass(frozen=True, slots=True)
class SuggestedOrders:
    """The best attacks, the best of everything else, and how many were left out."""

    attacks: tuple[SuggestedOrder, ...]
    others: tuple[SuggestedOrder, ...]
    left_out: int


def suggested_orders(
    options: Sequence[Option],
    tell: FormatOrder,
    own_cards: tuple[str, ...] = (),
    mine: Collection[str] = (),
) -> SuggestedOrders:
    """The best of each kind, as many as a reader cares for; none that is too long for a line.

    `own_cards` are those of the game's options, `mine` the ids of the reader's structure.
    """
    attacks = [option for option in _first_of_each(options) if not _is_doubtful(option, tell, mine)]
    others = [o for o in options if not isinstance(o.order, Attack)]
    best = _fitting(attacks, tell, MOST_ATTACKS, own_cards)
    rest = _fitting(others, tell, MOST_OTHERS, own_cards)
    return SuggestedOrders(best, rest, len(options) - len(best) - len(rest))


def _is_doubtful(option: Option, tell: FormatOrder, mine: Collection[str]) -> bool:
    """An attack on a group of one's own too long to name it: a code there may be a slip."""
    order = option.order
    is_own = isinstance(order, Attack) and order.target in mine
    return is_own and len(one_line(tell(order))) > _ROOM - _ODDS


def _first_of_each(options: Sequence[Option]) -> list[Option]:
    """The best attack of each form on each target."""
    found: dict[tuple[str, str], Option] = {}
    for option in options:
        if isinstance(option.order, Attack):
            found.setdefault((option.order.form, option.order.target), option)
    return list(found.values())


def _fitting(
    options: Sequence[Option], tell: FormatOrder, most: int, own_cards: tuple[str, ...]
) -> tuple[SuggestedOrder, ...]:
    found: list[SuggestedOrder] = []
    for option in options:
        chance = None if option.ways is None else percent(option.ways)
        room = _ROOM if option.need is None else _ROOM - _ODDS
        line = fitting(tell(option.order), room, own_cards)
        if line is not None and all(line != other.line for other in found):
            found.append(SuggestedOrder(line, option.need, chance))
        if len(found) == most:
            break
    return tuple(found)


def fitting(line: str, room: int, own_cards: tuple[str, ...] = ()) -> str | None:
    """The order line, names shortened from its end until it fits; None if it never does.

    An article goes before a name does, and the target's name, which stands first, goes last.
    """
    line = one_line(line)
    name, *shorter_names = _shorter_names(own_cards)
    for shorter in shorter_names:
        for found in reversed(list(name.finditer(line))):
            if len(line) <= room:
                return line
            short = shorter.get(found[0], found[0])
            line = line[: found.start()] + short + line[found.end() :]
    return line if len(line) <= room else None


@lru_cache(maxsize=32)
def _shorter_names(
    own_cards: tuple[str, ...],
) -> tuple[re.Pattern[str], dict[str, str], dict[str, str]]:
    """What finds a card's name, every name without its article, and every name's code."""
    printed: tuple[Card | Special, ...] = (*CARDS.values(), *SPECIALS.values())
    named = [(card.name, card.code) for card in (*printed, *enlisted(own_cards).all)]
    without_article = {name: name[4:] for name, _ in named if name.startswith("The ")}
    codes = dict(named) | {name.removeprefix("The "): code for name, code in named}
    any_name = "|".join(map(re.escape, sorted(codes, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{any_name})(?!\w)"), without_article, codes
