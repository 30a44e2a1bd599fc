"""A day in an order: found among the words behind it, and kept as text until a letter's arrival.

What is kept has one form: a day ("fri", "next fri", "today", "04-24", "2026-04-24"), "T20:00"
behind it for an hour, and behind that "Z" for UTC or a blank and another zone; or "in 36h".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

from pbem.grammar.times.dates import SHORT_MONTHS, DateParts, NoDate, NoMoment, parts_of
from pbem.grammar.times.hours import SHORT_DAYS
from pbem.grammar.times.moments import moment_of
from pbem.grammar.times.spans import WITH_UNIT, span_of

MOST_WORDS = 8
"""Words of a day with its hour and zone."""
_AFTER = re.compile(r"in\s+(.+)", re.IGNORECASE)
_LINKS = frozenset(("at", "on", "the", "of", "um"))
"""Words that say nothing and may stand within a day; none ends it."""
_STOPS = frozenset(("by", "until", "am", "den", "bis", "le"))
_FIXED = "%Y-%m-%dT%H:%MZ"
_NEAR = {0: "today", 1: "tomorrow"}
_KEPT = re.compile(
    r"(?P<word>(?:next )?[a-z]{3,8})? ?(?:(?:(?P<year>\d{4})-)?(?P<month>\d\d)-(?P<day>\d\d))?"
    r"(?:T(?P<hour>\d\d:\d\d))?(?P<utc>Z?)(?: (?P<zone>\S+))?"
)


def day_within(words: Sequence[str]) -> tuple[int, str]:
    """How many of these words are a day, perhaps with an hour and a zone, and what is kept of it.

    Raises NoMoment, and NoDate where they do not begin like one.
    """
    words = words[:MOST_WORDS]
    for end in range(len(words), 0, -1):
        if words[end - 1].casefold() in (*_LINKS, ",", ":"):
            continue
        try:
            return end, _kept(_joined(words[:end]))
        except NoMoment:
            continue
    parts_of(_joined(words))
    raise NoDate("That is not a day.")


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).replace(" : ", ":").replace(" ,", ",")


def _kept(text: str) -> str:
    after = _AFTER.fullmatch(text)
    if after is not None:
        try:
            return f"in {span_of(after[1])}"
        except ValueError as why:
            raise NoDate(str(why)) from None
    if WITH_UNIT.fullmatch(text):
        with suppress(ValueError):
            return f"in {span_of(text)}"
    if _STOPS & {word.casefold() for word in text.split()}:
        raise NoDate("That is not a day.")
    return _of_parts(parts_of(text))


def _of_parts(parts: DateParts) -> str:
    if not parts.has_day and not parts.has_hour or (parts.where and not parts.has_hour):
        raise NoDate("That is not a day.")
    days = [_NEAR[parts.near]] if parts.near is not None else []
    if parts.weekday is not None:
        days.append(f"{'next ' * parts.is_next}{SHORT_DAYS[parts.weekday]}")
    if parts.day is not None:
        year = f"{parts.year}-" if parts.year else ""
        days.append(f"{year}{parts.month:02}-{parts.day:02}")
    hour = "T24:00" if parts.is_midnight else f"T{parts.hour:%H:%M}" if parts.hour else ""
    if parts.where is None:
        return " ".join(days) + hour
    return " ".join(days) + hour + ("Z" if parts.where is UTC else f" {parts.where}")


def format_day(kept: str) -> str:
    """`FRI`, `24 Apr 2026 20:00 UTC`: what `day_within` reads as the same."""
    found = _KEPT.fullmatch(kept)
    if found is None:
        return kept.replace("in ", "IN ")
    parts = [(found["word"] or "").upper()]
    if found["day"]:
        parts.append(f"{int(found['day'])} {SHORT_MONTHS[int(found['month']) - 1]}")
        parts.append(found["year"] or "")
    parts += [found["hour"] or "", "UTC" if found["utc"] else found["zone"] or ""]
    return " ".join(part for part in parts if part)


def fixed_day(kept: str, now: datetime, zone: str) -> str:
    """The moment that a day means when it arrives, kept as `2026-04-24T18:00Z`. Raises NoMoment."""
    return kept_moment(moment_of(format_day(kept), now, zone).at)


def kept_moment(at: datetime) -> str:
    """A moment as it is kept: `2026-04-24T18:00Z`."""
    return at.astimezone(UTC).strftime(_FIXED)


def moment_kept(kept: str | None) -> datetime | None:
    """The moment that was fixed; None for a day that is not yet."""
    try:
        return datetime.strptime(kept or "", _FIXED).replace(tzinfo=UTC)
    except ValueError:
        return None
