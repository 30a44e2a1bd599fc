"""How a player may have his mails: one row a preference, which SET, its help and lists follow.

A row is all there is to a preference beside its use: it is set by `SET NAME value`, kept in its
player's `preferences` unless it is as it was at first, and asked for by `QUIET.of(preferences)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.grammar.times.hours import hour_of, hours_between
from pbem.grammar.times.zones import UnknownZone, nearest_zone


class InvalidPreference(ValueError):
    """A value that cannot be set; the text says what could be written instead."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One preference; `default` is what nobody had to ask for.

    `values` are all it may be, or where `read` makes a value of what was typed, examples.
    `sentence` says of a value that it is set; `note` stands behind the values in the help.
    `moderators` tells a moderator about it, who has it for his own mails as well, "" where he has
    not. `of_seat` is what belongs to one game only, and is kept in the seat. `aliases` are other
    words for it.
    """

    name: str
    about: str
    default: str
    values: tuple[str, ...]
    read: Callable[[str], str] | None = None
    sentence: Callable[[str], str] | None = None
    note: str = ""
    moderators: str = ""
    of_seat: bool = False
    aliases: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """All it may be; nothing where any text is read."""
        return () if self.read else self.values

    @property
    def forms(self) -> str:
        """Its line in the help."""
        values = self.values[:1] if self.read is nearest_zone else self.values
        return f"SET {self.name} {'  |  '.join(values)}" + (f" ({self.note})" if self.note else "")

    @property
    def example(self) -> str:
        """A value that nobody has who did not ask for it."""
        return next(value for value in self.values if value != self.default)

    def of(self, preferences: Mapping[str, Any]) -> str:
        """What somebody has set it to."""
        return str(preferences.get(self.name.lower(), self.default))

    def is_on(self, preferences: Mapping[str, Any]) -> bool:
        """Whether somebody has switched it on, or left it on."""
        return self.of(preferences) == "on"

    def value_of(self, typed: str) -> str:
        """The value meant by what was typed. Raises InvalidPreference."""
        try:
            return self.read(typed) if self.read else typed
        except UnknownZone as why:
            raise InvalidPreference(str(why)) from None

    def changed(self, preferences: Mapping[str, Any], value: str) -> dict[str, Any]:
        """The same preferences but for this one; what is as it was at first is left out."""
        left = {name: kept for name, kept in preferences.items() if name != self.name.lower()}
        return left if value == self.default else {**left, self.name.lower(): value}

    def confirmation(self, value: str) -> str:
        """The sentence that says it is set."""
        return f"{self.name}: {self.sentence(value) if self.sentence else f'{value}.'}"


_LANGUAGES = {
    "english": "en",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "francais": "fr",
    "français": "fr",
}
_DATES = ("en", "de", "fr", "iso")


def _dates_of(value: str) -> str:
    """A language of dates by its code or name."""
    wanted = value.strip().casefold()
    found = _LANGUAGES.get(wanted, wanted)
    if found not in _DATES:
        raise InvalidPreference(f"DATES can be {', '.join(_DATES)}: SET DATES {_DATES[0].upper()}")
    return found


def _dates_sentence(value: str) -> str:
    more = " Dates alone are written so; your mails stay English."
    return f"{value}.{'' if value in ('en', 'iso') else more}"


def _quiet_of(value: str) -> str:
    """Two hours as `22:00-07:00`, or "off"."""
    wanted = value.strip().casefold()
    if wanted in ("off", "none", "no"):
        return "off"
    try:
        start, end = hours_between(wanted)
    except ValueError:
        raise InvalidPreference(
            "QUIET takes two hours of your day: SET QUIET 22:00-07:00, or SET QUIET off"
        ) from None
    if start == end:
        raise InvalidPreference("Quiet hours must leave some of the day: SET QUIET 22:00-07:00")
    return f"{start:%H:%M}-{end:%H:%M}"


def _hour_or_off(name: str) -> Callable[[str], str]:
    """Reads an hour of the day as `08:00`, or "off", for the preference of that name."""

    def read(value: str) -> str:
        wanted = value.strip().casefold()
        if wanted in ("off", "none", "no"):
            return "off"
        try:
            return f"{hour_of(wanted):%H:%M}"
        except ValueError:
            raise InvalidPreference(
                f"{name} takes an hour of your day: SET {name} 08:00, or SET {name} off"
            ) from None

    return read


def _mine_sentence(value: str) -> str:
    if value == "off":
        return "off; MINE in a letter to the plain address shows the list."
    return f"every day at {value} a mail says what waits for you in all your games."


def _duties_sentence(value: str) -> str:
    if value == "off":
        return "off; each game still writes to you when something happens there."
    return f"every day at {value} a mail says what needs you, in all games that you moderate."


def _quiet_sentence(value: str) -> str:
    if value == "off":
        return "off; mail comes any time."
    return f"at {value} nothing comes but answers."


SWITCH = ("on", "off")
FORMAT = Preference(
    "FORMAT",
    "Text only, or HTML as well.",
    "html",
    ("text", "html"),
    sentence=lambda value: "plain text alone." if value == "text" else "text and HTML.",
    moderators="text only, or HTML as well",
)
PICTURES = Preference(
    "PICTURES", "Pictures of the power structures, with HTML.", "on", SWITCH, aliases=("picture",)
)
LENGTH = Preference(
    "LENGTH",
    "How much a report tells.",
    "full",
    ("full", "brief", "digest"),
    sentence=lambda value: f"{value} reports from now on.",
)
ZONE = Preference(
    "ZONE",
    "Your time zone; a town will do.",
    "UTC",
    ("Europe/Berlin", "America/New_York"),
    read=nearest_zone,
    sentence=lambda value: f"your clock is that of {value} now.",
    moderators="your time zone, in which you read and type times; a town will do",
    aliases=("timezone",),
)
DATES = Preference(
    "DATES",
    "English, German, French, or as 2026-12-24.",
    _DATES[0],
    _DATES,
    read=_dates_of,
    sentence=_dates_sentence,
    moderators="how dates are written: en, de, fr or iso",
    aliases=("date", "language"),
)
QUIET = Preference(
    "QUIET",
    "Hours of your day in which nothing comes but answers to your letters, unless a deadline is "
    "near.",
    "off",
    ("22:00-07:00", "off"),
    read=_quiet_of,
    sentence=_quiet_sentence,
    moderators="hours of your day in which only answers come; off for none",
)
CALENDAR = Preference("CALENDAR", "Your deadlines as entries for a calendar.", "on", SWITCH)
LEGEND = Preference(
    "LEGEND",
    "The key to the tables and every card's text in each report.",
    "off",
    SWITCH,
    note="what tables and cards say, in each report",
)
JSON = Preference("JSON", "Your view of the game, for programs.", "off", SWITCH)
TALK = Preference(
    "TALK",
    "How what players say to you by name comes: each text at once, all of a day in one mail in the "
    "evening, or in your reports alone.",
    "once",
    ("once", "daily", "report"),
    sentence=lambda value: {
        "once": "each text comes at once.",
        "daily": "what was said to you comes once a day, at 18:00 by your clock.",
    }.get(value, "what is said to you stands in your reports alone."),
    note="when what players say to you comes",
)
MINE = Preference(
    "MINE",
    "An hour of your day at which a mail says what waits for you in all your games; none while you "
    "are in no game.",
    "off",
    ("08:00", "off"),
    read=_hour_or_off("MINE"),
    sentence=_mine_sentence,
    note="a daily list of what waits for you",
)
DUTIES = Preference(
    "DUTIES",
    "An hour of your day at which a mail says what needs you in all games that you moderate; none "
    "when nothing does.",
    "08:00",
    ("18:00", "off"),
    read=_hour_or_off("DUTIES"),
    sentence=_duties_sentence,
    moderators="an hour of your day at which a mail says what needs you in all your games, if "
    "anything does; off for none",
)
WEB = Preference(
    "WEB",
    "A button in every mail that opens your seat's own page on the web.",
    "on",
    SWITCH,
    sentence=lambda value: (
        "each mail brings a way into your page."
        if value == "on"
        else "you have no page any more; nobody comes in by an earlier mail either."
    ),
)
SILENCE = Preference(
    "SILENCE",
    "In this game: what happens in your turn if you send nothing; a pass, or what a robot would "
    "do.",
    "pass",
    ("pass", "bot"),
    note="who plays if you send nothing",
    of_seat=True,
)
WORDS = Preference(
    "WORDS",
    "Words of yours, mixed into the dice before turn 1 is run.",
    "",
    ("text",),
    read=str,
    note="mixed into the dice, before turn 1 is run",
    of_seat=True,
)
PREFERENCES: Mapping[str, Preference] = {
    row.name: row
    for row in (
        *(FORMAT, PICTURES, LENGTH, ZONE, DATES, QUIET, CALENDAR, LEGEND, JSON, TALK, MINE, WEB),
        *(SILENCE, WORDS),
    )
}
"""A player's by name, in the order in which they are listed."""
ALL_PREFERENCES: Mapping[str, Preference] = {**PREFERENCES, DUTIES.name: DUTIES}
"""Those too that only who moderates has a use for."""
BY_WORD = {
    word: row for row in ALL_PREFERENCES.values() for word in (row.name.casefold(), *row.aliases)
}
"""What may stand behind SET."""
OF_MODERATORS = tuple(row for row in ALL_PREFERENCES.values() if row.moderators)
"""What a moderator may set for his own mails."""
