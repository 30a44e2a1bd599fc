"""How a player wants his mails: what may be set, its defaults, and reading what he typed."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, time, timedelta

from pbem.clock.zones import UnknownZone, nearest_zone
from pbem.documents.layout.clock import DATES, Zone, zone_of
from pbem.models import BOTH, TEXT, Player

FULL = "full"
LENGTHS = (FULL, "brief", "digest")
_QUIET = re.compile(r"(\d{1,2})(?::(\d\d))?(?:\s*(?:-|–|to|till|until)\s*)(\d{1,2})(?::(\d\d))?")
_LANGUAGES = {
    "english": "en",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "francais": "fr",
    "français": "fr",
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's settings beside zone and format; the defaults are what nobody had to ask for.

    `quiet` is two hours of his day such as "22:00-07:00", or "" for none.
    """

    dates: str = "en"
    quiet: str = ""
    pictures: bool = True
    calendar: bool = True
    legend: bool = False
    length: str = FULL


class InvalidPreference(ValueError):
    """A value that cannot be set; the text says what could be written instead."""


def preferences_of(player: Player) -> Preferences:
    """What a player has set; a name nobody knows any more is left out."""
    known = {field.name for field in fields(Preferences)}
    return Preferences(**{k: v for k, v in player.settings.items() if k in known})


def zone_for(player: Player, otherwise: str = "UTC") -> Zone:
    """Where a player reads his clock, and how he wants dates written.

    `otherwise` is the zone where he has none of his own.
    """
    return Zone(player.zone or otherwise, preferences_of(player).dates)


def set_preference(player: Player, key: str, value: str) -> str:
    """Change one setting in the player's row; the sentence that says so. Raises Unwanted."""
    if key == "ZONE":
        try:
            player.zone = nearest_zone(value)
        except UnknownZone as problem:
            raise InvalidPreference(str(problem)) from None
        return f"ZONE: your clock is that of {player.zone} now."
    if key == "FORMAT":
        player.format = TEXT if value == "text" else BOTH
        return "FORMAT: " + ("plain text alone." if value == "text" else "text and HTML.")
    if key == "JSON":
        extras = [word for word in player.extras if word != "json"]
        player.extras = [*extras, "json"] if value == "on" else extras
        return f"JSON: {value}."
    wishes, said = _changed(preferences_of(player), key, value)
    defaults = asdict(Preferences())
    kept = {name: now for name, now in asdict(wishes).items() if now != defaults[name]}
    player.settings = kept
    return said


def _changed(wishes: Preferences, key: str, value: str) -> tuple[Preferences, str]:
    if key == "LENGTH":
        return replace(wishes, length=value), f"LENGTH: {value} reports from now on."
    if key == "DATES":
        dates = dates_of(value)
        said = f"DATES: {dates}."
        if dates in _LANGUAGES.values() and dates != DATES[0]:
            said = f"{said} Dates alone are written so; your mails stay English."
        return replace(wishes, dates=dates), said
    if key == "QUIET":
        quiet = quiet_of(value)
        said = f"at {quiet} nothing comes but answers." if quiet else "off; mail comes any time."
        return replace(wishes, quiet=quiet), f"QUIET: {said}"
    if key == "PICTURES":
        return replace(wishes, pictures=value == "on"), f"PICTURES: {value}."
    if key == "LEGEND":
        return replace(wishes, legend=value == "on"), f"LEGEND: {value}."
    if key == "CALENDAR":
        return replace(wishes, calendar=value == "on"), f"CALENDAR: {value}."
    raise InvalidPreference(f"There is no setting {key}; SET lists all.")


def dates_of(value: str) -> str:
    """A language of dates by its code or name."""
    wanted = value.strip().casefold()
    found = _LANGUAGES.get(wanted, wanted)
    if found not in DATES:
        raise InvalidPreference(f"DATES can be {', '.join(DATES)}: SET DATES {DATES[0].upper()}")
    return found


def quiet_of(value: str) -> str:
    """Two hours as `22:00-07:00`; "" for off."""
    wanted = value.strip().casefold()
    if wanted in ("off", "none", "no"):
        return ""
    found = _QUIET.fullmatch(wanted)
    if found is None:
        raise InvalidPreference(
            "QUIET wants two hours of your day: SET QUIET 22:00-07:00, or SET QUIET off"
        )
    hours = (int(found[1]), int(found[3]))
    minutes = (int(found[2] or 0), int(found[4] or 0))
    if max(hours) > 23 or max(minutes) > 59:
        raise InvalidPreference("There is no such hour; such as SET QUIET 22:00-07:00")
    start, end = (f"{h:02}:{m:02}" for h, m in zip(hours, minutes, strict=True))
    if start == end:
        raise InvalidPreference("Quiet hours must leave some of the day: SET QUIET 22:00-07:00")
    return f"{start}-{end}"


def after_quiet(player: Player, at: datetime) -> datetime:
    """The moment itself, or the end of the player's quiet hours if it lies within them."""
    quiet = preferences_of(player).quiet
    if not quiet:
        return at
    start, end = (time.fromisoformat(hour) for hour in quiet.split("-"))
    here = at.astimezone(zone_of(zone_for(player)))
    now = here.time().replace(tzinfo=None)
    is_quiet = start <= now < end if start < end else now >= start or now < end
    if not is_quiet:
        return at
    day = here.date() if now < end else here.date() + timedelta(days=1)
    return datetime.combine(day, end, here.tzinfo).astimezone(at.tzinfo)
