"""Moments and spans as a player reads them, in his own zone, dates in his language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from pbem.clock.formatting import span as span

DATES = ("en", "de", "fr", "iso")
"""How dates may be written: in three languages, or as ISO 8601 has them."""
FAR = timedelta(days=300)
"""Beyond this a day and month alone could be taken for those of another year."""
_DAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "de": ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    "fr": ("lun", "mar", "mer", "jeu", "ven", "sam", "dim"),
}
_MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "de": ("Jan", "Feb", "März", "Apr", "Mai", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dez"),
    "fr": (
        *("janv", "févr", "mars", "avr", "mai", "juin"),
        *("juil", "août", "sept", "oct", "nov", "déc"),
    ),
}


class Zone(str):
    """An IANA name that also says how whoever lives there wants his dates (one of DATES)."""

    __slots__ = ("dates",)
    dates: str

    def __new__(cls, name: str, dates: str = DATES[0]) -> Zone:
        zone = super().__new__(cls, name)
        zone.dates = dates if dates in DATES else DATES[0]
        return zone


def zone_of(name: str) -> tzinfo:
    """The zone of that IANA name; UTC where there is none such."""
    try:
        return ZoneInfo(str(name))
    except (KeyError, ValueError, OSError):
        return UTC


def short(at: datetime, zone: str, now: datetime | None = None) -> str:
    """`Thu 24 Apr 20:00`, `Do 24. Apr 20:00`, `jeu 24 avr 20:00`, `2025-04-24 20:00`.

    What is far from `now` has its year: `Thu 24 Apr 2026 20:00`.
    """
    here = at.astimezone(zone_of(zone))
    is_far = now is not None and abs(at - now) > FAR
    return f"{_day(here, _dates(zone), with_year=is_far)} {here:%H:%M}"


def full(at: datetime, zone: str) -> str:
    """`Thu 24 Apr 2025, 20:00 CEST (Europe/Berlin)`."""
    where = zone_of(zone)
    here = at.astimezone(where)
    dates = _dates(zone)
    comma = "" if dates == "iso" else ","
    day = _day(here, dates, with_year=True)
    abbreviation = here.tzname() or "UTC"
    place = "" if where is UTC or abbreviation == zone else f" ({zone})"
    return f"{day}{comma} {here:%H:%M} {abbreviation}{place}"


def _dates(zone: str) -> str:
    return zone.dates if isinstance(zone, Zone) else DATES[0]


def _day(here: datetime, dates: str, *, with_year: bool) -> str:
    if dates == "iso":
        return f"{here:%Y-%m-%d}"
    dot = "." if dates == "de" else ""
    year = f" {here.year}" if with_year else ""
    return f"{_DAYS[dates][here.weekday()]} {here.day}{dot} {_MONTHS[dates][here.month - 1]}{year}"


def format_kept(kept: str, zone: str) -> str:
    """A moment kept as `2026-04-24T18:00Z` in full; anything else as it stands."""
    try:
        at = datetime.strptime(kept, "%Y-%m-%dT%H:%MZ").replace(tzinfo=UTC)
    except ValueError:
        return kept
    return full(at, zone)


_INSTANT = re.compile(r"<(\d{4}-\d\d-\d\dT\d\d:\d\dZ)>")


def instant(at: datetime) -> str:
    """The moment as it is kept within a text: `<2026-04-24T18:00Z>`."""
    return f"<{at.astimezone(UTC):%Y-%m-%dT%H:%MZ}>"


def in_zone(text: str, zone: str) -> str:
    """The text with its moments in full, as a reader in that zone reads his clock."""
    return _INSTANT.sub(lambda found: format_kept(found[1], zone), text)
