"""Hours of any day and days of any week, as clocks and quiet hours are set."""

from __future__ import annotations

import re
from datetime import time

from pbem.grammar.times.dates import WEEKDAYS, NoMoment, parts_of

SHORT_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_BETWEEN = re.compile(r"\s*(?:-|\u2013|\bto\b|\btill\b|\buntil\b)\s*")
_BARE = re.compile(r"\d{1,2}h?")


def hour_of(text: str) -> time:
    """`18:00`, `1800`, `18`, `6pm`, `noon`; ValueError says what could be written instead."""
    typed = text.strip().casefold()
    typed = f"{typed.removesuffix('h')}:00" if _BARE.fullmatch(typed) else typed
    typed = typed.replace(".", ":") if re.fullmatch(r"\d{1,2}\.\d\d", typed) else typed
    try:
        parts = parts_of(typed)
    except NoMoment:
        parts = None
    is_hour = parts is not None and parts.has_hour and not parts.has_day and not parts.where
    if parts is None or not is_hour or typed == "24:00":
        raise ValueError(f'"{text[:20]}" is not an hour of the day such as 18:00')
    return parts.hour or time(0)


def hours_between(text: str) -> tuple[time, time]:
    """Two hours of a day: `22:00-07:00`, `10pm to 7am`; ValueError where they are not two."""
    first, *rest = _BETWEEN.split(text.strip().casefold().removeprefix("from "))
    if len(rest) != 1:
        raise ValueError(f'"{text[:20]}" is not two hours such as 22:00-07:00')
    return hour_of(first), hour_of(rest[0])


def weekdays_of(text: str) -> tuple[int, ...]:
    """`mon,wed,fri`, `mon-fri`, `-MTWTF-` from Sunday on as old judges write it, or `all`."""
    typed = text.strip().casefold()
    if typed in ("all", "any", "off", "daily"):
        return tuple(range(7))
    typed = {"weekdays": "mon-fri", "weekend": "sat-sun"}.get(typed, typed)
    if len(typed) == 7 and all(c == "-" or c == "smtwtfs"[i] for i, c in enumerate(typed)):
        found = {(i - 1) % 7 for i, c in enumerate(typed) if c != "-"}
    else:
        found = set()
        for part in typed.replace(";", ",").replace(" ", ",").split(","):
            first, _, last = part.partition("-")
            found |= _between(first, last or first) if part else set()
    if not found:
        raise ValueError("at least one day must be left, such as mon-fri")
    return tuple(sorted(found))


def _between(first: str, last: str) -> set[int]:
    start, end = _weekday(first), _weekday(last)
    return {(start + n) % 7 for n in range((end - start) % 7 + 1)}


def _weekday(word: str) -> int:
    """Its number by its name, or by at least two letters of it."""
    near = (day for name, day in WEEKDAYS.items() if len(word) > 1 and name.startswith(word))
    found = WEEKDAYS.get(word, next(near, None))
    if found is None:
        raise ValueError(f'"{word[:12]}" is not a day of the week such as mon,thu')
    return found
