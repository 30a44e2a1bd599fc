"""When an order ends: EXPIRES, UNTIL TURN n, FOR n TURNS, UNTIL a day."""

from __future__ import annotations

from typing import Any

from pbem.grammar.orders.language import Names
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.times.dates import MONTHS, NoDate, NoMoment
from pbem.grammar.times.kept import MOST_WORDS, day_within

_DAY_BEHIND = frozenset(("am", "pm", "uhr", "oclock", ":", "of", *MONTHS))
"""What makes a number behind UNTIL part of a day or hour."""


def ending(reader: Reader[Any]) -> tuple[int | None, str | None]:
    """When the order ends: a last turn or a day; neither, with nothing read, if none comes."""
    if reader.take("expires", "expiring"):
        return expiry(reader)
    last = _last_turn(reader)
    if last is not None:
        return last, None
    before = reader.at
    found = _day(reader) if reader.take("until") and not _is_need(reader) else None
    reader.at = before if found is None else reader.at
    return None, found


def _is_need(reader: Reader[Any]) -> bool:
    """UNTIL 5, but for UNTIL 5 pm and UNTIL 5 Jan."""
    return reader.is_amount() and reader.peek(1) not in _DAY_BEHIND


def expiry(reader: Reader[Any]) -> tuple[int | None, str | None]:
    """What stands behind EXPIRES: TURN n, IN n TURNS from the one now open, or a day."""
    reader.take("after", "at", "with", "on")
    if reader.take("turn"):
        return reader.number(), None
    before = reader.at
    if reader.take("in") and reader.is_amount():
        turns = reader.number()
        if reader.take("turns", "turn"):
            return _turn_now(reader.names) + turns, None
    reader.at = before
    found = _day(reader)
    if found is not None:
        return None, found
    raise ParseError(
        "I expected EXPIRES TURN n, EXPIRES IN n TURNS or a day such as EXPIRES FRI",
        span=(reader.at, len(reader.tokens)),
        instead=("IN 4 TURNS",),
    )


def _last_turn(reader: Reader[Any]) -> int | None:
    """UNTIL TURN n, FOR n TURNS (this one is the first), THIS TURN; None if that does not come."""
    before = reader.at
    if reader.take("until"):
        reader.take("the")
        reader.take("end")
        reader.take("of")
        if reader.take("turn"):
            return reader.number()
    elif reader.take("for"):
        if reader.is_amount():
            turns = reader.number()
            if turns and reader.take("turns", "turn"):
                return _turn_now(reader.names) + turns - 1
    elif reader.take("this") and reader.take("turn"):
        return _turn_now(reader.names)
    reader.at = before
    return None


def _turn_now(names: Names) -> int:
    """The turn now open; turns are counted from it."""
    if names.turn is None:
        raise ParseError("I do not know which turn it is; write UNTIL TURN and its number")
    return names.turn


def _day(reader: Reader[Any]) -> str | None:
    """A day with or without an hour; None, with nothing read, if none comes next.

    ParseError for what is one and cannot be, such as 30 Feb.
    """
    reader.names.demand(MOST_WORDS // 2)
    words = [token.text for token in reader.tokens[reader.at : reader.at + MOST_WORDS]]
    if not words:
        return None
    try:
        many, kept = day_within(words)
    except NoDate:
        return None
    except NoMoment as why:
        raise ParseError(str(why).rstrip(".")) from None
    reader.at += many
    return kept
