"""Words and signs of dates as people write them, in English, German and French."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

WEEKDAYS = {
    name: day
    for day, names in enumerate(
        (
            "monday mon mo montag lundi lun",
            "tuesday tues tue tu di dienstag mardi",
            "wednesday wed we mi mittwoch mercredi mer",
            "thursday thurs thur thu th do donnerstag jeudi jeu",
            "friday fri fr freitag vendredi ven",
            "saturday sat sa samstag sonnabend samedi sam",
            "sunday sun su so sonntag dimanche dim",
        )
    )
    for name in names.split()
}
"""Days of the week by all their names; Monday is 0."""
MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "january jan januar jänner janvier janv",
            "february feb februar februar février fevrier févr fevr",
            "march mar märz maerz mrz mars",
            "april apr avril avr",
            "may mai",
            "june jun juni juin",
            "july jul juli juillet juil",
            "august aug août aout",
            "september sept sep septembre",
            "october oct oktober okt octobre",
            "november nov novembre",
            "december dec dezember dez décembre decembre déc",
        ),
        start=1,
    )
    for name in names.split()
}
SHORT_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
MARDI = "mar"
"""March, and Tuesday in French beside another month."""
NEAR = {
    "today": 0,
    "tonight": 0,
    "heute": 0,
    "aujourd'hui": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "morgen": 1,
    "demain": 1,
}
NOON = ("noon", "midday", "mittag", "mittags", "midi")
MIDNIGHT = ("midnight", "mitternacht", "minuit")
FILLERS = ("at", "on", "the", "of", "um", "am", "den", "bis", "le", "à", "o'clock", "by", "until")
NEXT = ("next", "nächsten", "nächste", "nächster", "naechsten", "prochain")
THIS = ("this", "coming", "diesen", "dieser", "kommenden", "ce")

_HOURS = {
    **dict.fromkeys(("gmt", "wet"), 0.0),
    **dict.fromkeys(("cet", "mez", "bst", "west"), 1.0),
    **dict.fromkeys(("cest", "mesz", "eet", "sast"), 2.0),
    **dict.fromkeys(("eest", "msk"), 3.0),
    **{"ndt": -2.5, "nst": -3.5, "adt": -3.0, "edt": -4.0, "est": -5.0, "cdt": -5.0},
    **{"mdt": -6.0, "mst": -7.0, "pdt": -7.0, "pst": -8.0, "akdt": -8.0, "akst": -9.0},
    **{"hst": -10.0, "jst": 9.0, "kst": 9.0, "acst": 9.5, "acdt": 10.5, "aest": 10.0},
    **{"aedt": 11.0, "awst": 8.0, "nzst": 12.0, "nzdt": 13.0},
}
TWO_MEANINGS = {
    "cst": ("America/Chicago", "Asia/Shanghai"),
    "ist": ("Asia/Kolkata", "Europe/Dublin"),
    "ast": ("America/Halifax", "Asia/Riyadh"),
    "et": ("EST", "EDT"),
    "ct": ("America/Chicago", "CST"),
    "pt": ("PST", "PDT"),
}
"""Abbreviations that are not used for one zone alone."""
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?", re.ASCII)
_MOST_HOURS = 14
"""No place is further from UTC."""


def zone_named(word: str) -> tzinfo | None:
    """The zone of `UTC`, `CET`, `+02:00`, `Europe/Berlin` or `berlin`; None where there is none."""
    if word in ("utc", "z", "ut"):
        return UTC
    if word in _HOURS:
        return timezone(timedelta(hours=_HOURS[word]), word.upper())
    found = _OFFSET.fullmatch(word)
    if found is not None:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        if minutes > _MOST_HOURS * 60 or int(found[3] or 0) > 59:
            return None
        return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))
    name = place_named(word)
    return ZoneInfo(name) if name else None


def place_named(word: str) -> str | None:
    """The zone of `europe/berlin` or `Berlin` by its IANA name; None where there is none."""
    return _places().get(word.casefold())


@cache
def _places() -> dict[str, str]:
    """Zones by their names in small letters, and by a town's alone where one zone is called so."""
    names = sorted(name for name in available_timezones() if "/" in name)
    towns: dict[str, list[str]] = {}
    for name in names:
        towns.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    own = {town: found[0] for town, found in towns.items() if len(found) == 1 and town.isalpha()}
    return own | {name.casefold(): name for name in names}


def told(at: datetime, where: tzinfo) -> str:
    """`Fri 27 Nov 2026 18:00 CET`, in a zone."""
    here = at.astimezone(where)
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    day = f"{days[here.weekday()]} {here.day} {SHORT_MONTHS[here.month - 1]} {here.year}"
    return f"{day} {here:%H:%M} {here.tzname() or ''}".rstrip()
