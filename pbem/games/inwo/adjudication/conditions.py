"""What stands behind an IF, read and told (I39.12)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.orders import Comparison, InwoCondition
from engine.inwo.state import UNCONTROLLED, InwoState
from pbem.games.inwo.adjudication.names import NoSuchLine, card_named, seat_named, small
from pbem.grammar.orders.spelling import number_in_words

_OP = r"(?P<op><=|>=|<|>|=)?\s*(?P<number>\d+)"
_TOKEN = r"(?:ACTION\s+)?(?:TOKENS?|ACTIONS?)(?:\s+LEFT)?"
_HAS = r"(?:HAS|HAVE)(?:\s+GOT)?"
_OP_NEED = _OP.replace(r"\d", r"-?\d")
_PATTERNS: dict[str, str] = {
    "result": rf"(?P<line>\d+)\s+(?P<what>SUCCEEDS|FAILS)(?:\s+BY\s+{_OP})?",
    "need": rf"NEED(?:\s+(?P<line>\d+)(?=\s*[<>=]))?\s*{_OP_NEED}",
    "roll": rf"ROLL\s+(?P<line>\d+)\s*{_OP}",
    "no-token": rf"(?P<card>.+?)\s+(?:{_HAS}\s+(?:NO|= 0|0)\s+{_TOKEN}|IS\s+OUT\s+OF\s+TOKENS)",
    "token": rf"(?P<card>.+?)\s+{_HAS}\s+(?:(?:AN?|ITS|ANY)\s+)?{_TOKEN}",
    "no-plots": rf"(?P<seat>\S+)\s+{_HAS}\s+NO\s+PLOTS?",
    "plots": rf"(?P<seat>\S+)\s+{_HAS}\s+{_OP}\s+PLOTS?",
    "hold": r"I\s+HOLD\s+(?P<card>.+)",
    "have": rf"I\s+{_HAS}\s+(?P<no>NO\s+)?(?P<card>.+)",
    "joins": r"(?P<seat>\S+)\s+JOINS",
    "colour": r"COLOU?R\s+(?P<colour>red|blue|yellow)\s+IS\s+FREE",
    "devastated": r"(?P<card>.+?)\s+IS\s+DEVASTATED",
    "in-play": r"(?P<card>.+?)\s+IS\s+(?:IN\s+PLAY|ON\s+THE\s+TABLE)",
    "gone": r"(?P<card>.+?)\s+IS\s+(?:DESTROYED|KILLED|DEAD|GONE|OUT\s+OF\s+PLAY)",
    "mine": r"(?P<card>.+?)\s+IS\s+MINE",
    "free": r"(?P<card>.+?)\s+IS\s+(?:FREE|UNCONTROLLED|NOBODY'S)",
    "owner": r"(?P<card>.+?)\s+IS\s+(?P<seat>\S+?)'S?",
    "owned": r"(?P<card>.+?)\s+(?:BELONGS?\s+TO|IS\s+(?:CONTROLLED|OWNED)\s+BY)\s+(?P<seat>\S+)",
    "owns": r"(?P<seat>\S+)\s+(?:HAS|CONTROLS?|OWNS?|CAPTURED?|TOOK)\s+(?P<card>.+)",
}
KNOWN = (
    "IF 1 FAILS, IF NEED 1 >= 9, IF ROLL 1 <= 4, IF CIA HAS TOKEN, IF I HOLD Hoax, "
    "IF bob HAS < 2 PLOTS"
)
_AND = re.compile(r"\s+AND\s+", re.IGNORECASE)
_NAMES = (re.escape(card.name.rstrip("!")) for card in INWO_CARDS.values())
_WITH_AND = re.compile("|".join(name for name in _NAMES if "\\ and\\ " in name), re.IGNORECASE)
"""Names in which an AND stands, which parts no conditions."""
_NUMBER = r"(\d+)"
_IN_WORDS = re.compile(
    r"(?<!\S)[a-z]+(?=\s+(?:plots?|tokens?|or\s))|(?:(?<=than )|(?<=least )|(?<=most ))[a-z]+",
    re.IGNORECASE,
)
_SPOKEN = tuple(
    (re.compile(rf"(?<!\S){pattern}(?!\S)", re.IGNORECASE), plain)
    for pattern, plain in (
        (r"(?:ISN'T|IS\s+NOT|ARE\s+NOT|AREN'T)", "NOT IS"),
        (r"(?:DOES\s+NOT|DOESN'T|DO\s+NOT|DON'T|DID\s+NOT|DIDN'T)", "NOT"),
        (r"(?:HASN'T|HAVEN'T|HAS\s+NOT|HAVE\s+NOT)", "NOT HAS"),
        (r"(?:LINE|ATTACK|ORDER|NUMBER)\s+(\d+)", r"\1"),
        (r"THE\s+(NEED|ROLL)", r"\1"),
        (r"(NEED|ROLL)\s+(?:OF|FOR|IN)\s+(\d+)", r"\1 \2"),
        (r"(\d+\s+(?:NOT\s+)?)(?:SUCCEED|SUCCEEDED|WORKS?|WORKED)", r"\1SUCCEEDS"),
        (r"(\d+\s+(?:NOT\s+)?)(?:FAIL|FAILED)", r"\1FAILS"),
        (rf"{_NUMBER}\s+OR\s+(?:MORE|BETTER|HIGHER|ABOVE|OVER)", r">= \1"),
        (rf"{_NUMBER}\s+OR\s+(?:LESS|FEWER|LOWER|BELOW|UNDER|WORSE)", r"<= \1"),
        (rf"(?:IS\s+)?AT\s+LEAST\s+{_NUMBER}", r">= \1"),
        (rf"(?:IS\s+)?AT\s+MOST\s+{_NUMBER}", r"<= \1"),
        (rf"(?:IS\s+)?(?:(?:MORE|HIGHER|BETTER|GREATER)\s+THAN|ABOVE|OVER)\s+{_NUMBER}", r"> \1"),
        (rf"(?:IS\s+)?(?:(?:LESS|FEWER|LOWER|WORSE)\s+THAN|BELOW|UNDER)\s+{_NUMBER}", r"< \1"),
        (r"(NEED|NEED\s+\d+|ROLL\s+\d+)\s+IS", r"\1"),
        (r"STILL", ""),
    )
)
"""How people say a condition, and how it is written."""


def read_conditions(text: str, state: InwoState, seat: str) -> tuple[InwoCondition, ...]:
    """The conditions between IF and its colon; NoSuchLine for one that is none."""
    text = _WITH_AND.sub(lambda name: _AND.sub(" & ", name[0]), text.strip())
    parts = _AND.split(text)
    return tuple(_condition(part, state, seat) for part in parts)


def _condition(text: str, state: InwoState, seat: str) -> InwoCondition:
    unread = NoSuchLine(f"IF {text[:60]} is not a condition; conditions are {KNOWN}")
    # As it stands first: a card may be called like what people say.
    for typed in dict.fromkeys((text, as_written(text))):
        plain, nots = re.subn(r"(?<!\S)NOT\s+", "", typed, flags=re.IGNORECASE)
        tried = ((name, re.fullmatch(_PATTERNS[name], plain, re.IGNORECASE)) for name in _PATTERNS)
        name, found = next(((name, found) for name, found in tried if found), ("", None))
        if found is None:
            continue
        try:
            return _made(name, found, state, seat, is_not=nots % 2 == 1)
        except NoSuchLine as why:
            unread = why
    raise unread


def as_written(text: str) -> str:
    """How people say a condition, as it is written."""
    text = _IN_WORDS.sub(_in_digits, text)
    for spoken, plain in _SPOKEN:
        text = spoken.sub(plain, text)
    return " ".join(text.split())


def _in_digits(word: re.Match[str]) -> str:
    number = number_in_words(word[0].casefold())
    return word[0] if number is None else str(number)


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
    if name == "no-plots":
        name, number = "plots", 0
    if name in ("plots", "joins"):
        who = _seat(known["seat"], state, seat)
        return InwoCondition(name, who, op, number, negated=is_not)  # type: ignore[arg-type]
    if name == "colour":
        return InwoCondition("colour", known["colour"].lower(), negated=is_not)
    return _of_card(name, known, state, seat, is_not=is_not)


_OWNERS = ("mine", "free", "owner", "owned", "owns")


def _of_card(
    name: str, known: Mapping[str, str | None], state: InwoState, seat: str, *, is_not: bool
) -> InwoCondition:
    """What is asked of a card. Who HAS a Plot holds it; who HAS a Group controls it."""
    card = card_named(known["card"] or "", state, seat)
    if name == "gone":
        line = f"IF {'' if is_not else 'NOT '}{card_of(card_id(card)).name} IS IN PLAY"
        raise NoSuchLine(f"no IF asks what was destroyed; write {line}")
    if name == "have":
        is_plot = card_of(card_id(card)).is_plot
        name, is_not = ("hold" if is_plot else "mine"), is_not is not bool(known["no"])
    if name == "no-token":
        name, is_not = "token", not is_not
    if name not in _OWNERS:
        return InwoCondition(name, card, negated=is_not)  # type: ignore[arg-type]
    owner = {"mine": seat, "free": UNCONTROLLED}.get(name)
    if owner is None:
        owner = _seat(known["seat"] or "", state, seat)
    return InwoCondition("owner", card, owner=owner, negated=is_not)


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
        "owner": f"{label(one.subject)} IS {_format_owner(one.owner)}",
    }
    return tellers[one.about]


def _format_owner(owner: str) -> str:
    return "FREE" if owner == UNCONTROLLED else f"{owner}'S"


def least_need(conditions: Sequence[InwoCondition]) -> int | None:
    """The n of IF NEED >= n alone, which asks of the need of no other line; else nothing."""
    for one in conditions if len(conditions) == 1 else ():
        if (one.about, one.subject, one.negated) == ("need", "", False) and one.op in (">", ">="):
            return (one.number or 0) + (one.op == ">")
    return None


def opposite(one: Any) -> InwoCondition:
    """The same turned round, for an ELSE."""
    return InwoCondition(one.about, one.subject, one.op, one.number, one.owner, not one.negated)
