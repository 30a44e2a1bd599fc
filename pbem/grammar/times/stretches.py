"""From when until when: whole days of somebody's own calendar, such as those of an absence."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.moments import END_OF_DAY, Moment, moment_of

_A_MINUTE_BEFORE = time(END_OF_DAY.hour, END_OF_DAY.minute - 1)
_FROM_NOW = re.compile(r"\s*(in\b|\+|today|tonight|tomorrow)", re.IGNORECASE)
_NOW = ("", "now", "today")
_FROM_TO = re.compile(r"\s*\.\.\s*|\s+(?:to|until|till|-)\s+", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Days:
    """From when until when, in UTC; `until` and `typed` are the end as it can be typed again.

    `until` is as ISO 8601 has it, `typed` in words.
    """

    from_at: datetime
    until_at: datetime
    until: str
    typed: str

    @property
    def length(self) -> timedelta:
        return self.until_at - self.from_at


def days_of(start: str, end: str, now: datetime, zone: str) -> Days:
    """What FROM and TO mean for somebody in that zone; "" as start is now.

    A day alone counts whole, from its first minute or to its last. Raises NoMoment, also where the
    end is before the start.
    """
    from_at = _start(start, now, zone)
    try:
        until, has_hour = _typed(end, now, zone)
        if until.at <= from_at and not _FROM_NOW.match(end):
            # What is over by then is not over today.
            with suppress(NoMoment):
                until, has_hour = _typed(end, from_at, zone)
    except NoMoment as why:
        if from_at <= now or _FROM_NOW.match(end):
            raise
        until, has_hour = _after_start(end, from_at, zone, why)
    if until.at <= from_at:
        raise NoMoment("That ends before it begins; the first day stands behind FROM.")
    local = until.at.astimezone(ZoneInfo(zone))
    # The last minute of a day may be that of another zone's, which was named.
    is_whole = not has_hour and local.time() == END_OF_DAY
    hour = "" if is_whole else f" {local:%H:%M}"
    words = f"{local.day} {local:%b %Y}"
    return Days(from_at, until.at, f"{local:%Y-%m-%d}{hour}", f"{words}{hour}")


def _after_start(end: str, from_at: datetime, zone: str, why: NoMoment) -> tuple[Moment, bool]:
    """An end that is over today may be one that comes after the start."""
    try:
        return _typed(end, from_at, zone)
    except NoMoment:
        raise why from None


def _start(text: str, now: datetime, zone: str) -> datetime:
    if text.strip().casefold() in _NOW:
        return now
    moment, has_hour = _typed(text, now, zone)
    if has_hour:
        return moment.at
    day = moment.at.astimezone(ZoneInfo(zone)).date()
    return max(now, datetime.combine(day, time(0), ZoneInfo(zone))).astimezone(UTC)


def _typed(text: str, now: datetime, zone: str) -> tuple[Moment, bool]:
    """The moment, the last minute of a day alone, and whether an hour was given."""
    found = moment_of(text, now, zone)
    try:
        other = moment_of(text, now, zone, hour=_A_MINUTE_BEFORE)
    except NoMoment:
        return found, False
    return found, other.at == found.at


def dated_days(text: str, now: datetime, zone: str) -> str:
    """Days and stretches of days such as `24 Dec to 2 Jan, Friday` as their dates, `..` between.

    What is no day to come stands as it was typed.
    """
    return ", ".join(
        "..".join(_dated(day, now, zone) for day in _FROM_TO.split(one.strip(), maxsplit=1))
        for one in text.split(",")
    )


def _dated(text: str, now: datetime, zone: str) -> str:
    if _ISO.fullmatch(text):
        return text
    with suppress(NoMoment):
        return f"{moment_of(text, now, zone).at.astimezone(ZoneInfo(zone)):%Y-%m-%d}"
    return text
