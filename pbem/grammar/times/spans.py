"""Spans of time as people give them: 3d, 72h, 1d12h; days are counted by the calendar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

_UNITS = {"w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1}
_WORDS = re.compile(
    r"\s*(\d{1,7}(?:\.\d{1,3})?)\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
    r"(?:\s*,|\s+and\b)?",
    re.IGNORECASE,
)
_IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: str(at) for at, word in enumerate((*_IN_WORDS, "eleven", "twelve"), start=1)}
NUMBERS |= {"a": "1", "an": "1"}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(NUMBERS)})(?=\s+[a-z])", re.IGNORECASE)
WITH_UNIT = re.compile(rf"(?:[\d.]+\s*|(?:{'|'.join(NUMBERS)})\s+)[^\W\d]+.*", re.IGNORECASE)
"""What may be a span where other times may stand too: its unit is named."""
LONGEST = timedelta(days=400)
"""What any clock of a game may be set to."""
_MOST_TYPED = 60


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """So many days of the calendar, which keep the hour when summer time begins or ends, and so
    many seconds after them, which do not."""

    days: int = 0
    seconds: int = 0

    def after(self, at: datetime, zone: str) -> datetime:
        """The moment, in UTC, a span after another, where days are those of a zone."""
        there = ZoneInfo(zone)
        local = at.astimezone(there).replace(tzinfo=None) + timedelta(days=self.days)
        later = local.replace(tzinfo=there) if self.days else at
        return later.astimezone(UTC) + timedelta(seconds=self.seconds)

    @property
    def length(self) -> timedelta:
        """As long as it is where no clock is changed."""
        return timedelta(days=self.days, seconds=self.seconds)

    def __bool__(self) -> bool:
        return bool(self.days or self.seconds)

    def __str__(self) -> str:
        rest, parts = self.seconds, [f"{self.days}d"] if self.days else []
        for unit in "hms":
            many, rest = divmod(rest, _UNITS[unit])
            parts += [f"{many}{unit}"] if many else []
        return "".join(parts) or "0h"


def span_of(text: str) -> Span:
    """`3d`, `72h`, `1d12h`, `2 weeks`, `two days`; ValueError says what could be written instead.

    A number alone counts hours.
    """
    typed = _NUMBER_WORD.sub(lambda word: NUMBERS[word[0].lower()], text.strip()[: _MOST_TYPED + 1])
    if typed.isascii() and typed.isdigit():
        typed += "h"
    days, seconds, at = 0, 0.0, 0
    if len(typed) > _MOST_TYPED:
        raise ValueError(f'"{text[:40]}" is not a length of time such as 3d, 36h or 90m')
    while at < len(typed):
        found = _WORDS.match(typed, at)
        if found is None:
            raise ValueError(f'"{text[:40]}" is not a length of time such as 3d, 36h or 90m')
        unit, many = found[2][0].lower(), float(found[1])
        if unit in "wd" and many.is_integer():
            days += int(many) * (7 if unit == "w" else 1)
        else:
            seconds += many * _UNITS[unit]
        at = found.end()
    span = Span(days, round(seconds))
    if not typed or span.length > LONGEST:
        raise ValueError(f'"{text[:40]}" is not a length of time up to {LONGEST.days} days')
    return span
