"""Moments and spans as a player reads them, in his own zone and in English."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def zone_of(name: str) -> tzinfo:
    """The zone of that IANA name; UTC where there is none such."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def short(at: datetime, zone: str) -> str:
    """`Thu 24 Apr 20:00`."""
    here = at.astimezone(zone_of(zone))
    return f"{_DAYS[here.weekday()]} {here.day} {_MONTHS[here.month - 1]} {here:%H:%M}"


def full(at: datetime, zone: str) -> str:
    """`Thu 24 Apr 2025, 20:00 CEST (Europe/Berlin)`."""
    where = zone_of(zone)
    here = at.astimezone(where)
    day = f"{_DAYS[here.weekday()]} {here.day} {_MONTHS[here.month - 1]} {here.year}"
    abbreviation = here.tzname() or "UTC"
    place = "" if where is UTC or abbreviation == zone else f" ({zone})"
    return f"{day}, {here:%H:%M} {abbreviation}{place}"


def span(time: timedelta) -> str:
    """The two greatest units of a span: `2 days 3 hours`; nothing is left of a negative one."""
    minutes = max(0, int(time.total_seconds()) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    said = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n]
    if days:
        said = said[: 2 if hours else 1]
    return " ".join(said) or "less than a minute"
