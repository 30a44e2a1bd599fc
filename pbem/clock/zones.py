"""Time zones as people name them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

_OLD_AREAS = ("Brazil", "Canada", "Chile", "Etc", "Mexico", "SystemV", "US", "posix", "right")
_OLD_NAMES = re.compile(r"[A-Z0-9+-]{2,8}")


class UnknownZone(ValueError):
    """No zone, or several; the text says what could be written instead."""


def nearest_zone(value: str) -> str:
    """The IANA zone meant: its name in any case, its town, or one slip away from either."""
    wanted = value.strip().replace(" ", "_").casefold()
    names = _zones()
    if wanted in names:
        return names[wanted]
    towns = _towns()
    found = towns.get(wanted, ())
    if not found and len(wanted) > 3:
        found = tuple(zone for town in towns if wanted in town.split("_") for zone in towns[town])
    if not found:
        close = get_close_matches(wanted, [*names, *towns], n=3, cutoff=0.8)
        found = tuple(dict.fromkeys(names.get(c) or towns[c][0] for c in close))
    if len(found) == 1:
        return found[0]
    if found:
        told = " or ".join(f"SET ZONE {name}" for name in found)
        raise UnknownZone(f'"{value[:40]}" could be several: {told}')
    raise UnknownZone(f'"{value[:40]}" is no time zone such as Europe/Berlin or America/New_York')


@cache
def _zones() -> dict[str, str]:
    """Zones of places by their name in small letters, and UTC."""
    every = sorted(available_timezones())
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
