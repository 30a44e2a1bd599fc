"""Time zones by all their names: an abbreviation, an offset, a place, a town."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_ABBREVIATIONS: dict[str, tuple[float, str]] = {
    "gmt": (0, "GMT"),
    "wet": (0, "WET"),
    "west": (1, "Europe/Lisbon"),
    "bst": (1, "Europe/London"),
    "cet": (1, "CET"),
    "mez": (1, "Europe/Berlin"),
    **dict.fromkeys(("cest", "mesz"), (2, "Europe/Berlin")),
    "eet": (2, "EET"),
    "eest": (3, "Europe/Helsinki"),
    "sast": (2, "Africa/Johannesburg"),
    "msk": (3, "Europe/Moscow"),
    "nst": (-3.5, "America/St_Johns"),
    "ndt": (-2.5, "America/St_Johns"),
    "adt": (-3, "America/Halifax"),
    "est": (-5, "EST"),
    "edt": (-4, "America/New_York"),
    "cdt": (-5, "America/Chicago"),
    "mst": (-7, "MST"),
    "mdt": (-6, "America/Denver"),
    "pst": (-8, "America/Los_Angeles"),
    "pdt": (-7, "America/Los_Angeles"),
    "akst": (-9, "America/Anchorage"),
    "akdt": (-8, "America/Anchorage"),
    "hst": (-10, "HST"),
    "jst": (9, "Asia/Tokyo"),
    "kst": (9, "Asia/Seoul"),
    "awst": (8, "Australia/Perth"),
    "acst": (9.5, "Australia/Adelaide"),
    "acdt": (10.5, "Australia/Adelaide"),
    "aest": (10, "Australia/Sydney"),
    "aedt": (11, "Australia/Sydney"),
    "nzst": (12, "Pacific/Auckland"),
    "nzdt": (13, "Pacific/Auckland"),
}
"""The hours from UTC, for an hour that is named with it, and the zone, for a clock of that name."""
_UTC = ("utc", "z", "ut")
TWO_MEANINGS = {
    "cst": ("America/Chicago", "Asia/Shanghai"),
    "ist": ("Asia/Kolkata", "Europe/Dublin"),
    "ast": ("America/Halifax", "Asia/Riyadh"),
    "et": ("America/New_York", "EST"),
    "ct": ("America/Chicago", "CST"),
    "pt": ("America/Los_Angeles", "PST"),
}
"""Abbreviations that are not used for one zone alone."""
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?", re.ASCII)
_MOST_HOURS = 14
"""No place is further from UTC."""
_EXAMPLES = "Europe/Berlin or America/New_York"
_NO_ZONE = f"is not a time zone such as {_EXAMPLES}"
_OLD_AREAS = ("Brazil", "Canada", "Chile", "Etc", "Mexico", "SystemV", "US", "posix", "right")
_OLD_NAMES = re.compile(r"[A-Z0-9+-]{2,8}")


def zone_named(word: str) -> tzinfo | None:
    """The zone of `UTC`, `CET`, `+02:00`, `Europe/Berlin` or `berlin`; None where there is none."""
    if word in _UTC:
        return UTC
    if word in _ABBREVIATIONS:
        return timezone(timedelta(hours=_ABBREVIATIONS[word][0]), word.upper())
    found = _OFFSET.fullmatch(word)
    if found is not None:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        if minutes > _MOST_HOURS * 60 or int(found[3] or 0) > 59:
            return None
        return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))
    name = place_named(word)
    return ZoneInfo(name) if name else None


def place_named(word: str) -> str | None:
    """The zone of `europe/berlin`, `Berlin` or `new york` by its IANA name; None where there is
    none."""
    wanted = word.casefold().replace(" ", "_")
    found = _towns().get(wanted, ()) if wanted.replace("_", "").isalpha() else ()
    return _zones().get(wanted) or (found[0] if len(found) == 1 else None)


class UnknownZone(ValueError):
    """No zone is called so, or several are; the text says what could be written instead."""


def nearest_zone(typed: str) -> str:
    """The IANA zone meant: its name in any case, its town, one slip away from either, or that of an
    abbreviation.

    Raises UnknownZone.
    """
    if typed in _known():
        return typed
    wanted = typed.strip().replace(" ", "_").casefold()
    names, towns = _zones(), _towns()
    if wanted in names:
        return names[wanted]
    if wanted in _UTC:
        return "UTC"
    if wanted in TWO_MEANINGS:
        text = " or ".join(TWO_MEANINGS[wanted])
        raise UnknownZone(f'"{typed}" is not one zone alone; write {text}')
    if wanted in _ABBREVIATIONS:
        return _ABBREVIATIONS[wanted][1]
    if re.fullmatch(r"(utc|gmt|etc/gmt)?[+-].*", wanted):
        raise UnknownZone(
            f'"{typed[:40]}" is an offset, which summer time changes; write a place such as '
            f"{_EXAMPLES}"
        )
    found = towns.get(wanted, ())
    if not found and len(wanted) > 3:
        found = tuple(zone for town in towns if wanted in town.split("_") for zone in towns[town])
    if not found and not re.search(r"\d", wanted):
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
