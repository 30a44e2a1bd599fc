"""What stands behind an IF, read and told (I39.12)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.inwo.orders import Comparison, InwoCondition
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.names import NoSuchLine, card_named, seat_named, small

_OP = r"(?P<op><=|>=|<|>|=)?\s*(?P<number>\d+)"
_PATTERNS: dict[str, str] = {
    "result": rf"(?P<line>\d+)\s+(?P<what>SUCCEEDS|FAILS)(?:\s+BY\s+{_OP})?",
    "need": rf"NEED(?:\s+(?P<line>\d+)(?=\s*[<>=]))?\s*{_OP}",
    "roll": rf"ROLL\s+(?P<line>\d+)\s*{_OP}",
    "token": r"(?P<card>.+?)\s+HAS\s+(?:A\s+)?TOKEN",
    "hold": r"I\s+HOLD\s+(?P<card>.+)",
    "plots": rf"(?P<seat>\S+)\s+HAS\s+{_OP}\s+PLOTS?",
    "joins": r"(?P<seat>\S+)\s+JOINS",
    "colour": r"COLOU?R\s+(?P<colour>red|blue|yellow)\s+IS\s+FREE",
    "devastated": r"(?P<card>.+?)\s+IS\s+DEVASTATED",
    "in-play": r"(?P<card>.+?)\s+IS\s+IN\s+PLAY",
    "mine": r"(?P<card>.+?)\s+IS\s+MINE",
    "owner": r"(?P<card>.+?)\s+IS\s+(?P<seat>\S+?)'S?",
}
KNOWN = (
    "IF 1 FAILS, IF NEED 1 >= 9, IF ROLL 1 <= 4, IF CIA HAS TOKEN, IF I HOLD Hoax, "
    "IF bob HAS < 2 PLOTS"
)


def read_conditions(text: str, state: InwoState, seat: str) -> tuple[InwoCondition, ...]:
    """The conditions between IF and its colon; NoSuchLine for one that is none."""
    parts = re.split(r"\s+AND\s+", text.strip(), flags=re.IGNORECASE)
    return tuple(_condition(part, state, seat) for part in parts)


def _condition(text: str, state: InwoState, seat: str) -> InwoCondition:
    plain = re.sub(r"^NOT\s+", "", text, flags=re.IGNORECASE)
    for name, pattern in _PATTERNS.items():
        found = re.fullmatch(pattern, plain, re.IGNORECASE)
        if found is not None:
            return _made(name, found, state, seat, is_not=plain != text)
    raise NoSuchLine(f"IF {text[:60]} is not a condition; conditions are {KNOWN}")


def _made(
    name: str, found: re.Match[str], state: InwoState, seat: str, *, is_not: bool
) -> InwoCondition:
    known = found.groupdict()
    small(known.get("line") or "0")
    op: Comparison = known.get("op") or "="  # type: ignore[assignment]
    number = small(known["number"]) if known.get("number") else None
    if name == "result":
        about = "success" if known["what"].upper() == "SUCCEEDS" else "failure"
        return InwoCondition(about, known["line"], op, number, negated=is_not)  # type: ignore[arg-type]
    if name in ("need", "roll"):
        return InwoCondition(name, known["line"] or "", op, number, negated=is_not)  # type: ignore[arg-type]
    if name in ("plots", "joins"):
        who = _seat(known["seat"], state, seat)
        return InwoCondition(name, who, op, number, negated=is_not)  # type: ignore[arg-type]
    if name == "colour":
        return InwoCondition("colour", known["colour"].lower(), negated=is_not)
    card = card_named(known["card"], state, seat)
    if name in ("mine", "owner"):
        owner = seat if name == "mine" else _seat(known["seat"], state, seat)
        return InwoCondition("owner", card, owner=owner, negated=is_not)
    return InwoCondition(name, card, negated=is_not)  # type: ignore[arg-type]


def _seat(text: str, state: InwoState, me: str) -> str:
    found = seat_named(text, state, me)
    if found is None:
        raise NoSuchLine(f"{text!r} is no player")
    return found


def format_conditions(conditions: Sequence[InwoCondition], label: Callable[[str], str]) -> str:
    """ "IF 1 FAILS AND CIA HAS TOKEN: ", or "" without any."""
    texts = [("NOT " if one.negated else "") + _format(one, label) for one in conditions]
    return f"IF {' AND '.join(texts)}: " if texts else ""


def _format(one: InwoCondition, label: Callable[[str], str]) -> str:
    compared = "" if one.number is None else f"{one.op} {one.number}"
    by = f" BY {compared}" if compared else ""
    tellers: dict[str, str] = {
        "success": f"{one.subject} SUCCEEDS{by}",
        "failure": f"{one.subject} FAILS{by}",
        "need": f"NEED {one.subject} {compared}".replace("  ", " "),
        "roll": f"ROLL {one.subject} {compared}",
        "plots": f"{one.subject} HAS {compared} PLOTS",
        "joins": f"{one.subject} JOINS",
        "colour": f"COLOR {one.subject} IS FREE",
        "token": f"{label(one.subject)} HAS TOKEN",
        "hold": f"I HOLD {label(one.subject)}",
        "devastated": f"{label(one.subject)} IS DEVASTATED",
        "in-play": f"{label(one.subject)} IS IN PLAY",
        "owner": f"{label(one.subject)} IS {one.owner}'S",
    }
    return tellers[one.about]


def opposite(one: Any) -> InwoCondition:
    """The same turned round, for an ELSE."""
    return InwoCondition(one.about, one.subject, one.op, one.number, one.owner, not one.negated)
