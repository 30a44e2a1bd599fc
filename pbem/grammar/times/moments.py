"""Moments as people write them: `15 Jun 23:30`, `Fri`, `tomorrow 18:00`, `in 36h`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from pbem.grammar.times.dates import EXAMPLES, SHORT_MONTHS, DateParts, NoMoment, parts_of
from pbem.grammar.times.spans import LONGEST, WITH_UNIT, span_of

END_OF_DAY = time(23, 59)
_AFTER = re.compile(r"(?:in\s+|\+\s*)(?P<span>[^@]+)", re.ASCII)
_LONG_OVER = timedelta(days=60)
"""A day without a year that is over for longer than this is that of the next year."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An aware UTC time, and what is to be said of how it was understood."""

    at: datetime
    notes: tuple[str, ...] = ()


def moment_of(text: str, now: datetime, zone: str, *, hour: time = END_OF_DAY) -> Moment:
    """The moment to come that somebody means who reads his clock in `zone`.

    A day alone is taken at `hour`. A weekday or a day without a year is the next one, today among
    them; midnight is the end of the day it is named with. An hour that summer time skips is taken
    as RFC 5545 3.3.5 has it, one that comes twice is the first; both with a note. Raises NoMoment
    for what is over, more than 400 days away, ambiguous or no moment.
    """
    there = ZoneInfo(zone)
    typed = text.strip()
    after = _span_after(typed, now, zone)
    found = after or _settled(parts_of(typed), now, there, hour)
    if found.at <= now:
        raise NoMoment(
            f"{format_moment(found.at, there)} is past; it is {format_moment(now, there)} now."
        )
    if found.at - now > LONGEST:
        raise NoMoment(
            f"{format_moment(found.at, there)} is more than {LONGEST.days} days away; "
            "that is too far."
        )
    return found


def _span_after(typed: str, now: datetime, zone: str) -> Moment | None:
    """`in 36h`, `+2d`, and a length alone where its unit is named."""
    found = _AFTER.fullmatch(typed.casefold())
    if found is None and not WITH_UNIT.fullmatch(typed):
        return None
    try:
        span = span_of(found["span"] if found else typed)
    except ValueError as error:
        if found is None or re.fullmatch(r"[+-]\d\d(:?\d\d)?", typed):
            return None
        raise NoMoment(f"{error}.") from None
    notes = () if typed.casefold().startswith("in") else (f"{span} from now",)
    return Moment(span.after(now, zone), notes)


def _settled(parts: DateParts, now: datetime, there: tzinfo, hour: time) -> Moment:
    where = parts.where or there
    today = now.astimezone(where).date()
    if not parts.has_day and not parts.has_hour:
        raise NoMoment(f"That names no day and no hour; write one {EXAMPLES}.")
    notes = []
    if not parts.has_hour:
        notes.append(f"no hour was given, so {hour:%H:%M}")
    clock = time(0) if parts.is_midnight else parts.hour or hour
    if not parts.has_day:
        return _next_hour(parts, clock, now, where, today)
    day = _day_of(parts, today, now, where, clock)
    if parts.is_midnight:
        notes.append("midnight is the end of that day")
        day += timedelta(days=1)
    at, note = _at(day, clock, where)
    _refuse_over(parts, at, day, clock, now.astimezone(where))
    return Moment(at, (*notes, *note))


def _next_hour(parts: DateParts, clock: time, now: datetime, where: tzinfo, today: date) -> Moment:
    """An hour alone: the next time the clock shows it."""
    for ahead in range(3):
        at, note = _at(today + timedelta(days=ahead), clock, where)
        if at > now:
            return Moment(at, note)
    raise NoMoment(f"That hour will not come again; write one {EXAMPLES}.")


def _day_of(parts: DateParts, today: date, now: datetime, where: tzinfo, clock: time) -> date:
    if parts.near is not None:
        return _agreeing(parts, today + timedelta(days=parts.near))
    if parts.day is not None and parts.month is not None:
        return _agreeing(parts, _dated(parts.day, parts.month, parts.year, today))
    assert parts.weekday is not None, "a day was found"
    ahead = (parts.weekday - today.weekday()) % 7
    first = today + timedelta(days=ahead)
    if not parts.is_next:
        return first
    # Until that day has come "next" is this week's for some and next week's for others.
    second = first + timedelta(days=7)
    if ahead == 0:
        return second
    if today.weekday() > parts.weekday:
        return first
    both = (format_moment(_at(day, clock, where)[0], where) for day in (first, second))
    raise NoMoment(f'"next" could mean {" or ".join(both)}; write the day you mean.')


def _agreeing(parts: DateParts, day: date) -> date:
    """The day, unless a weekday was named that it is not."""
    if parts.weekday is not None and day.weekday() != parts.weekday:
        names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        raise NoMoment(
            f"{day.day} {SHORT_MONTHS[day.month - 1]} {day.year} is a {names[day.weekday()]}, "
            f"not a {names[parts.weekday]}; which is meant?"
        )
    return day


def _dated(day: int, month: int, year: int | None, today: date) -> date:
    if year is not None:
        return _real(year, month, day)
    for candidate in (today.year, today.year + 1):
        if (month, day) == (2, 29) and not _is_leap(candidate):
            continue
        found = _real(candidate, month, day)
        if found >= today - _LONG_OVER:
            return found
    raise NoMoment(f"There is no {day} {SHORT_MONTHS[month - 1]} in the next 400 days.")


def _real(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise NoMoment(f"There is no {day} {SHORT_MONTHS[month - 1]} {year}.") from None


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _at(day: date, clock: time, where: tzinfo | None) -> tuple[datetime, tuple[str, ...]]:
    """The hour of that day in UTC, with a note where summer time skips or repeats it."""
    first = datetime.combine(day, clock, where)
    second = first.replace(fold=1)
    at = first.astimezone(UTC)
    if first.utcoffset() == second.utcoffset():
        return at, ()
    if at.astimezone(where).replace(tzinfo=None) != first.replace(tzinfo=None):
        return at, (f"the clocks skip {clock:%H:%M} that day, so it is {format_moment(at, where)}",)
    other = format_moment(second.astimezone(UTC), where)
    return at, (f"{clock:%H:%M} comes twice that day; the first is taken, not {other}",)


def _refuse_over(parts: DateParts, at: datetime, day: date, clock: time, here: datetime) -> None:
    """What is over is not taken for the next one of its name; that one is named.

    `here` is now, in the zone of whoever wrote it.
    """
    where = here.tzinfo
    if at > here:
        return
    if parts.near is not None or parts.year is not None:
        raise NoMoment(
            f"{format_moment(at, where)} is past; it is {format_moment(here, where)} now."
        )
    if parts.day is None:
        later = day + timedelta(days=7)
    else:
        later = _dated(parts.day, parts.month or 1, None, day + _LONG_OVER + timedelta(days=1))
    then = format_moment(_at(later, clock, where)[0], where)
    raise NoMoment(
        f"{format_moment(at, where)} is past. The next one is {then}; write its date if you mean "
        "that."
    )


def format_moment(at: datetime, where: tzinfo | None) -> str:
    """`Fri 27 Nov 2026 18:00 CET`, in a zone."""
    here = at.astimezone(where)
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    day = f"{days[here.weekday()]} {here.day} {SHORT_MONTHS[here.month - 1]} {here.year}"
    return f"{day} {here:%H:%M} {here.tzname() or ''}".rstrip()
