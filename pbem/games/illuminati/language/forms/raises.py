"""How far money is raised: UP TO, UNTIL, ALL IN, SAVE and OVERSHOOT behind any order (R12.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.illuminati.orders import Style
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.parsed import ParseError

_EVERYTHING = ("all", "everything", "max", "maximum")
_OF_IT = ("it", "of", "my", "the", "money", "mb", "i", "have", "ive", "got")


@dataclass(slots=True)
class RaiseDraft:
    """What was said of raising so far; `aim` is a need, the ceiling MB."""

    aim: int | None = None
    ceiling: int | None = None
    style: Style | None = None
    overshoot: int | None = None


def raising(reader: GameReader, raises: RaiseDraft) -> bool:
    """Reads one such clause; False, with nothing read, if none comes next."""
    clause = _CLAUSES.get(reader.peek())
    if clause is None or (reader.peek() == "all" and reader.peek(1) != "in"):
        return False
    clause(reader, raises)
    return True


def once(clause: str, found: object) -> None:
    """A clause stands in a line once; `found` is what an earlier one said, None for nothing."""
    if found is not None:
        raise ParseError(f"{clause} stands twice in the line", is_lossy=True)


def not_everything(reader: GameReader, start: int) -> None:
    """SPEND has its number; who writes SPEND ALL is asked whether he means to raise with all."""
    at = reader.at
    while reader.take(*_OF_IT):
        pass
    if not reader.take(*_EVERYTHING) or reader.peek() == "in":
        reader.at = at
        return
    while reader.take(*_OF_IT):
        pass
    if reader.is_amount():
        reader.at = at
        return
    problem = "SPEND n puts n MB in at once; ALL IN raises with all you have"
    raise ParseError(problem, "ambiguous", (start, reader.at), lead="ALL IN")


def _aim(reader: GameReader, raises: RaiseDraft) -> None:
    reader.need("until", "aim", "aiming")
    reader.take("for", "at", "need")
    once("UNTIL", raises.aim)
    raises.aim = reader.number()


def _ceiling(reader: GameReader, raises: RaiseDraft) -> None:
    if reader.take("up"):
        reader.need("to")
    else:
        reader.need("max", "maximum")
        reader.take("of")
    once("UP TO", raises.ceiling)
    raises.ceiling = reader.amount()


def _style(reader: GameReader, raises: RaiseDraft) -> None:
    once("ALL IN or SAVE", raises.style)
    raises.style = "save" if reader.take("save") else "all-in"
    if reader.take("all"):
        reader.need("in")
    else:
        reader.take("allin")


def _overshoot(reader: GameReader, raises: RaiseDraft) -> None:
    reader.need("overshoot")
    reader.take("by")
    once("OVERSHOOT", raises.overshoot)
    raises.overshoot = reader.number()


_CLAUSES: dict[str, Callable[[GameReader, RaiseDraft], None]] = {
    **dict.fromkeys(("until", "aim", "aiming"), _aim),
    **dict.fromkeys(("up", "max", "maximum"), _ceiling),
    **dict.fromkeys(("all", "allin", "save"), _style),
    "overshoot": _overshoot,
}
RAISING_WORDS = frozenset(_CLAUSES)
"""The words with which such a clause begins."""


def format_raising(aim: int | None, style: Style | None, overshoot: int | None) -> list[str]:
    """The words of UNTIL, ALL IN or SAVE, and OVERSHOOT, as far as they were said."""
    parts = []
    if aim is not None:
        parts.append(f"UNTIL {aim}")
    if style is not None:
        parts.append("SAVE" if style == "save" else "ALL IN")
    if overshoot is not None:
        parts.append(f"OVERSHOOT {overshoot}")
    return parts
