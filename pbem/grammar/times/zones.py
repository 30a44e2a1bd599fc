"""Time zones by all their names: an abbreviation, an offset, a place, a town."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

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
_NO_ZONE = "is not a time zone such as Europe/Berlin or America/New_York"
_OLD_AREAS = ("Brazil", "Canada", "Chile", "Etc", "Mexico", "SystemV", "US", "posix", "right")
_OLD_NAMES = re.compile(r"[A-Z0-9+-]{2,8}")


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
    wanted = word.casefold()
    found = _towns().get(wanted, ()) if wanted.isalpha() else ()
    return _zones().get(wanted) or (found[0] if len(found) == 1 else None)


class UnknownZone(ValueError):
    """No zone is called so, or several are; the text says what could be written instead."""


def nearest_zone(typed: str) -> str:
    """The IANA zone meant: its name in any case, its town, or one slip away from either.

    Raises UnknownZone.
    """
    if typed in _known():
        return typed
    wanted = typed.strip().replace(" ", "_").casefold()
    names, towns = _zones(), _towns()
    if wanted in names:
        return names[wanted]
    found = towns.get(wanted, ())
    if not found and len(wanted) > 3:
        found = tuple(zone for town in towns if wanted in town.split("_") for zone in towns[town])
    if not found:
        close = get_close_matches(wanted, [*names, *towns], n=3, cutoff=0.8)
        found = tuple(dict.fromkeys(names.get(c) or towns[c][0] for c in close))
    if len(found) == 1:
        return found[0]
    why = f"could be several: {' or '.join(found)}" if found else _NO_ZONE
    raise UnknownZone(f'"{typed[:40]}" {why}')


@cache
def _known() -> frozenset[str]:
    """Zones that are the same on every machine."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


@cache
def _zones() -> dict[str, str]:
    """Zones of places by their name in small letters, and UTC."""
    every = sorted(_known())
    return {n.casefold(): n for n in every if "/" in n or _OLD_NAMES.fullmatch(n)}


@cache
def _towns() -> dict[str, tuple[str, ...]]:
    """The zones of each town's name, in small letters."""
    found: dict[str, tuple[str, ...]] = {}
    for name in _zones().values():
        area, _, town = name.rpartition("/")
        if area and area.partition("/")[0] not in _OLD_AREAS:
            found[town.casefold()] = (*found.get(town.casefold(), ()), name)
    return found
